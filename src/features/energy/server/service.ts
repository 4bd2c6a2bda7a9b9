// Energy service: what other features call inside their own transactions.
import type { Executor } from '#server/db/database.ts'
import { levelOf } from '../levels.ts'
import { deleteCareChoice, findCareChoice, deleteEntries, exportEntries, findReflectionOptIn } from './sql.ts'

/** Deletes all entries and choices of a deleted account (USR-15). */
export async function eraseEntries(tx: Executor, userId: number): Promise<void> {
  await deleteEntries(tx, userId)
  await deleteCareChoice(tx, userId)
}

/** A member's entries for their own export (PROF-22): the newest `max`, with the displayed center; and their choices. */
export async function exportEnergyData(tx: Executor, userId: number, max: number) {
  const entries = await exportEntries(tx, userId, max)
  const reflectionOptIn = await findReflectionOptIn(tx, userId)
  return {
    reflectionOptIn,
    care: await findCareChoice(tx, userId),
    entries: entries.map((entry) => ({ ...entry, center: levelOf(entry.emotionLevel).name })),
  }
}
