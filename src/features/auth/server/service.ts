// Account operations for other features, to use inside their own transactions.
import { appError, fieldError } from '#server/app-error.ts'
import type { Context, Platform, Session, User } from '#server/context.ts'
import type { Executor } from '#server/db/database.ts'
import { perHour } from '#shared/endpoint.ts'
import { message, translate } from '#shared/i18n/t.ts'
import type { ReauthProof } from '../contract.ts'
import { authErrors } from '../errors.ts'
import { emailChangeIntent } from '../rules.ts'
import { enqueueMail } from './queued-mails.ts'
import type { Reauthenticate } from './reauthentication.ts'
import { publishIdentityChanged } from './session.ts'
import {
  listExternalIdentities,
  lockExternalIdentitiesForUpdate,
  deleteExternalIdentities,
} from './sql/external-identities.ts'
import {
  findEmailsInUse,
  lockIdentityUserForNoKeyUpdate,
  deleteIdentityUser,
  findCredentials,
} from './sql/identity-users.ts'
import {
  listMailedLinks,
  deleteLinksToOtherEmails,
  deleteMailedLinks,
  deleteQueuedMails,
} from './sql/mailed-links.ts'
import { deleteAuthSessions } from './sql/sessions.ts'
import { findUser, setPendingEmail } from './sql/users.ts'

export { hashSecret } from './secret-token.ts'
export type { Reauthenticate } from './reauthentication.ts'
export type { JoiningRule, Newcomer } from './registration.ts'
export { isEmailTaken, isExternalEmail } from './sql/identity-users.ts'
export {
  confirmedEmail,
  hasConfirmedEmail,
  lacksConfirmedEmail,
  listSignInAddresses,
  type SignInAddress,
} from './sql/sign-in-addresses.ts'
export { correctEmail } from './email-correction.ts'
export { enqueueMail } from './queued-mails.ts'
export { publishSessionsEnded } from './session.ts'
export { revokeSessions } from './sql/sessions.ts'
export {
  banMember,
  eraseMemberRow,
  unbanMember,
  updateMemberRow,
  updateProfile,
  updateTermsVersion,
  updateChoices,
} from './sql/users.ts'

const changesPerHour = perHour(5)
const emailManagedElsewhere = message(
  'Your email address belongs to the account that you sign in with. Please ask an administrator to change it.',
)

/** The check that {@link reauthenticateEmailChange} returns; null if the address stays the same. */
export type EmailChangeCheck = Awaited<ReturnType<Reauthenticate>> | null

/**
 * Requires reauthentication for a change of the email address (T47). Throws `reauth_required`, and `invalid` if
 * Firebase manages the addresses.
 */
export async function reauthenticateEmailChange(
  context: Pick<
    Context<'identity'>,
    'caller' | 'client' | 'config' | 'database' | 'clock' | 'enforceSharedRateLimit'
  >,
  user: User,
  { email, proof, reauthenticate }: { email: string; proof: ReauthProof; reauthenticate: Reauthenticate },
): Promise<EmailChangeCheck> {
  if (emailChangeIntent(user, email) !== 'request') return null
  if (context.config.firebase) throw fieldError('email', translate(emailManagedElsewhere))
  return reauthenticate(context, proof)
}

/**
 * Saves the pending address in the caller's transaction. The current address stays until the owner of the new one
 * confirms it. Saving the current address again cancels the change (PROF-17). Returns true for a new pending
 * address: call `mailer.sendQueued` after the commit, for a link to it and a mail to the current one. With a `check`, call
 * {@link lockAccountForUpdate} first. Throws `reauth_required`.
 */
export async function requestEmailChange(
  tx: Executor,
  context: Pick<Context<'identity'>, 'caller' | 'enforceRateLimit' | 'mailer'>,
  user: User,
  { email, check }: { email: string; check: EmailChangeCheck },
): Promise<boolean> {
  const { session } = context.caller
  const intent = emailChangeIntent(user, email)
  if (intent === 'none') return false
  if (intent === 'request' && !(check && (await check(tx)))) throw appError(authErrors.reauth_required)
  if (!(await setPendingEmail(tx, session.uid, intent === 'request' ? email : null))) return false
  await deleteLinksToOtherEmails(tx, session.uid, session.email)
  if (intent !== 'request') return false
  context.enforceRateLimit(`email-change ${user.id}`, changesPerHour)
  await enqueueMail(context, tx, { type: 'verification', uid: session.uid, sessionId: session.id })
  await enqueueMail(context, tx, { type: 'email-change', uid: session.uid })
  return true
}

/**
 * Locks the credentials of an account until the transaction ends. Transactions that change credentials and users
 * start with this lock, to avoid deadlocks.
 */
export async function lockAccountForUpdate(tx: Executor, uid: string): Promise<void> {
  await lockIdentityUserForNoKeyUpdate(tx, uid)
  await lockExternalIdentitiesForUpdate(tx, uid)
}

/**
 * Publishes a change of name, picture, address, role or ban to all nodes. Call after the commit. Does nothing
 * without a uid.
 */
export async function publishAccountChanged(
  platform: Pick<Platform, 'bus'>,
  uid: string | null,
): Promise<void> {
  if (uid !== null) await publishIdentityChanged(platform, uid)
}

/**
 * Deletes the account's queued mails, credentials, links, external identities, and sessions. Sessions come last, to include one
 * that is just being opened. The address can register again. The Firebase account is deleted after the commit and
 * the event on the bus.
 */
export async function eraseAccount(tx: Executor, uid: string, now: Date): Promise<void> {
  await deleteQueuedMails(tx, uid)
  await deleteIdentityUser(tx, uid)
  await deleteMailedLinks(tx, uid)
  await deleteExternalIdentities(tx, uid, now)
  await deleteAuthSessions(tx, uid)
}

/**
 * Erases an account without a user row and returns the addresses that received mail. Null if a user row exists
 * after all: the caller must roll back.
 */
export async function eraseUnregisteredAccount(
  tx: Executor,
  { uid, email }: Pick<Session, 'uid' | 'email'>,
  now: Date,
): Promise<string[] | null> {
  const addresses = [email, ...(await findEmailAddresses(tx, uid))]
  await eraseAccount(tx, uid, now)
  // A concurrent registration locks the session row, so it has finished by now.
  return (await findUser(tx, uid)) === null ? excludeEmailsInUse(tx, addresses) : null
}

/**
 * Returns the addresses, in lower case, that no other account uses: anyone may request a change to any address.
 * Call after the erasure.
 */
export async function excludeEmailsInUse(tx: Executor, addresses: readonly string[]): Promise<string[]> {
  const uniqueAddresses = [...new Set(addresses.map((address) => address.toLowerCase()))]
  const inUse = await findEmailsInUse(tx, uniqueAddresses)
  return uniqueAddresses.filter((address) => !inUse.has(address))
}

/** All addresses of an account: credentials, external identities, and mailed links. */
export async function findEmailAddresses(tx: Executor, uid: string): Promise<string[]> {
  const credentials = await findCredentials(tx, uid)
  const externalIdentities = await listExternalIdentities(tx, uid)
  const links = await listMailedLinks(tx, uid)
  return [
    ...(credentials ? [credentials.email] : []),
    ...[...externalIdentities, ...links].map(({ email }) => email),
  ]
}
