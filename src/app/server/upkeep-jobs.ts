// What is kept for a time only, and how long: the whole list (docs/decisions/0031).
import { emptyOldLines } from '#features/activity/server/sql-upkeep.ts'
import * as accounts from '#features/auth/server/sql-upkeep.ts'
import { blankDeletedMessages, removeOldMessages } from '#features/chat/server/sql-upkeep.ts'
import { flagsSinceMs } from '#features/referrals/rules.ts'
import { countPointsAstray, forgetJoinAddresses } from '#features/referrals/server/sql-upkeep.ts'
import { countMembersAstray, removeEndedAddressBans } from '#features/users/server/sql-upkeep.ts'
import type { Platform } from '#server/context.ts'
import type { Executor } from '#server/db.ts'
import { removeOldMails } from '#server/mail-outbox.ts'
import { deleteOldKeys } from '#server/sql-once.ts'
import type { Job } from '#server/upkeep.ts'
import * as kept from '#shared/constants.ts'
import { addDays, chicagoDay } from '#shared/day.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** Rows at a time, so that nobody waits for them. */
const max = 1_000
/** Fewer of those of which every node is told: too many at once would be taken for everybody. */
const sessionsMax = 250

/** The jobs of a server. */
export function upkeepJobs(platform: Pick<Platform, 'database' | 'config' | 'log'>): Job[] {
  return [...forgetting(platform), clearingOutbox(platform), comparing(platform)]
}

function forgetting({ database }: Pick<Platform, 'database'>): Job[] {
  const db = database.query
  const job = (name: string, everyMs: number, rows: (now: Date) => Promise<number>, atOnce = max): Job => ({
    name,
    everyMs,
    work: async (now) => (await rows(now)) >= atOnce,
  })
  return [
    job('chat', hourMs, (now) => removeOldMessages(db, dayAgo(now, kept.chatKeptDays), max)),
    job('deleted-chat', hourMs, (now) =>
      blankDeletedMessages(db, {
        before: daysAgo(now, kept.deletedChatKeptDays),
        day: dayAgo(now, kept.deletedChatKeptDays),
        max,
      }),
    ),
    job('repeat-keys', hourMs, (now) =>
      deleteOldKeys(db, new Date(now.getTime() - kept.repeatKeysKeptHours * hourMs), max),
    ),
    job('mailed-links', hourMs, (now) => accounts.removeExpiredLinks(db, now, max)),
    job('provider-leftovers', hourMs, async (now) => {
      await accounts.removeProviderLeftovers(db, now)
      return 0
    }),
    job('join-addresses', dayMs, (now) =>
      forgetJoinAddresses(db, new Date(flagsSinceMs(now.getTime())), max),
    ),
    job(
      'sessions',
      dayMs,
      (now) =>
        accounts.removeEndedSessions(db, {
          endedBefore: daysAgo(now, kept.endedSessionsKeptDays),
          now,
          max: sessionsMax,
        }),
      sessionsMax,
    ),
    job('sign-in-addresses', dayMs, (now) =>
      accounts.forgetSignInAddresses(db, daysAgo(now, kept.signInAddressKeptDays), max),
    ),
    job('activity-facts', dayMs, (now) => emptyOldLines(db, daysAgo(now, kept.activityFactsKeptDays), max)),
    job('address-bans', dayMs, (now) =>
      removeEndedAddressBans(db, { before: daysAgo(now, kept.endedAddressBansKeptDays), now, max }),
    ),
  ]
}

/** Every node has an outbox of its own. */
function clearingOutbox({ config }: Pick<Platform, 'config'>): Job {
  return {
    name: 'outbox',
    everyMs: dayMs,
    isPerNode: true,
    work: async (now) => {
      await removeOldMails(config.dataDir, daysAgo(now, kept.outboxMailsKeptDays))
      return false
    },
  }
}

/** Sums that are kept must be those of what they sum up; the log says when one isn't (I01, I25). */
function comparing({ database, log }: Pick<Platform, 'database' | 'log'>): Job {
  return {
    name: 'comparison',
    everyMs: dayMs,
    work: async (_, signal) => {
      const counted = async (db: Executor) => [await countPointsAstray(db), await countMembersAstray(db)]
      const [points, members] = await database.withoutTimeLimits(counted, signal)
      if (points !== 0 || members !== 0) {
        log.error({ event: 'astray', points, members }, 'Sums of members aren’t what they sum up.')
      }
      return false
    },
  }
}

function daysAgo(now: Date, days: number): Date {
  return new Date(now.getTime() - days * dayMs)
}

/** The Chicago day. */
function dayAgo(now: Date, days: number): string {
  return addDays(chicagoDay(now.getTime()), -days)
}
