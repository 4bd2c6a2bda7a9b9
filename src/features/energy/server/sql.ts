// The SQL of energy entries.
import type { Executor } from '#server/db.ts'
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
] as const

interface NewEntry {
  userId: number
  sessionDate: string
  emotionLevel: number
  moodType: MoodType
  comment: string | null
  createdAt: Date
}

/** Adds an entry; earlier ones of the same day stay (ENERGY-12). */
export function insertEntry(db: Executor, entry: NewEntry): Promise<MoodEntry> {
  return db
    .insertInto('mood_entries')
    .values({ ...entry, notes: null })
    .returning(columns)
    .executeTakeFirstOrThrow()
}

/** All entries of a user, oldest first. */
export function entriesOf(db: Executor, userId: number): Promise<MoodEntry[]> {
  return db
    .selectFrom('mood_entries')
    .select(columns)
    .where('userId', '=', userId)
    .orderBy('sessionDate')
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
}
