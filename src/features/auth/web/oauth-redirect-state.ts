// What this tab remembers while its person is away on Google's own page, for when they are back.
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

/** Where the browser refuses storage, whoever comes back is a stranger to this page. */
export function saveRedirectState(departure: RedirectState): void {
  try {
    sessionStorage.setItem(redirectStateKey, JSON.stringify(departure))
  } catch {
    // Signing in goes on without it.
  }
}

/** Null when nobody left. */
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
    // Nothing was kept there.
  }
}
