// SQL of calendars: the rows of a range of days, and the tokens of feeds.
import { sql } from 'kysely'
import { calendarSequence, zoneChanges } from '#features/schedules/server/service.ts'
import type { Executor } from '#server/db/database.ts'
import { isNotBanned } from '#server/db/standing-ban.ts'
import { localizedColumn, localizedColumnLanguage } from '#server/db/translated-columns.ts'
import type { Language } from '#shared/i18n/t.ts'

export interface CalendarRow {
  /** The first part of its UID. */
  key: string
  kind: 'sitting' | 'schedule' | 'deleted'
  day: string
  title: string
  /** Of the title; null for the community's own. */
  language: Language | null
  instructor: string
  minutes: number
  /** A teacher is there. */
  isLive: boolean
  /** Null for a schedule that doesn't start together. */
  startsAt: string | null
  endsAt: string | null
  /** The time of such a schedule, by the clock of the community. */
  scheduledTime: string | null
  /** Null for the community's. */
  timeZone: string | null
  sequence: number
  changedAt: string
  cancelledAt: string | null
  cancelNote: string | null
  /** A host began it, at another time than the schedule's. */
  startedByHost: boolean
  /** The name of who holds it; for the pages of the app alone (TEACH-06). */
  host: string | null
}

interface Days {
  from: string
  to: string
}

/** Of `schedules` or `deleted_schedules`; earlier ones have the template of then. */
const scheduleKey = (table: string) =>
  sql`'schedule-' || ${sql.ref(`${table}.id`)} || coalesce('-' || "uidTemplateId", '')`

const hostName = sql`(select name from users where id = schedules."hostId")`

const zoneChangedAt = sql`(select "changedAt" from community_zones order by "fromDay" limit 1)`

/**
 * The sittings of the days from `from` to `to`, both included, and the active schedules that don't start together. Moments
 * of such a schedule are computed by the calendar: it also changes with its template and with the community's zone.
 * Titles are in the viewer's language.
 */
function calendarOf({ from, to }: Days) {
  const title = sql`${localizedColumn('template', 'title')} as title, ${localizedColumnLanguage('template', 'title')} as language`
  return sql`
    select 'sitting-' || sittings.id as key, 'sitting' as kind, "roomDay" as day, ${title}, instructor,
      duration as minutes, sittings.kind = 'live' as "isLive", "startsAt", "endsAt", null as "scheduledTime", schedules."timeZone",
      sittings.version as sequence, sittings."changedAt", "cancelledAt", "cancelNote",
      "scheduledAt" is null as "startedByHost", ${hostName} as host
    from sittings
    join meditation_templates template on template.id = sittings."templateId"
    left join schedules on schedules.id = "scheduleId"
    where "roomDay" between ${from} and ${to}
    union all
    select ${scheduleKey('schedules')}, 'schedule', date, ${title}, instructor, duration,
      template.kind = 'live', null, null, "scheduledTime", null, ${calendarSequence},
      greatest(schedules."createdAt", schedules."changedAt", template."changedAt", ${zoneChangedAt}), null, null, false, ${hostName}
    from schedules
    join meditation_templates template on template.id = "templateId"
    where "isActive" and not together and date between ${from} and ${to}`
}

/** The calendar of these days, without an order. */
export async function readCalendar(db: Executor, days: Days): Promise<CalendarRow[]> {
  return (await sql<CalendarRow>`${calendarOf(days)}`.execute(db)).rows
}

/** The same, and the events of these days that were deleted since a moment. */
export async function readCalendarWithDeleted(
  db: Executor,
  { deletedSince, ...days }: Days & { deletedSince: Date },
): Promise<CalendarRow[]> {
  const { from, to } = days
  const title = sql`${localizedColumn('template', 'title')} as title, ${localizedColumnLanguage('template', 'title')} as language`
  const { rows } = await sql<CalendarRow>`
    ${calendarOf(days)}
    union all
    select 'sitting-' || deleted_sittings.id, 'deleted', "roomDay", ${title}, instructor, duration,
      false, "startsAt", "endsAt", null, null, deleted_sittings.version, "deletedAt", "deletedAt", "cancelNote", false, null
    from deleted_sittings
    join meditation_templates template on template.id = "templateId"
    where "deletedAt" >= ${deletedSince} and "roomDay" between ${from} and ${to}
    union all
    select ${scheduleKey('deleted_schedules')}, 'deleted', date, ${title}, instructor, duration,
      false, null, null, "scheduledTime", null, sequence + ${zoneChanges}, greatest("deletedAt", ${zoneChangedAt}), "deletedAt",
      null, false, null
    from deleted_schedules
    join meditation_templates template on template.id = "templateId"
    where "deletedAt" >= ${deletedSince} and date between ${from} and ${to}`.execute(db)
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
export async function findFeedOwner(
  db: Executor,
  tokenHash: Buffer,
): Promise<{ language: Language | null } | null> {
  const row = await db
    .selectFrom('calendar_tokens')
    .innerJoin('users', 'users.id', 'calendar_tokens.userId')
    .select('users.language')
    .where('tokenHash', '=', tokenHash)
    .where(isNotBanned())
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

export async function deleteCalendarTokenOf(tx: Executor, userId: number): Promise<void> {
  await tx.deleteFrom('calendar_tokens').where('userId', '=', userId).execute()
}
