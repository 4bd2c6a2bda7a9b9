// SQL of who wants what, and can be reached.
import { sql, type RawBuilder } from 'kysely'
import { confirmedEmail, hasConfirmedEmail } from '#features/auth/server/service.ts'
import { hasPushDevice } from '#features/push/server/service.ts'
import type { Executor } from '#server/db/database.ts'
import { isNotBanned } from '#server/db/standing-ban.ts'
import { msToTimestamp } from '#shared/day.ts'
import type { Language } from '#shared/i18n/t.ts'
import type { NotificationChannel, NotificationChoices } from '../../contract.ts'

interface Recipient {
  email: string
  name: string
  /** Null if not known. */
  language: Language | null
}

/** A member who may get mails: not banned, with a confirmed address, which the mails go to. */
export async function findRecipient(db: Executor, userId: number): Promise<Recipient | null> {
  const { rows } = await sql<Recipient>`
    select confirmed.email, name, language
    from users cross join lateral (select ${confirmedEmail(sql`users.id`)} as email) confirmed
    where id = ${userId} and confirmed.email is not null and "profileCompleted" and ${isNotBanned()}
      and "deletedAt" is null`.execute(db)
  return rows[0] ?? null
}

/** A member's choices about sittings, and what can reach them. */
export interface SittingChoices extends Pick<
  NotificationChoices,
  'tenMinutes' | 'dayBefore' | 'changes' | 'weekdays' | 'times' | 'zone'
> {
  userId: number
  /** Null for what they didn't choose. */
  tenMinutesChosenAt: string | null
  dayBeforeChosenAt: string | null
  language: Language | null
  /** Whether anything can reach them by a channel. */
  canReceive: Record<NotificationChannel, boolean>
}

/** Which members: the next `max` after an id, or one. */
export type MemberRange = { after: number; max: number } | { userId: number }

/** Members who chose reminders or changes, in the order of their ids. */
export async function listSittingChoices(db: Executor, range: MemberRange): Promise<SittingChoices[]> {
  const condition =
    'userId' in range ? sql`choice."userId" = ${range.userId}` : sql`choice."userId" > ${range.after}`
  const limit = 'userId' in range ? 1 : range.max
  const { rows } = await sql<Omit<SittingChoices, 'canReceive'> & { hasDevice: boolean; hasEmail: boolean }>`
    select choice."userId", "tenMinutes", "dayBefore", changes, weekdays, times, zone, users.language,
      "tenMinutesChosenAt", "dayBeforeChosenAt",
      ${wantsPush} and ${hasPushDevice(sql`choice."userId"`)} as "hasDevice",
      ${wantsMail} and ${hasConfirmedEmail(sql`choice."userId"`)} as "hasEmail"
    from reminder_choices choice join users on users.id = choice."userId"
    where ${condition} and (${wantsPush} or ${wantsMail})
      and users."profileCompleted" and ${isNotBanned()} and users."deletedAt" is null
    order by choice."userId" limit ${limit}`.execute(db)
  return rows.map(({ hasDevice, hasEmail, ...choices }) => ({
    ...choices,
    canReceive: { push: hasDevice, mail: hasEmail },
  }))
}

const wantsPush = sql<boolean>`(choice."tenMinutes" is not null or choice."dayBefore" is not distinct from 'push' or 'push' = any(choice.changes))`
const wantsMail = sql<boolean>`(choice."dayBefore" is not distinct from 'mail' or 'mail' = any(choice.changes))`

/** A relation `choice`: the `userId`, `weekdays`, `times` and `zone` of who chose changes by a channel before a moment. */
export function changesChoosers(channel: NotificationChannel, beforeMs: number): RawBuilder<unknown> {
  return sql`(
    select "userId", weekdays, times, zone from reminder_choices
    where ${channel} = any(changes) and "changesChosenAt" <= ${msToTimestamp(beforeMs)}::timestamptz
  ) choice`
}

/** The zones of all members who chose the day before, each once; null is the community's. */
export async function listDayBeforeZones(db: Executor): Promise<(string | null)[]> {
  const rows = await db
    .selectFrom('reminder_choices')
    .select('zone')
    .distinct()
    .where('dayBefore', 'is not', null)
    .execute()
  return rows.map(({ zone }) => zone)
}

/** Members who chose news by mail and can get it. */
const newsChoosers = sql`
  reminder_choices choice join users on users.id = choice."userId"
  where choice.news and users."profileCompleted" and ${isNotBanned()} and users."deletedAt" is null`
const isConfirmed = hasConfirmedEmail(sql`users.id`)

/** How many members get news by mail, and how many chose it but haven't confirmed their address. */
export async function countNewsReaders(db: Executor): Promise<{ readers: number; unconfirmed: number }> {
  const { rows } = await sql<{ readers: number; unconfirmed: number }>`
    select count(*) filter (where confirmed) as readers, count(*) filter (where not confirmed) as unconfirmed
    from (select ${isConfirmed} as confirmed from ${newsChoosers}) as choosers`.execute(db)
  return rows[0] ?? { readers: 0, unconfirmed: 0 }
}

/** The ids of up to `max` members who get news by mail, after an id. */
export async function listNewsReaders(
  db: Executor,
  { after, max }: { after: number; max: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select users.id from ${newsChoosers} and ${isConfirmed} and users.id > ${after} order by users.id limit ${max}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}
