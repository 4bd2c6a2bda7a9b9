// SQL for the export of sign-in data: no secrets and no hashes.
import type { Executor } from '#server/db/database.ts'

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

/** The account's external identities, oldest first. */
export function listExternalIdentities(db: Executor, uid: string) {
  return db
    .selectFrom('outside_identities')
    .select(['provider', 'subject', 'email', 'emailVerified', 'provenSince', 'createdAt'])
    .where('uid', '=', uid)
    .orderBy('createdAt')
    .execute()
}

/** The account's stored mailed links. */
export function listMailedLinks(db: Executor, uid: string) {
  return db
    .selectFrom('mailed_links')
    .select(['purpose', 'email', 'createdAt', 'expiresAt'])
    .where('uid', '=', uid)
    .orderBy('createdAt')
    .execute()
}

/** The account's stored sessions, closed ones included, newest first. */
export function listSignIns(db: Executor, uid: string, max: number) {
  return db
    .selectFrom('sessions')
    .select(['provider', 'email', 'name', 'remembered', 'createdAt', 'lastUsedAt', 'expiresAt'])
    .select(['ip', 'revokedAt', 'revokedBy'])
    .where('uid', '=', uid)
    .orderBy('id', 'desc')
    .limit(max)
    .execute()
}
