// Somebody whom the identity provider has proved becomes a member: once, with a code of their own.
import { ensureCode, join } from '#features/referrals/server/service.ts'
import { addressKey } from '#server/client-address.ts'
import type { Context, User } from '#server/context.ts'
import { refuse } from '#server/refusal.ts'
import { promoteRegistered } from './addresses.ts'
import { tellChanged, tellEnded } from './session.ts'
import { findUser, insertMember, isOpenSession } from './sql.ts'
import { takeUnprovenAddress } from './sql-addresses.ts'
import { revokeSessions } from './sql-session-ends.ts'

interface Registration {
  name: string
  /** Whoever's code led here; null without one. */
  referralCode: string | null
}

/**
 * Makes the user of the caller's identity, with their code, the referral and the points for joining in one transaction
 * (PTS-01); or finds the one there is. Refuses with `email_taken` when the address is another's.
 */
export async function register(
  context: Context<'identity'>,
  { name, referralCode }: Registration,
): Promise<{ user: User; isNew: boolean }> {
  const { caller, clock, database } = context
  const { session } = caller
  const address = caller.address === '' ? null : caller.address
  if (caller.user) return { user: caller.user, isNew: false }
  const now = new Date(clock.now())
  const ended: number[] = []
  const member = await database.transaction(async (tx) => {
    // Asked here once more: what is known of the session may be some seconds old.
    if (!(await isOpenSession(tx, session.id))) throw refuse('unauthenticated')
    const former = await takeUnprovenAddress(tx, session.uid, session.email)
    if (former !== null)
      ended.push(...(await revokeSessions(tx, { uid: former, revokedBy: 'sign-out', now })))
    const inserted = await insertMember(tx, {
      firebaseUid: session.uid,
      email: session.email,
      name,
      lastLogin: now,
      lastLoginIp: address,
    })
    if (!inserted) return null
    await ensureCode(tx, { userId: inserted.id, now })
    const joinedFrom = address && addressKey(address)
    await join(tx, { userId: inserted.id, referralCode, joinedFrom, now })
    return inserted
  })
  await tellEnded(context, ended)
  await tellChanged(context, session.uid)
  if (member) return { user: (await promoteRegistered(context, session.id)) ?? member, isNew: true }
  // The same person registered at the same moment from another page, or the address is another's.
  const existing = await findUser(database.query, session.uid)
  if (!existing) throw refuse('email_taken')
  return { user: existing, isNew: false }
}
