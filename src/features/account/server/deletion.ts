// Account deletion, by the member after reauthentication, or by an administrator (USR-15, USR-16).
import type { ReauthProof } from '#features/auth/contract.ts'
import { authErrors } from '#features/auth/errors.ts'
import {
  eraseUnregisteredAccount,
  lockAccountForUpdate,
  publishAccountChanged,
  type Reauthenticate,
} from '#features/auth/server/service.ts'
import { deletionError } from '#features/members/rules.ts'
import {
  lockLeavingMemberForUpdate,
  lockAdminRoleChanges,
  lockTargetForUpdate,
  recordMemberActivity,
  type MemberChangeContext,
} from '#features/members/server/service.ts'
import { appError } from '#server/app-error.ts'
import type { Context, Platform, Session, User } from '#server/context.ts'
import type { Executor } from '#server/db/database.ts'
import { memberDataActivities } from '../activities.ts'
import {
  deleteStoredMails,
  eraseMember,
  lockAccountByUserIdForUpdate,
  runErasure,
  publishErasure,
  type ErasureOptions,
  type ErasureResult,
} from './service.ts'

/** Deletes the caller's account. Throws `reauth_required` and `last_admin`. */
export async function deleteOwnAccount(
  context: Context<'identity'>,
  reauthenticate: Reauthenticate,
  proof: ReauthProof,
  memberData: ErasureOptions['memberData'],
): Promise<void> {
  const { calendar, caller, clock, cookies, log } = context
  const { session, user } = caller
  const checkProof = await reauthenticate(context, proof)
  const now = new Date(clock.now())
  if (user) {
    const erasure = await runErasure(context, (tx) =>
      deleteRegisteredAccount(tx, { session, user, checkProof, now, today: calendar.today(), memberData }),
    )
    log.info({ event: 'deletion', by: user.id, userId: user.id }, 'A member deleted their account.')
    await publishErasure(context, erasure)
  } else {
    const addresses = await runErasure(context, (tx) =>
      deleteUnregisteredAccount(tx, { session, checkProof, now }),
    )
    log.info({ event: 'deletion' }, 'An account without a user was deleted.')
    await deleteStoredMails(context, addresses)
  }
  await publishAccountChanged(context, session.uid)
  cookies.clearSession()
}

interface DeletionInput {
  session: Session
  checkProof: (tx: Executor) => Promise<boolean>
  now: Date
}

async function deleteRegisteredAccount(
  tx: Executor,
  { session, user, checkProof, ...options }: DeletionInput & ErasureOptions & { user: User },
): Promise<ErasureResult> {
  // Lock order of all transactions: advisory lock of administrator roles, credentials, user row, sessions.
  if (user.isAdmin) await lockAdminRoleChanges(tx)
  await lockAccountForUpdate(tx, session.uid)
  const { isAdmin } = await lockLeavingMemberForUpdate(tx, user.id)
  // The member became an administrator since the request was authenticated. A retry takes the role lock.
  if (isAdmin && !user.isAdmin) throw appError('unavailable')
  if (!(await checkProof(tx))) throw appError(authErrors.reauth_required)
  return eraseMember(tx, user.id, options)
}

async function deleteUnregisteredAccount(
  tx: Executor,
  { session, checkProof, now }: DeletionInput,
): Promise<readonly string[]> {
  await lockAccountForUpdate(tx, session.uid)
  if (!(await checkProof(tx))) throw appError(authErrors.reauth_required)
  const addresses = await eraseUnregisteredAccount(tx, session, now)
  // Another request registered the account meanwhile. A retry finds the member.
  if (addresses === null) throw appError('unavailable')
  return addresses
}

/** Deletes a member for an administrator. Throws `not_found`, `target_is_self` or `target_is_admin`. */
export async function deleteMember(
  platform: Platform,
  context: MemberChangeContext,
  memberData: ErasureOptions['memberData'],
): Promise<void> {
  const { adminId, userId, now } = context
  const erased = await runErasure(platform, async (tx) => {
    await lockAccountByUserIdForUpdate(tx, userId)
    const error = deletionError(adminId, await lockTargetForUpdate(tx, context))
    if (error !== null) throw appError(error)
    const result = await eraseMember(tx, userId, { now, today: platform.calendar.today(), memberData })
    await recordMemberActivity(tx, context, memberDataActivities.delete)
    return result
  })
  platform.log.info({ event: 'deletion', by: adminId, userId }, 'A member was deleted.')
  await publishErasure(platform, erased)
}
