// Return path: the address requested before signing in or completing the profile, saved in this tab.
import * as z from 'zod/mini'
import { parseUrl } from '#shared/url.ts'

const storageKey = 'return-path'
/** Long enough for a sign-up with its mail; too short for the next person at a shared browser. */
const maxAgeMs = 30 * 60_000
const maxChars = 512
const savedPathSchema = z.object({ path: z.string(), savedAtMs: z.number() })

/** The screens that a return path may name; every other sign-in leads to the meditation anyway. */
const allowedPaths = new Set([
  '/mood-analytics',
  '/referrals',
  '/settings',
  '/admin',
  '/garden-angel',
  '/moderation',
  '/hosting',
  '/first-admin',
])
const placeholderOrigin = 'https://this.site'

/** The path, query and hash of an allowed address on this site; null for any other text. */
export function returnPathOf(address: string): string | null {
  if (address.length > maxChars || !/^\/(?![/\\])/.test(address)) return null
  const url = parseUrl(address, placeholderOrigin)
  if (url === null || url.origin !== placeholderOrigin || !allowedPaths.has(url.pathname)) return null
  // Referral codes have their own parameter on /auth.
  if (url.searchParams.has('ref')) return null
  return url.pathname + url.search + url.hash
}

/** Saves an address for half an hour and replaces an earlier one; an address that isn't allowed clears it. */
export function saveReturnPath(address: string | null, nowMs = Date.now()): void {
  const path = address === null ? null : returnPathOf(address)
  try {
    if (path === null) sessionStorage.removeItem(storageKey)
    else sessionStorage.setItem(storageKey, JSON.stringify({ path, savedAtMs: nowMs }))
  } catch {
    // Storage is denied: the sign-in leads to the meditation.
  }
}

/** The saved address, deleted on read; null without one, or if it has expired. */
export function consumeReturnPath(nowMs = Date.now()): string | null {
  try {
    const text = sessionStorage.getItem(storageKey)
    sessionStorage.removeItem(storageKey)
    const { path, savedAtMs } = z.parse(savedPathSchema, JSON.parse(text ?? 'null'))
    return Math.abs(nowMs - savedAtMs) <= maxAgeMs ? returnPathOf(path) : null
  } catch {
    return null
  }
}
