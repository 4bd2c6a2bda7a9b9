// SQL of news: what is published, who has read it, and its mails.
import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'
import { advisoryLockKeys } from '#server/postgres/advisory-locks.ts'
import type { NewsLevel } from '../contract.ts'

/** News as every node keeps it for its readers. */
export interface PublishedNews {
  id: number
  version: number
  title: string
  text: string
  level: NewsLevel
  fromAt: string
  isCurrent: boolean
}

/** The newest `max` news that members may read, of those shown since a moment. */
export async function listPublishedNews(
  db: Executor,
  { now, since, max }: { now: Date; since: Date; max: number },
): Promise<PublishedNews[]> {
  return db
    .selectFrom('news')
    .select(['id', 'version', 'title', 'text', 'level', 'fromAt'])
    .select(sql<boolean>`"untilAt" > ${now}::timestamptz`.as('isCurrent'))
    .where('withdrawnAt', 'is', null)
    .where('fromAt', '<=', now.toISOString())
    .where('untilAt', '>', since.toISOString())
    .orderBy('fromAt', 'desc')
    .orderBy('id', 'desc')
    .limit(max)
    .$narrowType<{ level: NewsLevel }>()
    .execute()
}

/** The ids of the news that a member has read. */
export async function listReadNews(db: Executor, userId: number): Promise<number[]> {
  const rows = await db.selectFrom('news_read').select('newsId').where('userId', '=', userId).execute()
  return rows.map(({ newsId }) => newsId)
}

/** Records that a member has read news; false if there is none that they may read. */
export async function saveNewsRead(tx: Executor, id: number, userId: number, now: Date): Promise<boolean> {
  const { rows } = await sql<{ isFound: boolean }>`
    with found as (
      select id from news where id = ${id} and "withdrawnAt" is null and "fromAt" <= ${now}::timestamptz for key share
    ), saved as (
      insert into news_read ("newsId", "userId", "readAt")
      select id, ${userId}, ${now}::timestamptz from found on conflict do nothing
    )
    select exists (select from found) as "isFound"`.execute(tx)
  return rows[0]?.isFound === true
}

export interface StoredNews {
  id: number
  version: number
  title: string
  text: string
  level: NewsLevel
  fromAt: string
  untilAt: string
  withdrawnAt: string | null
}

const columns = [
  'id',
  'version',
  'title',
  'text',
  'level',
  'fromAt',
  'untilAt',
  'withdrawnAt',
] as const satisfies (keyof StoredNews)[]

export interface NewsFields {
  title: string
  text: string
  level: NewsLevel
  fromAt: Date
  untilAt: Date
}

export async function insertNews(
  tx: Executor,
  news: NewsFields & { byId: number; createdAt: Date },
): Promise<number> {
  const { id } = await tx.insertInto('news').values(news).returning('id').executeTakeFirstOrThrow()
  return id
}

/** News by its id, withdrawn or not; null for an unknown one. */
export async function findNews(db: Executor, id: number): Promise<StoredNews | null> {
  const row = await selectNews(db, id).executeTakeFirst()
  return row ?? null
}

/** Locks news, and so its mail. Null for an unknown id. */
export async function lockNewsForUpdate(tx: Executor, id: number): Promise<StoredNews | null> {
  const row = await selectNews(tx, id).forUpdate().executeTakeFirst()
  return row ?? null
}

function selectNews(db: Executor, id: number) {
  return db.selectFrom('news').select(columns).where('id', '=', id).$narrowType<{ level: NewsLevel }>()
}

export async function updateNewsRow(
  tx: Executor,
  id: number,
  fields: NewsFields & { withdrawnAt: Date | null },
): Promise<void> {
  await tx
    .updateTable('news')
    .set((row) => ({ ...fields, version: row('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

export async function deleteNewsRow(tx: Executor, id: number): Promise<void> {
  await tx.deleteFrom('news').where('id', '=', id).execute()
}

/** Everything from the last news to the first, for administrators. */
export async function listAdministeredNews(db: Executor, max: number) {
  return db
    .selectFrom('news')
    .leftJoin('news_mails as mail', 'mail.newsId', 'news.id')
    .leftJoin('users as author', (join) =>
      join.onRef('author.id', '=', 'news.byId').on('author.deletedAt', 'is', null),
    )
    .select(['news.id', 'news.version', 'title', 'text', 'level', 'fromAt', 'untilAt', 'withdrawnAt'])
    .select(['leavesAt', 'sentAt', 'recipients'])
    .select(['author.id as authorId', 'author.name as authorName'])
    .select(({ selectFrom, fn }) =>
      selectFrom('news_read')
        .select(fn.countAll<number>().as('count'))
        .whereRef('newsId', '=', 'news.id')
        .$asScalar()
        .$notNull()
        .as('reads'),
    )
    .orderBy('fromAt', 'desc')
    .orderBy('news.id', 'desc')
    .limit(max)
    .$narrowType<{ level: NewsLevel }>()
    .execute()
}

/** Lets no other transaction choose a day for a mail before this one ends. */
export async function lockMailDays(tx: Executor): Promise<void> {
  await sql`select pg_advisory_xact_lock(${advisoryLockKeys.newsMails})`.execute(tx)
}

/** The days on which mails leave or have left. */
export async function listMailDays(tx: Executor, from: string, until: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('news_mails')
    .select('day')
    .where('day', '>=', from)
    .where('day', '<=', until)
    .execute()
  return rows.map(({ day }) => day)
}

export interface NewsMail {
  day: string
  leavesAt: string
  sentAt: string | null
}

export async function findNewsMail(tx: Executor, newsId: number): Promise<NewsMail | null> {
  const row = await tx
    .selectFrom('news_mails')
    .select(['day', 'leavesAt', 'sentAt'])
    .where('newsId', '=', newsId)
    .executeTakeFirst()
  return row ?? null
}

export async function insertNewsMail(
  tx: Executor,
  mail: { newsId: number; day: string; leavesAt: Date },
): Promise<void> {
  await tx.insertInto('news_mails').values(mail).execute()
}

/** Deletes the mail of news, unless it has left. */
export async function deleteUnsentNewsMail(tx: Executor, newsId: number): Promise<void> {
  await tx.deleteFrom('news_mails').where('newsId', '=', newsId).where('sentAt', 'is', null).execute()
}

/** The ids of news whose mail leaves now. */
export async function listLeavingNewsMails(db: Executor, now: Date): Promise<number[]> {
  const rows = await db
    .selectFrom('news_mails')
    .select('newsId')
    .where('sentAt', 'is', null)
    .where('leavesAt', '<=', now.toISOString())
    .execute()
  return rows.map(({ newsId }) => newsId).filter((id) => id !== null)
}

/** Records that the mail of news is queued, and leaves to one member after the other. */
export async function saveNewsMailSent(tx: Executor, newsId: number, sentAt: Date): Promise<void> {
  await tx.updateTable('news_mails').set({ sentAt, recipients: 0 }).where('newsId', '=', newsId).execute()
}

/** Counts a member to whom the mail of news leaves. */
export async function countNewsRecipient(tx: Executor, newsId: number): Promise<void> {
  await tx
    .updateTable('news_mails')
    .set((mail) => ({ recipients: mail('recipients', '+', 1) }))
    .where('newsId', '=', newsId)
    .execute()
}

/** Deletes up to `max` news whose last day, and days of mails that, were before a moment; returns how many. */
export async function deleteOldNews(db: Executor, before: Date, max: number): Promise<number> {
  const { numAffectedRows } = await sql`
    with mails as (
      delete from news_mails where "newsId" is null and "sentAt" < ${before}::timestamptz
    )
    delete from news where id in (select id from news where "untilAt" < ${before}::timestamptz limit ${max})`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0)
}
