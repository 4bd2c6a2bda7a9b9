// A write that may have been committed though its answer never came: the rooms look for themselves.
import type { Bus } from '#server/bus.ts'
import { isOutcomeUnknown } from '#server/db-outcome.ts'

/** Writes; when the answer is lost, the rooms of all nodes are told to read what they show anew. */
export async function orInDoubt<Value>(bus: Bus, write: () => Promise<Value>): Promise<Value> {
  try {
    return await write()
  } catch (error) {
    if (isOutcomeUnknown(error)) await bus.publish('rooms', { type: 'in-doubt' })
    throw error
  }
}
