// Passwords: reset by mailed link, and change with the current password.
import { appError, fieldError } from '#server/app-error.ts'
import type { QueueClient } from '#server/async/semaphore.ts'
import type { Platform, Session } from '#server/context.ts'
import type { Executor } from '#server/db/database.ts'
import { t } from '#shared/i18n/t.ts'
import { authErrors } from '../errors.ts'
import { promoteConfiguredAdmin } from './email-verification.ts'
import type { Passwords, PasswordVerification, ProvenIdentity } from './identity.ts'
import { readMailedLink } from './mailed-links.ts'
import { enqueueMail } from './queued-mails.ts'
import { hashSecret, newSecret } from './secret-token.ts'
import { publishIdentityChanged, publishSessionsEnded } from './session.ts'
import { unlinkGoogle } from './sql/external-identities.ts'
import {
  lockIdentityUserForNoKeyUpdate,
  isUniqueViolation,
  updatePasswordHash,
  setVerifiedEmail,
  insertPassword,
} from './sql/identity-users.ts'
import {
  deleteUndoLinks,
  deleteLinksToOtherEmails,
  deleteResetLinks,
  consumeMailedLink,
} from './sql/mailed-links.ts'
import { revokeSessions } from './sql/sessions.ts'
import { restoreEmail, setPendingEmail } from './sql/users.ts'
import { isWeakPassword, weakPasswordError } from './weak-passwords.ts'

const passwordLinkPurposes = ['reset', 'undo-email-change'] as const

/**
 * Sets a new password by a mailed link, once, and revokes all sessions of the account. Following the link verifies
 * the address. An undo link also restores the address that it was mailed to. Throws `invalid-link`, and
 * `email_taken` if that address now belongs to another account.
 */
export async function resetPassword(
  platform: Platform,
  passwords: Passwords,
  { token, newPassword, client }: { token: string; newPassword: string; client: QueueClient },
): Promise<PasswordVerification> {
  const { clock, community, database } = platform
  // Checked before the slow hash, and again under the lock.
  const unlockedLink = await readMailedLink(database.query, platform, passwordLinkPurposes, token)
  if (!unlockedLink) throw appError(authErrors['invalid-link'])
  const { name } = community.settings()
  if (isWeakPassword(newPassword, { email: unlockedLink.email, community: name }))
    throw weakPasswordError('newPassword')
  const password = await passwords.hash(newPassword, client)
  const { identity, ended } = await database
    .transaction(async (tx) => {
      const link = await readMailedLink(tx, platform, passwordLinkPurposes, token)
      const account = link && (await lockIdentityUserForNoKeyUpdate(tx, link.uid))
      const isUndo = link?.purpose === 'undo-email-change'
      const isUsable =
        (isUndo || account?.email === link?.email) && (await consumeMailedLink(tx, hashSecret(token)))
      if (!link || !account || !isUsable) throw appError(authErrors['invalid-link'])
      const { uid, name } = account
      const { email } = link
      const now = new Date(clock.now())
      // Accounts created through Google or Firebase have no password yet.
      if (!(await updatePasswordHash(tx, { uid, password, now }))) {
        await insertPassword(tx, { id: newSecret(), uid, password, now })
      }
      // The new password opens a session of the account.
      await setVerifiedEmail(tx, { uid, email, isOwnerSignedIn: true, now })
      if (isUndo) {
        await restoreEmail(tx, uid, email)
        await deleteUndoLinks(tx, { uid, email, since: link.createdAt })
      }
      await cancelPendingCredentials(tx, { uid, email })
      const ended = await revokeSessions(tx, { uid, revokedBy: 'password', now })
      return { identity: { uid, email, name, emailVerified: true }, ended }
    })
    .catch((error: unknown) => {
      throw isUniqueViolation(error)
        ? appError(authErrors.email_taken, {
            message: t('Another account now uses this email address. Please ask an administrator for help.'),
          })
        : error
    })
  await publishSessionsEnded(platform, ended)
  await publishIdentityChanged(platform, identity.uid)
  await promoteConfiguredAdmin(platform, identity)
  return { identity, password }
}

/** Changes the password after checking the current one, and revokes the account's other sessions. */
export async function changePassword(
  platform: Platform,
  passwords: Passwords,
  {
    session,
    currentPassword,
    newPassword,
    client,
  }: { session: Session; currentPassword: string; newPassword: string; client: QueueClient },
): Promise<void> {
  const { clock, community, database } = platform
  const { id, uid, email } = session
  const { name } = community.settings()
  if (isWeakPassword(newPassword, { email, community: name })) throw weakPasswordError('newPassword')
  const currentHash = await passwords.match(uid, currentPassword, client)
  if (currentHash === null) throw wrongPasswordError()
  const password = await passwords.hash(newPassword, client)
  const ended = await database.transaction(async (tx) => {
    const account = await lockIdentityUserForNoKeyUpdate(tx, uid)
    const now = new Date(clock.now())
    // Another request, such as a reset by link, may have changed the password meanwhile.
    if (!account || !(await updatePasswordHash(tx, { uid, password, from: currentHash, now })))
      throw wrongPasswordError()
    await cancelPendingCredentials(tx, account)
    await enqueueMail(platform, tx, { type: 'password-changed', uid })
    return revokeSessions(tx, { uid, exceptId: id, revokedBy: 'password', now })
  })
  platform.mailer.sendQueued()
  await publishSessionsEnded(platform, ended)
  await publishIdentityChanged(platform, uid)
}

/** Cancels what an attacker may have started: mailed links, a pending email change, and the Google link. */
async function cancelPendingCredentials(
  tx: Executor,
  { uid, email }: Pick<ProvenIdentity, 'uid' | 'email'>,
): Promise<void> {
  await setPendingEmail(tx, uid, null)
  await deleteLinksToOtherEmails(tx, uid, email)
  await deleteResetLinks(tx, uid)
  await unlinkGoogle(tx, uid)
}

function wrongPasswordError() {
  return fieldError('currentPassword', t('That is not your current password.'))
}
