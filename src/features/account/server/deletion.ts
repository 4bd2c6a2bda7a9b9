// Somebody goes by their own wish: proved to be them, and erased as an administrator's deletion would.
import type { ProofAgain } from '#features/auth/contract.ts'
import {
  eraseIdentity,
  holdAccount,
  tellAccountChanged,
  type ProveAgain,
} from '#features/auth/server/service.ts'
import { holdLeaving, holdRoles } from '#features/users/server/service.ts'
import type { Context, Session, User } from '#server/context.ts'
import type { Executor } from '#server/db.ts'
import { refuse } from '#server/refusal.ts'
import { dropMails, eraseMember, erasing, tellErased, type Erased } from './service.ts'

/** Deletes the caller's account; refuses with `reauth_required` and `last_admin`. */
export async function deleteOwnAccount(
  context: Context<'identity'>,
  proveAgain: ProveAgain,
  proof: ProofAgain,
): Promise<void> {
  const { caller, clock, cookies, log } = context
  const { session, user } = caller
  const holds = await proveAgain(context, proof)
  const now = new Date(clock.now())
  if (user) {
    const erased = await erasing(context, (tx) => leave(tx, { session, user, holds, now }))
    log.info({ event: 'deletion', by: user.id, userId: user.id }, 'A member deleted their account.')
    await tellErased(context, erased)
  } else {
    const addresses = await erasing(context, (tx) => leaveUnregistered(tx, { session, holds, now }))
    log.info({ event: 'deletion' }, 'Somebody who had not registered deleted their account.')
    await dropMails(context, addresses)
  }
  await tellAccountChanged(context, session.uid)
  cookies.clearSession()
}

interface Leaving {
  session: Session
  holds: (tx: Executor) => Promise<boolean>
  now: Date
}

async function leave(tx: Executor, { session, user, holds, now }: Leaving & { user: User }): Promise<Erased> {
  // In the order that everybody keeps: roles, credentials, the row, and sessions after it, as a ban ends them.
  if (user.isAdmin) await holdRoles(tx)
  await holdAccount(tx, session.uid)
  const { isAdmin } = await holdLeaving(tx, user.id)
  // They became one at this very moment: the next try holds the roles.
  if (isAdmin && !user.isAdmin) throw refuse('unavailable')
  if (!(await holds(tx))) throw refuse('reauth_required')
  return eraseMember(tx, user.id, now)
}

async function leaveUnregistered(tx: Executor, { session, holds, now }: Leaving): Promise<readonly string[]> {
  await holdAccount(tx, session.uid)
  if (!(await holds(tx))) throw refuse('reauth_required')
  const addresses = await eraseIdentity(tx, session, now)
  // They registered from another page at this very moment: the next try finds a member.
  if (addresses === null) throw refuse('unavailable')
  return addresses
}
