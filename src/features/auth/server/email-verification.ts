// Addresses that their owners prove by a mailed link, and what follows from the proof.
import { recordAdminRoleChange } from '#features/activity/server/service.ts'
import type { Platform, User } from '#server/context.ts'
import { appError } from '#server/app-error.ts'
import { isConfiguredAdmin } from '../rules.ts'
import type { ProvenIdentity } from './identity.ts'
import { createMailedLink, readMailedLink } from './mailed-links.ts'
import { emailChangedNotice, verificationMail } from './account-mails.ts'
import { publishIdentityChanged, publishSessionsEnded } from './session.ts'
import { findSessionIdentity, promoteToAdministrator } from './sql.ts'
import {
  lockIdentityUserForNoKeyUpdate,
  isUniqueViolation,
  isEmailTaken,
  findIdentityUserByUid,
  setVerifiedEmail,
  applyPendingEmail,
} from './sql-credentials.ts'
import { unlinkGoogle } from './sql-external-identities.ts'
import { deleteUndoLinks, deleteLinksToOtherEmails, isEmailReserved } from './sql-mailed-links.ts'
import { revokeSessions } from './sql-session-revocation.ts'

/**
 * Mails the link that proves an address: the pending one of a person if there is one, else the present one while
 * nobody has proved it. To an address that is another's goes none. `sessionId` is the session that asks for it.
 */
export function sendVerificationMail(platform: Platform, uid: string, sessionId?: number): void {
  const { clock, config, database, mailer } = platform
  mailer.send(async () => {
    const person = await findIdentityUserByUid(database.query, uid)
    const email = person?.pendingEmail ?? (person?.emailVerified ? null : person?.email)
    const now = new Date(clock.now())
    if (email == null || (await isEmailTaken(database.query, { email, uid, now }))) return null
    const link = { purpose: 'verify', uid, email, ...(sessionId === undefined ? {} : { sessionId }) } as const
    const token = await createMailedLink(database.query, clock, link)
    return token === null ? null : verificationMail(config, { email, name: null }, token)
  })
}

/**
 * Proves an address by a mailed link; a pending one takes the place of the present one, everywhere in one
 * transaction, and ends every session but the caller's if that has asked for it. A link whose address is proved already
 * changes nothing. Refuses with `invalid-link`, and with `email_taken` when the address has become another's.
 */
export async function verifyEmail(
  platform: Platform,
  token: string,
  callerSessionId: number | null,
): Promise<ProvenIdentity> {
  const { clock, database } = platform
  const { identity, replaced } = await database
    .transaction(async (tx) => {
      const link = await readMailedLink(tx, platform, ['verify'], token)
      const person = link && (await lockIdentityUserForNoKeyUpdate(tx, link.uid))
      if (!link || !person) throw appError('invalid-link')
      const { uid, name } = person
      const { email } = link
      const identity = { uid, email, name, emailVerified: true }
      const isNew = person.pendingEmail === email
      if (!isNew && person.email !== email) throw appError('invalid-link')
      if (!isNew && person.emailVerified) return { identity, replaced: null }
      const now = new Date(clock.now())
      await setVerifiedEmail(tx, { uid, email, now })
      // Asked afterwards: setting it waits for whoever is leaving the address at this moment.
      if (await isEmailReserved(tx, { email, uid, now })) throw appError('email_taken')
      await deleteLinksToOtherEmails(tx, uid, email)
      if (!isNew) return { identity, replaced: null }
      if (!(await applyPendingEmail(tx, uid, email))) throw appError('invalid-link')
      // It was the way of whoever had the address before.
      await unlinkGoogle(tx, uid)
      await deleteUndoLinks(tx, { uid, email })
      const undo = { purpose: 'undo-email-change', uid, email: person.email } as const
      const undoToken = person.emailVerified ? await createMailedLink(tx, clock, undo) : null
      const exceptId = link.sessionId === callerSessionId ? callerSessionId : null
      const ended = await revokeSessions(tx, { uid, exceptId: exceptId ?? 0, revokedBy: 'sign-out', now })
      return { identity, replaced: { email: person.email, undoToken, ended } }
    })
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? appError('email_taken') : error
    })
  if (replaced) {
    const { email, undoToken, ended } = replaced
    await publishSessionsEnded(platform, ended)
    // A stranger's mailbox shows no text that somebody chose.
    const name = undoToken === null ? null : identity.name
    platform.mailer.send(async () => emailChangedNotice(platform.config, { email, name }, undoToken))
  }
  await publishIdentityChanged(platform, identity.uid)
  await promoteConfiguredAdmin(platform, identity)
  return identity
}

/**
 * Makes the user of an identity an administrator if the proved address is one of ADMIN_EMAILS. To be called after
 * whatever proved or registered it is committed, so that of two such calls at once the later one sees both. Once only:
 * whose role an administrator or the operator has decided about since is left alone. Answers the user if that changed.
 */
export async function promoteConfiguredAdmin(
  { bus, clock, config, database, log }: Platform,
  identity: Omit<ProvenIdentity, 'name'>,
): Promise<User | null> {
  if (!isConfiguredAdmin(identity, config.adminEmails)) return null
  const user = await database.transaction(async (tx) => {
    const made = await promoteToAdministrator(tx, identity.uid)
    const now = new Date(clock.now())
    if (made) await recordAdminRoleChange(tx, { userId: made.id, isAdmin: true, way: 'admin-emails', now })
    return made
  })
  if (!user) return null
  log.info({ event: 'role-change', by: null, userId: user.id, isAdmin: true }, 'A role was changed.')
  await publishIdentityChanged({ bus }, identity.uid)
  return user
}

/** The same for a user who was registered just now, by what the session's address is worth at this moment. */
export async function promoteRegisteredAdmin(platform: Platform, sessionId: number): Promise<User | null> {
  if (platform.config.adminEmails.length === 0) return null
  const identity = await findSessionIdentity(platform.database.query, sessionId)
  return identity && promoteConfiguredAdmin(platform, identity)
}
