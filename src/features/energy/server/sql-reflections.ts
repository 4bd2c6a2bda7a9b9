// SQL of the room's answers: one row for each sitting, in its sharing and after it.
import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'
import { msToTimestamp } from '#shared/day.ts'
import type { Sitting } from '#features/sittings/sitting.ts'
import type { PublishedSteps } from '../reflection.ts'

type SittingKey = Pick<Sitting, 'id' | 'doorsAt'>

/** The latest number, if any, and whether it is the last. */
export interface PublishedReflection {
  pairs: number | null
  /** Signed: a fall is stored as one. */
  changeTenths: number | null
  publishedAt: string | null
  isFinal: boolean
}

function selectReflection(db: Executor, { id, doorsAt }: SittingKey) {
  return db
    .selectFrom('sitting_reflections')
    .select(['pairs', 'changeTenths', 'publishedAt', 'isFinal'])
    .where('scheduleId', '=', id)
    .where('doorsAt', '=', msToTimestamp(doorsAt))
}

/** The row of a sitting; null before its first number. */
export async function findReflection(db: Executor, sitting: SittingKey): Promise<PublishedReflection | null> {
  return (await selectReflection(db, sitting).executeTakeFirst()) ?? null
}

/** The same with what the next number depends on, while it isn't final. */
export async function findOpenReflection(tx: Executor, sitting: SittingKey) {
  return selectReflection(tx, sitting).select(['salt', 'steps']).executeTakeFirst()
}

interface SavedReflection extends PublishedReflection {
  /** Null once it is final. */
  memory: { salt: Buffer; steps: PublishedSteps } | null
}

export async function saveReflection(
  tx: Executor,
  { id, doorsAt, startsAt }: SittingKey & Pick<Sitting, 'startsAt'>,
  { memory, ...reflection }: SavedReflection,
): Promise<void> {
  const row = {
    ...reflection,
    startsAt: msToTimestamp(startsAt),
    salt: memory?.salt ?? null,
    steps: memory === null ? null : JSON.stringify(memory.steps),
  }
  await tx
    .insertInto('sitting_reflections')
    .values({ scheduleId: id, doorsAt: msToTimestamp(doorsAt), ...row })
    .onConflict((conflict) => conflict.columns(['scheduleId', 'doorsAt']).doUpdateSet(row))
    .execute()
}

/** Makes the answers of a schedule's other sittings final: a host has begun it again, or it is no longer on. */
export async function closeOtherReflections(
  tx: Executor,
  scheduleId: number,
  sitting: SittingKey | null,
): Promise<void> {
  let query = tx
    .updateTable('sitting_reflections')
    .set({ isFinal: true, salt: null, steps: null })
    .where('scheduleId', '=', scheduleId)
    .where('isFinal', '=', false)
  if (sitting !== null) query = query.where('doorsAt', '!=', msToTimestamp(sitting.doorsAt))
  await query.execute()
}

/** Up to `max` schedules whose sharing is over, or that were begun again, without a final answer. */
export async function schedulesToSettle(db: Executor, nowMs: number, max: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from schedules where upper(span) <= ${msToTimestamp(nowMs)}::timestamptz and not exists (
      select from sitting_reflections where "scheduleId" = id and "doorsAt" = lower(span) and "isFinal")
    union
    select "scheduleId" from sitting_reflections join schedules on id = "scheduleId"
    where not "isFinal" and "doorsAt" is distinct from lower(span)
    limit ${max}`.execute(db)
  return rows.map(({ id }) => id)
}
