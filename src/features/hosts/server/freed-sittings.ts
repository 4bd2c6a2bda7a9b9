// Freed sittings: when someone can't hold sittings any more, every node's days are read again (TEACH-10).
import type { Platform } from '#server/context.ts'
import { isDatabaseUnavailable } from '#server/db/database.ts'
import { busEvents } from '#shared/bus-events.ts'
import { wereSittingsFreed } from './sql.ts'

/**
 * A trigger frees them in the transaction of whatever changed the account. The node that announces that change announces
 * the days as well, if there are any. Returns a function that ends it.
 */
export function watchFreedSittings({
  bus,
  database,
  log,
}: Pick<Platform, 'bus' | 'database' | 'log'>): () => void {
  const announce = async () => {
    if (await wereSittingsFreed(database.query)) await bus.publish(busEvents.days, { type: 'changed' })
  }
  return bus.subscribe(busEvents.sessions, ({ type }, from) => {
    if (from !== bus.nodeId || type === 'ended') return
    announce().catch((error: unknown) => {
      if (!isDatabaseUnavailable(error)) log.error({ err: error }, 'Freed sittings could not be announced.')
    })
  })
}
