// SQL of what members chose to be sent.
import { sql, type RawBuilder } from 'kysely'
import type { Executor } from '#server/db/database.ts'
import { notificationChannels, type NotificationChoices, type RemindersPart } from '../../contract.ts'
import { noNotificationChoices } from '../../rules.ts'

const choiceColumns = ['tenMinutes', 'dayBefore', 'changes', 'weekdays', 'times', 'zone', 'news'] as const

/** A member's choices; all null, empty or false until then. */
export async function findNotificationChoices(db: Executor, userId: number): Promise<NotificationChoices> {
  const row = await db
    .selectFrom('reminder_choices')
    .select(choiceColumns)
    .where('userId', '=', userId)
    .executeTakeFirst()
  return (row as NotificationChoices | undefined) ?? noNotificationChoices
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

export async function switchOffNewsMails(tx: Executor, userId: number): Promise<void> {
  await tx.updateTable('reminder_choices').set({ news: false }).where('userId', '=', userId).execute()
}
