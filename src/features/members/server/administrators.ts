// Administrator roles from the operator's shell; the running server reads the change from session_changes.
import { recordActivity } from '#features/activity/server/service.ts'
import { adminRoleActivity } from '#features/auth/activities.ts'
import { updateMemberRow } from '#features/auth/server/service.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/db/database.ts'
import { findMemberByEmail } from './sql/administrators.ts'
import { lockMembersForUpdate, countOtherAdmins, lockAdminRoles } from './sql/members.ts'

type ShellOutcome =
  | 'granted'
  | 'granted-unverified'
  | 'already-administrator'
  | 'revoked'
  | 'not-administrator'
  | 'last-administrator'
  | 'banned'
  | 'unknown-member'

/**
 * Grants or revokes the administrator role by email address (in lower case) and records it in the activity log.
 */
export async function setAdministrator(
  database: Database,
  clock: Pick<Clock, 'now'>,
  { email, isAdmin }: { email: string; isAdmin: boolean },
): Promise<ShellOutcome> {
  return database.transaction(async (tx) => {
    // Take this advisory lock before any row lock, as members.ts does (I19).
    await lockAdminRoles(tx)
    const member = await findMemberByEmail(tx, email)
    const locked = member && (await lockMembersForUpdate(tx, [member.id])).get(member.id)
    if (!member || !locked) return 'unknown-member'
    if (locked.isAdmin === isAdmin) return isAdmin ? 'already-administrator' : 'not-administrator'
    if (isAdmin && locked.isBanned) return 'banned'
    if (!isAdmin && (await countOtherAdmins(tx, member.id)) === 0) return 'last-administrator'
    await updateMemberRow(tx, member.id, { isAdmin })
    const now = new Date(clock.now())
    await recordActivity(tx, adminRoleActivity({ userId: member.id, isAdmin, way: 'cli', now }))
    if (!isAdmin) return 'revoked'
    return member.isProven ? 'granted' : 'granted-unverified'
  })
}
