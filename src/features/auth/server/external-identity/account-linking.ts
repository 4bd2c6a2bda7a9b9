// Account linking: maps a Firebase or Google identity to an existing account if both sides verified the address.
import { appError } from '#server/app-error.ts'
import type { Platform } from '#server/context.ts'
import type { Executor } from '#server/db/database.ts'
import { authErrors } from '../../errors.ts'
import type { ExternalIdentityProof, ProvenIdentity } from '../identity.ts'
import { enqueueMail } from '../queued-mails.ts'
import { newSecret } from '../secret-token.ts'
import { publishIdentityChanged, publishSessionsEnded } from '../session.ts'
import {
  lockExternalIdentityShared,
  lockVerifiedEmailOwnerShared,
  findExternalIdentity,
  upsertExternalIdentity,
  isFirebaseAccountDeleted,
} from '../sql/external-identities.ts'
import {
  syncVerifiedEmail,
  importExternalUser,
  lockIdentityEmailShared,
  lockIdentityUserByEmailShared,
  insertIdentityUser,
  lockIdentityUserForNoKeyUpdate,
  isUniqueViolation,
  findIdentityUserByUid,
} from '../sql/identity-users.ts'
import { isEmailReserved } from '../sql/mailed-links.ts'
import { revokeSessions, revokeUnverifiedSessions } from '../sql/sessions.ts'

/**
 * Resolves a Firebase identity. A first sign-in links to the existing account if Firebase and the server both
 * verified the address. Otherwise it creates an identity with the subject as its uid. Null if the account was
 * deleted here.
 */
export async function resolveFirebaseIdentity(
  platform: Platform,
  proof: ExternalIdentityProof,
): Promise<ProvenIdentity | null> {
  const { email, emailVerified, name } = proof
  if (await isFirebaseAccountDeleted(platform.database.query, proof.subject)) return null
  const resolved = await linkFirebaseIdentity(platform, proof).catch((error: unknown) => {
    // A concurrent transaction took the address. The retry sees its row.
    if (isUniqueViolation(error)) return linkFirebaseIdentity(platform, proof)
    throw error
  })
  const { uid, ended, isLinked } = resolved
  await publishSessionsEnded(platform, ended)
  if (emailVerified) await publishIdentityChanged(platform, uid)
  if (isLinked) platform.mailer.sendQueued()
  return { uid, email, name, emailVerified }
}

interface ResolvedFirebaseIdentity {
  uid: string
  /** Ids of the sessions that the sign-in revoked. */
  ended: number[]
  /** Whether this sign-in linked an existing account for the first time. */
  isLinked: boolean
}

async function linkFirebaseIdentity(
  platform: Platform,
  proof: ExternalIdentityProof,
): Promise<ResolvedFirebaseIdentity> {
  const { clock, database } = platform
  const now = new Date(clock.now())
  const { email, emailVerified } = proof
  return database.transaction(async (tx) => {
    const existing = await findExternalIdentity(tx, proof)
    // Lock order: credentials first, as in a deletion.
    if (existing?.isMember) await lockIdentityUserForNoKeyUpdate(tx, existing.uid)
    const linkedUid =
      emailVerified && !existing?.isMember ? await lockVerifiedEmailOwnerShared(tx, proof) : null
    const uid = await upsertExternalIdentity(tx, proof, {
      uid: linkedUid ?? existing?.uid ?? proof.subject,
      now,
    })
    // Checked again: the upsert may have waited for a concurrent deletion.
    if (uid === null || (await isFirebaseAccountDeleted(tx, proof.subject)))
      throw appError(authErrors['invalid-credential'])
    if (!emailVerified) return { uid, ended: [], isLinked: false }
    // Until now anyone could have signed up with the address. Their sessions, on this or the earlier account, end.
    const isNewlyProven = existing !== null && !existing.emailVerified
    const ended = isNewlyProven ? await revokeUnverifiedSessions(tx, uid, now) : []
    const hasMoved = existing !== null && existing.uid !== uid
    if (hasMoved) ended.push(...(await revokeSessions(tx, { uid: existing.uid, revokedBy: 'sign-out', now })))
    await syncVerifiedEmail(tx, { uid, email, now })
    const isLinked = uid === linkedUid && existing?.uid !== uid
    if (isLinked) await enqueueMail(platform, tx, { type: 'new-sign-in-method', uid, email })
    return { uid, ended, isLinked }
  })
}

interface ResolvedGoogleIdentity {
  identity: ProvenIdentity
  /** Whether the account was just created. */
  isNew: boolean
}

/**
 * Resolves a Google identity to an account of the built-in provider. Throws `email-already-in-use` if an account
 * has the address and it isn't verified on both sides.
 */
export async function resolveGoogleIdentity(
  platform: Platform,
  proof: ExternalIdentityProof,
): Promise<ResolvedGoogleIdentity> {
  const { database } = platform
  const attempt = (): Promise<(ResolvedGoogleIdentity & { isLinked?: boolean }) | null> =>
    database.transaction(async (tx) => {
      const linkedIdentity = await findExternalIdentity(tx, proof)
      const account = linkedIdentity && (await findIdentityUserByUid(tx, linkedIdentity.uid))
      return account ? { identity: account, isNew: false } : linkOrCreateGoogleUser(platform, tx, proof)
    })
  // Null means a concurrent insert won. The second attempt finds its row.
  const resolved = (await attempt()) ?? (await attempt())
  if (!resolved) throw appError(authErrors['email-already-in-use'])
  if (resolved.isLinked) platform.mailer.sendQueued()
  const { uid, email, emailVerified } = resolved.identity
  return { identity: { uid, email, name: proof.name, emailVerified }, isNew: resolved.isNew }
}

/** Null if a concurrent transaction took the address. */
async function linkOrCreateGoogleUser(
  platform: Platform,
  tx: Executor,
  proof: ExternalIdentityProof,
): Promise<(ResolvedGoogleIdentity & { isLinked: boolean }) | null> {
  const { email, emailVerified, name } = proof
  const now = new Date(platform.clock.now())
  if (emailVerified) await importExternalUser(tx, email, now)
  const account = await lockIdentityUserByEmailShared(tx, email)
  if (account && !(account.emailVerified && emailVerified)) throw appError(authErrors['email-already-in-use'])
  if (!account && (await isEmailReserved(tx, { email, uid: '', now })))
    throw appError(authErrors['email-already-in-use'])
  const identity = { uid: account?.uid ?? newSecret(), email, name, emailVerified }
  if (!account && !(await insertIdentityUser(tx, identity, now))) return null
  await upsertExternalIdentity(tx, proof, { uid: identity.uid, now })
  if (account) await enqueueMail(platform, tx, { type: 'new-sign-in-method', uid: account.uid, email })
  return { identity, isNew: !account, isLinked: account !== null }
}

/**
 * The check for the transaction that opens a Firebase session. Null if the account was deleted meanwhile, or if a
 * later sign-in reported another email state.
 */
export function createFirebaseProofCheck(
  proof: ExternalIdentityProof,
  uid: string,
): (tx: Executor) => Promise<object | null> {
  return async (tx) => ((await lockExternalIdentityShared(tx, proof, { uid, proof })) ? {} : null)
}

/** The same check for Google. Returns the stored email state; null if Google is no longer linked to the account. */
export function createGoogleLinkCheck(
  proof: ExternalIdentityProof,
  uid: string,
): (tx: Executor) => Promise<Pick<ProvenIdentity, 'email' | 'emailVerified'> | null> {
  return async (tx) => {
    // Lock order: credentials first, as in every transaction that locks both.
    const account = await lockIdentityEmailShared(tx, uid)
    return account && (await lockExternalIdentityShared(tx, proof, { uid })) ? account : null
  }
}
