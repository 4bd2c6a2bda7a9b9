// The hosts feature for the server.
import type { Platform } from '#server/context.ts'
import type { FeatureModule } from '#server/feature-module.ts'
import { retentionJob } from '#server/jobs/retention-job.ts'
import { watchFreedSittings } from './freed-sittings.ts'
import { createHostsRoutes, type HostsDeps } from './routes.ts'
import { deletePastNotes } from './sql.ts'

export function createHostsModule(platform: Platform, deps: HostsDeps): FeatureModule {
  const { calendar } = platform
  return {
    routes: [createHostsRoutes(deps)],
    scheduledJobs: [
      retentionJob(platform, {
        name: 'freed-sittings',
        every: 'day',
        erase: (db, _now, max) => deletePastNotes(db, calendar.today(), max),
      }),
    ],
    close: watchFreedSittings(platform),
  }
}
