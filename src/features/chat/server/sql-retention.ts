// SQL of chat retention. It touches nothing that an open room shows.
import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'

/** Deletes up to `max` messages of days before `before`, with their likes; returns the number deleted. */
export async function deleteOldMessages(db: Executor, before: string, max: number): Promise<number> {
  // One branch per partial index: visible messages and deleted ones.
  const { rows } = await sql<{ count: number }>`
    with old as (
      (select id from chat_messages where "sessionDate" < ${before}::date and "deletedAt" is null limit ${max})
      union all
      (select id from chat_messages where "sessionDate" < ${before}::date and "deletedAt" is not null limit ${max})
      limit ${max}
    ), gone as (
      delete from chat_messages using old where chat_messages.id = old.id returning 1
    )
    select count(*) from gone`.execute(db)
  return rows[0]?.count ?? 0
}

/** Erases the text of up to `max` messages deleted before a moment; returns the number erased. */
export async function eraseDeletedMessageText(
  db: Executor,
  { before, day, max }: { before: Date; day: string; max: number },
): Promise<number> {
  // A message can't be deleted before its day; the condition on the day lets the index be used.
  const { numAffectedRows } = await sql`
    update chat_messages set message = ''
    where id in (
      select id from chat_messages
      where "deletedAt" is not null and "sessionDate" <= ${day}::date and "deletedAt" < ${before}::timestamptz
        and message <> ''
      limit ${max}
    )`.execute(db)
  return Number(numAffectedRows ?? 0)
}
