// SQL for the built-in provider's accounts.
import type { Executor } from '#server/db/database.ts'
import type { ProvenIdentity } from './identity.ts'
import { isEmailReserved } from './sql-mailed-links.ts'

/** An account of the built-in provider, with the pending address from the user row. */
export interface IdentityUser extends ProvenIdentity {
  /** The address that will replace `email` once confirmed, or null. */
  pendingEmail: string | null
}

function selectIdentityUsers(db: Executor) {
  return db
    .selectFrom('identity_users')
    .leftJoin('users', 'users.firebaseUid', 'identity_users.id')
    .select((row) => [
      'identity_users.id as uid',
      'identity_users.email',
      'identity_users.emailVerified',
      'users.pendingEmail',
      row.fn.coalesce('users.name', 'identity_users.name').as('name'),
    ])
}

/** Returns the account with a sign-in address (in lower case), or null. */
export async function findIdentityUserByEmail(db: Executor, email: string): Promise<IdentityUser | null> {
  return (await selectIdentityUsers(db).where('identity_users.email', '=', email).executeTakeFirst()) ?? null
}

export async function findIdentityUserByUid(db: Executor, uid: string): Promise<IdentityUser | null> {
  return (await selectIdentityUsers(db).where('identity_users.id', '=', uid).executeTakeFirst()) ?? null
}

/** Returns the account, or null. Transactions that change its password or address start with this lock. */
export async function lockIdentityUserForNoKeyUpdate(
  tx: Executor,
  uid: string,
): Promise<IdentityUser | null> {
  const locked = await tx
    .selectFrom('identity_users')
    .select('id')
    .where('id', '=', uid)
    .forNoKeyUpdate()
    .executeTakeFirst()
  // Read again: the lock may have waited for a concurrent change.
  return locked ? findIdentityUserByUid(tx, uid) : null
}

/** Whether an address belongs to an account other than `uid`, or is reserved for one. */
export async function isEmailTaken(
  db: Executor,
  { email, uid, now }: { email: string; uid: string; now: Date },
): Promise<boolean> {
  const [isReserved, identity, user] = await Promise.all([
    isEmailReserved(db, { email, uid, now }),
    db
      .selectFrom('identity_users')
      .select('id')
      .where('email', '=', email)
      .where('id', '!=', uid)
      .executeTakeFirst(),
    db
      .selectFrom('users')
      .select('id')
      .where((row) => row(row.fn<string>('lower', ['email']), '=', email))
      .where((row) => row.or([row('firebaseUid', 'is', null), row('firebaseUid', '!=', uid)]))
      .executeTakeFirst(),
  ])
  return isReserved || identity !== undefined || user !== undefined
}

/** IP addresses of the account's stored sessions, by its sign-in address (in lower case). */
export async function findSignInIps(db: Executor, email: string): Promise<string[]> {
  const rows = await db
    .selectFrom('sessions')
    .innerJoin('identity_users', 'identity_users.id', 'sessions.uid')
    .select('ip')
    .distinct()
    .where('identity_users.email', '=', email)
    .execute()
  return rows.flatMap(({ ip }) => (ip === null ? [] : [ip]))
}

/** Returns the stored password hash of a sign-in address (in lower case), or null. */
export async function findPasswordHash(db: Executor, email: string): Promise<string | null> {
  const row = await db
    .selectFrom('identity_accounts')
    .innerJoin('identity_users', 'identity_users.id', 'identity_accounts.userId')
    .select('password')
    .where('email', '=', email)
    .where('providerId', '=', 'credential')
    .executeTakeFirst()
  return row?.password ?? null
}

/**
 * Returns the stored email state if the password hash is unchanged; else null. Locks both until the transaction
 * ends, so that a later change finds everything that relied on this proof.
 */
export async function lockPasswordProofShared(
  tx: Executor,
  uid: string,
  password: string,
): Promise<Pick<ProvenIdentity, 'email' | 'emailVerified'> | null> {
  const row = await tx
    .selectFrom('identity_users')
    .innerJoin('identity_accounts', 'identity_accounts.userId', 'identity_users.id')
    .select(['email', 'emailVerified'])
    .where('identity_users.id', '=', uid)
    .where('providerId', '=', 'credential')
    .where('password', '=', password)
    .forShare()
    .executeTakeFirst()
  return row ?? null
}

/** Sets the password hash. False if the current hash differs from `from`, where given. */
export async function updatePasswordHash(
  tx: Executor,
  { uid, password, from, now }: { uid: string; password: string; from?: string; now: Date },
): Promise<boolean> {
  const row = await tx
    .updateTable('identity_accounts')
    .set({ password, updatedAt: now })
    .where('userId', '=', uid)
    .where('providerId', '=', 'credential')
    .$if(from !== undefined, (query) => query.where('password', '=', from ?? ''))
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Marks an address as verified, at the provider and in every live session. External identities with other addresses
 * lose their verification.
 */
export async function setVerifiedEmail(
  tx: Executor,
  { uid, email, now }: { uid: string; email: string; now: Date },
): Promise<void> {
  await tx
    .updateTable('identity_users')
    .set({ email, emailVerified: true, updatedAt: now })
    .where('id', '=', uid)
    .execute()
  await tx
    .updateTable('sessions')
    .set({ email, emailVerified: true })
    .where('uid', '=', uid)
    .where('revokedAt', 'is', null)
    .execute()
  await unverifyOtherEmails(tx, uid, email)
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

/** Restores an earlier verified address and cancels the pending one. */
export async function restoreEmail(tx: Executor, uid: string, email: string): Promise<void> {
  await tx.updateTable('users').set({ email, pendingEmail: null }).where('firebaseUid', '=', uid).execute()
}

/** Replaces the current address with the pending one. False if it is no longer pending. */
export async function applyPendingEmail(tx: Executor, uid: string, email: string): Promise<boolean> {
  const row = await tx
    .updateTable('users')
    .set({ email, pendingEmail: null })
    .where('firebaseUid', '=', uid)
    .where('pendingEmail', '=', email)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Sets the pending address, null for none. False if it is unchanged. */
export async function setPendingEmail(tx: Executor, uid: string, email: string | null): Promise<boolean> {
  const row = await tx
    .updateTable('users')
    .set({ pendingEmail: email })
    .where('firebaseUid', '=', uid)
    .where('pendingEmail', 'is distinct from', email)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes the built-in account and its links, if they exist. */
export async function deleteIdentityUser(tx: Executor, uid: string): Promise<void> {
  await tx.deleteFrom('identity_users').where('id', '=', uid).execute()
  await tx.deleteFrom('mailed_links').where('uid', '=', uid).execute()
}

export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505'
}
