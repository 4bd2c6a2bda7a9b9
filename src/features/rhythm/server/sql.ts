// SQL of what members chose about their rhythm.
import type { Executor } from '#server/db/database.ts'
import type { RhythmChoices } from '../contract.ts'

export const nothingChosen: RhythmChoices = { daysAWeek: null, hasStreak: false, isShown: true }

const choiceColumns = ['daysAWeek', 'hasStreak', 'isShown'] as const

export async function findRhythmChoices(db: Executor, userId: number): Promise<RhythmChoices> {
  const row = await db
    .selectFrom('rhythm_choices')
    .select(choiceColumns)
    .where('userId', '=', userId)
    .executeTakeFirst()
  return row ?? nothingChosen
}

/** Saves a part of a member's choices in one statement, and returns all of them. */
export function saveRhythmChoices(
  tx: Executor,
  userId: number,
  part: { [Field in keyof RhythmChoices]?: RhythmChoices[Field] | undefined },
): Promise<RhythmChoices> {
  const values = { userId, ...part }
  return tx
    .insertInto('rhythm_choices')
    .values(values)
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(values))
    .returning(choiceColumns)
    .executeTakeFirstOrThrow()
}
