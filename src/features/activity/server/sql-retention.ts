// SQL of activity retention: erases personal data and addresses from old entries; the entries themselves stay.
import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'

/**
 * Erases the details of up to `max` entries about people and addresses older than `before`. Returns their number.
 */
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
