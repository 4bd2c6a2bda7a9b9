// What other features ask of energy entries inside their own transactions.
import type { Executor } from '#server/db.ts'
import { deleteEntries } from './sql.ts'

/** Removes the whole diary of a member whose account is deleted (USR-15). */
export function eraseEntries(tx: Executor, userId: number): Promise<void> {
  return deleteEntries(tx, userId)
}
