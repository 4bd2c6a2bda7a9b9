// Who somebody is here whom Firebase or Google proved: the same person as before, wherever both sides know the address.
import type { Platform } from '#server/context.ts'
import type { Executor } from '#server/db.ts'
import { appError } from '#server/app-error.ts'
import type { ExternalIdentityProof, ProvenIdentity } from '../identity.ts'
import { newSignInMethodNotice } from '../account-mails.ts'
import { newSecret } from '../secret-token.ts'
import { publishIdentityChanged, publishSessionsEnded } from '../session.ts'
import { revokeSessions } from '../sql-session-revocation.ts'
import { syncVerifiedEmail } from '../sql-email-addresses.ts'
import {
  lockIdentityUserForNoKeyUpdate,
  isUniqueViolation,
  findIdentityUserByUid,
} from '../sql-credentials.ts'
import {
  lockExternalIdentityShared,
  lockVerifiedEmailOwnerShared,
  findExternalIdentity,
  upsertExternalIdentity,
  revokeUnverifiedSessions,
} from '../sql-external-identities.ts'
import { isEmailReserved } from '../sql-mailed-links.ts'
import {
  importExternalUser,
  lockIdentityEmailShared,
  lockIdentityUserByEmailShared,
  insertIdentityUser,
} from '../sql-identity-users.ts'
import { isFirebaseAccountDeleted } from '../sql-firebase-deletions.ts'

/**
 * The identity of somebody whom Firebase proved. Whoever comes by it for the first time, with an address that Firebase
 * and we hold verified, goes on as who they were; else they are new, and their subject is their uid. Null for somebody
 * whose account here was deleted.
 */
export async function resolveFirebaseIdentity(
  platform: Platform,
  proof: ExternalIdentityProof,
): Promise<ProvenIdentity | null> {
  const { email, emailVerified, name } = proof
  if (await isFirebaseAccountDeleted(platform.database.query, proof.subject)) return null
  const settled = await linkFirebaseIdentity(platform, proof).catch((error: unknown) => {
    // Somebody else was given the address at this moment; now that is seen.
    if (isUniqueViolation(error)) return linkFirebaseIdentity(platform, proof)
    throw error
  })
  const { uid, ended, isLinked } = settled
  await publishSessionsEnded(platform, ended)
  if (emailVerified) await publishIdentityChanged(platform, uid)
  if (isLinked) sendNewSignInMethodNotice(platform, email)
  return { uid, email, name, emailVerified }
}

interface ResolvedFirebaseIdentity {
  uid: string
  /** The sessions that this ended. */
  ended: number[]
  /** Whether it led into an account that was there before, for the first time. */
  isLinked: boolean
}

async function linkFirebaseIdentity(
  { clock, database }: Platform,
  proof: ExternalIdentityProof,
): Promise<ResolvedFirebaseIdentity> {
  const now = new Date(clock.now())
  const { email, emailVerified } = proof
  return database.transaction(async (tx) => {
    const before = await findExternalIdentity(tx, proof)
    // Credentials come first, as in a deletion.
    if (before?.isMember) await lockIdentityUserForNoKeyUpdate(tx, before.uid)
    const linked = emailVerified && !before?.isMember ? await lockVerifiedEmailOwnerShared(tx, proof) : null
    const uid = await upsertExternalIdentity(tx, proof, { uid: linked ?? before?.uid ?? proof.subject, now })
    // Once more: a deletion of this moment was waited for just now.
    if (uid === null || (await isFirebaseAccountDeleted(tx, proof.subject)))
      throw appError('invalid-credential')
    if (!emailVerified) return { uid, ended: [], isLinked: false }
    // Before, anybody could have signed up with the address, and still be in: as that person, or as who they were then.
    const isNewlyProven = before !== null && !before.emailVerified
    const ended = isNewlyProven ? await revokeUnverifiedSessions(tx, uid, now) : []
    const isMoved = before !== null && before.uid !== uid
    if (isMoved) ended.push(...(await revokeSessions(tx, { uid: before.uid, revokedBy: 'sign-out', now })))
    await syncVerifiedEmail(tx, { uid, email, now })
    return { uid, ended, isLinked: uid === linked && before?.uid !== uid }
  })
}

/** Tells the owner of an account that somebody with the same address goes on with it, in a way that was new. */
function sendNewSignInMethodNotice({ config, mailer }: Platform, email: string): void {
  mailer.send(async () => newSignInMethodNotice(config, { email, name: null }))
}

interface ResolvedGoogleIdentity {
  identity: ProvenIdentity
  /** Whether they were made just now. */
  isNew: boolean
}

/**
 * The identity of somebody whom Google proved, as a person of the built-in provider. Refuses with
 * `email-already-in-use` when somebody has the address and not both sides hold it verified.
 */
export async function resolveGoogleIdentity(
  platform: Platform,
  proof: ExternalIdentityProof,
): Promise<ResolvedGoogleIdentity> {
  const { clock, database } = platform
  const now = new Date(clock.now())
  const settle = (): Promise<(ResolvedGoogleIdentity & { isLinked?: boolean }) | null> =>
    database.transaction(async (tx) => {
      const known = await findExternalIdentity(tx, proof)
      const person = known && (await findIdentityUserByUid(tx, known.uid))
      return person ? { identity: person, isNew: false } : linkOrCreateGoogleUser(tx, proof, now)
    })
  // The second time the first one's row is there.
  const settled = (await settle()) ?? (await settle())
  if (!settled) throw appError('email-already-in-use')
  if (settled.isLinked) sendNewSignInMethodNotice(platform, proof.email)
  const { uid, email, emailVerified } = settled.identity
  return { identity: { uid, email, name: proof.name, emailVerified }, isNew: settled.isNew }
}

/** Null when somebody else has taken the address at this moment. */
async function linkOrCreateGoogleUser(
  tx: Executor,
  proof: ExternalIdentityProof,
  now: Date,
): Promise<(ResolvedGoogleIdentity & { isLinked: boolean }) | null> {
  const { email, emailVerified, name } = proof
  if (emailVerified) await importExternalUser(tx, email, now)
  const person = await lockIdentityUserByEmailShared(tx, email)
  if (person && !(person.emailVerified && emailVerified)) throw appError('email-already-in-use')
  if (!person && (await isEmailReserved(tx, { email, uid: '', now }))) throw appError('email-already-in-use')
  const identity = { uid: person?.uid ?? newSecret(), email, name, emailVerified }
  if (!person && !(await insertIdentityUser(tx, identity, now))) return null
  await upsertExternalIdentity(tx, proof, { uid: identity.uid, now })
  return { identity, isNew: !person, isLinked: person !== null }
}

/**
 * For the transaction that opens a session by Firebase: null when the person was deleted meanwhile, or when another
 * proof says something else of the address by now.
 */
export function createFirebaseProofCheck(
  proof: ExternalIdentityProof,
  uid: string,
): (tx: Executor) => Promise<object | null> {
  return async (tx) => ((await lockExternalIdentityShared(tx, proof, { uid, proof })) ? {} : null)
}

/** The same by Google: what we hold of the address, null when this is no way into the account any more. */
export function createGoogleLinkCheck(
  proof: ExternalIdentityProof,
  uid: string,
): (tx: Executor) => Promise<Pick<ProvenIdentity, 'email' | 'emailVerified'> | null> {
  return async (tx) => {
    // Credentials first, as whoever changes them holds both.
    const person = await lockIdentityEmailShared(tx, uid)
    return person && (await lockExternalIdentityShared(tx, proof, { uid })) ? person : null
  }
}
