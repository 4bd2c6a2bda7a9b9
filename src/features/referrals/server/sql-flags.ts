// SQL of referral flags, computed on read, so that they can never block a member.
import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'
import {
  productTimeZone,
  joinsPerAddressAlertThreshold,
  rewardsPerDayAlertThreshold,
} from '#shared/constants.ts'
import type { ReferralFlag } from '../contract.ts'

/**
 * Referrers above the thresholds since `since`: rewards per Chicago day, or friends per day from one address
 * (T15). Latest day first. Superseded referrals count too, because flags report events.
 */
export async function flagsSince(db: Executor, since: Date): Promise<ReferralFlag[]> {
  const { rows } = await sql<{
    kind: ReferralFlag['kind']
    day: string
    count: number
    id: number
    name: string
  }>`
    with flagged as (
      select 'many-rewards' as kind, "userId",
        ("createdAt" at time zone ${productTimeZone})::date as day, count(*)::integer as count
      from quantum_love_transactions
      where type = 'reward' and "createdAt" >= ${since}::timestamptz
      group by "userId", day
      having count(*) > ${rewardsPerDayAlertThreshold}
      union all
      select 'same-address', "referrerId", day, max(count) from (
        select "referrerId", ("createdAt" at time zone ${productTimeZone})::date as day, count(*)::integer as count
        from referrals
        where "joinedFrom" is not null and "createdAt" >= ${since}::timestamptz
        group by "referrerId", day, "joinedFrom"
        having count(*) > ${joinsPerAddressAlertThreshold}
      ) clusters
      group by "referrerId", day
    )
    select kind, day, count, users.id, users.name
    from flagged join users on users.id = "userId"
    order by day desc, count desc, users.id, kind`.execute(db)
  return rows.map(({ kind, day, count, id, name }) => ({ kind, day, count, referrer: { id, name } }))
}
