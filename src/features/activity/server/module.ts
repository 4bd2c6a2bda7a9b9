// The activity feature for the server.
import type { Platform } from '#server/context.ts'
import type { FeatureModule } from '#server/feature-module.ts'
import { daysBefore, retentionJob } from '#server/jobs/retention-job.ts'
import { activityDetailsRetentionDays } from '#shared/constants.ts'
import type { ActivityKind } from '../kinds.ts'
import { createActivityRoutes } from './routes.ts'
import { eraseOldActivityDetails } from './sql.ts'

interface ActivityModuleOptions {
  /** The kinds that the features declare, in the order of the filter. */
  activityKinds: readonly ActivityKind[]
}

export function createActivityModule(
  platform: Platform,
  { activityKinds }: ActivityModuleOptions,
): FeatureModule {
  return {
    routes: [createActivityRoutes(activityKinds)],
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
