// Practice for other features. The feature itself is on its way: this keeps its signature.
import type { Executor } from '#server/db/database.ts'

interface PracticeBatchInput {
  userId: number
  source: 'community'
  label: string | null
  sits: readonly { day: string; startedAt: Date | null; minutes: number; title: string | null }[]
  now: Date
}

/** Adds sits as one batch of a member. */
export async function insertPracticeBatch(
  _tx: Executor,
  { sits }: PracticeBatchInput,
): Promise<{ id: number | null; imported: number; skipped: number }> {
  return { id: null, imported: sits.length, skipped: 0 }
}
