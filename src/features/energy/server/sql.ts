// SQL of energy entries, the care card, and the rooms' energy: one row for each sitting, the source of What Helps. Of
// the care card, only the choice and the time of the last card are stored.
import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'
import { isKnownMember } from '#features/meditation/server/service.ts'
import { careIntervalHours, whatHelpsPairsMin } from '#shared/constants.ts'
import { msToTimestamp } from '#shared/day.ts'
import { selectSittingsOver } from '#features/sittings/server/service.ts'
import type { Sitting } from '#features/sittings/sitting.ts'
import type { MoodEntry, MoodType } from '../contract.ts'
import { reflectionAt } from '../reflection.ts'
import type { WhatHelps, WhatHelpsGroup } from '../what-helps-contract.ts'

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

/** Deletes all entries of a user, real and sample, and their reflection opt-in. */
export async function deleteEntries(tx: Executor, userId: number): Promise<void> {
  await tx.deleteFrom('mood_entries').where('userId', '=', userId).execute()
  await tx.deleteFrom('reflection_opt_ins').where('userId', '=', userId).execute()
}

/** Whether a user is part of the room's energy; null before their first choice. */
export async function findReflectionOptIn(db: Executor, userId: number): Promise<boolean | null> {
  const row = await db
    .selectFrom('reflection_opt_ins')
    .select('isOptedIn')
    .where('userId', '=', userId)
    .executeTakeFirst()
  return row?.isOptedIn ?? null
}

export async function saveReflectionOptIn(tx: Executor, userId: number, isOptedIn: boolean): Promise<void> {
  await tx
    .insertInto('reflection_opt_ins')
    .values({ userId, isOptedIn })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ isOptedIn }))
    .execute()
}

/** Saves a user's choice unless they have made one; returns the stored choice. */
export async function saveFirstReflectionOptIn(
  tx: Executor,
  userId: number,
  isOptedIn: boolean,
): Promise<boolean> {
  await tx
    .insertInto('reflection_opt_ins')
    .values({ userId, isOptedIn })
    .onConflict((conflict) => conflict.column('userId').doNothing())
    .execute()
  return (await findReflectionOptIn(tx, userId)) ?? isOptedIn
}

/**
 * The change from Before to After of each known member who has both when the number is published, and has opted in.
 */
export async function reflectionChanges(
  db: Executor,
  config: Parameters<typeof isKnownMember>[0],
  sitting: Pick<Sitting, 'id' | 'day' | 'sharingAt' | 'endsAt'>,
): Promise<number[]> {
  const latest = (moodType: MoodType) => sql`
    select distinct on ("userId") "userId", "emotionLevel", "reflectionOptIn" from mood_entries
    where "sittingId" = ${sitting.id} and "moodType" = ${moodType} and not "isSample"
      and "createdAt" < ${msToTimestamp(reflectionAt(sitting))}::timestamptz
    order by "userId", "createdAt" desc, id desc`
  const { rows } = await sql<{ change: number }>`
    select post."emotionLevel" - pre."emotionLevel" as change
    from (${latest('post')}) post
    join (${latest('pre')}) pre on pre."userId" = post."userId"
    join reflection_opt_ins choice on choice."userId" = post."userId" and choice."isOptedIn"
    where post."reflectionOptIn" and ${isKnownMember(config, sql.ref('post.userId'), sitting.day)}`.execute(
    db,
  )
  return rows.map(({ change }) => change)
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
    .select(['sittingId', 'reflectionOptIn'])
    .where('userId', '=', userId)
    .orderBy('sessionDate', 'desc')
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(max)
    .execute()
}

/**
 * Records that the card is shown to a member for an entry made at `shownAt`. Returns false and records
 * nothing if they declined it or saw it less than a day ago. Idempotent for the same entry.
 */
export async function recordCareShown(db: Executor, userId: number, shownAt: string): Promise<boolean> {
  const { rows } = await sql`
    insert into care_choices as choice ("userId", "shownAt") values (${userId}, ${shownAt}::timestamptz)
    on conflict ("userId") do update set "shownAt" = excluded."shownAt"
    where choice."isOffered" and (choice."shownAt" is null or choice."shownAt" = excluded."shownAt"
      or choice."shownAt" <= excluded."shownAt" - make_interval(hours => ${careIntervalHours}))
    returning 1`.execute(db)
  return rows.length > 0
}

/** A member's choice, and when the card was last shown to them. */
export async function findCareChoice(
  db: Executor,
  userId: number,
): Promise<{ isOffered: boolean; shownAt: string | null }> {
  const row = await db
    .selectFrom('care_choices')
    .select(['isOffered', 'shownAt'])
    .where('userId', '=', userId)
    .executeTakeFirst()
  return row ?? { isOffered: true, shownAt: null }
}

export async function saveCareChoice(tx: Executor, userId: number, isOffered: boolean): Promise<void> {
  await tx
    .insertInto('care_choices')
    .values({ userId, isOffered })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ isOffered }))
    .execute()
}

export async function deleteCareChoice(tx: Executor, userId: number): Promise<void> {
  await tx.deleteFrom('care_choices').where('userId', '=', userId).execute()
}

/** The number of a sitting; nulls for one with too few pairs. */
export interface StoredReflection {
  pairs: number | null
  /** Signed: a fall is stored as one. */
  changeTenths: number | null
}

/** The row of a sitting; null before its number is published. */
export async function findReflection(db: Executor, sittingId: number): Promise<StoredReflection | null> {
  const row = await db
    .selectFrom('sitting_reflections')
    .select(['pairs', 'changeTenths'])
    .where('sittingId', '=', sittingId)
    .executeTakeFirst()
  return row ?? null
}

/** Stores the number of a sitting for good; null if it has none. Does nothing if another node was first. */
export async function insertReflection(
  tx: Executor,
  sittingId: number,
  number: { pairs: number; changeTenths: number } | null,
): Promise<void> {
  await tx
    .insertInto('sitting_reflections')
    .values({ sittingId, ...number })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Up to `max` sittings whose sharing is over and whose number isn't stored. */
export async function sittingsWithoutReflection(db: Executor, nowMs: number, max: number): Promise<number[]> {
  const rows = await selectSittingsOver(db, nowMs)
    .leftJoin('sitting_reflections as reflection', 'reflection.sittingId', 'sittings.id')
    .where('reflection.sittingId', 'is', null)
    .limit(max)
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * All groups of each kind, in order, computed only from published numbers with enough pairs. Deletions and repeated
 * reads therefore reveal nothing beyond those numbers. Hours and weekdays are in the given zone.
 */
export async function readWhatHelps(db: Executor, zone: string): Promise<WhatHelps> {
  const { rows } = await sql<WhatHelpsGroup & { kind: keyof WhatHelps }>`
    with numbers as (
      select pairs, "changeTenths", template.id as "templateId", template.title, template.instructor,
        "startsAt" at time zone ${zone} as "localStart"
      from sitting_reflections
      join sittings on sittings.id = "sittingId"
      join meditation_templates template on template.id = "templateId"
      where pairs >= ${whatHelpsPairsMin}
    )
    select kind, min(name) as name, round(sum(pairs * "changeTenths")::numeric / sum(pairs)) as "changeTenths",
      sum(pairs) as pairs, count(*) as sittings
    from numbers cross join lateral (values
      ('templates', "templateId"::text, title),
      ('teachers', instructor, instructor),
      ('hours', to_char("localStart", 'HH24'), to_char("localStart", 'FMHH12:00 AM')),
      ('weekdays', to_char("localStart", 'ID'), to_char("localStart", 'FMDay'))
    ) groups (kind, key, name)
    group by kind, key
    order by key`.execute(db)
  const ofKind = (wanted: keyof WhatHelps) =>
    rows.flatMap(({ kind, ...group }) => (kind === wanted ? [group] : []))
  return {
    templates: ofKind('templates'),
    teachers: ofKind('teachers'),
    hours: ofKind('hours'),
    weekdays: ofKind('weekdays'),
  }
}
