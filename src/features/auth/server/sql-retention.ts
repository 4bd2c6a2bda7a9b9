// The SQL by which sessions that are over, links that nobody followed, and addresses of sign-ins are forgotten.
import { sql } from 'kysely'
import { sessionIdleMs } from '#shared/constants.ts'
import type { Executor } from '#server/db.ts'

/** Removes sessions that ended, or whose time was over, before a moment; at most `max`. Answers how many. */
export async function deleteEndedSessions(
  db: Executor,
  { endedBefore, now, max }: { endedBefore: Date; now: Date; max: number },
): Promise<number> {
  // One that a ban ended tells of the ban for as long as its time lasts; by then its time is over as well. Who isn't
  // remembered is out some hours after the last use.
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

/** Removes mailed links that nobody can follow any more; at most `max`. Answers how many. */
export async function deleteExpiredLinks(db: Executor, now: Date, max: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from mailed_links where "tokenHash" in (
      select "tokenHash" from mailed_links where "expiresAt" <= ${now}::timestamptz
      order by "expiresAt" limit ${max} for update skip locked
    )`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Removes what a crash left of the built-in provider's own short sessions. */
export async function deleteExpiredProviderSessions(db: Executor, now: Date): Promise<void> {
  await sql`delete from identity_sessions where "expiresAt" < ${now}::timestamptz`.execute(db)
  await sql`delete from identity_verifications where "expiresAt" < ${now}::timestamptz`.execute(db)
}

/** Forgets from where people signed in whose last sign-in was before a moment; at most `max`. Answers how many. */
export async function eraseSignInIps(db: Executor, before: Date, max: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update users set "lastLoginIp" = null where id in (
      select id from users
      where "lastLoginIp" is not null and coalesce("lastLogin", "createdAt") < ${before}::timestamptz
      limit ${max} for no key update skip locked
    )`.execute(db)
  return Number(numAffectedRows ?? 0)
}
