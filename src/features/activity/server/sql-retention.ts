// The SQL by which lines of activity forget what they hold of people and addresses. That something was done stays.
import { sql } from 'kysely'
import type { Executor } from '#server/db.ts'

/** Empties lines about people and addresses from before a moment; at most `max`. Answers how many. */
export async function eraseOldActivityDetails(db: Executor, before: Date, max: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update activities set label = null, before = null, after = null where id in (
      select id from activities
      where "targetType" in ('user', 'referral', 'ip-ban')
        and (label is not null or before is not null or after is not null)
        and "createdAt" < ${before}::timestamptz
      order by "createdAt" limit ${max}
    )`.execute(db)
  return Number(numAffectedRows ?? 0)
}
