// A write that may have been committed though its answer never came: the rooms look for themselves.
import type { Bus } from '#server/bus.ts'
import { isDatabaseUnavailable } from '#server/db.ts'

/** Writes; when the database is lost meanwhile, the rooms of all nodes are told to read what they show anew. */
export async function orInDoubt<Value>(bus: Bus, write: () => Promise<Value>): Promise<Value> {
  try {
    return await write()
  } catch (error) {
    if (isDatabaseUnavailable(error)) await bus.publish('rooms', { type: 'in-doubt' })
    throw error
  }
}
