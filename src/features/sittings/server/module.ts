// The sittings feature for the server: its calls, its part of the live rooms, and the spans after a start.
import type { FeatureModule } from '#server/feature-module.ts'
import type { Platform } from '#server/context.ts'
import { spanOfSitting } from '../rules.ts'
import { createSittingsRoutes } from './routes.ts'
import { watchSittings } from './sitting-watch.ts'
import { createSittingsAround } from './sittings-around.ts'
import { comingSittings, saveSitting } from './sql.ts'

export async function createSittingsModule(platform: Platform) {
  await recomputeSpans(platform)
  const around = createSittingsAround(platform)
  const module: FeatureModule = { routes: [createSittingsRoutes(around)], close: around.close }
  return {
    ...module,
    around,
    /** For the live channel: clients send nothing here, and receive the changes of the room's sittings. */
    roomFeature: {
      clientMessages: {},
      handlers: {},
      openRoom: (room: Parameters<typeof watchSittings>[1]) => watchSittings({ ...platform, around }, room),
    },
  }
}

/** Saves coming spans that differ since the rules of the time zone have changed (PHASE-17). */
async function recomputeSpans({ calendar, database, roomClock, log }: Platform): Promise<void> {
  const days = calendar.days()
  for (const { storedFromMs, storedToMs, ...scheduled } of await comingSittings(
    database.query,
    days,
    roomClock.now(),
  )) {
    const span = spanOfSitting(scheduled.sitting)
    if (!span || (span.doorsAt === storedFromMs && span.endsAt === storedToMs)) continue
    const facts = { day: scheduled.schedule.date, from: new Date(span.doorsAt), to: new Date(span.endsAt) }
    if (await saveSitting(database.query, days, scheduled, {}))
      log.warn(facts, 'A sitting moved: the rules of the time zone have changed.')
    else log.error(facts, 'A sitting now overlaps another one: the rules of the time zone have changed.')
  }
}
