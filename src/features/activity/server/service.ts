// Audit log: other features record changes by administrators and garden angels in their transactions.
import type { Executor } from '#server/db/database.ts'
import type { NamedUser } from '../contract.ts'
import { eraseActivityDetails, insertActivity, latestActivities, type ActivityInput } from './sql.ts'

/** Records a change in the transaction that makes it: both commit or neither does (I23). */
export function recordActivity(tx: Executor, change: ActivityInput): Promise<void> {
  return insertActivity(tx, change)
}

/** Records a change made by an administrator. */
export function recordAdminActivity(
  tx: Executor,
  { adminId, now }: { adminId: number; now: Date },
  change: Omit<ActivityInput, 'actorId' | 'createdAt'>,
): Promise<void> {
  return insertActivity(tx, { ...change, actorId: adminId, createdAt: now })
}

/** How many entries are searched for the last change of a field. */
const searchedEntriesMax = 100

/** By field: who changed it last on targets of this type; without an entry for the server's operator. */
export async function findLastActors(
  db: Executor,
  targetType: string,
  fields: readonly string[],
): Promise<ReadonlyMap<string, NamedUser>> {
  const entries = await latestActivities(db, { targetType, limit: searchedEntriesMax })
  return new Map(
    fields.flatMap((field) => {
      const actor = entries.find(({ after }) => after !== null && field in after)?.actor
      return actor ? [[field, actor] as const] : []
    }),
  )
}

/** Erases personal data from all entries about a deleted account (I24). */
export function eraseActivityAbout(tx: Executor, userId: number): Promise<void> {
  return eraseActivityDetails(tx, userId)
}

/** The fields that differ between two states, with old and new values. */
export function changedFields<Thing extends object>(
  was: Thing,
  is: Thing,
): { before: object; after: object } {
  const changed = Object.entries(is).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(new Map(Object.entries(was)).get(key)),
  )
  const keys = new Set(changed.map(([key]) => key))
  return {
    before: Object.fromEntries(Object.entries(was).filter(([key]) => keys.has(key))),
    after: Object.fromEntries(changed),
  }
}
