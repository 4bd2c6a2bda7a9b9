// SQL of practice.
import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'
import { epochMs } from '#server/db/epoch-ms.ts'
import type { DayPractice, PracticeBatch } from '../contract.ts'
import type { EntryRecord, SitRecord } from '../records.ts'
import type { PracticeSource } from '../sources.ts'

interface NewBatch {
  userId: number
  source: PracticeSource
  label: string | null
  now: Date
}

/** Locks a member's practice until the transaction ends: it is added to by one transaction at a time. */
export async function lockPracticeForUpdate(tx: Executor, userId: number): Promise<void> {
  await tx
    .insertInto('practice_choices')
    .values({ userId })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ userId }))
    .execute()
}

export async function savePracticeBatch(
  tx: Executor,
  { userId, source, label, now }: NewBatch,
  { sits, entries }: { sits: readonly SitRecord[]; entries: readonly EntryRecord[] },
): Promise<number> {
  const { id } = await tx
    .insertInto('practice_batches')
    .values({ userId, source, label, createdAt: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const owner = sql`${id}::integer, ${userId}::integer`
  for (const rows of chunksOf(sits))
    await sql`
      insert into practice_sits ("batchId", "userId", day, "startedAt", seconds, title, comment)
      select ${owner}, day, to_timestamp("startedAtMs" / 1000.0), seconds, title, comment
      from json_to_recordset(${JSON.stringify(rows)}::json)
        as sit (day date, "startedAtMs" bigint, seconds integer, title text, comment text)`.execute(tx)
  for (const rows of chunksOf(entries))
    await sql`
      insert into practice_entries ("batchId", "userId", day, "moodType", "emotionLevel", comment, "createdAt")
      select ${owner}, day, "moodType", "emotionLevel", comment, "createdAt"
      from json_to_recordset(${JSON.stringify(rows)}::json)
        as entry (day date, "moodType" text, "emotionLevel" integer, comment text, "createdAt" timestamptz)`.execute(
      tx,
    )
  return id
}

/** A chunk is written in some milliseconds. */
const rowsPerChunk = 1_000

function chunksOf<Row>(rows: readonly Row[]): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / rowsPerChunk) }, (_, index) =>
    rows.slice(index * rowsPerChunk, (index + 1) * rowsPerChunk),
  )
}

/** Deletes a member's batch with its sits and entries; false if the member has none of this id. */
export async function deletePracticeBatch(tx: Executor, userId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('practice_batches')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0
}

/** All sits of a member. */
export function selectSits(db: Executor, userId: number) {
  return db
    .selectFrom('practice_sits')
    .select(['day', 'seconds', epochMs<null>('startedAt').as('startedAtMs')])
    .where('userId', '=', userId)
    .execute()
}

/** All entries of a member's other diaries, oldest first. */
export function selectEntries(db: Executor, userId: number) {
  return db
    .selectFrom('practice_entries')
    .select(['id', 'day', 'moodType', 'emotionLevel', 'comment', 'createdAt'])
    .where('userId', '=', userId)
    .orderBy('day')
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
}

/** A member's seconds per day and source, oldest first; a day with entries of a source alone has none. */
export async function selectDays(db: Executor, userId: number): Promise<DayPractice[]> {
  const { rows } = await sql<DayPractice>`
    select day, source, label, sum(seconds)::integer as seconds
    from (
      select "batchId", day, seconds from practice_sits where "userId" = ${userId}
      union all
      select "batchId", day, 0 from practice_entries where "userId" = ${userId}
    ) as practice
    join practice_batches on practice_batches.id = "batchId"
    group by day, source, label
    order by day, source, label`.execute(db)
  return rows
}

/** A member's batches, newest first; only that of `id`, if given. */
export async function selectBatches(db: Executor, userId: number, id?: number): Promise<PracticeBatch[]> {
  const { rows } = await sql<PracticeBatch>`
    select batch.id, source, label, "createdAt", sits.count as sits, sits.minutes, entries.count as entries,
      least(sits.first, entries.first) as "firstDay", greatest(sits.last, entries.last) as "lastDay"
    from practice_batches as batch
    cross join lateral (
      select count(*) as count, round(coalesce(sum(seconds), 0) / 60.0) as minutes, min(day) as first, max(day) as last
      from practice_sits where "batchId" = batch.id
    ) as sits
    cross join lateral (
      select count(*) as count, min(day) as first, max(day) as last from practice_entries where "batchId" = batch.id
    ) as entries
    where "userId" = ${userId} and (${id ?? null}::integer is null or batch.id = ${id ?? null}::integer)
    order by batch.id desc`.execute(db)
  return rows
}

export async function findPracticeChoices(db: Executor, userId: number): Promise<{ inRhythm: boolean }> {
  const row = await db
    .selectFrom('practice_choices')
    .select('inRhythm')
    .where('userId', '=', userId)
    .executeTakeFirst()
  return row ?? { inRhythm: false }
}

export function savePracticeChoices(
  tx: Executor,
  userId: number,
  choices: { inRhythm: boolean },
): Promise<{ inRhythm: boolean }> {
  return tx
    .insertInto('practice_choices')
    .values({ userId, ...choices })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(choices))
    .returning('inRhythm')
    .executeTakeFirstOrThrow()
}

/** The days of a member's sits of at least `secondsMin`, in order, if they count in the rhythm; else none. */
export async function selectDaysInRhythm(
  db: Executor,
  userId: number,
  secondsMin: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('practice_choices as choice')
    .innerJoin('practice_sits as sit', 'sit.userId', 'choice.userId')
    .select('sit.day')
    .distinct()
    .where('choice.userId', '=', userId)
    .where('choice.inRhythm', '=', true)
    .where('sit.seconds', '>=', secondsMin)
    .orderBy('sit.day')
    .execute()
  return rows.map(({ day }) => day)
}
