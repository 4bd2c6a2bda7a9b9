// The referrals feature for the server: codes, referrals and points.
import type { Platform } from '#server/context.ts'
import type { FeatureModule } from '#server/feature-module.ts'
import { retentionJob } from '#server/jobs/retention-job.ts'
import { flagsSinceMs } from '../rules.ts'
import { createReferralsRoutes, type ReferralsDeps } from './routes.ts'
import { countPointsMismatches, eraseOldJoinAddresses } from './sql.ts'

export function createReferralsModule(platform: Platform, deps: ReferralsDeps): FeatureModule {
  return {
    routes: [createReferralsRoutes(deps)],
    scheduledJobs: [
      retentionJob(platform, {
        name: 'join-addresses',
        every: 'day',
        erase: (db, now, max) =>
          eraseOldJoinAddresses(db, new Date(flagsSinceMs(platform.calendar.days(), now.getTime())), max),
      }),
    ],
    mismatchCounts: { points: countPointsMismatches },
  }
}
