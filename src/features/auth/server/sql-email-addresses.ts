// The SQL of addresses that go with what Firebase says, and of those that nobody has proved.
import { sql } from 'kysely'
import type { Executor } from '#server/db.ts'
import { unverifyOtherEmails } from './sql-credentials.ts'
import { deleteLinksToOtherEmails } from './sql-mailed-links.ts'

/**
 * Has a person be known by the address (in lower case) that Firebase holds verified, as far as it isn't somebody else's
 * here, and no longer by any that they have left.
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
 * Takes the address (in lower case) from a member whom only Firebase knows and who never proved it, for the person of
 * `uid`, who has proved it there; answers whose uid that was, null when there is no such member. That one stays, but has
 * to prove an address before their profile is complete again.
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

/** Which of some addresses (in lower case) somebody signs in by, or is known by here. */
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
