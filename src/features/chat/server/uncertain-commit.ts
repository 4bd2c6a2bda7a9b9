// A write that may have been committed though its answer never came: the rooms look for themselves.
import type { Bus } from '#server/bus.ts'
import { isCommitUncertain } from '#server/db-uncertain-commit.ts'

/** Writes; when the answer is lost, the rooms of all nodes are told to read what they show anew. */
export async function resyncOnUnknownCommit<Value>(bus: Bus, write: () => Promise<Value>): Promise<Value> {
  try {
    return await write()
  } catch (error) {
    if (isCommitUncertain(error)) await bus.publish('rooms', { type: 'in-doubt' })
    throw error
  }
}
