// Administrators as the operator's shell makes and removes them: beside the running server, which learns of it from the
// database (session_changes).
import { recordAdminRoleChange } from '#features/activity/server/service.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/db.ts'
import { lockMembersForUpdate } from './sql.ts'
import { findMemberByEmail } from './sql-administrators.ts'
import { countOtherAdmins, lockAdminRoles, updateMemberRow } from './sql-member-changes.ts'

type ShellOutcome =
  | 'granted'
  | 'granted, nobody has proved the address'
  | 'is one already'
  | 'revoked'
  | 'is none'
  | 'is the last one'
  | 'is banned'
  | 'unknown'

/** Makes the member of an address (in lower case) an administrator, or takes that from them, with a line of activity. */
export async function setAdministrator(
  database: Database,
  clock: Pick<Clock, 'now'>,
  { email, isAdmin }: { email: string; isAdmin: boolean },
): Promise<ShellOutcome> {
  return database.transaction(async (tx) => {
    // As members.ts does: before any row (I19).
    await lockAdminRoles(tx)
    const member = await findMemberByEmail(tx, email)
    const held = member && (await lockMembersForUpdate(tx, [member.id])).get(member.id)
    if (!member || !held) return 'unknown'
    if (held.isAdmin === isAdmin) return isAdmin ? 'is one already' : 'is none'
    if (isAdmin && held.isBanned) return 'is banned'
    if (!isAdmin && (await countOtherAdmins(tx, member.id)) === 0) return 'is the last one'
    await updateMemberRow(tx, member.id, { isAdmin })
    await recordAdminRoleChange(tx, {
      userId: member.id,
      isAdmin,
      way: 'cli',
      now: new Date(clock.now()),
    })
    if (!isAdmin) return 'revoked'
    return member.isProven ? 'granted' : 'granted, nobody has proved the address'
  })
}
