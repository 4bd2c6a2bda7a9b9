// Email verification by mailed link, and its consequences.
import { recordAdminRoleChange } from '#features/activity/server/service.ts'
import type { Platform, User } from '#server/context.ts'
import { appError } from '#server/app-error.ts'
import { isConfiguredAdmin } from '../rules.ts'
import type { ProvenIdentity } from './identity.ts'
import { createMailedLink, readMailedLink } from './mailed-links.ts'
import { enqueueMail } from './queued-mails.ts'
import { publishIdentityChanged, publishSessionsEnded } from './session.ts'
import { findSessionIdentity, revokeSessions } from './sql/sessions.ts'
import { promoteToAdministrator } from './sql/users.ts'
import {
  lockIdentityUserForNoKeyUpdate,
  isUniqueViolation,
  setVerifiedEmail,
  applyPendingEmail,
} from './sql/identity-users.ts'
import { unlinkGoogle } from './sql/external-identities.ts'
import { deleteUndoLinks, deleteLinksToOtherEmails, isEmailReserved } from './sql/mailed-links.ts'

/**
 * Verifies an address by its mailed link. A pending address replaces the current one everywhere in one transaction.
 * That revokes all sessions except the caller's, if it requested the change. A link to an already verified address
 * changes nothing. Throws `invalid-link`, and `email_taken` if the address now belongs to another account.
 */
export async function verifyEmail(
  platform: Platform,
  token: string,
  callerSessionId: number | null,
): Promise<ProvenIdentity> {
  const { clock, database } = platform
  const { identity, ended } = await database
    .transaction(async (tx) => {
      const link = await readMailedLink(tx, platform, ['verify'], token)
      const account = link && (await lockIdentityUserForNoKeyUpdate(tx, link.uid))
      if (!link || !account) throw appError('invalid-link')
      const { uid, name } = account
      const { email } = link
      const identity = { uid, email, name, emailVerified: true }
      const isPending = account.pendingEmail === email
      if (!isPending && account.email !== email) throw appError('invalid-link')
      if (!isPending && account.emailVerified) return { identity, ended: null }
      const now = new Date(clock.now())
      await setVerifiedEmail(tx, { uid, email, now })
      // Checked after the update, which waits for a concurrent change away from this address.
      if (await isEmailReserved(tx, { email, uid, now })) throw appError('email_taken')
      await deleteLinksToOtherEmails(tx, uid, email)
      if (!isPending) return { identity, ended: null }
      if (!(await applyPendingEmail(tx, uid, email))) throw appError('invalid-link')
      // The Google link belonged to the owner of the previous address.
      await unlinkGoogle(tx, uid)
      await deleteUndoLinks(tx, { uid, email })
      const undo = { purpose: 'undo-email-change', uid, email: account.email } as const
      // Reserves the address; the mail gives the link its secret.
      if (account.emailVerified) await createMailedLink(tx, clock, undo)
      await enqueueMail(platform, tx, { type: 'email-changed', uid, email: account.email })
      const exceptId = link.sessionId === callerSessionId ? callerSessionId : null
      const ended = await revokeSessions(tx, { uid, exceptId: exceptId ?? 0, revokedBy: 'sign-out', now })
      return { identity, ended }
    })
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? appError('email_taken') : error
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
 * later role decision by an administrator or the operator. Returns the user if the role changed.
 */
export async function promoteConfiguredAdmin(
  { bus, clock, config, database, log }: Platform,
  identity: Omit<ProvenIdentity, 'name'>,
): Promise<User | null> {
  if (!isConfiguredAdmin(identity, config.adminEmails)) return null
  const user = await database.transaction(async (tx) => {
    const promoted = await promoteToAdministrator(tx, identity.uid)
    const now = new Date(clock.now())
    if (promoted)
      await recordAdminRoleChange(tx, { userId: promoted.id, isAdmin: true, way: 'admin-emails', now })
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
