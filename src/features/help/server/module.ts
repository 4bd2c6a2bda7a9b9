// The help feature for the server: its calls, and the retention of requests. Its part of the live rooms: `room-help.ts`.
import type { Platform } from '#server/context.ts'
import type { FeatureModule } from '#server/feature-module.ts'
import { retentionJob } from '#server/jobs/retention-job.ts'
import { helpRetentionDays } from '#shared/constants.ts'
import { addDays } from '#shared/day.ts'
import { createHelpRoutes, type HelpDeps } from './routes.ts'
import { deleteOldRequests } from './sql.ts'

export function createHelpModule(platform: Platform, deps: HelpDeps): FeatureModule {
  return {
    routes: [createHelpRoutes(deps)],
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
