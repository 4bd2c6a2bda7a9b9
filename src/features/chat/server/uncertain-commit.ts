// Uncertain commits: a write whose response was lost may have been committed, so the rooms resync.
import { busEvents } from '#shared/bus-events.ts'
import type { Bus } from '#server/bus/bus.ts'
import { isCommitUncertain } from '#server/db/uncertain-commit.ts'

/** Runs `write`; when its response is lost, asks all nodes to reload what their rooms show. */
export async function resyncOnUnknownCommit<Value>(bus: Bus, write: () => Promise<Value>): Promise<Value> {
  try {
    return await write()
  } catch (error) {
    if (isCommitUncertain(error)) await bus.publish(busEvents.rooms, { type: 'in-doubt' })
    throw error
  }
}
