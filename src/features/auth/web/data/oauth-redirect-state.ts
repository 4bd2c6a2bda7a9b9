// OAuth redirect state: what the tab stores while the browser visits Google.
import * as z from 'zod/mini'
import { redirectStateKey, type RedirectState } from './provider.ts'

const redirectStateSchema = z.discriminatedUnion('by', [
  z.object({
    by: z.literal('server'),
    ref: z.nullable(z.string()),
    validCode: z.nullable(z.string()),
    isUnchecked: z.boolean(),
  }),
  z.object({ by: z.literal('firebase'), rememberMe: z.boolean() }),
])

/** Without session storage, the page after the redirect starts without this state. */
export function saveRedirectState(state: RedirectState): void {
  try {
    sessionStorage.setItem(redirectStateKey, JSON.stringify(state))
  } catch {
    // Sign-in works without it.
  }
}

/** Null if no redirect is pending. */
export function readRedirectState(): RedirectState | null {
  try {
    return z.parse(redirectStateSchema, JSON.parse(sessionStorage.getItem(redirectStateKey) ?? 'null'))
  } catch {
    return null
  }
}

export function clearRedirectState(): void {
  try {
    sessionStorage.removeItem(redirectStateKey)
  } catch {
    // Without storage there is nothing to clear.
  }
}
