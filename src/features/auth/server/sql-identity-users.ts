// SQL for creating built-in accounts from Google and Firebase identities, and for the addresses these verified.
import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'
import type { ProvenIdentity } from './identity.ts'
import { unverifyOtherEmails } from './sql-credentials.ts'
import { deleteLinksToOtherEmails } from './sql-mailed-links.ts'

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
    .values({ id, email, name, emailVerified, createdAt: now, updatedAt: now })
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
    insert into identity_users (id, name, email, "emailVerified", "createdAt", "updatedAt")
    select users."firebaseUid", users.name, outside_identities.email, true, ${now}::timestamptz, ${now}::timestamptz
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
  await sql`
    update users set email = ${email}, "pendingEmail" = null
    where "firebaseUid" = ${uid} and lower(email) is distinct from ${email}
      and not exists (select from users others where lower(others.email) = ${email})`.execute(tx)
  await sql`
    update identity_users set "emailVerified" = not "isTaken", "updatedAt" = ${now}::timestamptz,
      email = case when "isTaken" then email else ${email} end
    from (select exists (select from identity_users where email = ${email}) as "isTaken") as others
    where id = ${uid} and email <> ${email}`.execute(tx)
  await unverifyOtherEmails(tx, uid, email)
  await deleteLinksToOtherEmails(tx, uid, email)
}

/**
 * Clears the address (in lower case) of a Firebase-only member who never verified it, because `uid` verified it at
 * Firebase. Returns that member's uid, null if there is none. The member stays, but must verify an address before
 * the profile counts as complete.
 */
export async function clearUnverifiedEmail(tx: Executor, uid: string, email: string): Promise<string | null> {
  const { rows } = await sql<{ uid: string }>`
    update users set email = null, "pendingEmail" = null, "profileCompleted" = false
    where lower(email) = ${email} and "firebaseUid" <> ${uid}
      and exists (select from outside_identities
        where uid = ${uid} and provider = 'firebase' and email = ${email} and "emailVerified")
      and exists (select from outside_identities where uid = users."firebaseUid")
      and not exists (select from outside_identities where uid = users."firebaseUid" and "emailVerified")
      and not exists (select from identity_users where id = users."firebaseUid")
    returning "firebaseUid" as uid`.execute(tx)
  return rows[0]?.uid ?? null
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
