// SQL of the turnout of sittings.
import { sql, type RawBuilder } from 'kysely'
import type { Executor } from '#server/db/database.ts'
import { msToTimestamp } from '#shared/day.ts'

interface TurnoutInput {
  nowMs: number
  /** The seconds from which a visit counts; a shorter meditation counts whole. */
  satSecondsMin: number
}

interface StoredTurnout {
  sittingId: number
  scheduleId: number
  startsAt: number
  count: number
}

/**
 * The sittings of a month (YYYY-MM) that took place and are over, each with the number of members who sat. Their visits share
 * time with the meditation, from the bell to the sharing. Sittings of schedules that were deleted, or that moved to
 * another day, have no row.
 */
export function turnoutsOfMonth(
  db: Executor,
  { month, ...input }: TurnoutInput & { month: string },
): Promise<StoredTurnout[]> {
  const firstDay = `${month}-01`
  return turnoutsOf(
    db,
    sql`"roomDay" >= ${firstDay}::date and "roomDay" < ${firstDay}::date + interval '1 month'`,
    input,
  )
}

/** The same of those among some sittings. */
export function turnoutsOfSittings(
  db: Executor,
  { sittingIds, ...input }: TurnoutInput & { sittingIds: readonly number[] },
): Promise<StoredTurnout[]> {
  return turnoutsOf(db, sql`sittings.id = any(${sittingIds}::integer[])`, input)
}

async function turnoutsOf(
  db: Executor,
  isWanted: RawBuilder<unknown>,
  { nowMs, satSecondsMin }: TurnoutInput,
): Promise<StoredTurnout[]> {
  const { rows } = await sql<StoredTurnout>`
    select sittings.id as "sittingId", "scheduleId", (extract(epoch from "startsAt") * 1000)::bigint as "startsAt", (
      select count(distinct visit."userId") from meditation_sessions visit
      where visit."sessionDate" = sittings."roomDay" and not visit."isSample"
        and visit.duration >= extract(epoch from needed.time)
        and least(visit."endTime", "sharingAt") - greatest(visit."startTime", "startsAt") >= needed.time
    ) as count
    from sittings
    join schedules on schedules.id = "scheduleId" and schedules.date = "roomDay"
    cross join lateral (
      select least("sharingAt" - "startsAt", ${satSecondsMin}::integer * interval '1 second')
    ) needed (time)
    where ${isWanted} and "cancelledAt" is null and "endsAt" <= ${msToTimestamp(nowMs)}::timestamptz and "sharingAt" > "startsAt"
    order by sittings."startsAt"`.execute(db)
  return rows
}
