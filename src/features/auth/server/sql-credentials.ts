// The SQL of what the built-in provider keeps of people.
import type { Executor } from '#server/db.ts'
import type { ProvenIdentity } from './identity.ts'
import { isEmailReserved } from './sql-mailed-links.ts'

/** A person as the built-in provider knows them, with what the product knows of the address. */
export interface IdentityUser extends ProvenIdentity {
  /** An address that is to take the place of `email`, or null. */
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

/** Whose sign-in address it is (in lower case), or null. */
export async function findIdentityUserByEmail(db: Executor, email: string): Promise<IdentityUser | null> {
  return (await selectIdentityUsers(db).where('identity_users.email', '=', email).executeTakeFirst()) ?? null
}

/** The person of an identity, or null. */
export async function findIdentityUserByUid(db: Executor, uid: string): Promise<IdentityUser | null> {
  return (await selectIdentityUsers(db).where('identity_users.id', '=', uid).executeTakeFirst()) ?? null
}

/**
 * The person of an identity, or null. Whatever changes their password or address begins with this: until the
 * transaction ends nobody else comes further than here.
 */
export async function lockIdentityUserForNoKeyUpdate(
  tx: Executor,
  uid: string,
): Promise<IdentityUser | null> {
  const held = await tx
    .selectFrom('identity_users')
    .select('id')
    .where('id', '=', uid)
    .forNoKeyUpdate()
    .executeTakeFirst()
  // Read anew: the row may have waited for a change.
  return held ? findIdentityUserByUid(tx, uid) : null
}

/** Whether an address belongs to anybody but the person of `uid`, or is kept for them. */
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

/** From where the person of a sign-in address (in lower case) has signed in, as long as their sessions are kept. */
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

/** What is stored of the password that belongs to a sign-in address (in lower case), or null. */
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
 * What the provider holds proved of a person's address, if this is still stored of their password; else null. Neither
 * changes before the transaction ends, so that whoever changes it finds what was made on the strength of it.
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

/** Sets the stored form of a person's password; false when the present one isn't `from` any more, where given. */
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
 * Notes the address that a person has proved to be theirs, at the provider and in every live session; what they proved
 * of others outside leads to them no more.
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

/** Lets no address but `email` lead to a person by what Firebase or Google said of it. */
export async function unverifyOtherEmails(tx: Executor, uid: string, email: string): Promise<void> {
  await tx
    .updateTable('outside_identities')
    .set({ emailVerified: false })
    .where('uid', '=', uid)
    .where('email', '!=', email)
    .where('emailVerified', '=', true)
    .execute()
}

/** Brings an address back that a person had proved before, and calls off what waits to be confirmed. */
export async function restoreEmail(tx: Executor, uid: string, email: string): Promise<void> {
  await tx.updateTable('users').set({ email, pendingEmail: null }).where('firebaseUid', '=', uid).execute()
}

/** Puts the pending address in the place of the present one; false when it isn't pending any more. */
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

/** Notes which address is to take the place of a member's, null for none; false when it was noted before. */
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

/** Removes what the provider keeps of a person, and their links; answers nothing of whether there was any. */
export async function deleteIdentityUser(tx: Executor, uid: string): Promise<void> {
  await tx.deleteFrom('identity_users').where('id', '=', uid).execute()
  await tx.deleteFrom('mailed_links').where('uid', '=', uid).execute()
}

/** Whether something failed because a thing that may exist only once exists already. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505'
}
