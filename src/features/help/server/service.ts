// Help service: export and erasure inside other features' transactions.
import type { Executor } from '#server/db/database.ts'
import { deleteRequestsOf, exportRequests } from './sql.ts'

/** Deletes a member's requests and their texts (USR-15). */
export function eraseHelp(tx: Executor, userId: number): Promise<void> {
  return deleteRequestsOf(tx, userId)
}

/** A member's requests for their own export (PROF-22): the newest `max`. */
export async function exportHelpData(tx: Executor, userId: number, max: number) {
  return { requests: await exportRequests(tx, userId, max) }
}
