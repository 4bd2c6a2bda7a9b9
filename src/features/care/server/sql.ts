// SQL of the care card: only the choice and the time of the last card are stored.
import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'
import { careIntervalHours } from '#shared/constants.ts'

/**
 * Records that the card is shown to a member for an entry made at `shownAt`. Returns false and records
 * nothing if they declined it or saw it less than a day ago. Idempotent for the same entry.
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

/** Deletes the choice of a deleted account (USR-15). */
export async function eraseCareChoice(tx: Executor, userId: number): Promise<void> {
  await tx.deleteFrom('care_choices').where('userId', '=', userId).execute()
}
