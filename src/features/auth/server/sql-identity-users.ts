// SQL for creating built-in accounts from Google and Firebase identities.
import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'
import type { ProvenIdentity } from './identity.ts'

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
