// Registration: creates the member of a proved identity, once, if they may join.
import { addressKey } from '#server/addresses/address-info.ts'
import { appError } from '#server/app-error.ts'
import type { Context, User } from '#server/context.ts'
import type { Executor } from '#server/db/database.ts'
import { authErrors } from '../errors.ts'
import { isAcceptableTerms, isConfiguredAdmin } from '../rules.ts'
import { promoteRegisteredAdmin } from './email-verification.ts'
import { publishIdentityChanged, publishSessionsEnded } from './session.ts'
import { lockOpenSessionShared, revokeSessions } from './sql/sessions.ts'
import { clearUnverifiedEmail, findUser, insertMember } from './sql/users.ts'

/** A member who just registered, before the transaction commits. */
export interface NewMember {
  userId: number
  /** The referrer's code; null without one. */
  referralCode: string | null
  /** The invite that let them in; null without one. */
  inviteId: number | null
  /** The network they registered from; null if unknown. */
  joinedFrom: string | null
  /** The version of the terms that they accepted; 0 for none. */
  termsVersion: number
  now: Date
}

/** What other features store about a new member, in the transaction that creates them. */
export type OnMemberCreated = (tx: Executor, member: NewMember) => Promise<void>

/** Someone who wants to join, before they are a member. */
export interface Newcomer {
  /** As typed or linked: of invites or of members who refer them. */
  codes: readonly string[]
  /** Whether their address is proven, and named by ADMIN_EMAILS: then they need no invite. */
  isConfiguredAdmin: boolean
  now: Date
}

/** Decides about newcomers (COM-06). */
export interface JoiningRule {
  /** Throws unless the newcomer may sign up now. */
  check(newcomer: Newcomer): Promise<void>
  /**
   * Throws unless the newcomer may join, in the transaction that creates them; uses up one use of their invite.
   * Returns the referral code that counts and that invite, each null without one.
   */
  admit(tx: Executor, newcomer: Newcomer): Promise<Pick<NewMember, 'referralCode' | 'inviteId'>>
}

/** The hooks of other features: who may join, and their part of a new member. */
export interface JoinHooks {
  joiningRule: JoiningRule
  onMemberCreated: OnMemberCreated
}

interface RegistrationInput extends Pick<Newcomer, 'codes'> {
  name: string
  /** The version of the terms that the form showed; null without one. */
  acceptedTerms: number | null
}

/**
 * Creates the user, and what `onMemberCreated` adds, in one transaction (PTS-01). Returns the existing user if there
 * is one. Throws `email_taken` if the address belongs to another account, and the errors of joining.
 */
export async function register(
  context: Context<'identity'>,
  { name, codes, acceptedTerms }: RegistrationInput,
  { joiningRule, onMemberCreated }: JoinHooks,
): Promise<{ user: User; isNew: boolean }> {
  const { caller, clock, config, database } = context
  const { session } = caller
  const address = caller.address === '' ? null : caller.address
  if (caller.user) return { user: caller.user, isNew: false }
  const now = new Date(clock.now())
  const termsVersion =
    acceptedTerms !== null && isAcceptableTerms(acceptedTerms, context.community.settings())
      ? acceptedTerms
      : 0
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
      termsVersion,
    })
    if (!inserted) return null
    const newcomer = { codes, isConfiguredAdmin: isConfiguredAdmin(session, config.adminEmails), now }
    // After the insert: a repeated registration uses up no invite.
    const admission = await joiningRule.admit(tx, newcomer)
    const joinedFrom = address && addressKey(address)
    await onMemberCreated(tx, { ...admission, userId: inserted.id, joinedFrom, termsVersion, now })
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
