// SQL of energy entries.
import type { Executor } from '#server/db/database.ts'
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
  'sittingId',
  'reflectionOptIn',
] as const

interface NewEntry {
  userId: number
  sessionDate: string
  emotionLevel: number
  moodType: MoodType
  comment: string | null
  createdAt: Date
  sittingId?: number | null
  reflectionOptIn?: boolean
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

/** Deletes a user's sample entries, not the real ones. */
export async function deleteSampleEntries(tx: Executor, userId: number): Promise<void> {
  await tx.deleteFrom('mood_entries').where('userId', '=', userId).where('isSample', '=', true).execute()
}

/** Deletes all entries of a deleted account, real and sample (USR-15). */
export async function eraseEntries(tx: Executor, userId: number): Promise<void> {
  await tx.deleteFrom('mood_entries').where('userId', '=', userId).execute()
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
export function selectEntriesForExport(db: Executor, userId: number, max: number) {
  return db
    .selectFrom('mood_entries')
    .select(['id', 'sessionDate', 'moodType', 'emotionLevel', 'comment', 'createdAt', 'isSample'])
    .select(['sittingId', 'reflectionOptIn'])
    .where('userId', '=', userId)
    .orderBy('sessionDate', 'desc')
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(max)
    .execute()
}
