// Addresses that their owners prove by a mailed link, and what follows from the proof.
import { noteAdmin } from '#features/activity/server/service.ts'
import type { Platform, User } from '#server/context.ts'
import { refuse } from '#server/refusal.ts'
import { isAdministrators } from '../rules.ts'
import type { ProvenIdentity } from './identity.ts'
import { makeLink, readLink } from './links.ts'
import { emailChangedNotice, verificationMail } from './mails.ts'
import { tellChanged, tellEnded } from './session.ts'
import { identityOfSession, makeAdministrator } from './sql.ts'
import {
  holdPerson,
  isAlreadyThere,
  isEmailTaken,
  personOfUid,
  setProvenEmail,
  takePendingEmail,
} from './sql-credentials.ts'
import { dropGoogle } from './sql-identities.ts'
import { deleteUndoLinks, dropLinksElsewhere, isEmailReserved } from './sql-mailed-links.ts'
import { revokeSessions } from './sql-session-ends.ts'

/**
 * Mails the link that proves an address: the pending one of a person if there is one, else the present one while
 * nobody has proved it. To an address that is another's goes none. `sessionId` is the session that asks for it.
 */
export function mailVerification(platform: Platform, uid: string, sessionId?: number): void {
  const { clock, config, database, mailer } = platform
  mailer.send(async () => {
    const person = await personOfUid(database.query, uid)
    const email = person?.pendingEmail ?? (person?.emailVerified ? null : person?.email)
    const now = new Date(clock.now())
    if (email == null || (await isEmailTaken(database.query, { email, uid, now }))) return null
    const link = { purpose: 'verify', uid, email, ...(sessionId === undefined ? {} : { sessionId }) } as const
    const token = await makeLink(database.query, clock, link)
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
      const link = await readLink(tx, platform, ['verify'], token)
      const person = link && (await holdPerson(tx, link.uid))
      if (!link || !person) throw refuse('invalid-link')
      const { uid, name } = person
      const { email } = link
      const identity = { uid, email, name, emailVerified: true }
      const isNew = person.pendingEmail === email
      if (!isNew && person.email !== email) throw refuse('invalid-link')
      if (!isNew && person.emailVerified) return { identity, replaced: null }
      const now = new Date(clock.now())
      await setProvenEmail(tx, { uid, email, now })
      // Asked afterwards: setting it waits for whoever is leaving the address at this moment.
      if (await isEmailReserved(tx, { email, uid, now })) throw refuse('email_taken')
      await dropLinksElsewhere(tx, uid, email)
      if (!isNew) return { identity, replaced: null }
      if (!(await takePendingEmail(tx, uid, email))) throw refuse('invalid-link')
      // It was the way of whoever had the address before.
      await dropGoogle(tx, uid)
      await deleteUndoLinks(tx, { uid, email })
      const undo = { purpose: 'undo-email-change', uid, email: person.email } as const
      const undoToken = person.emailVerified ? await makeLink(tx, clock, undo) : null
      const exceptId = link.sessionId === callerSessionId ? callerSessionId : null
      const ended = await revokeSessions(tx, { uid, exceptId: exceptId ?? 0, revokedBy: 'sign-out', now })
      return { identity, replaced: { email: person.email, undoToken, ended } }
    })
    .catch((error: unknown) => {
      throw isAlreadyThere(error) ? refuse('email_taken') : error
    })
  if (replaced) {
    const { email, undoToken, ended } = replaced
    await tellEnded(platform, ended)
    // A stranger's mailbox shows no text that somebody chose.
    const name = undoToken === null ? null : identity.name
    platform.mailer.send(async () => emailChangedNotice(platform.config, { email, name }, undoToken))
  }
  await tellChanged(platform, identity.uid)
  await promote(platform, identity)
  return identity
}

/**
 * Makes the user of an identity an administrator if the proved address is one of ADMIN_EMAILS. To be called after
 * whatever proved or registered it is committed, so that of two such calls at once the later one sees both. Once only:
 * whose role an administrator or the operator has decided about since is left alone. Answers the user if that changed.
 */
export async function promote(
  { bus, clock, config, database, log }: Platform,
  identity: Omit<ProvenIdentity, 'name'>,
): Promise<User | null> {
  if (!isAdministrators(identity, config.adminEmails)) return null
  const user = await database.transaction(async (tx) => {
    const made = await makeAdministrator(tx, identity.uid)
    const now = new Date(clock.now())
    if (made) await noteAdmin(tx, { userId: made.id, isAdmin: true, way: 'ADMIN_EMAILS', now })
    return made
  })
  if (!user) return null
  log.info({ event: 'role-change', by: null, userId: user.id, isAdmin: true }, 'A role was changed.')
  await tellChanged({ bus }, identity.uid)
  return user
}

/** The same for a user who was registered just now, by what the session's address is worth at this moment. */
export async function promoteRegistered(platform: Platform, sessionId: number): Promise<User | null> {
  if (platform.config.adminEmails.length === 0) return null
  const identity = await identityOfSession(platform.database.query, sessionId)
  return identity && promote(platform, identity)
}
