// SQL of hosts: the schedules that they hold.
import { sql } from 'kysely'
import { isOpenAllDay } from '#features/schedules/calendar-days.ts'
import { livePlaceOf } from '#features/sittings/live-place.ts'
import { type PlaysKind } from '#features/sittings/plays.ts'
import { scheduledStartMs } from '#features/sittings/scheduled-start.ts'
import type { Executor } from '#server/db/database.ts'
import { isNotBanned } from '#server/db/standing-ban.ts'
import { localizedColumn, localizedColumnLanguage } from '#server/db/translated-columns.ts'
import { msToTimestamp, type CommunityDays } from '#shared/day.ts'
import { shownMemberName } from '#shared/former-member.ts'
import type { FreedSittings, HeldSitting, PastSitting } from '../contract.ts'

interface HeldSittingsQuery {
  days: CommunityDays
  today: string
  to: string
  nowMs: number
  readsMeetingOf: number | 'all'
}

interface StartOfSchedule {
  id: number | null
  startsAt: string | null
  doorsAt: string | null
  cancelledAt: string | null
  liveSource: string | null
}

/**
 * The starts of a schedule that aren't over: its sittings, with those that hosts began, and its own where no sitting is
 * that (PHASE-24). A canceled one is a start only while no other takes place.
 */
function startsOfSchedule({ today, now }: { today: string; now: string }) {
  const isAhead = sql`"scheduleId" = schedules.id and "endsAt" > ${now}::timestamptz`
  return sql<StartOfSchedule>`(
    select id, "startsAt", "doorsAt", "cancelledAt", "liveSource" from sittings
    where ${isAhead} and (
      "cancelledAt" is null or not exists (select from sittings where ${isAhead} and "cancelledAt" is null))
    union all
    select null, null, null, null, null
    where schedules.date >= ${today}::date and (
      not schedules.together or not exists (select from sittings where "scheduleId" = schedules.id))
  )`.as('sitting')
}

/**
 * The starts of active schedules from today on that aren't over, with their hosts, by date; titles in the viewer's
 * language. Where they meet is only for `readsMeetingOf`: their host, or everyone (TEACH-11).
 */
export async function heldSittings(
  db: Executor,
  { days, today, to, nowMs, readsMeetingOf }: HeldSittingsQuery,
): Promise<HeldSitting[]> {
  const rows = await db
    .selectFrom('schedules')
    .innerJoin('meditation_templates as template', 'template.id', 'schedules.templateId')
    .leftJoin('users as host', 'host.id', 'schedules.hostId')
    .innerJoinLateral(startsOfSchedule({ today, now: msToTimestamp(nowMs) }), (join) => join.onTrue())
    .select([
      'schedules.id as scheduleId',
      'sitting.id as sittingId',
      'schedules.date',
      'schedules.scheduledTime',
      'schedules.timeZone',
      'schedules.dayShift',
      'seriesId',
      'host.id as hostId',
      'host.name as hostName',
    ])
    .select(['schedules.meetingUrl', 'template.meetingUrl as templateMeetingUrl'])
    .select(({ fn }) => fn.coalesce('sitting.liveSource', 'template.liveSource').as('liveSource'))
    .select(
      sql<
        number | null
      >`case when sitting."liveSource" = 'here' and "cancelledAt" is null then sitting.id end`.as(
        'deskSittingId',
      ),
    )
    .select(localizedColumn('template', 'title').as('title'))
    .select(localizedColumnLanguage('template', 'title').as('language'))
    .select([epochMs('startsAt').as('startsAt'), epochMs('doorsAt').as('doorsAt')])
    .select(sql<boolean>`"cancelledAt" is not null`.as('isCancelled'))
    .where('isActive', '=', true)
    .where('date', '<=', to)
    .orderBy('schedules.id')
    .execute()
  const held = rows.map(({ seriesId, hostId, hostName, liveSource, ...row }) => {
    const { meetingUrl, templateMeetingUrl, scheduledTime, timeZone, dayShift, ...shown } = row
    const { date, startsAt } = row
    const scheduledMs = isOpenAllDay({ scheduledTime })
      ? null
      : scheduledStartMs(days, { date, scheduledTime, timeZone, dayShift })
    return {
      ...shown,
      // As in all other lists, one without a bell has the time that was chosen for it.
      startsAt: startsAt ?? scheduledMs,
      livePlace: liveSource === null ? null : livePlaceOf(liveSource),
      isSeries: seriesId !== null,
      host: hostId === null || hostName === null ? null : { id: hostId, name: shownMemberName(hostName) },
      ...((readsMeetingOf === 'all' || readsMeetingOf === hostId) && { meetingUrl, templateMeetingUrl }),
    }
  })
  return held.toSorted(
    (one, other) => one.date.localeCompare(other.date) || (one.startsAt ?? 0) - (other.startsAt ?? 0),
  )
}

const epochMs = (column: string) =>
  sql<number | null>`(extract(epoch from ${sql.ref(column)}) * 1000)::bigint`

/** The sittings that someone held, and that took place and ended between two moments; the last one first. */
export async function pastSittings(
  db: Executor,
  hostId: number,
  { fromMs, nowMs }: { fromMs: number; nowMs: number },
): Promise<Omit<PastSitting, 'count' | 'thanks' | 'reflection'>[]> {
  return db
    .selectFrom('sittings')
    .innerJoin('schedules', 'schedules.id', 'sittings.scheduleId')
    .innerJoin('meditation_templates as template', 'template.id', 'sittings.templateId')
    .select([
      'sittings.id',
      'roomDay as date',
      epochMs('startsAt').$notNull().as('startsAt'),
      epochMs('endsAt').$notNull().as('endsAt'),
    ])
    .select(localizedColumn('template', 'title').as('title'))
    .select(localizedColumnLanguage('template', 'title').as('language'))
    .where('hostId', '=', hostId)
    .where('cancelledAt', 'is', null)
    .where('endsAt', '>', msToTimestamp(fromMs))
    .where('endsAt', '<=', msToTimestamp(nowMs))
    .orderBy('sittings.startsAt', 'desc')
    .execute()
}

/** Who may hold sittings, by name. */
export function listPossibleHosts(db: Executor): Promise<{ id: number; name: string }[]> {
  return possibleHosts(db).select('name').orderBy('name').orderBy('id').execute()
}

/**
 * How many coming sittings nobody holds since their host couldn't any more, by former host. Those that are over, or whose
 * schedule is inactive, aren't among them.
 */
export async function countFreed(
  db: Executor,
  { today, nowMs }: { today: string; nowMs: number },
): Promise<FreedSittings[]> {
  const rows = await db
    .selectFrom('freed_schedules as freed')
    .innerJoin('schedules', 'schedules.id', 'freed.scheduleId')
    .leftJoin('users as former', 'former.id', 'freed.formerHostId')
    .select(({ fn }) => ['former.name', fn.countAll<number>().as('sittings')])
    .where('schedules.hostId', 'is', null)
    .where('isActive', '=', true)
    .where(
      sql<boolean>`coalesce(
        (select max("endsAt") > ${msToTimestamp(nowMs)}::timestamptz from sittings
          where schedules.together and "scheduleId" = schedules.id and "cancelledAt" is null),
        schedules.date >= ${today}::date)`,
    )
    .groupBy(['former.id', 'former.name'])
    .orderBy(({ fn }) => fn.max('freed.freedAt'), 'desc')
    .execute()
  return rows.map(({ name, sittings }) => ({ name: name && shownMemberName(name), sittings }))
}

/** Whether anyone's sittings were freed just now, by the database's clock. */
export async function wereSittingsFreed(db: Executor): Promise<boolean> {
  const row = await db
    .selectFrom('freed_schedules')
    .select('scheduleId')
    .where('freedAt', '>', sql<string>`clock_timestamp() - interval '1 minute'`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes up to `max` notes of schedules before a day; returns how many. */
export async function deletePastNotes(db: Executor, day: string, max: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from freed_schedules where "scheduleId" in (
      select "scheduleId" from freed_schedules join schedules on schedules.id = "scheduleId"
      where schedules.date < ${day}::date limit ${max}
    )`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** The sittings that a member holds or held, the newest first, for their data export. */
export function exportHeld(
  tx: Executor,
  userId: number,
  rowsMax: number,
): Promise<{ date: string; title: string }[]> {
  return tx
    .selectFrom('schedules')
    .innerJoin('meditation_templates as template', 'template.id', 'schedules.templateId')
    .select(['date', 'template.title'])
    .where('hostId', '=', userId)
    .orderBy('date', 'desc')
    .orderBy('schedules.id', 'desc')
    .limit(rowsMax)
    .execute()
}

/** Removes an erased member from the notes that their sittings were freed. */
export async function clearFormerHost(tx: Executor, userId: number): Promise<void> {
  await tx
    .updateTable('freed_schedules')
    .set({ formerHostId: null })
    .where('formerHostId', '=', userId)
    .execute()
}

/** An active schedule, and who holds its sittings. */
export interface HeldSchedule {
  id: number
  date: string
  hostId: number | null
}

/** A schedule while the transaction locks it. */
export interface LockedSchedule extends HeldSchedule {
  together: boolean
  title: string
  hostName: string | null
  meetingUrl: string | null
  template: { plays: { kind: PlaysKind; source: string | null }; meetingUrl: string | null }
}

/** An active schedule; null without it. */
export async function findHeldSchedule(db: Executor, id: number): Promise<HeldSchedule | null> {
  const row = await db
    .selectFrom('schedules')
    .select(['id', 'date', 'hostId'])
    .where('id', '=', id)
    .where('isActive', '=', true)
    .executeTakeFirst()
  return row ?? null
}

/** Whether the community has hosts: someone is marked, or holds a sitting. */
export async function communityHasHosts(db: Executor): Promise<boolean> {
  const { rows } = await sql<{ hasHosts: boolean }>`
    select exists (select from users where "mayHost" and "deletedAt" is null)
      or exists (select from schedules where "hostId" is not null) as "hasHosts"`.execute(db)
  return rows[0]?.hasHosts ?? false
}

/** Locks active schedules until the transaction ends: one, or with the later ones of its series, by date. */
export async function lockSchedules(
  tx: Executor,
  id: number,
  scope: 'one' | 'from',
): Promise<LockedSchedule[]> {
  const rows = await tx
    .selectFrom('schedules')
    .innerJoin('meditation_templates as template', 'template.id', 'schedules.templateId')
    .leftJoin('users as host', 'host.id', 'schedules.hostId')
    .select(['schedules.id', 'date', 'hostId', 'together', 'title', 'host.name as hostName'])
    .select(['schedules.meetingUrl', 'kind', 'liveSource', 'template.meetingUrl as templateMeetingUrl'])
    .where('isActive', '=', true)
    .where((row) =>
      scope === 'one'
        ? row('schedules.id', '=', id)
        : row.or([
            row('schedules.id', '=', id),
            row.exists(
              row
                .selectFrom('schedules as first')
                .select('first.id')
                .where('first.id', '=', id)
                .whereRef('first.seriesId', '=', 'schedules.seriesId')
                .whereRef('first.date', '<=', 'schedules.date'),
            ),
          ]),
    )
    .orderBy('date')
    .orderBy('schedules.id')
    .forUpdate('schedules')
    .execute()
  return rows.map(({ hostName, kind, liveSource, templateMeetingUrl, ...row }) => ({
    ...row,
    hostName: hostName && shownMemberName(hostName),
    template: { plays: { kind, source: liveSource }, meetingUrl: templateMeetingUrl },
  }))
}

/** Deletes the notes of schedules that someone holds again. */
export async function deleteNotes(tx: Executor, scheduleIds: readonly number[]): Promise<void> {
  await tx.deleteFrom('freed_schedules').where('scheduleId', 'in', scheduleIds).execute()
}

function possibleHosts(db: Executor) {
  return db
    .selectFrom('users')
    .select('id')
    .where('deletedAt', 'is', null)
    .where('profileCompleted', '=', true)
    .where(isNotBanned())
    .where((user) =>
      user.or([user('isAdmin', '=', true), user('isGardenAngel', '=', true), user('mayHost', '=', true)]),
    )
}

/** Whether someone may hold sittings: marked, or a moderator, and not banned. Keeps it so until the transaction ends. */
export async function lockIfMayHost(tx: Executor, userId: number): Promise<boolean> {
  const row = await possibleHosts(tx).where('id', '=', userId).forShare().executeTakeFirst()
  return row !== undefined
}
