// What other nodes say and this one doesn't understand, as while two versions run: told once of each kind.
import * as z from 'zod/mini'

/** Hears a message that isn't understood, and why not. */
type UnknownMessageLog = (message: unknown, error: unknown) => void

/** By its own type, or that of what it `says`. */
const kindSchema = z.object({
  type: z.optional(z.string()),
  says: z.optional(z.object({ type: z.string() })),
})

/** More are hardly meant to be kinds. */
const kindsMax = 20

/** Calls `tell` for the first message of each kind. */
export function createUnknownMessageLog(tell: (error: unknown) => void): UnknownMessageLog {
  const kinds = new Set<string>()
  return (message, error) => {
    const { type, says } = z.safeParse(kindSchema, message).data ?? {}
    const kind = type ?? says?.type ?? ''
    if (kinds.has(kind) || kinds.size >= kindsMax) return
    kinds.add(kind)
    tell(error)
  }
}
