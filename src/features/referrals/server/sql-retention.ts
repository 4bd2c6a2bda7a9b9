// SQL of retention and consistency: erases join addresses and compares points with the ledger.
import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'

/** Erases up to `max` join addresses of friends who joined before `before`. Returns their number. */
export async function eraseOldJoinAddresses(db: Executor, before: Date, max: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update referrals set "joinedFrom" = null where id in (
      select id from referrals
      where "joinedFrom" is not null and "createdAt" < ${before}::timestamptz
      order by "createdAt" limit ${max} for no key update skip locked
    )`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** The number of members whose points differ from the ledger (I01). */
export async function countPointsMismatches(db: Executor): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from quantum_love_astray`.execute(db)
  return rows[0]?.count ?? 0
}
