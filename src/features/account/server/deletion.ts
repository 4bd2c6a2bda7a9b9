// Somebody goes by their own wish: proved to be them, and erased as an administrator's deletion would.
import type { ReauthProof } from '#features/auth/contract.ts'
import {
  eraseUnregisteredAccount,
  lockAccountForUpdate,
  publishAccountChanged,
  type ProveAgain,
} from '#features/auth/server/service.ts'
import { lockLeavingMemberForUpdate, lockAdminRoleChanges } from '#features/users/server/service.ts'
import type { Context, Session, User } from '#server/context.ts'
import type { Executor } from '#server/db.ts'
import { appError } from '#server/app-error.ts'
import { deleteStoredMails, eraseMember, runErasure, publishErasure, type ErasureResult } from './service.ts'

/** Deletes the caller's account; refuses with `reauth_required` and `last_admin`. */
export async function deleteOwnAccount(
  context: Context<'identity'>,
  proveAgain: ProveAgain,
  proof: ReauthProof,
): Promise<void> {
  const { caller, clock, cookies, log } = context
  const { session, user } = caller
  const holds = await proveAgain(context, proof)
  const now = new Date(clock.now())
  if (user) {
    const erased = await runErasure(context, (tx) =>
      deleteRegisteredAccount(tx, { session, user, holds, now }),
    )
    log.info({ event: 'deletion', by: user.id, userId: user.id }, 'A member deleted their account.')
    await publishErasure(context, erased)
  } else {
    const addresses = await runErasure(context, (tx) =>
      deleteUnregisteredAccount(tx, { session, holds, now }),
    )
    log.info({ event: 'deletion' }, 'Somebody who had not registered deleted their account.')
    await deleteStoredMails(context, addresses)
  }
  await publishAccountChanged(context, session.uid)
  cookies.clearSession()
}

interface DeletionInput {
  session: Session
  holds: (tx: Executor) => Promise<boolean>
  now: Date
}

async function deleteRegisteredAccount(
  tx: Executor,
  { session, user, holds, now }: DeletionInput & { user: User },
): Promise<ErasureResult> {
  // In the order that everybody keeps: roles, credentials, the row, and sessions after it, as a ban ends them.
  if (user.isAdmin) await lockAdminRoleChanges(tx)
  await lockAccountForUpdate(tx, session.uid)
  const { isAdmin } = await lockLeavingMemberForUpdate(tx, user.id)
  // They became one at this very moment: the next try holds the roles.
  if (isAdmin && !user.isAdmin) throw appError('unavailable')
  if (!(await holds(tx))) throw appError('reauth_required')
  return eraseMember(tx, user.id, now)
}

async function deleteUnregisteredAccount(
  tx: Executor,
  { session, holds, now }: DeletionInput,
): Promise<readonly string[]> {
  await lockAccountForUpdate(tx, session.uid)
  if (!(await holds(tx))) throw appError('reauth_required')
  const addresses = await eraseUnregisteredAccount(tx, session, now)
  // They registered from another page at this very moment: the next try finds a member.
  if (addresses === null) throw appError('unavailable')
  return addresses
}
