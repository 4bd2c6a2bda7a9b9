// SQL for external identities (Firebase and Google), and for deleted Firebase accounts: they are blocked here for
// good, and deleted at Firebase by jobs.
import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'
import { deleteJobByKey, insertJobs } from '#server/jobs/sql.ts'
import type { ExternalIdentityProof } from '../identity.ts'
import { hashSecret } from '../secret-token.ts'

type ExternalIdentityKey = Pick<ExternalIdentityProof, 'provider' | 'subject'>

export interface ExternalIdentityRow {
  uid: string
  /** From the latest sign-in. */
  email: string
  emailVerified: boolean
  isMember: boolean
}

/** Returns the stored external identity, or null. */
export async function findExternalIdentity(
  db: Executor,
  key: ExternalIdentityKey,
): Promise<ExternalIdentityRow | null> {
  const row = await db
    .selectFrom('outside_identities')
    .leftJoin('users', 'users.firebaseUid', 'outside_identities.uid')
    .select([
      'outside_identities.uid',
      'outside_identities.email',
      'outside_identities.emailVerified',
      'users.id as userId',
    ])
    .where('provider', '=', key.provider)
    .where('subject', '=', key.subject)
    .executeTakeFirst()
  if (!row) return null
  const { userId, ...identity } = row
  return { ...identity, isMember: userId !== null }
}

/**
 * Returns the uid of the account that verified an address, with the built-in provider or another external identity.
 * Null if there is none. Locks the row against deletion and address changes until the transaction ends.
 */
export async function lockVerifiedEmailOwnerShared(
  tx: Executor,
  { email, ...key }: ExternalIdentityProof,
): Promise<string | null> {
  const builtin = await tx
    .selectFrom('identity_users')
    .select('id as uid')
    .where('email', '=', email)
    .where('emailVerified', '=', true)
    .forShare()
    .executeTakeFirst()
  if (builtin) return builtin.uid
  const external = await tx
    .selectFrom('outside_identities')
    .innerJoin('users', 'users.firebaseUid', 'outside_identities.uid')
    .select('outside_identities.uid')
    .where('outside_identities.email', '=', email)
    .where('emailVerified', '=', true)
    .where((row) => row.or([row('provider', '!=', key.provider), row('subject', '!=', key.subject)]))
    .orderBy('outside_identities.createdAt')
    .limit(1)
    .forShare('outside_identities')
    .executeTakeFirst()
  return external?.uid ?? null
}

/**
 * Saves an external identity for `uid`, unless it already belongs to another member. Returns the uid it belongs to.
 * Null, and no write, for an outdated proof: signed in before the address was verified, or no longer reporting it
 * as verified. The person who prepared the Firebase account may still hold such a token.
 */
export async function upsertExternalIdentity(
  tx: Executor,
  { provider, subject, email, emailVerified, signedInMs }: ExternalIdentityProof,
  { uid, now }: { uid: string; now: Date },
): Promise<string | null> {
  const signedIn = new Date(signedInMs)
  const provenSince = emailVerified ? signedIn : null
  const isProven = sql<boolean>`outside_identities."emailVerified" and outside_identities.email = excluded.email`
  const row = await tx
    .insertInto('outside_identities')
    .values({ provider, subject, uid, email, emailVerified, provenSince, createdAt: now })
    .onConflict((conflict) =>
      conflict
        .columns(['provider', 'subject'])
        .doUpdateSet({
          email,
          emailVerified,
          provenSince: sql<string | null>`case when ${isProven} then outside_identities."provenSince"
            else excluded."provenSince" end`,
          uid: sql<string>`case when exists (select from users where "firebaseUid" = outside_identities.uid)
            then outside_identities.uid else ${uid} end`,
        })
        .where(sql<boolean>`(excluded."emailVerified" or not (${isProven}))`)
        .where(sql<boolean>`coalesce(outside_identities."provenSince" <= ${signedIn}::timestamptz, true)`),
    )
    .returning('uid')
    .executeTakeFirst()
  return row?.uid ?? null
}

/**
 * Whether a subject still belongs to `uid` and, where given, matches the latest proof. Locks the row until the
 * transaction ends.
 */
export async function lockExternalIdentityShared(
  tx: Executor,
  { provider, subject }: ExternalIdentityKey,
  { uid, proof }: { uid: string; proof?: Pick<ExternalIdentityProof, 'email' | 'emailVerified'> },
): Promise<boolean> {
  const row = await tx
    .selectFrom('outside_identities')
    .select(['email', 'emailVerified'])
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .where('uid', '=', uid)
    .forShare()
    .executeTakeFirst()
  if (!row || !proof) return row !== undefined
  return row.email === proof.email && row.emailVerified === proof.emailVerified
}

/** Stops external identities with other addresses from resolving to this account. */
export async function unverifyOtherEmails(tx: Executor, uid: string, email: string): Promise<void> {
  await tx
    .updateTable('outside_identities')
    .set({ emailVerified: false })
    .where('uid', '=', uid)
    .where('email', '!=', email)
    .where('emailVerified', '=', true)
    .execute()
}

/** Locks the account's external identities against concurrent sign-ins until the transaction ends. */
export async function lockExternalIdentitiesForUpdate(tx: Executor, uid: string): Promise<void> {
  await tx
    .selectFrom('outside_identities')
    .select('uid')
    .where('uid', '=', uid)
    .orderBy('subject')
    .forUpdate()
    .execute()
}

/**
 * Deletes the account's external identities. Its Firebase accounts can't sign in again and are queued for deletion.
 */
export async function deleteExternalIdentities(tx: Executor, uid: string, now: Date): Promise<void> {
  const rows = await tx
    .deleteFrom('outside_identities')
    .where('uid', '=', uid)
    .returning(['provider', 'subject'])
    .execute()
  const ofFirebase = rows.filter(({ provider }) => provider === 'firebase')
  await enqueueFirebaseDeletions(
    tx,
    ofFirebase.map(({ subject }) => subject),
    now,
  )
}

/** Deletes the Google link. A Google sign-in with a matching verified address creates a new one. */
export async function unlinkGoogle(tx: Executor, uid: string): Promise<void> {
  await tx.deleteFrom('outside_identities').where('uid', '=', uid).where('provider', '=', 'google').execute()
}

/** The kind of these jobs. Their key is the subject's hash in hexadecimal. */
export const firebaseDeletionKind = 'firebase-deletion'

/** Blocks Firebase accounts from signing in and queues them for deletion. */
async function enqueueFirebaseDeletions(tx: Executor, subjects: readonly string[], now: Date): Promise<void> {
  if (subjects.length === 0) return
  await tx
    .insertInto('identity_removals')
    .values(subjects.map((subject) => ({ subjectHash: hashSecret(subject), subject, queuedAt: now })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await insertJobs(
    tx,
    subjects.map((subject) => ({ kind: firebaseDeletionKind, key: jobKeyOf(subject), now })),
  )
}

/** Whether a Firebase subject belonged to an account that was deleted here. */
export async function isFirebaseAccountDeleted(db: Executor, subject: string): Promise<boolean> {
  const row = await db
    .selectFrom('identity_removals')
    .select('subjectHash')
    .where('subjectHash', '=', hashSecret(subject))
    .executeTakeFirst()
  return row !== undefined
}

/** The subject of a job; null if its account was deleted meanwhile. */
export async function findQueuedFirebaseSubject(db: Executor, jobKey: string): Promise<string | null> {
  const row = await db
    .selectFrom('identity_removals')
    .select('subject')
    .where('subjectHash', '=', Buffer.from(jobKey, 'hex'))
    .executeTakeFirst()
  return row?.subject ?? null
}

/** Deletes the subject of an account that was deleted at Firebase, and its job. */
export async function completeFirebaseDeletion(db: Executor, subject: string): Promise<void> {
  await db
    .updateTable('identity_removals')
    .set({ subject: null })
    .where('subjectHash', '=', hashSecret(subject))
    .execute()
  await deleteJobByKey(db, firebaseDeletionKind, jobKeyOf(subject))
}

/** Counts the pending deletions queued before a time. */
export async function countFirebaseDeletionsQueuedBefore(db: Executor, queuedBefore: Date): Promise<number> {
  const { count } = await db
    .selectFrom('identity_removals')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('subject', 'is not', null)
    .where('queuedAt', '<', queuedBefore.toISOString())
    .executeTakeFirstOrThrow()
  return count
}

function jobKeyOf(subject: string): string {
  return hashSecret(subject).toString('hex')
}

/** The account's external identities, oldest first. */
export function listExternalIdentities(db: Executor, uid: string) {
  return db
    .selectFrom('outside_identities')
    .select(['provider', 'subject', 'email', 'emailVerified', 'provenSince', 'createdAt'])
    .where('uid', '=', uid)
    .orderBy('createdAt')
    .execute()
}
