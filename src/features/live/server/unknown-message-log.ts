// Unknown message log: reports messages of other versions' nodes that this node can't parse, once per kind.
import * as z from 'zod/mini'

/** Receives a message that failed to parse, and the error. */
type UnknownMessageLog = (message: unknown, error: unknown) => void

/** The kind is the message's own type, or the type inside `says`. */
const kindSchema = z.object({
  type: z.optional(z.string()),
  says: z.optional(z.object({ type: z.string() })),
})

/** A limit for malformed messages; real kinds are fewer. */
const kindsMax = 20

/** Calls `report` for the first message of each kind. */
export function createUnknownMessageLog(report: (error: unknown) => void): UnknownMessageLog {
  const reportedKinds = new Set<string>()
  return (message, error) => {
    const { type, says } = z.safeParse(kindSchema, message).data ?? {}
    const kind = type ?? says?.type ?? ''
    if (reportedKinds.has(kind) || reportedKinds.size >= kindsMax) return
    reportedKinds.add(kind)
    report(error)
  }
}
