// SQL for data retention: ended sessions, expired links, and IP addresses of sign-ins.
import { sql } from 'kysely'
import { sessionIdleMs } from '#shared/constants.ts'
import type { Executor } from '#server/db/database.ts'

/** Deletes sessions that ended or expired before a time, at most `max`. Returns their number. */
export async function deleteEndedSessions(
  db: Executor,
  { endedBefore, now, max }: { endedBefore: Date; now: Date; max: number },
): Promise<number> {
  // A session ended by a ban reports the ban until it expires, so it is kept until then. Sessions that aren't
  // remembered expire some hours after the last use.
  const usedBefore = new Date(endedBefore.getTime() - sessionIdleMs)
  const { numAffectedRows } = await sql`
    delete from sessions where id in (
      select id from sessions
      where "expiresAt" < ${now}::timestamptz
        and (least("revokedAt", "expiresAt") < ${endedBefore}::timestamptz
          or not remembered and "lastUsedAt" < ${usedBefore}::timestamptz)
      order by "expiresAt" limit ${max} for update skip locked
    )`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Deletes expired mailed links, at most `max`. Returns their number. */
export async function deleteExpiredLinks(db: Executor, now: Date, max: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from mailed_links where "tokenHash" in (
      select "tokenHash" from mailed_links where "expiresAt" <= ${now}::timestamptz
      order by "expiresAt" limit ${max} for update skip locked
    )`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Deletes the built-in provider's short-lived sessions left behind by a crash. */
export async function deleteExpiredProviderSessions(db: Executor, now: Date): Promise<void> {
  await sql`delete from identity_sessions where "expiresAt" < ${now}::timestamptz`.execute(db)
  await sql`delete from identity_verifications where "expiresAt" < ${now}::timestamptz`.execute(db)
}

/**
 * Erases the sign-in IP address of users whose last sign-in was before a time, at most `max`. Returns their number.
 */
export async function eraseSignInIps(db: Executor, before: Date, max: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update users set "lastLoginIp" = null where id in (
      select id from users
      where "lastLoginIp" is not null and coalesce("lastLogin", "createdAt") < ${before}::timestamptz
      limit ${max} for no key update skip locked
    )`.execute(db)
  return Number(numAffectedRows ?? 0)
}
