// SQL of the care card: whether a member wants it, and when it was last shown; nothing else is stored of it.
import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'
import { careIntervalHours } from '#shared/constants.ts'

/**
 * Records that the card is shown to a member for an entry made at `shownAt`. False, and nothing is recorded, if they
 * declined it or it was shown less than a day ago; a repeat for the same entry gets the same answer.
 */
export async function recordCareShown(db: Executor, userId: number, shownAt: string): Promise<boolean> {
  const { rows } = await sql`
    insert into care_choices as choice ("userId", "shownAt") values (${userId}, ${shownAt}::timestamptz)
    on conflict ("userId") do update set "shownAt" = excluded."shownAt"
    where choice."isOffered" and (choice."shownAt" is null or choice."shownAt" = excluded."shownAt"
      or choice."shownAt" <= excluded."shownAt" - make_interval(hours => ${careIntervalHours}))
    returning 1`.execute(db)
  return rows.length > 0
}

/** A member's choice, and when the card was last shown to them. */
export async function findCareChoice(
  db: Executor,
  userId: number,
): Promise<{ isOffered: boolean; shownAt: string | null }> {
  const row = await db
    .selectFrom('care_choices')
    .select(['isOffered', 'shownAt'])
    .where('userId', '=', userId)
    .executeTakeFirst()
  return row ?? { isOffered: true, shownAt: null }
}

export async function saveCareChoice(tx: Executor, userId: number, isOffered: boolean): Promise<void> {
  await tx
    .insertInto('care_choices')
    .values({ userId, isOffered })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ isOffered }))
    .execute()
}

export async function deleteCareChoice(tx: Executor, userId: number): Promise<void> {
  await tx.deleteFrom('care_choices').where('userId', '=', userId).execute()
}
