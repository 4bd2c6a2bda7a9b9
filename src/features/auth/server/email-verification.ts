// Email verification by mailed link, and its consequences.
import { recordActivity } from '#features/activity/server/service.ts'
import { appError } from '#server/app-error.ts'
import type { Platform, Session, User } from '#server/context.ts'
import { adminRoleActivity } from '../activities.ts'
import type { MailedLinkDescription } from '../contract.ts'
import { authErrors } from '../errors.ts'
import { isConfiguredAdmin } from '../rules.ts'
import type { ProvenIdentity } from './identity.ts'
import { createMailedLink, readJoinLink, readMailedLink } from './mailed-links.ts'
import { enqueueMail } from './queued-mails.ts'
import { publishIdentityChanged, publishSessionsEnded } from './session.ts'
import { unlinkGoogle } from './sql/external-identities.ts'
import {
  findIdentityUserByUid,
  lockIdentityUserForNoKeyUpdate,
  isUniqueViolation,
  setVerifiedEmail,
} from './sql/identity-users.ts'
import { deleteUndoLinks, deleteLinksToOtherEmails, isEmailReserved } from './sql/mailed-links.ts'
import { findSessionIdentity, revokeSessions } from './sql/sessions.ts'
import { applyPendingEmail, promoteToAdministrator } from './sql/users.ts'

type Caller = Pick<Session, 'id' | 'uid'> | null

/** The purposes of links to accounts. */
const purposes = ['reset', 'verify', 'undo-email-change'] as const

/**
 * Tells what a mailed link would do, and changes nothing: mail scanners open links and run their scripts (T70).
 * Throws `invalid-link`.
 */
export async function describeMailedLink(
  platform: Platform,
  token: string,
  caller: Caller,
): Promise<MailedLinkDescription> {
  const { query } = platform.database
  const newcomer = await readJoinLink(query, platform, token)
  if (newcomer !== null) return { ...joinDescription, email: newcomer }
  const link = await readMailedLink(query, platform, purposes, token)
  const account = link && (await findIdentityUserByUid(query, link.uid))
  if (!link || !account) throw appError(authErrors['invalid-link'])
  const { purpose, email } = link
  const isChange = purpose === 'verify' && account.pendingEmail === email
  if (purpose !== 'undo-email-change' && !isChange && account.email !== email)
    throw appError(authErrors['invalid-link'])
  return {
    purpose,
    email,
    isOwn: caller?.uid === account.uid,
    isChange,
    isDone: purpose === 'verify' && !isChange && account.emailVerified,
    needsSignIn: purpose === 'verify' && needsOwnSession(platform, { ...account, email, isChange }),
  }
}

/** Of a link to sign up: there is no account yet. */
const joinDescription = {
  purpose: 'join',
  isOwn: false,
  isChange: false,
  isDone: false,
  needsSignIn: false,
} as const

/**
 * Whether an address is confirmed only in a session of its account. The owner of the mailbox may press a button for
 * an account that a stranger opened with the address. That must not give the stranger a role or another address
 * (T70). Nor must an administrator get an account by correcting its address to theirs.
 */
function needsOwnSession(
  { config }: Pick<Platform, 'config'>,
  { email, isChange, isCorrected }: { email: string; isChange: boolean; isCorrected: boolean },
): boolean {
  return isChange || isCorrected || isConfiguredAdmin({ email, emailVerified: true }, config.adminEmails)
}

/**
 * Verifies an address by its mailed link. A pending address replaces the current one everywhere in one transaction.
 * That revokes all sessions except the caller's, if it requested the change. A link to an already verified address
 * changes nothing, except that a session of the account proves its owner (T70). Throws `invalid-link`,
 * `wrong_account`, and `email_taken` if the address now belongs to another account.
 */
export async function verifyEmail(
  platform: Platform,
  token: string,
  caller: Caller,
): Promise<ProvenIdentity> {
  const { clock, database } = platform
  const { identity, ended } = await database
    .transaction(async (tx) => {
      const link = await readMailedLink(tx, platform, ['verify'], token)
      const account = link && (await lockIdentityUserForNoKeyUpdate(tx, link.uid))
      if (!link || !account) throw appError(authErrors['invalid-link'])
      const { uid, name } = account
      const { email } = link
      const identity = { uid, email, name, emailVerified: true }
      const isPending = account.pendingEmail === email
      if (!isPending && account.email !== email) throw appError(authErrors['invalid-link'])
      const isOwnSession = caller?.uid === uid
      if (!isOwnSession && needsOwnSession(platform, { ...account, email, isChange: isPending }))
        throw appError(authErrors.wrong_account)
      if (!isPending && account.emailVerified && !isOwnSession) return { identity, ended: null }
      const now = new Date(clock.now())
      await setVerifiedEmail(tx, { uid, email, isOwnerSignedIn: isOwnSession, now })
      // Checked after the update, which waits for a concurrent change away from this address.
      if (await isEmailReserved(tx, { email, uid, now })) throw appError(authErrors.email_taken)
      await deleteLinksToOtherEmails(tx, uid, email)
      if (!isPending) return { identity, ended: null }
      if (!(await applyPendingEmail(tx, uid, email))) throw appError(authErrors['invalid-link'])
      // The Google link belonged to the owner of the previous address.
      await unlinkGoogle(tx, uid)
      await deleteUndoLinks(tx, { uid, email })
      const undo = { purpose: 'undo-email-change', uid, email: account.email } as const
      // Reserves the address; the mail gives the link its secret.
      if (account.emailVerified) await createMailedLink(tx, clock, undo)
      await enqueueMail(platform, tx, { type: 'email-changed', uid, email: account.email })
      const exceptId = caller && link.sessionId === caller.id ? caller.id : 0
      const ended = await revokeSessions(tx, { uid, exceptId, revokedBy: 'sign-out', now })
      return { identity, ended }
    })
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? appError(authErrors.email_taken) : error
    })
  if (ended) {
    platform.mailer.sendQueued()
    await publishSessionsEnded(platform, ended)
  }
  await publishIdentityChanged(platform, identity.uid)
  await promoteConfiguredAdmin(platform, identity)
  return identity
}

/**
 * Promotes the identity's user to administrator if ADMIN_EMAILS contains the verified address. Call after the
 * verification or registration is committed: of two concurrent calls, the later one sees both. Never overrides a
 * later role decision by an administrator or the operator. Never counts an address that was confirmed outside of its
 * account's sessions (T70). Returns the user if the role changed.
 */
export async function promoteConfiguredAdmin(
  { bus, clock, config, database, log }: Platform,
  identity: Omit<ProvenIdentity, 'name'>,
): Promise<User | null> {
  if (!isConfiguredAdmin(identity, config.adminEmails)) return null
  const user = await database.transaction(async (tx) => {
    const promoted = await promoteToAdministrator(tx, identity.uid)
    const now = new Date(clock.now())
    if (promoted) {
      const change = { userId: promoted.id, isAdmin: true, way: 'admin-emails', now } as const
      await recordActivity(tx, adminRoleActivity(change))
    }
    return promoted
  })
  if (!user) return null
  log.info(
    { event: 'role-change', by: null, userId: user.id, isAdmin: true },
    'An administrator role was changed.',
  )
  await publishIdentityChanged({ bus }, identity.uid)
  return user
}

/** Does the same for a newly registered user, with the session's current identity. */
export async function promoteRegisteredAdmin(platform: Platform, sessionId: number): Promise<User | null> {
  if (platform.config.adminEmails.length === 0) return null
  const identity = await findSessionIdentity(platform.database.query, sessionId)
  return identity && promoteConfiguredAdmin(platform, identity)
}
