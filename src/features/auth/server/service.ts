// What other features ask about accounts, inside their own transactions.
import { perHour } from '#shared/endpoint.ts'
import type { Context, Platform, Session, User } from '#server/context.ts'
import type { Executor } from '#server/db.ts'
import { appError } from '#server/app-error.ts'
import type { ReauthProof } from '../contract.ts'
import { emailChangeIntent } from '../rules.ts'
import { sendVerificationMail } from './email-verification.ts'
import { emailChangeNotice } from './account-mails.ts'
import type { Reauthenticate } from './reauthentication.ts'
import { publishIdentityChanged } from './session.ts'
import { findUser, deleteAuthSessions } from './sql.ts'
import { findEmailsInUse } from './sql-email-addresses.ts'
import {
  lockIdentityUserForNoKeyUpdate,
  findIdentityUserByUid,
  deleteIdentityUser,
  setPendingEmail,
} from './sql-credentials.ts'
import { findCredentials, listMailedLinks, listExternalIdentities, listSignIns } from './sql-export.ts'
import { lockExternalIdentitiesForUpdate, deleteExternalIdentities } from './sql-external-identities.ts'
import { deleteLinksToOtherEmails } from './sql-mailed-links.ts'

export type { Reauthenticate as ProveAgain } from './reauthentication.ts'

const changesPerHour = perHour(5)
const emailManagedElsewhere = {
  path: 'email',
  message:
    'Your email address belongs to the account that you sign in with. Please ask an administrator to change it.',
}

/** What {@link reauthenticateEmailChange} is worth in a transaction; null when nothing was asked. */
export type EmailChangeCheck = Awaited<ReturnType<Reauthenticate>> | null

/**
 * Asks a member who wants another address to prove once more who they are (T47). Refuses with `reauth_required`, and with
 * `invalid` where Firebase keeps the addresses.
 */
export async function reauthenticateEmailChange(
  context: Pick<Context<'identity'>, 'caller' | 'config' | 'database' | 'clock' | 'limit'>,
  user: User,
  { email, proof, proveAgain }: { email: string; proof: ReauthProof; proveAgain: Reauthenticate },
): Promise<EmailChangeCheck> {
  if (emailChangeIntent(user, email) !== 'ask') return null
  if (context.config.firebase) throw appError('invalid', { issues: [emailManagedElsewhere] })
  return proveAgain(context, proof)
}

/**
 * Notes which address a member wants, in the transaction that saves the rest: the present one stays until the owner
 * of the new one confirms it; the present one again calls that off (PROF-17). True when another one was asked for
 * now: once that is committed, {@link sendEmailChangeMails} is due. With a proof the account is held. Refuses with
 * `reauth_required`.
 */
export async function requestEmailChange(
  tx: Executor,
  { caller: { session }, limit }: Pick<Context<'identity'>, 'caller' | 'limit'>,
  user: User,
  { email, proof }: { email: string; proof: EmailChangeCheck },
): Promise<boolean> {
  const wish = emailChangeIntent(user, email)
  if (wish === 'nothing') return false
  if (wish === 'ask' && !(proof && (await proof(tx)))) throw appError('reauth_required')
  if (!(await setPendingEmail(tx, session.uid, wish === 'ask' ? email : null))) return false
  await deleteLinksToOtherEmails(tx, session.uid, session.email)
  if (wish === 'ask') limit(`email-change ${user.id}`, changesPerHour)
  return wish === 'ask'
}

/** Mails the link to the new address of a session's member, and a notice to the present one. */
export function sendEmailChangeMails(platform: Platform, { uid, id }: Session): void {
  sendVerificationMail(platform, uid, id)
  platform.mailer.send(async () => {
    const person = await findIdentityUserByUid(platform.database.query, uid)
    if (!person || person.pendingEmail === null) return null
    const name = person.emailVerified ? person.name : null
    return emailChangeNotice(platform.config, { email: person.email, name })
  })
}

/**
 * Keeps everybody else from a person's credentials until the transaction ends. Whatever changes credentials and users
 * begins with this, so that no two of them wait for each other.
 */
export async function lockAccountForUpdate(tx: Executor, uid: string): Promise<void> {
  await lockIdentityUserForNoKeyUpdate(tx, uid)
  await lockExternalIdentitiesForUpdate(tx, uid)
}

/**
 * Tells every node that a person's name, picture, address, role or ban isn't what it was, once that is committed; nobody
 * for whom there is no identity.
 */
export async function publishAccountChanged(
  platform: Pick<Platform, 'bus'>,
  uid: string | null,
): Promise<void> {
  if (uid !== null) await publishIdentityChanged(platform, uid)
}

/**
 * Removes the account of a person: what the built-in provider keeps of them, their links, who proved them, and their
 * sessions, after the rest, so that one which is just being opened is met as well. The address can sign up anew. An
 * account at Firebase is removed once this is committed and the bus has told of it.
 */
export async function eraseAccount(tx: Executor, uid: string, now: Date): Promise<void> {
  await deleteIdentityUser(tx, uid)
  await deleteExternalIdentities(tx, uid, now)
  await deleteAuthSessions(tx, uid)
}

/**
 * The same of a session's person who has no user row; answers where mails went. Null when they have one all the same:
 * nothing of this may be committed then.
 */
export async function eraseUnregisteredAccount(
  tx: Executor,
  { uid, email }: Pick<Session, 'uid' | 'email'>,
  now: Date,
): Promise<string[] | null> {
  const addresses = [email, ...(await findEmailAddresses(tx, uid))]
  await eraseAccount(tx, uid, now)
  // A registration that was under way holds their session, so it is over by now.
  return (await findUser(tx, uid)) === null ? excludeEmailsInUse(tx, addresses) : null
}

/**
 * Those of somebody's addresses, in lower case, that nobody else has: anybody may have wished for any. For once what is
 * kept of them is erased.
 */
export async function excludeEmailsInUse(tx: Executor, addresses: readonly string[]): Promise<string[]> {
  const known = [...new Set(addresses.map((address) => address.toLowerCase()))]
  const taken = await findEmailsInUse(tx, known)
  return known.filter((address) => !taken.has(address))
}

/** The addresses by which a person of the built-in provider, or of Firebase or Google, is known, or was lately. */
export async function findEmailAddresses(tx: Executor, uid: string): Promise<string[]> {
  const credentials = await findCredentials(tx, uid)
  const outside = await listExternalIdentities(tx, uid)
  const links = await listMailedLinks(tx, uid)
  return [...(credentials ? [credentials.email] : []), ...[...outside, ...links].map(({ email }) => email)]
}

/** How a person signs in, for themselves (PROF-22); the newest `max` sessions. */
export async function exportSignInData(tx: Executor, uid: string, max: number) {
  return {
    credentials: await findCredentials(tx, uid),
    provedElsewhere: await listExternalIdentities(tx, uid),
    mailedLinks: await listMailedLinks(tx, uid),
    sessions: await listSignIns(tx, uid, max),
  }
}
