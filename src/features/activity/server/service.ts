// What other features say inside their own transactions about what an administrator or a garden angel changed.
import type { Executor } from '#server/db.ts'
import { eraseActivityDetails, insertActivity, type ActivityInput } from './sql.ts'
import type { AdminChangeSource } from '../format-activity.ts'
import { exportActivitiesAbout, exportActivitiesBy } from './sql-export.ts'

/** Notes one change, in the transaction that makes it: both are there, or neither (I23). */
export function recordActivity(tx: Executor, change: ActivityInput): Promise<void> {
  return insertActivity(tx, change)
}

/** Records that a user became an administrator, or ceased to be one, other than by another administrator. */
export function recordAdminRoleChange(
  tx: Executor,
  { userId, way, now, ...is }: { userId: number; isAdmin: boolean; way: AdminChangeSource; now: Date },
): Promise<void> {
  return insertActivity(tx, {
    // Who follows the link does it themselves; the rest is the operator's.
    actorId: way === 'first-admin-link' ? userId : null,
    action: 'user.update',
    targetType: 'user',
    targetId: userId,
    label: null,
    before: { isAdmin: !is.isAdmin },
    after: { isAdmin: is.isAdmin, way },
    createdAt: now,
  })
}

/** The same of what an administrator ordered. */
export function recordAdminActivity(
  tx: Executor,
  { adminId, now }: { adminId: number; now: Date },
  change: Omit<ActivityInput, 'actorId' | 'createdAt'>,
): Promise<void> {
  return insertActivity(tx, { ...change, actorId: adminId, createdAt: now })
}

/** Erases what the lines hold of a person whose account is deleted (I24). */
export function eraseActivityAbout(tx: Executor, userId: number): Promise<void> {
  return eraseActivityDetails(tx, userId)
}

/** The fields of two states of one thing that differ, as they were and as they are. */
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

/** What stands about a member and by them, for themselves (PROF-22); the newest `max` of each. */
export async function exportActivityData(tx: Executor, userId: number, max: number) {
  return {
    aboutMe: await exportActivitiesAbout(tx, userId, max),
    byMe: await exportActivitiesBy(tx, userId, max),
  }
}
