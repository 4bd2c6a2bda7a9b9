// Who somebody is here whom Firebase or Google proved: the same person as before, wherever both sides know the address.
import type { Platform } from '#server/context.ts'
import type { Executor } from '#server/db.ts'
import { refuse } from '#server/refusal.ts'
import type { OutsideProof, ProvenIdentity } from './identity.ts'
import { newWayNotice } from './mails.ts'
import { newSecret } from './secret.ts'
import { tellChanged, tellEnded } from './session.ts'
import { revokeSessions } from './sql-session-ends.ts'
import { followAddress } from './sql-addresses.ts'
import { holdPerson, isAlreadyThere, personOfUid } from './sql-credentials.ts'
import {
  holdIdentity,
  holdProvenEmail,
  knownIdentity,
  putIdentity,
  revokeUnprovenSessions,
} from './sql-identities.ts'
import { isEmailReserved } from './sql-mailed-links.ts'
import { adoptPerson, holdAddressOf, holdPersonOfEmail, insertPerson } from './sql-people.ts'
import { isRemoved } from './sql-removals.ts'

/**
 * The identity of somebody whom Firebase proved. Whoever comes by it for the first time, with an address that Firebase
 * and we hold verified, goes on as who they were; else they are new, and their subject is their uid. Null for somebody
 * whose account here was deleted.
 */
export async function identityOfFirebase(
  platform: Platform,
  proof: OutsideProof,
): Promise<ProvenIdentity | null> {
  const { email, emailVerified, name } = proof
  if (await isRemoved(platform.database.query, proof.subject)) return null
  const settled = await settleFirebase(platform, proof).catch((error: unknown) => {
    // Somebody else was given the address at this moment; now that is seen.
    if (isAlreadyThere(error)) return settleFirebase(platform, proof)
    throw error
  })
  const { uid, ended, isLinked } = settled
  await tellEnded(platform, ended)
  if (emailVerified) await tellChanged(platform, uid)
  if (isLinked) mailNewWay(platform, email)
  return { uid, email, name, emailVerified }
}

interface Settled {
  uid: string
  /** The sessions that this ended. */
  ended: number[]
  /** Whether it led into an account that was there before, for the first time. */
  isLinked: boolean
}

async function settleFirebase({ clock, database }: Platform, proof: OutsideProof): Promise<Settled> {
  const now = new Date(clock.now())
  const { email, emailVerified } = proof
  return database.transaction(async (tx) => {
    const before = await knownIdentity(tx, proof)
    // Credentials come first, as in a deletion.
    if (before?.isMember) await holdPerson(tx, before.uid)
    const linked = emailVerified && !before?.isMember ? await holdProvenEmail(tx, proof) : null
    const uid = await putIdentity(tx, proof, { uid: linked ?? before?.uid ?? proof.subject, now })
    // Once more: a deletion of this moment was waited for just now.
    if (uid === null || (await isRemoved(tx, proof.subject))) throw refuse('invalid-credential')
    if (!emailVerified) return { uid, ended: [], isLinked: false }
    // Before, anybody could have signed up with the address, and still be in: as that person, or as who they were then.
    const isNewlyProven = before !== null && !before.emailVerified
    const ended = isNewlyProven ? await revokeUnprovenSessions(tx, uid, now) : []
    const isMoved = before !== null && before.uid !== uid
    if (isMoved) ended.push(...(await revokeSessions(tx, { uid: before.uid, revokedBy: 'sign-out', now })))
    await followAddress(tx, { uid, email, now })
    return { uid, ended, isLinked: uid === linked && before?.uid !== uid }
  })
}

/** Tells the owner of an account that somebody with the same address goes on with it, in a way that was new. */
function mailNewWay({ config, mailer }: Platform, email: string): void {
  mailer.send(async () => newWayNotice(config, { email, name: null }))
}

interface GooglePerson {
  identity: ProvenIdentity
  /** Whether they were made just now. */
  isNew: boolean
}

/**
 * The identity of somebody whom Google proved, as a person of the built-in provider. Refuses with
 * `email-already-in-use` when somebody has the address and not both sides hold it verified.
 */
export async function identityOfGoogle(platform: Platform, proof: OutsideProof): Promise<GooglePerson> {
  const { clock, database } = platform
  const now = new Date(clock.now())
  const settle = (): Promise<(GooglePerson & { isLinked?: boolean }) | null> =>
    database.transaction(async (tx) => {
      const known = await knownIdentity(tx, proof)
      const person = known && (await personOfUid(tx, known.uid))
      return person ? { identity: person, isNew: false } : placeGooglePerson(tx, proof, now)
    })
  // The second time the first one's row is there.
  const settled = (await settle()) ?? (await settle())
  if (!settled) throw refuse('email-already-in-use')
  if (settled.isLinked) mailNewWay(platform, proof.email)
  const { uid, email, emailVerified } = settled.identity
  return { identity: { uid, email, name: proof.name, emailVerified }, isNew: settled.isNew }
}

/** Null when somebody else has taken the address at this moment. */
async function placeGooglePerson(
  tx: Executor,
  proof: OutsideProof,
  now: Date,
): Promise<(GooglePerson & { isLinked: boolean }) | null> {
  const { email, emailVerified, name } = proof
  if (emailVerified) await adoptPerson(tx, email, now)
  const person = await holdPersonOfEmail(tx, email)
  if (person && !(person.emailVerified && emailVerified)) throw refuse('email-already-in-use')
  if (!person && (await isEmailReserved(tx, { email, uid: '', now }))) throw refuse('email-already-in-use')
  const identity = { uid: person?.uid ?? newSecret(), email, name, emailVerified }
  if (!person && !(await insertPerson(tx, identity, now))) return null
  await putIdentity(tx, proof, { uid: identity.uid, now })
  return { identity, isNew: !person, isLinked: person !== null }
}

/**
 * For the transaction that opens a session by Firebase: null when the person was deleted meanwhile, or when another
 * proof says something else of the address by now.
 */
export function whileProven(proof: OutsideProof, uid: string): (tx: Executor) => Promise<object | null> {
  return async (tx) => ((await holdIdentity(tx, proof, { uid, proof })) ? {} : null)
}

/** The same by Google: what we hold of the address, null when this is no way into the account any more. */
export function whileLinked(
  proof: OutsideProof,
  uid: string,
): (tx: Executor) => Promise<Pick<ProvenIdentity, 'email' | 'emailVerified'> | null> {
  return async (tx) => {
    // Credentials first, as whoever changes them holds both.
    const person = await holdAddressOf(tx, uid)
    return person && (await holdIdentity(tx, proof, { uid })) ? person : null
  }
}
