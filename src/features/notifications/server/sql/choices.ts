// SQL of what members chose to be sent, and of who wants what.
import { sql, type RawBuilder } from 'kysely'
import { hasConfirmedEmail } from '#features/auth/server/service.ts'
import { hasPushDevice } from '#features/push/server/service.ts'
import type { Executor } from '#server/db/database.ts'
import { msToTimestamp } from '#shared/day.ts'
import type { Language } from '#shared/t.ts'
import {
  notificationChannels,
  type NotificationChannel,
  type NotificationChoices,
  type RemindersPart,
} from '../../contract.ts'

const choiceColumns = ['tenMinutes', 'dayBefore', 'changes', 'weekdays', 'times', 'zone', 'news'] as const

const nothingChosen: NotificationChoices = {
  tenMinutes: null,
  dayBefore: null,
  changes: [],
  weekdays: null,
  times: null,
  zone: null,
  news: false,
}

/** A member's choices; all null, empty or false until then. */
export async function findNotificationChoices(db: Executor, userId: number): Promise<NotificationChoices> {
  const row = await db
    .selectFrom('reminder_choices')
    .select(choiceColumns)
    .where('userId', '=', userId)
    .executeTakeFirst()
  return (row as NotificationChoices | undefined) ?? nothingChosen
}

/** The columns that a part changes by what they were. */
interface StoredChoices {
  changes: RawBuilder<string[]>
  tenMinutesChosenAt: RawBuilder<string | null>
  dayBeforeChosenAt: RawBuilder<string | null>
  changesChosenAt: RawBuilder<string | null>
}

const noTime = sql<string | null>`null::timestamptz`
const noStoredChoices: StoredChoices = {
  changes: sql`'{}'::text[]`,
  tenMinutesChosenAt: noTime,
  dayBeforeChosenAt: noTime,
  changesChosenAt: noTime,
}
const storedChoices: StoredChoices = {
  changes: sql.ref('reminder_choices.changes'),
  tenMinutesChosenAt: sql.ref('reminder_choices.tenMinutesChosenAt'),
  dayBeforeChosenAt: sql.ref('reminder_choices.dayBeforeChosenAt'),
  changesChosenAt: sql.ref('reminder_choices.changesChosenAt'),
}

/**
 * Saves a part of a member's choices in one statement, and returns all of them.
 *
 * Each kind has the time since which it is chosen, as what was chosen after its moment isn't made up for (REM-02).
 * Switching the kind off ends it, and switching it on again sets it. Another channel of the kind, other hours, another zone
 * and the other kinds leave it.
 */
export async function saveNotificationChoices(
  tx: Executor,
  userId: number,
  { part, now }: { part: RemindersPart; now: Date },
): Promise<NotificationChoices> {
  const { tenMinutes, dayBefore, changes, times, ...others } = part
  const sinceOf = (stored: RawBuilder<string | null>) => sql<string>`coalesce(${stored}, ${now}::timestamptz)`
  const columnsOver = (stored: StoredChoices) => {
    const ways = changes && waysAfter(changes, stored.changes)
    return {
      ...others,
      ...(tenMinutes !== undefined && {
        tenMinutes,
        tenMinutesChosenAt: tenMinutes && sinceOf(stored.tenMinutesChosenAt),
      }),
      ...(dayBefore !== undefined && {
        dayBefore,
        dayBeforeChosenAt: dayBefore && sinceOf(stored.dayBeforeChosenAt),
      }),
      ...(ways && {
        changes: ways,
        changesChosenAt: sql<
          string | null
        >`case when ${ways} <> '{}' then ${sinceOf(stored.changesChosenAt)} end`,
      }),
      ...(times !== undefined && { times: times && JSON.stringify(times) }),
      chosenAt: now,
    }
  }
  const row = await tx
    .insertInto('reminder_choices')
    .values({ userId, ...columnsOver(noStoredChoices) })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(columnsOver(storedChoices)))
    .returning(choiceColumns)
    .executeTakeFirstOrThrow()
  return row as NotificationChoices
}

function waysAfter(
  changes: NonNullable<RemindersPart['changes']>,
  stored: RawBuilder<string[]>,
): RawBuilder<string[]> {
  if (Array.isArray(changes)) return sql`${changes}::text[]`
  return sql`array(
    select way from unnest(${notificationChannels}::text[]) way
    where coalesce((${JSON.stringify(changes)}::jsonb ->> way)::boolean, way = any(${stored})))`
}

/** Switches a member's reminders by mail off; those by push stay. */
export async function switchOffReminderMails(tx: Executor, userId: number): Promise<void> {
  await sql`
    update reminder_choices set "dayBefore" = nullif("dayBefore", 'mail'), changes = array_remove(changes, 'mail'),
      "dayBeforeChosenAt" = case when "dayBefore" <> 'mail' then "dayBeforeChosenAt" end,
      "changesChosenAt" = case when array_remove(changes, 'mail') <> '{}' then "changesChosenAt" end
    where "userId" = ${userId}`.execute(tx)
}

/** Members who chose news by mail and can get it. */
const newsChoosers = sql`
  reminder_choices choice join users on users.id = choice."userId"
  where choice.news and users."profileCompleted" and not users."isBanned" and users."deletedAt" is null`
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

export async function switchOffNewsMails(tx: Executor, userId: number): Promise<void> {
  await tx.updateTable('reminder_choices').set({ news: false }).where('userId', '=', userId).execute()
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
      and users."profileCompleted" and not users."isBanned" and users."deletedAt" is null
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
