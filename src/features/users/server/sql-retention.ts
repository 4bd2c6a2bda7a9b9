// The SQL by which bans of addresses that are over are forgotten, and members' figures are compared with what they sum up.
import { sql } from 'kysely'
import type { Executor } from '#server/db.ts'

/** Removes bans of addresses that hold no more and are older than a moment; at most `max`. Answers how many. */
export async function deleteEndedAddressBans(
  db: Executor,
  { before, now, max }: { before: Date; now: Date; max: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from ip_bans where id in (
      select id from ip_bans
      where (not "isActive" or "expiresAt" <= ${now}::timestamptz)
        and greatest("bannedAt", "expiresAt") < ${before}::timestamptz
      limit ${max} for update skip locked
    )`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Of how many members the keys or the time aren't what the other tables say (I25). */
export async function countInconsistentMembers(db: Executor): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from members_astray`.execute(db)
  return rows[0]?.count ?? 0
}
