// Mails of news: queued once for the members who chose them; composed and claimed just before each leaves.
import { claimDailyMail, type MailingContent, type MailingKind } from '#features/mailings/server/service.ts'
import {
  findNotificationChoices,
  findRecipient,
  listNewsReaders,
} from '#features/notifications/server/service.ts'
import type { Platform } from '#server/context.ts'
import type { Executor } from '#server/db/database.ts'
import type { JobQueue } from '#server/jobs/job-queue.ts'
import { insertJobs } from '#server/jobs/sql.ts'
import { insertBulkMails } from '#server/mail/bulk-mails.ts'
import { dayInZone, timestampToMs } from '#shared/day.ts'
import { newsMail } from '../mail.ts'
import {
  countNewsRecipient,
  findNews,
  findNewsMail,
  listLeavingNewsMails,
  lockNewsForUpdate,
  saveNewsMailSent,
  type StoredNews,
} from './sql.ts'

/** The type of the batches, and the kind of their unsubscribe links. */
export const newsMailType = 'news'
/** The kind of the jobs. */
export const newsMailsKind = 'news-mails'
const pollEveryMs = 15_000
const chunkMax = 500

/** News by its id, or the text of a test mail. */
type NewsMailInput = { newsId: number } | { test: { title: string; text: string } }

export function createNewsMails({
  calendar,
  clock,
  database,
}: Pick<Platform, 'calendar' | 'clock' | 'database'>): MailingKind {
  /** The mail is the one of its member's day, and one more recipient: as it leaves, not before. */
  const claim = async (
    tx: Executor,
    { newsId, userId, zone }: { newsId: number; userId: number; zone: string },
  ): Promise<boolean> => {
    const isClaimed = await claimDailyMail(tx, { userId, day: dayInZone(clock.now(), zone) })
    if (isClaimed) await countNewsRecipient(tx, newsId)
    return isClaimed
  }
  const compose = async (newsId: number, userId: number): Promise<MailingContent | null> => {
    const news = await findNews(database.query, newsId)
    const nowMs = clock.now()
    if (!news || !isShown(news, nowMs)) return null
    const choices = await findNotificationChoices(database.query, userId)
    if (!choices.news) return null
    const zone = choices.zone ?? calendar.days().zoneAt(nowMs)
    return { ...newsMail(news), claim: (tx) => claim(tx, { newsId, userId, zone }) }
  }
  return {
    name: newsMailType,
    compose: async (stored, userId) => {
      const input = stored as NewsMailInput
      return 'test' in input ? newsMail(input.test) : compose(input.newsId, userId)
    },
  }
}

function isShown({ withdrawnAt, untilAt }: StoredNews, nowMs: number): boolean {
  return withdrawnAt === null && nowMs < timestampToMs(untilAt)
}

/** Queues a test mail to an administrator; false if their address isn't confirmed. */
export async function insertTestMail(
  tx: Executor,
  { userId, now }: { userId: number; now: Date },
  test: { title: string; text: string },
): Promise<boolean> {
  if (!(await findRecipient(tx, userId))) return false
  const input: NewsMailInput = { test }
  await insertBulkMails(tx, { type: newsMailType, facts: input, recipientIds: [userId], now })
  return true
}

/** Starts the jobs: one for each mail that leaves. */
export function startNewsMails(platform: Pick<Platform, 'clock' | 'database'>, jobs: JobQueue): void {
  const { clock, database } = platform
  jobs.start({
    name: newsMailsKind,
    concurrency: 1,
    pollEveryMs,
    beforePoll: async () => {
      const now = new Date(clock.now())
      const newsIds = await listLeavingNewsMails(database.query, now)
      await insertJobs(
        database.query,
        newsIds.map((newsId) => ({ kind: newsMailsKind, key: String(newsId), payload: { newsId }, now })),
      )
      return true
    },
    run: async ({ payload }) => {
      const { newsId } = payload as { newsId: number }
      await database.transaction((tx) => queueMails(tx, platform, newsId))
      return null
    },
  })
}

/**
 * Queues the mail for all members who chose it, in the transaction that marks it as sent. So it leaves once, whatever
 * crashes; a lock of the news excludes a withdrawal (NEWS-06).
 */
async function queueMails(tx: Executor, { clock }: Pick<Platform, 'clock'>, newsId: number): Promise<void> {
  const now = new Date(clock.now())
  const news = await lockNewsForUpdate(tx, newsId)
  const mail = await findNewsMail(tx, newsId)
  if (!news || !mail || mail.sentAt !== null || timestampToMs(mail.leavesAt) > now.getTime()) return
  let after = 0
  for (;;) {
    const userIds = await listNewsReaders(tx, { after, max: chunkMax })
    const input: NewsMailInput = { newsId }
    await insertBulkMails(tx, { type: newsMailType, facts: input, recipientIds: userIds, now })
    const last = userIds.at(-1)
    if (last === undefined) break
    after = last
  }
  await saveNewsMailSent(tx, newsId, now)
}
