// SQL of what members chose to be reminded of.
import { sql, type RawBuilder } from 'kysely'
import { hasConfirmedEmail } from '#features/auth/server/service.ts'
import type { Executor } from '#server/db/database.ts'
import type { ReminderChoices } from '../../contract.ts'

export const choiceColumns = [
  'tenMinutes',
  'dayBefore',
  'changes',
  'weekdays',
  'times',
  'zone',
  'news',
] as const

const nothingChosen: ReminderChoices = {
  tenMinutes: null,
  dayBefore: null,
  changes: [],
  weekdays: null,
  times: null,
  zone: null,
  news: false,
}

/** A member's choices; all null, empty or false until then. */
export async function findReminderChoices(db: Executor, userId: number): Promise<ReminderChoices> {
  const row = await db
    .selectFrom('reminder_choices')
    .select(choiceColumns)
    .where('userId', '=', userId)
    .executeTakeFirst()
  return (row as ReminderChoices | undefined) ?? nothingChosen
}

export async function saveReminderChoices(
  tx: Executor,
  userId: number,
  { choices, now }: { choices: ReminderChoices; now: Date },
): Promise<void> {
  const { tenMinutes, dayBefore, zone, news } = choices
  const values = {
    tenMinutes,
    dayBefore,
    zone,
    news,
    changes: [...choices.changes],
    weekdays: choices.weekdays && [...choices.weekdays],
    times: choices.times && [...choices.times],
    chosenAt: now,
  }
  await tx
    .insertInto('reminder_choices')
    .values({ userId, ...values })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(values))
    .execute()
}

/** Switches a member's reminders by mail off; those by push stay. */
export async function switchOffReminderMails(tx: Executor, userId: number): Promise<void> {
  await sql`
    update reminder_choices set "dayBefore" = nullif("dayBefore", 'mail'), changes = array_remove(changes, 'mail')
    where "userId" = ${userId}`.execute(tx)
}

/** Members who chose news by mail and can get it. */
const newsReaders = sql`
  reminder_choices choice join users on users.id = choice."userId"
  where choice.news and users."profileCompleted" and not users."isBanned" and users."deletedAt" is null
    and ${hasConfirmedEmail(sql`users.id`)}`

export async function countNewsReaders(db: Executor): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from ${newsReaders}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Up to `max` members who get news by mail, after an id, with their zones. */
export async function listNewsReaders(
  db: Executor,
  { after, communityZone, max }: { after: number; communityZone: string; max: number },
): Promise<{ userId: number; zone: string }[]> {
  const { rows } = await sql<{ userId: number; zone: string }>`
    select users.id as "userId", coalesce(choice.zone, ${communityZone}) as zone from ${newsReaders}
      and users.id > ${after}
    order by users.id limit ${max}`.execute(db)
  return rows
}

/** Whether a member wants news by mail now. */
export async function wantsNewsMails(db: Executor, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('reminder_choices')
    .select('news')
    .where('userId', '=', userId)
    .executeTakeFirst()
  return row?.news === true
}

export async function switchOffNewsMails(tx: Executor, userId: number): Promise<void> {
  await tx.updateTable('reminder_choices').set({ news: false }).where('userId', '=', userId).execute()
}

/** The zones of all members who chose the day before, each once; theirs is the community's without an own one. */
export async function listDayBeforeZones(db: Executor, communityZone: string): Promise<string[]> {
  const { rows } = await sql<{ zone: string }>`
    select distinct coalesce(zone, ${communityZone}) as zone from reminder_choices
    where "dayBefore" is not null`.execute(db)
  return rows.map(({ zone }) => zone)
}

/** Hours of the community's clock; of a sitting that moved, the old and the new one. */
export interface Hours {
  weekdays: readonly number[]
  times: readonly string[]
}

/** Members who chose sittings of one of these hours. */
export function hoursCondition({ weekdays, times }: Hours): RawBuilder<boolean> {
  return sql<boolean>`((choice.weekdays is null or choice.weekdays && ${weekdays}::smallint[])
    and (choice.times is null or choice.times && ${times}::text[]))`
}
