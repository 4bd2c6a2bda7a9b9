// The SQL by which the chat forgets. Rooms that are open show none of it.
import { sql } from 'kysely'
import type { Executor } from '#server/db.ts'

/** Removes messages of the days before one, with their likes; at most `max` of them. Answers how many. */
export async function deleteOldMessages(db: Executor, before: string, max: number): Promise<number> {
  // Two indexes: one of what is shown, one of what was deleted.
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

/** Takes the text out of messages that were deleted before a moment; at most `max` of them. Answers how many. */
export async function eraseDeletedMessageText(
  db: Executor,
  { before, day, max }: { before: Date; day: string; max: number },
): Promise<number> {
  // Nobody deletes a message before its day, by which the index is.
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
