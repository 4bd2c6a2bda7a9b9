// Maintenance jobs: those of the features, and the server's own. Retention periods: docs/decisions/0031.
import type { Platform } from '#server/context.ts'
import type { Executor } from '#server/db/database.ts'
import type { FeatureModule } from '#server/feature-module.ts'
import { deleteOldIdempotencyKeys } from '#server/http/sql.ts'
import { daysBefore, retentionJob } from '#server/jobs/retention-job.ts'
import type { ScheduledJob } from '#server/jobs/scheduled-jobs.ts'
import { deleteOldOutboxMails } from '#server/mail/outbox.ts'
import { idempotencyKeyRetentionHours, outboxRetentionDays } from '#shared/constants.ts'
import { dayMs, hourMs } from '#shared/durations.ts'

/** The maintenance jobs of a server. */
export function createMaintenanceJobs(
  platform: Pick<Platform, 'database' | 'config' | 'log'>,
  modules: readonly FeatureModule[],
): ScheduledJob[] {
  return [
    ...modules.flatMap(({ scheduledJobs = [] }) => scheduledJobs),
    retentionJob(platform, {
      name: 'repeat-keys',
      every: 'hour',
      erase: (db, now, max) =>
        deleteOldIdempotencyKeys(db, new Date(now.getTime() - idempotencyKeyRetentionHours * hourMs), max),
    }),
    outboxCleanupJob(platform),
    comparisonJob(platform, modules),
  ]
}

/** Each node has its own outbox. */
function outboxCleanupJob({ config }: Pick<Platform, 'config'>): ScheduledJob {
  return {
    name: 'outbox',
    everyMs: dayMs,
    isPerNode: true,
    work: async (now) => {
      await deleteOldOutboxMails(config.dataDir, daysBefore(now, outboxRetentionDays))
      return false
    },
  }
}

/** Compares stored totals with the rows they summarize; the log reports a mismatch (I01, I25). */
function comparisonJob(
  { database, log }: Pick<Platform, 'database' | 'log'>,
  modules: readonly FeatureModule[],
): ScheduledJob {
  const counts = modules.flatMap(({ mismatchCounts = {} }) => Object.entries(mismatchCounts))
  return {
    name: 'comparison',
    everyMs: dayMs,
    work: async (_, signal) => {
      const found = await database.withoutTimeLimits(async (db: Executor) => {
        const mismatches: [name: string, count: number][] = []
        for (const [name, count] of counts) mismatches.push([name, await count(db)])
        return mismatches
      }, signal)
      if (found.some(([, count]) => count !== 0))
        log.error(
          { event: 'points-mismatch', ...Object.fromEntries(found) },
          'Stored totals differ from the ledger.',
        )
      return false
    },
  }
}
