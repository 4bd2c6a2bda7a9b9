// Mails of news: queued once for the members who chose them, and composed just before each leaves.
import { claimDailyMails, findRecipient, type MailingKind } from '#features/mailings/server/service.ts'
import { listNewsReaders, switchOffNewsMails, wantsNewsMails } from '#features/reminders/server/service.ts'
import type { Platform } from '#server/context.ts'
import type { Executor } from '#server/db/database.ts'
import { insertJobs } from '#server/jobs/sql.ts'
import type { JobQueue } from '#server/jobs/job-queue.ts'
import { insertBulkMails } from '#server/mail/bulk-mails.ts'
import { dayInZone, timestampToMs } from '#shared/day.ts'
import { newsMail } from '../mail.ts'
import {
  findNews,
  findNewsMail,
  listLeavingNewsMails,
  lockNewsForUpdate,
  saveNewsMailSent,
  type StoredNews,
} from './sql.ts'
import { text } from '#shared/t.ts'

/** The type of the batches, and the kind of their unsubscribe links. */
export const newsMailType = 'news'
/** The kind of the jobs. */
export const newsMailsKind = 'news-mails'
const pollEveryMs = 15_000
const chunkMax = 500

/** News by its id, or the text of a test mail. */
type NewsMailFacts = { newsId: number } | { test: { title: string; text: string } }

export function createNewsMails({ clock, database }: Pick<Platform, 'clock' | 'database'>): MailingKind {
  const compose = async (newsId: number, userId: number) => {
    const news = await findNews(database.query, newsId)
    if (!news || !isShown(news, clock.now())) return null
    return (await wantsNewsMails(database.query, userId)) ? newsMail(news) : null
  }
  return {
    name: newsMailType,
    unsubscribing: {
      question: text('Stop news by mail?'),
      effect: text('You won’t get news at this address any more. Nothing else changes.'),
      done: text(
        'You won’t get news by mail any more. If you change your mind, turn them on in <settings>your settings</settings>.',
      ),
    },
    compose: async (stored, userId) => {
      const facts = stored as NewsMailFacts
      return 'test' in facts ? newsMail(facts.test) : compose(facts.newsId, userId)
    },
    switchOff: switchOffNewsMails,
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
  const facts: NewsMailFacts = { test }
  await insertBulkMails(tx, { type: newsMailType, facts, userIds: [userId], now })
  return true
}

/** Starts the jobs: one for each mail that leaves. */
export function startNewsMails(
  platform: Pick<Platform, 'calendar' | 'clock' | 'database'>,
  jobs: JobQueue,
): void {
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
 * Queues the mail for all members who chose it and haven't had today's, in the transaction that marks it as sent. So it
 * leaves once, whatever crashes; a lock of the news excludes a withdrawal (NEWS-06).
 */
async function queueMails(
  tx: Executor,
  { calendar, clock }: Pick<Platform, 'calendar' | 'clock'>,
  newsId: number,
): Promise<void> {
  const now = new Date(clock.now())
  const news = await lockNewsForUpdate(tx, newsId)
  const mail = await findNewsMail(tx, newsId)
  if (!news || !mail || mail.sentAt !== null || timestampToMs(mail.leavesAt) > now.getTime()) return
  const communityZone = calendar.days().zoneAt(now.getTime())
  let recipients = 0
  let after = 0
  for (;;) {
    const readers = await listNewsReaders(tx, { after, communityZone, max: chunkMax })
    const claims = readers.map(({ userId, zone }) => ({ userId, day: dayInZone(now.getTime(), zone) }))
    const userIds = await claimDailyMails(tx, claims)
    const facts: NewsMailFacts = { newsId }
    await insertBulkMails(tx, { type: newsMailType, facts, userIds, now })
    recipients += userIds.length
    const last = readers.at(-1)
    if (!last) break
    after = last.userId
  }
  await saveNewsMailSent(tx, newsId, { sentAt: now, recipients })
}
