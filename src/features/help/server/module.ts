// The help feature for the server: its calls, its part of the live rooms, and the retention of requests.
import type { Platform } from '#server/context.ts'
import type { FeatureModule } from '#server/feature-module.ts'
import { retentionJob } from '#server/jobs/retention-job.ts'
import type { RoomFeature } from '#server/live/room-feature.ts'
import { helpRetentionDays } from '#shared/constants.ts'
import { addDays } from '#shared/day.ts'
import { createRoomHelp } from './room-help.ts'
import { createHelpRoutes, type HelpDeps } from './routes.ts'
import { deleteOldRequests } from './sql.ts'

export interface HelpModule extends FeatureModule {
  readonly roomFeature: RoomFeature
}

export function createHelpModule(platform: Platform, deps: HelpDeps): HelpModule {
  return {
    routes: [createHelpRoutes(deps)],
    roomFeature: {
      clientMessages: {},
      handlers: {},
      openRoom: (room) => createRoomHelp(platform.bus, room),
    },
    scheduledJobs: [
      retentionJob(platform, {
        name: 'help',
        every: 'hour',
        erase: (db, _, max) =>
          deleteOldRequests(db, addDays(platform.calendar.today(), -helpRetentionDays), max),
      }),
    ],
  }
}
