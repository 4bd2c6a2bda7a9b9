// Energy service: a member's entries for other features' transactions.
import type { Executor } from '#server/db/database.ts'
import { sourceText } from '#shared/i18n/t.ts'
import { levelOf } from '../levels.ts'
import { daysWithEntries, deleteSampleEntries, selectEntriesForExport } from './sql.ts'

export { insertEntries, listEntries } from './sql.ts'

/** A member's entries for their own export (PROF-22): the newest `max`, with the displayed center. */
export async function exportEntries(tx: Executor, userId: number, max: number) {
  const entries = await selectEntriesForExport(tx, userId, max)
  return entries.map((entry) => ({ ...entry, center: sourceText(levelOf(entry.emotionLevel).name) }))
}

/** Deletes a member's sample entries, and returns which days of `among` (at least one) have real ones. */
export async function clearSampleEntries(
  tx: Executor,
  { userId, among }: { userId: number; among: readonly string[] },
): Promise<string[]> {
  await deleteSampleEntries(tx, userId)
  return daysWithEntries(tx, userId, among)
}
