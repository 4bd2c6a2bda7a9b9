// The halls feature for the server: its calls, its part of the live rooms, and the retention of links.
import type { Platform } from '#server/context.ts'
import type { FeatureModule } from '#server/feature-module.ts'
import { daysBefore, retentionJob } from '#server/jobs/retention-job.ts'
import type { RoomFeature } from '#server/live/room-feature.ts'
import { hallRetentionDays } from '#shared/constants.ts'
import { createHallsRoutes, type HallsDeps } from './routes.ts'
import { deletePastHalls } from './sql.ts'
import { watchHalls, type WatchHallsDeps } from './watch-halls.ts'

export function createHallsModule(platform: Platform, deps: HallsDeps): FeatureModule {
  return {
    routes: [createHallsRoutes(deps)],
    scheduledJobs: [
      retentionJob(platform, {
        name: 'hall-links',
        every: 'hour',
        erase: (db, now, max) => deletePastHalls(db, daysBefore(now, hallRetentionDays), max),
      }),
    ],
  }
}

/** For the rooms: clients send nothing here, and receive the number of people in halls. */
export function createHallsRoomFeature(platform: Platform, deps: WatchHallsDeps): RoomFeature {
  return {
    clientMessages: {},
    handlers: {},
    openRoom: (room) => watchHalls({ ...platform, ...deps }, room),
  }
}
