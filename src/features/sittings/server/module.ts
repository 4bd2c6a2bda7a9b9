// The sittings feature for the server: its calls, its part of the live rooms, retention, and the sync
// at each start.
import type { Platform } from '#server/context.ts'
import type { FeatureModule } from '#server/feature-module.ts'
import { daysBefore, retentionJob } from '#server/jobs/retention-job.ts'
import type { RoomFeature } from '#server/live/room-feature.ts'
import { cancelledInCalendarDays } from '#shared/constants.ts'
import { createSittingsRoutes } from './routes.ts'
import { watchSittings } from './sitting-watch.ts'
import { createSittingsAround } from './sittings-around.ts'
import { evictDeletedSittings } from './sql/deleted-sittings.ts'
import { syncSittings } from './sync-sittings.ts'

export async function createSittingsModule(platform: Platform) {
  await syncSittings(platform)
  const around = createSittingsAround(platform)
  const module: FeatureModule = {
    routes: [createSittingsRoutes(around)],
    scheduledJobs: [
      retentionJob(platform, {
        name: 'deleted-sittings',
        every: 'hour',
        erase: (db, now, max) => evictDeletedSittings(db, daysBefore(now, cancelledInCalendarDays), max),
      }),
    ],
    close: around.close,
  }
  return {
    ...module,
    around,
    /** For the live channel: clients send nothing here, and receive the changes of the room's sittings. */
    roomFeature: {
      clientMessages: {},
      handlers: {},
      openRoom: (room) => watchSittings(platform, around, room),
    } satisfies RoomFeature,
  }
}
