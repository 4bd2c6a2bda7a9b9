// Maintenance jobs: all data with a retention period, and its length (docs/decisions/0031).
import * as accounts from '#features/auth/server/sql-retention.ts'
import * as kept from '#shared/constants.ts'
import { eraseOldActivityDetails } from '#features/activity/server/sql.ts'
import { eraseDeletedMessageText, deleteOldMessages } from '#features/chat/server/sql.ts'
import { flagsSinceMs } from '#features/referrals/rules.ts'
import { countPointsMismatches, eraseOldJoinAddresses } from '#features/referrals/server/sql.ts'
import { deleteEndedAddressBans } from '#features/users/server/sql/address-bans.ts'
import { countInconsistentMembers } from '#features/users/server/sql/members.ts'
import type { Platform } from '#server/context.ts'
import type { Executor } from '#server/db/database.ts'
import { deleteOldOutboxMails } from '#server/mail/outbox.ts'
import { deleteOldIdempotencyKeys } from '#server/http/sql-idempotency.ts'
import type { ScheduledJob } from '#server/jobs/scheduled-jobs.ts'
import { addDays, chicagoDay } from '#shared/day.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** Rows per batch, so that no other transaction waits long. */
const batchMax = 1_000
/** Smaller batches for deletions that are published to every node: too many at once would affect everyone. */
const sessionsBatchMax = 250

/** The maintenance jobs of a server. */
export function createMaintenanceJobs(
  platform: Pick<Platform, 'database' | 'config' | 'log'>,
): ScheduledJob[] {
  return [...retentionJobs(platform), outboxCleanupJob(platform), consistencyCheckJob(platform)]
}

function retentionJobs({ database }: Pick<Platform, 'database'>): ScheduledJob[] {
  const db = database.query
  const job = (
    name: string,
    everyMs: number,
    rows: (now: Date) => Promise<number>,
    atOnce = batchMax,
  ): ScheduledJob => ({
    name,
    everyMs,
    work: async (now) => (await rows(now)) >= atOnce,
  })
  return [
    job('chat', hourMs, (now) => deleteOldMessages(db, dayAgo(now, kept.chatRetentionDays), batchMax)),
    job('deleted-chat', hourMs, (now) =>
      eraseDeletedMessageText(db, {
        before: daysAgo(now, kept.deletedChatRetentionDays),
        day: dayAgo(now, kept.deletedChatRetentionDays),
        max: batchMax,
      }),
    ),
    job('repeat-keys', hourMs, (now) =>
      deleteOldIdempotencyKeys(
        db,
        new Date(now.getTime() - kept.idempotencyKeyRetentionHours * hourMs),
        batchMax,
      ),
    ),
    job('mailed-links', hourMs, (now) => accounts.deleteExpiredLinks(db, now, batchMax)),
    job('provider-leftovers', hourMs, async (now) => {
      await accounts.deleteExpiredProviderSessions(db, now)
      return 0
    }),
    job('join-addresses', dayMs, (now) =>
      eraseOldJoinAddresses(db, new Date(flagsSinceMs(now.getTime())), batchMax),
    ),
    job(
      'sessions',
      dayMs,
      (now) =>
        accounts.deleteEndedSessions(db, {
          endedBefore: daysAgo(now, kept.endedSessionRetentionDays),
          now,
          max: sessionsBatchMax,
        }),
      sessionsBatchMax,
    ),
    job('sign-in-addresses', dayMs, (now) =>
      accounts.eraseSignInIps(db, daysAgo(now, kept.signInAddressRetentionDays), batchMax),
    ),
    job('activity-facts', dayMs, (now) =>
      eraseOldActivityDetails(db, daysAgo(now, kept.activityDetailsRetentionDays), batchMax),
    ),
    job('address-bans', dayMs, (now) =>
      deleteEndedAddressBans(db, {
        before: daysAgo(now, kept.endedAddressBanRetentionDays),
        now,
        max: batchMax,
      }),
    ),
  ]
}

/** Each node has its own outbox. */
function outboxCleanupJob({ config }: Pick<Platform, 'config'>): ScheduledJob {
  return {
    name: 'outbox',
    everyMs: dayMs,
    isPerNode: true,
    work: async (now) => {
      await deleteOldOutboxMails(config.dataDir, daysAgo(now, kept.outboxRetentionDays))
      return false
    },
  }
}

/** Compares stored totals with the rows they summarize; the log reports a mismatch (I01, I25). */
function consistencyCheckJob({ database, log }: Pick<Platform, 'database' | 'log'>): ScheduledJob {
  return {
    name: 'comparison',
    everyMs: dayMs,
    work: async (_, signal) => {
      const counted = async (db: Executor) => [
        await countPointsMismatches(db),
        await countInconsistentMembers(db),
      ]
      const [points, members] = await database.withoutTimeLimits(counted, signal)
      if (points !== 0 || members !== 0) {
        log.error({ event: 'points-mismatch', points, members }, 'Stored totals differ from the ledger.')
      }
      return false
    },
  }
}

function daysAgo(now: Date, days: number): Date {
  return new Date(now.getTime() - days * dayMs)
}

/** The Chicago day `days` ago. */
function dayAgo(now: Date, days: number): string {
  return addDays(chicagoDay(now.getTime()), -days)
}
