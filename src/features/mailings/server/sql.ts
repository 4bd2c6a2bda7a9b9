// SQL of mailings: recipients, and the one mail of a day.
import { sql } from 'kysely'
import { confirmedEmail } from '#features/auth/server/service.ts'
import type { Executor } from '#server/db/database.ts'
import type { Language } from '#shared/t.ts'

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
    where id = ${userId} and confirmed.email is not null and "profileCompleted" and not "isBanned"
      and "deletedAt" is null`.execute(db)
  return rows[0] ?? null
}

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
  const { rows } = await sql<{ count: number }>`
    with gone as (
      delete from daily_mails where ("userId", day) in (
        select "userId", day from daily_mails where day < ${before}::date limit ${max}
      )
      returning 1
    )
    select count(*) from gone`.execute(db)
  return rows[0]?.count ?? 0
}
