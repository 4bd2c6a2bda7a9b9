// Invariants of points and referrals, each as a query that returns the violations (I01–I05).
import { sql } from 'kysely'
import { pointsForFirstSession, pointsForJoining, pointsForReferring } from '#shared/constants.ts'

/** By the description of the violation; computed from the rows alone, without the product's rules. */
export const pointInvariants = {
  'a points balance that is not the sum of its ledger rows': sql`
    select * from quantum_love_astray`,
  'two ledger rows for one event (I02)': sql`
    select "eventKey", array_agg(id) as lines from quantum_love_transactions group by "eventKey" having count(*) > 1`,
  'a member with two referrers': sql`
    select "referredId", array_agg(id) as referrals from live group by "referredId" having count(*) > 1`,
  'two members who refer each other': sql`
    select one.id, other.id as "otherId" from live one
    join live other on other."referrerId" = one."referredId" and other."referredId" = one."referrerId"
    where one.id < other.id`,
  'a member who refers themselves': sql`
    select id, "referrerId" from referrals where "referrerId" = "referredId"`,
  'a pending referral whose session is complete': sql`
    select id, "referredId" from live where status = 'pending' and "referredId" in (table sitters)`,
  'a referred friend without the points for joining': sql`
    select id, "referredId" from live where not exists (
      select from quantum_love_transactions as line
      where line."userId" = "referredId" and type = 'join' and amount = ${pointsForJoining}::integer)`,
  'a referred friend without the points for the first session': sql`
    select id, "referredId" from live
    where (status = 'completed' or "referredId" in (table sitters)) and not exists (
      select from quantum_love_transactions as line
      where line."userId" = "referredId" and type = 'first-session' and amount = ${pointsForFirstSession}::integer)`,
  'points for a first session without a completed referral': sql`
    select id, "userId" from quantum_love_transactions as line
    where type = 'first-session' and not exists (
      select from referrals where "referredId" = line."userId" and "completedAt" is not null)`,
  'a completed referral without its reward': sql`
    select id, "referrerId" from live where status = 'completed' and not "rewardGiven"`,
  'a referral whose reward differs from its ledger rows': sql`
    select referrals.id, "referrerId", status, "rewardGiven", coalesce(net.points, 0) as points from referrals
    left join (
      select "referralId", sum(amount) as points from quantum_love_transactions
      where type in ('reward', 'reversal') group by "referralId"
    ) net on net."referralId" = referrals.id
    where coalesce(net.points, 0) <> case when "rewardGiven" then ${pointsForReferring}::integer else 0 end`,
  'a reversal without a matching reward': sql`
    select line.id, line."userId" from quantum_love_transactions as line
    join referrals on referrals.id = line."referralId"
    where line.type = 'reversal' and (status <> 'superseded' or not exists (
      select from quantum_love_transactions as reward
      where reward.type = 'reward' and line."eventKey" = 'reversal:' || reward.id
      and (reward."userId", reward."referralId", reward.amount) = (line."userId", line."referralId", -line.amount)))`,
  'a ledger row with the wrong amount, member or event': sql`
    select line.id, line."userId", type, amount, "eventKey" from quantum_love_transactions as line
    join referrals on referrals.id = line."referralId"
    where not case type
      when 'join' then line."userId" = "referredId" and amount = ${pointsForJoining}::integer
        and "eventKey" = 'join:u' || line."userId"
      when 'first-session' then line."userId" = "referredId" and amount = ${pointsForFirstSession}::integer
        and "eventKey" = 'first:u' || line."userId"
      when 'reward' then line."userId" = "referrerId" and amount = ${pointsForReferring}::integer
        and "eventKey" = 'reward:ref:' || "referralId"
      else line."userId" = "referrerId" and amount = -${pointsForReferring}::integer and "eventKey" like 'reversal:%'
      end`,
}
