// SQL for the recipients and senders of account mails.
import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'
import type { Language } from '#shared/i18n/t.ts'
import { confirmedEmail } from './sign-in-addresses.ts'

/**
 * The language of an identity's member, or of the member with an address (in lower case), in the profile or to sign in.
 * Null if not known.
 */
export async function findLanguage(
  db: Executor,
  who: { uid: string } | { email: string },
): Promise<Language | null> {
  const row = await db
    .selectFrom('users')
    .select('language')
    .where(({ eb, fn, or, selectFrom }) =>
      'uid' in who
        ? eb('firebaseUid', '=', who.uid)
        : or([
            eb(fn<string>('lower', ['email']), '=', who.email),
            eb(
              'firebaseUid',
              '=',
              selectFrom('identity_users').select('identity_users.id').where('email', '=', who.email),
            ),
          ]),
    )
    .limit(1)
    .executeTakeFirst()
  return row?.language ?? null
}

/** The name of a member; null for a deleted one. */
export async function findMemberName(db: Executor, userId: number): Promise<string | null> {
  const row = await db
    .selectFrom('users')
    .select('name')
    .where('id', '=', userId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  return row?.name ?? null
}

/** The roles of an identity's member, with their confirmed address, null without one; null without a member. */
export async function findMemberRoles(
  db: Executor,
  uid: string,
): Promise<{ name: string; email: string | null; isAdmin: boolean; isGardenAngel: boolean } | null> {
  const row = await db
    .selectFrom('users')
    .select(['name', 'isAdmin', 'isGardenAngel', confirmedEmail(sql.ref('users.id')).as('email')])
    .where('firebaseUid', '=', uid)
    .executeTakeFirst()
  return row ?? null
}
