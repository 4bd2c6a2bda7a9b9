// New passwords: asked for by mail and set by its link, or changed by whoever knows the present one.
import type { Platform, Session } from '#server/context.ts'
import type { Executor } from '#server/db.ts'
import { refuse } from '#server/refusal.ts'
import { promote } from './addresses.ts'
import type { Passwords, ProofByPassword, ProvenIdentity } from './identity.ts'
import { makeLink, readLink } from './links.ts'
import { passwordChangedNotice, resetMail } from './mails.ts'
import { hashOfSecret, newSecret } from './secret.ts'
import { tellChanged, tellEnded } from './session.ts'
import {
  holdPerson,
  isAlreadyThere,
  personOfEmail,
  personOfUid,
  restoreEmail,
  setPassword,
  setPendingEmail,
  setProvenEmail,
} from './sql-credentials.ts'
import { dropGoogle } from './sql-identities.ts'
import { deleteUndoLinks, dropLinksElsewhere, dropResetLinks, takeLink } from './sql-mailed-links.ts'
import { adoptPerson, insertPassword } from './sql-people.ts'
import { revokeSessions } from './sql-session-ends.ts'
import { isWeakPassword, weakPassword } from './weak-passwords.ts'

const takenMessage = 'Another account has this email address by now. Please ask an administrator for help.'

/** Mails a link for a new password to an address, if it is anybody's; nobody can tell from outside (AUTH-12). */
export function mailReset(platform: Platform, email: string): void {
  const { clock, database } = platform
  platform.mailer.send(async () => {
    // Of a time with Firebase as the provider, where they have proved the address.
    await adoptPerson(database.query, email, new Date(clock.now()))
    const person = await personOfEmail(database.query, email)
    if (!person) return null
    const token = await makeLink(database.query, clock, { purpose: 'reset', uid: person.uid, email })
    if (token === null) return null
    const name = person.emailVerified ? person.name : null
    return resetMail(platform.config, { email, name }, token)
  })
}

const settingPassword = ['reset', 'undo-email-change'] as const

/**
 * Sets a new password by a mailed link, once, and ends every session of the person; that the link came through
 * proves the address. One that undoes a change of address brings back the one that it was mailed to. Refuses with
 * `invalid-link`, and with `email_taken` when that has become another's.
 */
export async function resetPassword(
  platform: Platform,
  passwords: Passwords,
  { token, newPassword, address }: { token: string; newPassword: string; address: string },
): Promise<ProofByPassword> {
  const { clock, config, database } = platform
  const asked = await readLink(database.query, platform, settingPassword, token)
  if (!asked) throw refuse('invalid-link')
  const { appName } = config
  if (isWeakPassword(newPassword, { email: asked.email, appName })) throw weakPassword('newPassword')
  const password = await passwords.hash(newPassword, address)
  const { identity, ended } = await database
    .transaction(async (tx) => {
      const link = await readLink(tx, platform, settingPassword, token)
      const person = link && (await holdPerson(tx, link.uid))
      const isUndo = link?.purpose === 'undo-email-change'
      const isUsable = (isUndo || person?.email === link?.email) && (await takeLink(tx, hashOfSecret(token)))
      if (!link || !person || !isUsable) throw refuse('invalid-link')
      const { uid, name } = person
      const { email } = link
      const now = new Date(clock.now())
      // Whoever came by Google or Firebase has had none.
      if (!(await setPassword(tx, { uid, password, now }))) {
        await insertPassword(tx, { id: newSecret(), uid, password, now })
      }
      await setProvenEmail(tx, { uid, email, now })
      if (isUndo) {
        await restoreEmail(tx, uid, email)
        await deleteUndoLinks(tx, { uid, email, since: link.createdAt })
      }
      await callOffTheRest(tx, { uid, email })
      const ended = await revokeSessions(tx, { uid, revokedBy: 'password', now })
      return { identity: { uid, email, name, emailVerified: true }, ended }
    })
    .catch((error: unknown) => {
      throw isAlreadyThere(error) ? refuse('email_taken', { message: takenMessage }) : error
    })
  await tellEnded(platform, ended)
  await tellChanged(platform, identity.uid)
  await promote(platform, identity)
  return { identity, password }
}

/** Changes the password of a session's person, who knows the present one, and ends their other sessions. */
export async function changePassword(
  platform: Platform,
  passwords: Passwords,
  {
    session,
    currentPassword,
    newPassword,
    address,
  }: { session: Session; currentPassword: string; newPassword: string; address: string },
): Promise<void> {
  const { clock, config, database } = platform
  const { id, uid, email } = session
  const { appName } = config
  if (isWeakPassword(newPassword, { email, appName })) throw weakPassword('newPassword')
  const from = await passwords.match(uid, currentPassword, address)
  if (from === null) throw notThePassword()
  const password = await passwords.hash(newPassword, address)
  const ended = await database.transaction(async (tx) => {
    const person = await holdPerson(tx, uid)
    const now = new Date(clock.now())
    // Somebody else, such as the follower of a mailed link, may have set another one meanwhile.
    if (!person || !(await setPassword(tx, { uid, password, from, now }))) throw notThePassword()
    await callOffTheRest(tx, person)
    return revokeSessions(tx, { uid, exceptId: id, revokedBy: 'password', now })
  })
  await tellEnded(platform, ended)
  await tellChanged(platform, uid)
  platform.mailer.send(async () => {
    const person = await personOfUid(database.query, uid)
    if (!person) return null
    const name = person.emailVerified ? person.name : null
    return passwordChangedNotice(platform.config, { email: person.email, name })
  })
}

/** A new password ends what somebody else may have begun: mailed links, another address, and coming in by Google. */
async function callOffTheRest(
  tx: Executor,
  { uid, email }: Pick<ProvenIdentity, 'uid' | 'email'>,
): Promise<void> {
  await setPendingEmail(tx, uid, null)
  await dropLinksElsewhere(tx, uid, email)
  await dropResetLinks(tx, uid)
  await dropGoogle(tx, uid)
}

function notThePassword() {
  return refuse('invalid', {
    issues: [{ path: 'currentPassword', message: 'That is not your current password.' }],
  })
}
