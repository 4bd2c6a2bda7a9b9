// SQL of the turnout of sittings.
import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'
import { msToTimestamp } from '#shared/day.ts'

interface TurnoutInput {
  /** YYYY-MM, of the sittings' rooms. */
  month: string
  nowMs: number
  /** The seconds from which a visit counts; a shorter meditation counts whole. */
  satSecondsMin: number
}

/**
 * The sittings of a month that took place and are over, each with the number of members who sat. Their visits share
 * time with the meditation, from the bell to the sharing. Sittings of schedules that were deleted, or that moved to
 * another day, have no row.
 */
export async function turnoutsOfMonth(
  db: Executor,
  { month, nowMs, satSecondsMin }: TurnoutInput,
): Promise<{ scheduleId: number; startsAt: number; count: number }[]> {
  const firstDay = `${month}-01`
  const { rows } = await sql<{ scheduleId: number; startsAt: number; count: number }>`
    select "scheduleId", (extract(epoch from "startsAt") * 1000)::bigint as "startsAt", (
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
    where "roomDay" >= ${firstDay}::date and "roomDay" < ${firstDay}::date + interval '1 month'
      and "cancelledAt" is null and "endsAt" <= ${msToTimestamp(nowMs)}::timestamptz and "sharingAt" > "startsAt"
    order by sittings."startsAt"`.execute(db)
  return rows
}
