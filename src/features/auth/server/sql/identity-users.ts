// SQL for the built-in provider's accounts, also those created from Google and Firebase identities.
import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'
import type { ProvenIdentity } from '../identity.ts'
import { unverifyOtherEmails } from './external-identities.ts'
import { deleteLinksToOtherEmails, isEmailReserved } from './mailed-links.ts'
import { verifySessionEmails } from './sessions.ts'
import { replaceEmailUnlessTaken } from './users.ts'

/** An account of the built-in provider, with the pending address from the user row. */
export interface IdentityUser extends ProvenIdentity {
  /** The address that will replace `email` once confirmed, or null. */
  pendingEmail: string | null
  /** An administrator corrected `email`, and it isn't confirmed in a session of the account yet (USR-25). */
  isCorrected: boolean
}

function selectIdentityUsers(db: Executor) {
  return db
    .selectFrom('identity_users')
    .leftJoin('users', 'users.firebaseUid', 'identity_users.id')
    .select((row) => [
      'identity_users.id as uid',
      'identity_users.email',
      'identity_users.emailVerified',
      'identity_users.isCorrected',
      'users.pendingEmail',
      row.fn.coalesce('users.name', 'identity_users.name').as('name'),
    ])
}

/** Returns the account with a sign-in address (in lower case), or null. */
export async function findIdentityUserByEmail(db: Executor, email: string): Promise<IdentityUser | null> {
  return (await selectIdentityUsers(db).where('identity_users.email', '=', email).executeTakeFirst()) ?? null
}

/** Returns the account whose member has an address (in lower case) in their profile, if it confirmed its own; else null. */
export async function findIdentityUserByRecord(db: Executor, email: string): Promise<IdentityUser | null> {
  const row = await selectIdentityUsers(db)
    .where(({ eb, fn, ref }) => eb(fn<string>('lower', [ref('users.email')]), '=', email))
    .where('identity_users.emailVerified', '=', true)
    .executeTakeFirst()
  return row ?? null
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

/** Whether an external identity of another account has an address (in lower case), verified or not. */
export async function isExternalEmail(
  db: Executor,
  { email, uid }: { email: string; uid: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('outside_identities')
    .select('uid')
    .where('email', '=', email)
    .where('uid', '!=', uid)
    .executeTakeFirst()
  return row !== undefined
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

/** Returns the account with a sign-in address (in lower case) and its password hash; null without a password. */
export async function findCredentialByEmail(
  db: Executor,
  email: string,
): Promise<(ProvenIdentity & { password: string }) | null> {
  const row = await db
    .selectFrom('identity_users')
    .innerJoin('identity_accounts', 'identity_accounts.userId', 'identity_users.id')
    .select(['identity_users.id as uid', 'email', 'name', 'emailVerified', 'password'])
    .where('email', '=', email)
    .where('providerId', '=', 'credential')
    .where('password', 'is not', null)
    .$narrowType<{ password: string }>()
    .executeTakeFirst()
  return row ?? null
}

/** Returns the password hash of an account, or null. */
export async function findPasswordHash(db: Executor, uid: string): Promise<string | null> {
  const row = await db
    .selectFrom('identity_accounts')
    .select('password')
    .where('userId', '=', uid)
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
 * lose their verification. `isOwnerSignedIn`: the person who proved the address is signed in to the account, too (T70).
 */
export async function setVerifiedEmail(
  tx: Executor,
  { uid, email, isOwnerSignedIn, now }: { uid: string; email: string; isOwnerSignedIn: boolean; now: Date },
): Promise<void> {
  await tx
    .updateTable('identity_users')
    .set({
      email,
      emailVerified: true,
      emailProvedSignedIn: isOwnerSignedIn,
      isCorrected: false,
      updatedAt: now,
    })
    .where('id', '=', uid)
    .execute()
  await verifySessionEmails(tx, uid, email)
  await unverifyOtherEmails(tx, uid, email)
}

/** Replaces an unconfirmed address that the administrators know to be mistyped (USR-25). */
export async function correctIdentityEmail(
  tx: Executor,
  { uid, email, now }: { uid: string; email: string; now: Date },
): Promise<void> {
  await tx
    .updateTable('identity_users')
    .set({ email, isCorrected: true, updatedAt: now })
    .where('id', '=', uid)
    .execute()
}

/** Deletes the built-in account, if it exists. */
export async function deleteIdentityUser(tx: Executor, uid: string): Promise<void> {
  await tx.deleteFrom('identity_users').where('id', '=', uid).execute()
}

export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505'
}

/** Returns the account with an address (in lower case), or null. Locks it until the transaction ends. */
export async function lockIdentityUserByEmailShared(
  tx: Executor,
  email: string,
): Promise<Pick<ProvenIdentity, 'uid' | 'emailVerified'> | null> {
  const row = await tx
    .selectFrom('identity_users')
    .select(['id as uid', 'emailVerified'])
    .where('email', '=', email)
    .forShare()
    .executeTakeFirst()
  return row ?? null
}

/** Returns the account's email state, or null. Locks it until the transaction ends. */
export async function lockIdentityEmailShared(
  tx: Executor,
  uid: string,
): Promise<Pick<ProvenIdentity, 'email' | 'emailVerified'> | null> {
  const row = await tx
    .selectFrom('identity_users')
    .select(['email', 'emailVerified'])
    .where('id', '=', uid)
    .forShare()
    .executeTakeFirst()
  return row ?? null
}

/** Inserts an account without a password. False if the address is taken. */
export async function insertIdentityUser(
  tx: Executor,
  { uid: id, email, name, emailVerified }: ProvenIdentity,
  now: Date,
): Promise<boolean> {
  const row = await tx
    .insertInto('identity_users')
    .values({
      id,
      email,
      name,
      emailVerified,
      emailProvedSignedIn: emailVerified,
      createdAt: now,
      updatedAt: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Creates a built-in account for a member whose address (in lower case) only Firebase verified. The uid stays the
 * same and there is no password. Does nothing if there is no such member, or if the address is taken.
 */
export async function importExternalUser(db: Executor, email: string, now: Date): Promise<void> {
  await sql`
    insert into identity_users
      (id, name, email, "emailVerified", "emailProvedSignedIn", "createdAt", "updatedAt")
    select users."firebaseUid", users.name, outside_identities.email, true, true, ${now}::timestamptz, ${now}::timestamptz
    from outside_identities join users on users."firebaseUid" = outside_identities.uid
    where outside_identities.email = ${email} and outside_identities."emailVerified"
    order by outside_identities."createdAt" limit 1 for key share of users
    on conflict do nothing`.execute(db)
}

/** Inserts an account's first password hash. */
export async function insertPassword(
  tx: Executor,
  { id, uid, password, now }: { id: string; uid: string; password: string; now: Date },
): Promise<void> {
  await tx
    .insertInto('identity_accounts')
    .values({
      id,
      accountId: uid,
      userId: uid,
      providerId: 'credential',
      password,
      createdAt: now,
      updatedAt: now,
    })
    .execute()
}

/**
 * Adopts the address (in lower case) that Firebase verified, unless another account here has it. Previous addresses
 * no longer resolve to the account.
 */
export async function syncVerifiedEmail(
  tx: Executor,
  { uid, email, now }: { uid: string; email: string; now: Date },
): Promise<void> {
  await replaceEmailUnlessTaken(tx, uid, email)
  await sql`
    update identity_users set "emailVerified" = not "isTaken", "emailProvedSignedIn" = not "isTaken",
      "updatedAt" = ${now}::timestamptz,
      email = case when "isTaken" then email else ${email} end
    from (select exists (select from identity_users where email = ${email}) as "isTaken") as others
    where id = ${uid} and email <> ${email}`.execute(tx)
  await unverifyOtherEmails(tx, uid, email)
  await deleteLinksToOtherEmails(tx, uid, email)
}

/** Returns which of the addresses (in lower case) any account uses. */
export async function findEmailsInUse(
  db: Executor,
  addresses: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ email: string }>`
    select lower(email) as email from users where lower(email) = any(${addresses})
    union select email from identity_users where email = any(${addresses})
    union select email from outside_identities where "emailVerified" and email = any(${addresses})`.execute(
    db,
  )
  return new Set(rows.map(({ email }) => email))
}

/** The built-in account without its password; null if there is none. */
export async function findCredentials(db: Executor, uid: string) {
  const row = await db
    .selectFrom('identity_users')
    .select(['name', 'email', 'emailVerified', 'createdAt', 'updatedAt'])
    .select((user) =>
      user
        .exists(
          user
            .selectFrom('identity_accounts')
            .select('id')
            .whereRef('identity_accounts.userId', '=', 'identity_users.id')
            .where('password', 'is not', null),
        )
        .as('hasPassword'),
    )
    .where('id', '=', uid)
    .executeTakeFirst()
  return row ? { ...row, hasPassword: row.hasPassword === true } : null
}

/** Deletes what the release before, which still writes these tables, left behind at a crash. */
export async function deleteExpiredProviderSessions(db: Executor, now: Date): Promise<void> {
  await sql`delete from identity_sessions where "expiresAt" < ${now}::timestamptz`.execute(db)
  await sql`delete from identity_verifications where "expiresAt" < ${now}::timestamptz`.execute(db)
}
