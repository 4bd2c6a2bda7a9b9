// Care service: whether to show the card after an entry, and the stored choice for other features' transactions.
import type { MoodEntry } from '#features/energy/contract.ts'
import { listEntries } from '#features/energy/server/service.ts'
import type { Executor } from '#server/db/database.ts'
import { asksForCare, mayAskForCare } from '../rules.ts'
import { recordCareShown } from './sql.ts'

export { findCareChoice } from './sql.ts'

/** Whether the care card is shown after a saved After. */
export async function needsCareCard(db: Executor, saved: MoodEntry): Promise<boolean> {
  if (!mayAskForCare(saved)) return false
  const entries = await listEntries(db, saved.userId, saved.sessionDate)
  return asksForCare(saved, entries) && recordCareShown(db, saved.userId, saved.createdAt)
}
