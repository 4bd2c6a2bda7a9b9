// Where a visitor wanted to go before they were led to sign in or to complete their profile, kept in this tab.
import * as z from 'zod/mini'

const key = 'return-path'
/** Enough for a sign-up with its mail; too short for the next person at a shared browser. */
const keptForMs = 30 * 60_000
const maxChars = 512
const keptSchema = z.object({ path: z.string(), keptAtMs: z.number() })

/** The screens that a link may lead to; the meditation is where everyone else goes anyway. */
const screens = new Set(['/mood-analytics', '/referrals', '/settings', '/admin', '/garden-angel'])
const anySite = 'https://this.site'
/** A mailed link and a referral code travel to /auth by ways of their own. */
const carriedElsewhere = ['ref', 'verified']

/** The path, query and hash of an address on this site that a sign-in may lead to; null for any other text. */
export function returnPathOf(address: string): string | null {
  if (address.length > maxChars || !/^\/(?![/\\])/.test(address)) return null
  if (!URL.canParse(address, anySite)) return null
  const url = new URL(address, anySite)
  if (url.origin !== anySite || !screens.has(url.pathname)) return null
  if (carriedElsewhere.some((name) => url.searchParams.has(name))) return null
  return url.pathname + url.search + url.hash
}

/** Keeps the address for half an hour, in place of an earlier one; an address that isn't allowed keeps nothing. */
export function keepReturnPath(address: string | null, nowMs = Date.now()): void {
  const path = address === null ? null : returnPathOf(address)
  try {
    if (path === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify({ path, keptAtMs: nowMs }))
  } catch {
    // Without storage a sign-in leads to the meditation.
  }
}

/** The kept address, once; null without one, or when it is too old. */
export function takeReturnPath(nowMs = Date.now()): string | null {
  try {
    const text = sessionStorage.getItem(key)
    sessionStorage.removeItem(key)
    const { path, keptAtMs } = z.parse(keptSchema, JSON.parse(text ?? 'null'))
    return Math.abs(nowMs - keptAtMs) <= keptForMs ? returnPathOf(path) : null
  } catch {
    return null
  }
}
