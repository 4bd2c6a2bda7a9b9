// The SQL by which it is forgotten from where friends joined, and by which the points are compared with the ledger.
import { sql } from 'kysely'
import type { Executor } from '#server/db.ts'

/** Forgets from where those joined who did before a moment; at most `max`. Answers how many. */
export async function eraseOldJoinAddresses(db: Executor, before: Date, max: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update referrals set "joinedFrom" = null where id in (
      select id from referrals
      where "joinedFrom" is not null and "createdAt" < ${before}::timestamptz
      order by "createdAt" limit ${max} for no key update skip locked
    )`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Of how many members the points aren't what the ledger says (I01). */
export async function countPointsMismatches(db: Executor): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from quantum_love_astray`.execute(db)
  return rows[0]?.count ?? 0
}
