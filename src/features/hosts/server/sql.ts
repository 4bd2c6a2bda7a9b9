// SQL of hosts: the schedules that they hold.
import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'
import { isNotBanned } from '#server/db/standing-ban.ts'
import { localizedColumn, localizedColumnLanguage } from '#server/db/translated-columns.ts'
import { shownMemberName } from '#shared/former-member.ts'
import type { HeldSitting } from '../contract.ts'

/** The active schedules of some days with their bells and hosts, by date; titles in the viewer's language. */
export async function heldSittings(
  db: Executor,
  { from, to }: { from: string; to: string },
): Promise<HeldSitting[]> {
  const rows = await db
    .selectFrom('schedules')
    .innerJoin('meditation_templates as template', 'template.id', 'schedules.templateId')
    .leftJoin('users as host', 'host.id', 'schedules.hostId')
    .select(['schedules.id as scheduleId', 'date', 'seriesId', 'host.id as hostId', 'host.name as hostName'])
    .select(localizedColumn('template', 'title').as('title'))
    .select(localizedColumnLanguage('template', 'title').as('language'))
    .select(
      sql<number | null>`(select (extract(epoch from min("startsAt")) * 1000)::bigint from sittings
        where "scheduleId" = schedules.id and "cancelledAt" is null)`.as('startsAt'),
    )
    .where('isActive', '=', true)
    .where('date', '>=', from)
    .where('date', '<=', to)
    .orderBy('date')
    .orderBy('startsAt')
    .orderBy('schedules.id')
    .execute()
  return rows.map(({ seriesId, hostId, hostName, ...row }) => ({
    ...row,
    isSeries: seriesId !== null,
    host: hostId === null || hostName === null ? null : { id: hostId, name: shownMemberName(hostName) },
  }))
}

/** An active schedule, and who holds its sittings. */
export interface HeldSchedule {
  id: number
  date: string
  hostId: number | null
}

/** A schedule while the transaction locks it. */
export interface LockedSchedule extends HeldSchedule {
  title: string
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
export async function hasHosts(db: Executor): Promise<boolean> {
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
  return tx
    .selectFrom('schedules')
    .innerJoin('meditation_templates as template', 'template.id', 'schedules.templateId')
    .select(['schedules.id', 'date', 'hostId', 'title'])
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
}

/** Writes the host of locked schedules, and increments their versions. */
export async function saveHost(
  tx: Executor,
  ids: readonly number[],
  hostId: number | null,
  changedAt: Date,
): Promise<void> {
  await tx
    .updateTable('schedules')
    .set((row) => ({ hostId, changedAt, version: row('version', '+', 1) }))
    .where('id', 'in', ids)
    .execute()
}

/** Whether someone may hold sittings: marked, or a moderator, and not banned. Keeps it so until the transaction ends. */
export async function lockIfMayHost(tx: Executor, userId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('deletedAt', 'is', null)
    .where('profileCompleted', '=', true)
    .where(isNotBanned())
    .where((user) =>
      user.or([user('isAdmin', '=', true), user('isGardenAngel', '=', true), user('mayHost', '=', true)]),
    )
    .forKeyShare()
    .executeTakeFirst()
  return row !== undefined
}

/** Whether sittings lost their host within the last ten seconds, by the database's clock. */
export async function wereJustFreed(db: Executor): Promise<boolean> {
  const { rows } = await sql<{ wereFreed: boolean }>`
    select exists (
      select from freed_schedules where "freedAt" > clock_timestamp() - interval '10 seconds'
    ) as "wereFreed"`.execute(db)
  return rows[0]?.wereFreed ?? false
}
