// Where a visitor wanted to go before they were led to sign in or to complete their profile, kept in this tab.
import * as z from 'zod/mini'

const storageKey = 'return-path'
/** Enough for a sign-up with its mail; too short for the next person at a shared browser. */
const maxAgeMs = 30 * 60_000
const maxChars = 512
const savedPathSchema = z.object({ path: z.string(), keptAtMs: z.number() })

/** The screens that a link may lead to; the meditation is where everyone else goes anyway. */
const allowedPaths = new Set(['/mood-analytics', '/referrals', '/settings', '/admin', '/garden-angel'])
const placeholderOrigin = 'https://this.site'
/** A mailed link and a referral code travel to /auth by ways of their own. */
const excludedParams = ['ref', 'verified']

/** The path, query and hash of an address on this site that a sign-in may lead to; null for any other text. */
export function returnPathOf(address: string): string | null {
  if (address.length > maxChars || !/^\/(?![/\\])/.test(address)) return null
  if (!URL.canParse(address, placeholderOrigin)) return null
  const url = new URL(address, placeholderOrigin)
  if (url.origin !== placeholderOrigin || !allowedPaths.has(url.pathname)) return null
  if (excludedParams.some((name) => url.searchParams.has(name))) return null
  return url.pathname + url.search + url.hash
}

/** Keeps the address for half an hour, in place of an earlier one; an address that isn't allowed keeps nothing. */
export function saveReturnPath(address: string | null, nowMs = Date.now()): void {
  const path = address === null ? null : returnPathOf(address)
  try {
    if (path === null) sessionStorage.removeItem(storageKey)
    else sessionStorage.setItem(storageKey, JSON.stringify({ path, keptAtMs: nowMs }))
  } catch {
    // Without storage a sign-in leads to the meditation.
  }
}

/** The kept address, once; null without one, or when it is too old. */
export function consumeReturnPath(nowMs = Date.now()): string | null {
  try {
    const text = sessionStorage.getItem(storageKey)
    sessionStorage.removeItem(storageKey)
    const { path, keptAtMs } = z.parse(savedPathSchema, JSON.parse(text ?? 'null'))
    return Math.abs(nowMs - keptAtMs) <= maxAgeMs ? returnPathOf(path) : null
  } catch {
    return null
  }
}
