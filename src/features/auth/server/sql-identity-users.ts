// The SQL by which people whom Google or Firebase proved become people of the built-in provider.
import { sql } from 'kysely'
import type { Executor } from '#server/db.ts'
import type { ProvenIdentity } from './identity.ts'

/** The person of a sign-in address (in lower case), or null; neither goes nor changes before the transaction ends. */
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

/** What the provider holds proved of a person's address, or null; neither goes nor changes before the transaction ends. */
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

/** Puts in a person without a password; false when somebody has the address already. */
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
 * Makes a member whom only Firebase has proved by this address (in lower case) a person of the built-in provider, under
 * the same uid and without a password. Does nothing when there is none, or when the address is somebody's here.
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

/** Gives a person a first password, in its stored form. */
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
