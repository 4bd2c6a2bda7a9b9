// SQL of calendars: the rows of a range of days, and the tokens of feeds.
import { sql } from 'kysely'
import type { Language } from '#shared/t.ts'
import type { Executor } from '#server/db/database.ts'
import { columnForReader } from '#server/db/translated-columns.ts'

export interface CalendarRow {
  kind: 'sitting' | 'schedule' | 'deleted'
  id: number
  templateId: number
  day: string
  title: string
  instructor: string
  minutes: number
  /** Null for a schedule that doesn't start together. */
  startsAt: string | null
  endsAt: string | null
  /** The time of such a schedule, by the clock of the community. */
  scheduledTime: string | null
  /** Null for the community's. */
  timeZone: string | null
  version: number
  changedAt: string
  cancelledAt: string | null
  cancelNote: string | null
}

interface Days {
  from: string
  to: string
}

/**
 * The sittings of the days from `from` to `to`, both included, and the active schedules that don't start together. Moments
 * of such a schedule are computed by the calendar: its version counts those of its template, too. Titles are in the
 * reader's language.
 */
function calendarOf({ from, to }: Days) {
  const title = columnForReader('template', 'title')
  return sql`
    select 'sitting' as kind, sittings.id, sittings."templateId", "roomDay" as day, ${title} as title, instructor, duration as minutes,
      "startsAt", "endsAt", null as "scheduledTime", schedules."timeZone", sittings.version, "changedAt",
      "cancelledAt", "cancelNote"
    from sittings
    join meditation_templates template on template.id = sittings."templateId"
    left join schedules on schedules.id = "scheduleId"
    where "roomDay" between ${from} and ${to}
    union all
    select 'schedule', schedules.id, "templateId", date, ${title}, instructor, duration,
      null, null, "scheduledTime", null, schedules.version + template.version, schedules."createdAt", null, null
    from schedules
    join meditation_templates template on template.id = "templateId"
    where "isActive" and not together and date between ${from} and ${to}`
}

/** The calendar of these days, without an order. */
export async function readCalendar(db: Executor, days: Days): Promise<CalendarRow[]> {
  return (await sql<CalendarRow>`${calendarOf(days)}`.execute(db)).rows
}

/** The same, and the sittings of these days that were deleted since a moment. */
export async function readCalendarWithDeleted(
  db: Executor,
  { deletedSince, ...days }: Days & { deletedSince: Date },
): Promise<CalendarRow[]> {
  const { from, to } = days
  const title = columnForReader('template', 'title')
  const { rows } = await sql<CalendarRow>`
    ${calendarOf(days)}
    union all
    select 'deleted', deleted_sittings.id, "templateId", "roomDay", ${title}, instructor, duration,
      "startsAt", "endsAt", null, null, deleted_sittings.version, "deletedAt", "deletedAt",
      "cancelNote"
    from deleted_sittings
    join meditation_templates template on template.id = "templateId"
    where "deletedAt" >= ${deletedSince} and "roomDay" between ${from} and ${to}`.execute(db)
  return rows
}

/** Gives a member's feed another token; an earlier one ends. */
export async function saveCalendarToken(
  tx: Executor,
  token: { userId: number; tokenHash: Buffer; createdAt: Date },
): Promise<void> {
  const { tokenHash, createdAt } = token
  await tx
    .insertInto('calendar_tokens')
    .values(token)
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ tokenHash, createdAt }))
    .execute()
}

/** When a member's feed got its token; null without one. */
export async function findCalendarTokenTime(db: Executor, userId: number): Promise<string | null> {
  const row = await db
    .selectFrom('calendar_tokens')
    .select('createdAt')
    .where('userId', '=', userId)
    .executeTakeFirst()
  return row?.createdAt ?? null
}

/** Whether a token is that of a member who may use the community now. */
export async function findCalendarReader(
  db: Executor,
  tokenHash: Buffer,
): Promise<{ language: Language | null } | null> {
  const row = await db
    .selectFrom('calendar_tokens')
    .innerJoin('users', 'users.id', 'calendar_tokens.userId')
    .select('users.language')
    .where('tokenHash', '=', tokenHash)
    .where('isBanned', '=', false)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

export async function deleteCalendarTokenOf(tx: Executor, userId: number): Promise<void> {
  await tx.deleteFrom('calendar_tokens').where('userId', '=', userId).execute()
}
