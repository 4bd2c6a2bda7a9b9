// SQL of what members chose about their rhythm.
import type { Executor } from '#server/db/database.ts'
import type { RhythmChoices } from '../contract.ts'

const nothingChosen: RhythmChoices = { daysAWeek: null, hasStreak: false, isShown: true }

export async function findRhythmChoices(db: Executor, userId: number): Promise<RhythmChoices> {
  const row = await db
    .selectFrom('rhythm_choices')
    .select(['daysAWeek', 'hasStreak', 'isShown'])
    .where('userId', '=', userId)
    .executeTakeFirst()
  return row ?? nothingChosen
}

export async function saveRhythmChoices(tx: Executor, userId: number, choices: RhythmChoices): Promise<void> {
  await tx
    .insertInto('rhythm_choices')
    .values({ userId, ...choices })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(choices))
    .execute()
}

/** Deletes the choices of a deleted account (USR-15). */
export async function eraseRhythmChoices(tx: Executor, userId: number): Promise<void> {
  await tx.deleteFrom('rhythm_choices').where('userId', '=', userId).execute()
}
