// The activity feature for the server.
import type { Platform } from '#server/context.ts'
import type { FeatureModule } from '#server/feature-module.ts'
import { daysBefore, retentionJob } from '#server/jobs/scheduled-jobs.ts'
import { activityDetailsRetentionDays } from '#shared/constants.ts'
import { activityRoutes } from './routes.ts'
import { eraseOldActivityDetails } from './sql.ts'

export function createActivityModule(platform: Platform): FeatureModule {
  return {
    routes: [activityRoutes],
    scheduledJobs: [
      retentionJob(platform, {
        name: 'activity-facts',
        every: 'day',
        erase: (db, now, max) =>
          eraseOldActivityDetails(db, daysBefore(now, activityDetailsRetentionDays), max),
      }),
    ],
  }
}
