// The SQL of how somebody signs in, for themselves: no secret, and no hash of one.
import type { Executor } from '#server/db.ts'

/** What the built-in provider keeps of a person, but for the password; null where it knows nobody. */
export async function findCredentials(db: Executor, uid: string) {
  const row = await db
    .selectFrom('identity_users')
    .select(['name', 'email', 'emailVerified', 'createdAt', 'updatedAt'])
    .select((person) =>
      person
        .exists(
          person
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

/** Who else has proved a person, the oldest first. */
export function listExternalIdentities(db: Executor, uid: string) {
  return db
    .selectFrom('outside_identities')
    .select(['provider', 'subject', 'email', 'emailVerified', 'provenSince', 'createdAt'])
    .where('uid', '=', uid)
    .orderBy('createdAt')
    .execute()
}

/** The links that were mailed to a person and are kept still. */
export function listMailedLinks(db: Executor, uid: string) {
  return db
    .selectFrom('mailed_links')
    .select(['purpose', 'email', 'createdAt', 'expiresAt'])
    .where('uid', '=', uid)
    .orderBy('createdAt')
    .execute()
}

/** The sessions of a person, those that are over as well as long as they are kept, the newest first. */
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
