// Energy service: what other features call inside their own transactions.
import type { Executor } from '#server/db/database.ts'
import { levelOf } from '../levels.ts'
import { deleteEntries, exportEntries } from './sql.ts'

/** Deletes all entries of a member whose account is deleted (USR-15). */
export function eraseEntries(tx: Executor, userId: number): Promise<void> {
  return deleteEntries(tx, userId)
}

/** A member's entries for their own export (PROF-22): the newest `max`, with the displayed center. */
export async function exportEnergyData(tx: Executor, userId: number, max: number) {
  const entries = await exportEntries(tx, userId, max)
  return { entries: entries.map((entry) => ({ ...entry, center: levelOf(entry.emotionLevel).name })) }
}
