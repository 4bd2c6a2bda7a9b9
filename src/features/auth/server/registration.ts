// Registration: creates the member of a proved identity, once, with a referral code.
import { authErrors } from '../errors.ts'
import { addressKey } from '#server/addresses/address-info.ts'
import type { Context, User } from '#server/context.ts'
import type { Executor } from '#server/db/database.ts'
import { appError } from '#server/app-error.ts'
import { promoteRegisteredAdmin } from './email-verification.ts'
import { publishIdentityChanged, publishSessionsEnded } from './session.ts'
import { clearUnverifiedEmail, findUser, insertMember } from './sql/users.ts'
import { lockOpenSessionShared, revokeSessions } from './sql/sessions.ts'

/** A member who just registered, before the transaction commits. */
export interface NewMember {
  userId: number
  /** The referrer's code; null without one. */
  referralCode: string | null
  /** The network they registered from; null if unknown. */
  joinedFrom: string | null
  now: Date
}

/** What other features store about a new member, in the transaction that creates them. */
export type OnMemberCreated = (tx: Executor, member: NewMember) => Promise<void>

interface RegistrationInput {
  name: string
  /** The code of the referrer; null without one. */
  referralCode: string | null
}

/**
 * Creates the user, and what `onMemberCreated` adds, in one transaction (PTS-01). Returns the existing user if there
 * is one. Throws `email_taken` if the address belongs to another account.
 */
export async function register(
  context: Context<'identity'>,
  { name, referralCode }: RegistrationInput,
  onMemberCreated: OnMemberCreated,
): Promise<{ user: User; isNew: boolean }> {
  const { caller, clock, database } = context
  const { session } = caller
  const address = caller.address === '' ? null : caller.address
  if (caller.user) return { user: caller.user, isNew: false }
  const now = new Date(clock.now())
  const ended: number[] = []
  const member = await database.transaction(async (tx) => {
    // Checked again here: the cached session may be some seconds old.
    if (!(await lockOpenSessionShared(tx, session.id))) throw appError('unauthenticated')
    const previousUid = await clearUnverifiedEmail(tx, session.uid, session.email)
    if (previousUid !== null)
      ended.push(...(await revokeSessions(tx, { uid: previousUid, revokedBy: 'sign-out', now })))
    const inserted = await insertMember(tx, {
      firebaseUid: session.uid,
      email: session.email,
      name,
      lastLogin: now,
      lastLoginIp: address,
    })
    if (!inserted) return null
    const joinedFrom = address && addressKey(address)
    await onMemberCreated(tx, { userId: inserted.id, referralCode, joinedFrom, now })
    return inserted
  })
  await publishSessionsEnded(context, ended)
  await publishIdentityChanged(context, session.uid)
  if (member) return { user: (await promoteRegisteredAdmin(context, session.id)) ?? member, isNew: true }
  // The same identity registered concurrently from another page, or the address belongs to another user.
  const existingUser = await findUser(database.query, session.uid)
  if (!existingUser) throw appError(authErrors.email_taken)
  return { user: existingUser, isNew: false }
}
