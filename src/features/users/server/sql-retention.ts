// SQL of retention and consistency: deletes ended address bans and checks members' denormalized totals.
import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'

/** Deletes up to `max` address bans that ended and are older than `before`. Returns their number. */
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

/** The number of members whose sort keys or time differ from the source tables (I25). */
export async function countInconsistentMembers(db: Executor): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from members_astray`.execute(db)
  return rows[0]?.count ?? 0
}
