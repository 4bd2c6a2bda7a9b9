// SQL of energy entries.
import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'
import { msToTimestamp } from '#shared/day.ts'
import type { Sitting } from '#features/sittings/sitting.ts'
import type { MoodEntry, MoodType } from '../contract.ts'

const columns = [
  'id',
  'userId',
  'sessionDate',
  'emotionLevel',
  'moodType',
  'notes',
  'comment',
  'createdAt',
  'isSample',
  'scheduleId',
  'isCounted',
] as const

interface NewEntry {
  userId: number
  sessionDate: string
  emotionLevel: number
  moodType: MoodType
  comment: string | null
  createdAt: Date
  scheduleId?: number | null
  isCounted?: boolean
}

/** Inserts an entry, and keeps earlier ones of the same day. `notes` is always null (ENERGY-12). */
export function insertEntry(db: Executor, entry: NewEntry): Promise<MoodEntry> {
  return db
    .insertInto('mood_entries')
    .values({ ...entry, notes: null })
    .returning(columns)
    .executeTakeFirstOrThrow()
}

/** Inserts entries; does nothing for an empty list. */
export async function insertEntries(
  tx: Executor,
  entries: readonly (NewEntry & { isSample: boolean })[],
): Promise<void> {
  if (entries.length === 0) return
  await tx
    .insertInto('mood_entries')
    .values(entries.map((entry) => ({ ...entry, notes: null })))
    .execute()
}

/** Deletes a user's sample entries; real entries are kept. */
export async function deleteSampleEntries(tx: Executor, userId: number): Promise<void> {
  await tx.deleteFrom('mood_entries').where('userId', '=', userId).where('isSample', '=', true).execute()
}

/** Deletes all entries of a user, real and sample, and their choice of counting. */
export async function deleteEntries(tx: Executor, userId: number): Promise<void> {
  await tx.deleteFrom('mood_entries').where('userId', '=', userId).execute()
  await tx.deleteFrom('counting_choices').where('userId', '=', userId).execute()
}

/** Whether a user counts in the room's answers; null before their first choice. */
export async function findCountingChoice(db: Executor, userId: number): Promise<boolean | null> {
  const row = await db
    .selectFrom('counting_choices')
    .select('isCounted')
    .where('userId', '=', userId)
    .executeTakeFirst()
  return row?.isCounted ?? null
}

export async function saveCountingChoice(tx: Executor, userId: number, isCounted: boolean): Promise<void> {
  await tx
    .insertInto('counting_choices')
    .values({ userId, isCounted })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ isCounted }))
    .execute()
}

/** Saves a user's choice unless they have made one; returns the one that holds. */
export async function saveFirstCountingChoice(
  tx: Executor,
  userId: number,
  isCounted: boolean,
): Promise<boolean> {
  await tx
    .insertInto('counting_choices')
    .values({ userId, isCounted })
    .onConflict((conflict) => conflict.column('userId').doNothing())
    .execute()
  return (await findCountingChoice(tx, userId)) ?? isCounted
}

/**
 * The change from Before to After of each member who has both in a sitting and counts. Entries from before its doors
 * belong to a sitting that a host has begun again.
 */
export async function countedChanges(
  db: Executor,
  { id, doorsAt }: Pick<Sitting, 'id' | 'doorsAt'>,
): Promise<{ userId: number; change: number }[]> {
  const latest = (moodType: MoodType) => sql`
    select distinct on ("userId") "userId", "emotionLevel", "isCounted" from mood_entries
    where "scheduleId" = ${id} and "moodType" = ${moodType} and not "isSample"
      and "createdAt" >= ${msToTimestamp(doorsAt)}::timestamptz
    order by "userId", "createdAt" desc, id desc`
  const { rows } = await sql<{ userId: number; change: number }>`
    select post."userId", post."emotionLevel" - pre."emotionLevel" as change
    from (${latest('post')}) post
    join (${latest('pre')}) pre on pre."userId" = post."userId"
    join counting_choices choice on choice."userId" = post."userId" and choice."isCounted"
    where post."isCounted"`.execute(db)
  return rows
}

/** Those of the `days` (at least one) on which a user has entries. */
export async function daysWithEntries(
  db: Executor,
  userId: number,
  days: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('mood_entries')
    .select('sessionDate')
    .distinct()
    .where('userId', '=', userId)
    .where('sessionDate', 'in', days)
    .execute()
  return rows.map(({ sessionDate }) => sessionDate)
}

/** A user's entries, oldest first; `day` limits them to one day. */
export function listEntries(db: Executor, userId: number, day: string | null = null): Promise<MoodEntry[]> {
  let query = db.selectFrom('mood_entries').select(columns).where('userId', '=', userId)
  if (day !== null) query = query.where('sessionDate', '=', day)
  return query.orderBy('sessionDate').orderBy('createdAt').orderBy('id').execute()
}

/** All entries, newest first, including those that a later entry of the day replaced. */
export function exportEntries(db: Executor, userId: number, max: number) {
  return db
    .selectFrom('mood_entries')
    .select(['id', 'sessionDate', 'moodType', 'emotionLevel', 'comment', 'createdAt', 'isSample'])
    .select(['scheduleId', 'isCounted'])
    .where('userId', '=', userId)
    .orderBy('sessionDate', 'desc')
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(max)
    .execute()
}
