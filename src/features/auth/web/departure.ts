// What this tab remembers while its person is away on Google's own page, for when they are back.
import * as z from 'zod/mini'
import { departureKey, type Departure } from './provider.ts'

const departureSchema = z.discriminatedUnion('by', [
  z.object({
    by: z.literal('server'),
    ref: z.nullable(z.string()),
    validCode: z.nullable(z.string()),
    isUnchecked: z.boolean(),
  }),
  z.object({ by: z.literal('firebase'), rememberMe: z.boolean() }),
])

/** Where the browser refuses storage, whoever comes back is a stranger to this page. */
export function noteDeparture(departure: Departure): void {
  try {
    sessionStorage.setItem(departureKey, JSON.stringify(departure))
  } catch {
    // Signing in goes on without it.
  }
}

/** Null when nobody left. */
export function readDeparture(): Departure | null {
  try {
    return z.parse(departureSchema, JSON.parse(sessionStorage.getItem(departureKey) ?? 'null'))
  } catch {
    return null
  }
}

export function forgetDeparture(): void {
  try {
    sessionStorage.removeItem(departureKey)
  } catch {
    // Nothing was kept there.
  }
}
