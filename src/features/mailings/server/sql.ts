// SQL of mailings: the one mail of a day.
import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'

/** Claims a member's one mail of a day, by their zone; false if they had it (REM-06). */
export async function claimDailyMail(
  tx: Executor,
  { userId, day }: { userId: number; day: string },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('daily_mails')
    .values({ userId, day })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Deletes up to `max` claims of before a day; returns how many. */
export async function deleteOldDailyMails(db: Executor, before: string, max: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from daily_mails where ("userId", day) in (
      select "userId", day from daily_mails where day < ${before}::date limit ${max}
    )`.execute(db)
  return Number(numAffectedRows ?? 0)
}
