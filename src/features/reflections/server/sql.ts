// SQL of the rooms' energy: who is part of it, and one row for each sitting, the source of What Helps.
import { sql } from 'kysely'
import { isKnownMember } from '#features/meditation/server/service.ts'
import { selectSittingsOver } from '#features/sittings/server/service.ts'
import type { Sitting } from '#features/sittings/sitting.ts'
import type { Executor } from '#server/db/database.ts'
import { localizedColumn } from '#server/db/translated-columns.ts'
import { whatHelpsPairsMin } from '#shared/constants.ts'
import { msToTimestamp } from '#shared/day.ts'
import type { WhatHelps, WhatHelpsGroup } from '../contract.ts'
import { reflectionAt } from '../reflection.ts'
import { formatHour, formatWeekday } from '../what-helps.ts'

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

/** Deletes the choice of a deleted account (USR-15). */
export async function eraseReflectionOptIn(tx: Executor, userId: number): Promise<void> {
  await tx.deleteFrom('reflection_opt_ins').where('userId', '=', userId).execute()
}

/**
 * The change from Before to After of each known member who has both when the number is published, and has opted in.
 */
export async function reflectionChanges(
  db: Executor,
  config: Parameters<typeof isKnownMember>[0],
  sitting: Pick<Sitting, 'id' | 'day' | 'sharingAt' | 'endsAt'>,
): Promise<number[]> {
  const latest = (moodType: 'pre' | 'post') => sql`
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

/** The stored rows of some sittings. */
export async function listReflections(
  db: Executor,
  sittingIds: readonly number[],
): Promise<(StoredReflection & { sittingId: number })[]> {
  if (sittingIds.length === 0) return []
  return db
    .selectFrom('sitting_reflections')
    .select(['sittingId', 'pairs', 'changeTenths'])
    .where('sittingId', 'in', sittingIds)
    .execute()
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
      select pairs, "changeTenths", template.id as "templateId", ${localizedColumn('template', 'title')} as title,
        template.instructor, "startsAt" at time zone ${zone} as "localStart"
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
      ('hours', to_char("localStart", 'HH24'), to_char("localStart", 'HH24')),
      ('weekdays', to_char("localStart", 'ID'), to_char("localStart", 'ID'))
    ) groups (kind, key, name)
    group by kind, key
    order by key`.execute(db)
  const ofKind = (wanted: keyof WhatHelps) =>
    rows.flatMap(({ kind, ...group }) => (kind === wanted ? [group] : []))
  return {
    templates: ofKind('templates'),
    teachers: ofKind('teachers'),
    hours: ofKind('hours').map((group) => ({ ...group, name: formatHour(Number(group.name)) })),
    weekdays: ofKind('weekdays').map((group) => ({ ...group, name: formatWeekday(Number(group.name)) })),
  }
}
