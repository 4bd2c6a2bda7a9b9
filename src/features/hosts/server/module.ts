// The hosts feature for the server: its calls, and word of sittings that lost their host.
import type { Platform } from '#server/context.ts'
import { isDatabaseUnavailable } from '#server/db/database.ts'
import type { FeatureModule } from '#server/feature-module.ts'
import { busEvents } from '#shared/bus-events.ts'
import { createHostsRoutes, type HostsDeps } from './routes.ts'
import { wereJustFreed } from './sql.ts'

export function createHostsModule(
  platform: Pick<Platform, 'bus' | 'database' | 'log'>,
  deps: HostsDeps,
): FeatureModule {
  return { routes: [createHostsRoutes(deps)], close: publishFreedSittings(platform) }
}

/** Who may not hold sittings any more has lost theirs with the same statement; pages learn of it at once (TEACH-10). */
function publishFreedSittings({
  bus,
  database,
  log,
}: Pick<Platform, 'bus' | 'database' | 'log'>): () => void {
  const publish = async () => {
    if (await wereJustFreed(database.query)) await bus.publish(busEvents.days, { type: 'changed' })
  }
  return bus.subscribe(busEvents.sessions, ({ type }) => {
    if (type === 'ended') return
    publish().catch((error: unknown) => {
      if (!isDatabaseUnavailable(error)) log.error({ err: error }, 'Freed sittings were not published.')
    })
  })
}
