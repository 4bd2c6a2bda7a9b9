// The templates feature for the server: templates, and what teachers propose.
import type { Platform } from '#server/context.ts'
import type { FeatureModule } from '#server/feature-module.ts'
import { daysBefore, retentionJob } from '#server/jobs/retention-job.ts'
import { proposalRetentionDays } from '#shared/constants.ts'
import { proposalRoutes } from './proposal-routes.ts'
import { createTemplatesRoutes } from './routes.ts'
import { deleteOldProposals } from './sql/proposals.ts'
import type { TemplatesDeps } from './template-commands.ts'

export function createTemplatesModule(platform: Platform, deps: TemplatesDeps): FeatureModule {
  return {
    routes: [createTemplatesRoutes(deps), ...proposalRoutes],
    scheduledJobs: [
      retentionJob(platform, {
        name: 'template-proposals',
        every: 'hour',
        erase: (db, now, max) => deleteOldProposals(db, daysBefore(now, proposalRetentionDays), max),
      }),
    ],
  }
}
