// Thanks service: export and erasure inside other features' transactions.
import type { Executor } from '#server/db/database.ts'
import { deleteThanksOf, exportThanks } from './sql.ts'

/** Deletes a member's thanks (USR-15). */
export function eraseThanks(tx: Executor, userId: number): Promise<void> {
  return deleteThanksOf(tx, userId)
}

/** The sittings in which a member thanked, for their own export (PROF-22): the newest `max`. */
export async function exportThanksData(tx: Executor, userId: number, max: number) {
  return { sittings: await exportThanks(tx, userId, max) }
}
