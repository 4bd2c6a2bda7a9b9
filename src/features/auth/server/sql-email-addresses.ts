// SQL for addresses that Firebase verified, and for unverified ones.
import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'
import { unverifyOtherEmails } from './sql-credentials.ts'
import { deleteLinksToOtherEmails } from './sql-mailed-links.ts'

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
