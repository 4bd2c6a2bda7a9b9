// SQL of administrators, for the operator's shell and the first start.
import { sql } from 'kysely'
import { confirmedEmail } from '#features/auth/server/service.ts'
import type { Executor } from '#server/db/database.ts'
import { isNotBanned } from '#server/db/standing-ban.ts'

/** Counts administrators without a completed profile too. */
export async function hasAdministrator(db: Executor): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('isAdmin', '=', true)
    .where(isNotBanned())
    .where('deletedAt', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** All administrators, by name. */
export async function listAdministrators(
  db: Executor,
): Promise<{ name: string; email: string | null; profileCompleted: boolean }[]> {
  return db
    .selectFrom('users')
    .select(['name', 'email', 'profileCompleted'])
    .where('isAdmin', '=', true)
    .where('deletedAt', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .execute()
}

/**
 * Finds a member by email address (in lower case), with whether the identity provider verified it; null without
 * one.
 */
export async function findMemberByEmail(
  db: Executor,
  email: string,
): Promise<{ id: number; uid: string | null; isProven: boolean } | null> {
  const row = await db
    .selectFrom('users')
    .select(['id', 'firebaseUid as uid'])
    // The address of the profile may be one that an administrator typed (USR-25).
    .select(sql<boolean>`coalesce(${confirmedEmail(sql.ref('users.id'))} = ${email}, false)`.as('isProven'))
    .where(({ fn, ref }) => fn<string>('lower', [ref('users.email')]), '=', email)
    .executeTakeFirst()
  return row ?? null
}

/** Inserts a link and deletes the expired ones. */
export async function insertFirstAdminLink(
  tx: Executor,
  link: { tokenHash: Buffer; createdAt: Date; expiresAt: Date },
): Promise<void> {
  await tx.deleteFrom('first_admin_links').where('expiresAt', '<=', link.createdAt.toISOString()).execute()
  await tx.insertInto('first_admin_links').values(link).execute()
}

export async function isValidFirstAdminLink(tx: Executor, tokenHash: Buffer, now: Date): Promise<boolean> {
  const row = await tx
    .selectFrom('first_admin_links')
    .select('createdAt')
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', now.toISOString())
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteFirstAdminLinks(tx: Executor): Promise<void> {
  await tx.deleteFrom('first_admin_links').execute()
}
