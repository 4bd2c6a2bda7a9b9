// SQL of referral codes, referrals, the points ledger and flags.
import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'
import { isNotBanned } from '#server/db/standing-ban.ts'
import { advisoryLockKeys } from '#server/postgres/advisory-locks.ts'
import { joinsPerAddressAlertThreshold, rewardsPerDayAlertThreshold } from '#shared/constants.ts'
import { shownMemberName } from '#shared/former-member.ts'
import type { Referral, ReferralFlag, Transaction } from '../contract.ts'
import type { Payment } from '../rules.ts'

const countedStatuses = ['pending', 'completed'] as const
const columns = [
  'id',
  'referrerId',
  'referredId',
  'referralCode',
  'status',
  'rewardGiven',
  'createdAt',
  'completedAt',
] as const

/** A member's code, or null. */
export async function referralCodeOf(db: Executor, userId: number): Promise<string | null> {
  const row = await db
    .selectFrom('referral_codes')
    .select('code')
    .where('userId', '=', userId)
    .executeTakeFirst()
  return row?.code ?? null
}

/** Inserts a member's code; false when the code is taken or the member has one. */
export async function insertReferralCode(
  db: Executor,
  row: { code: string; userId: number; createdAt: Date },
): Promise<boolean> {
  const inserted = await db
    .insertInto('referral_codes')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('code')
    .executeTakeFirst()
  return inserted !== undefined
}

/**
 * The owner of a code; null for an unknown code and for a banned or deleted owner. Blocks a ban or deletion of the
 * owner until the transaction ends.
 */
export async function lockReferrerByCodeForKeyShare(
  tx: Executor,
  code: string,
): Promise<{ id: number } | null> {
  const row = await tx
    .selectFrom('referral_codes')
    .innerJoin('users', 'users.id', 'referral_codes.userId')
    .select('users.id')
    .where('code', '=', code)
    .where(isNotBanned())
    .where('deletedAt', 'is', null)
    .forKeyShare('users')
    .executeTakeFirst()
  return row ?? null
}

/** The first of the codes that exists, with its owner, banned and deleted ones included; null without one. */
export async function firstCodeWithOwner(
  db: Executor,
  codes: readonly string[],
): Promise<{ code: string; userId: number } | null> {
  const row = await db
    .selectFrom('referral_codes')
    .select(['code', 'userId'])
    .where('code', '=', sql<string>`any(${codes}::text[])`)
    .orderBy(sql`array_position(${codes}::text[], code::text)`)
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/** A referrer's referrals that count, newest first (REF-16). */
export function referralsBy(db: Executor, referrerId: number): Promise<Referral[]> {
  return db
    .selectFrom('referrals')
    .select(columns)
    .where('referrerId', '=', referrerId)
    .where('status', 'in', countedStatuses)
    .orderBy('id', 'desc')
    .execute()
}

/** The referral that brought a member, or null; at most one exists (I04). */
export async function referralOf(db: Executor, referredId: number): Promise<Referral | null> {
  const row = await db
    .selectFrom('referrals')
    .select(columns)
    .where('referredId', '=', referredId)
    .where('status', 'in', countedStatuses)
    .executeTakeFirst()
  return row ?? null
}

/** Blocks concurrent attributions of this friend until the transaction ends. */
export async function lockAttributionExclusive(tx: Executor, referredId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${advisoryLockKeys.attribution}::integer, ${referredId}::integer)`.execute(
    tx,
  )
}

interface NewReferral {
  referrerId: number
  referredId: number
  referralCode: string
  joinedFrom: string | null
  createdAt: Date
  /** Set when the referral is complete from the start. */
  completedAt: string | null
  rewardGiven: boolean
}

/** Inserts a referral, pending unless `completedAt` is set. */
export function insertReferral(tx: Executor, referral: NewReferral): Promise<Referral> {
  const status = referral.completedAt === null ? 'pending' : 'completed'
  return tx
    .insertInto('referrals')
    .values({ ...referral, status })
    .returning(columns)
    .executeTakeFirstOrThrow()
}

/** Completes a member's pending referral; null when there is none. */
export async function completeReferral(
  tx: Executor,
  referredId: number,
  completedAt: Date,
): Promise<Referral | null> {
  const row = await tx
    .updateTable('referrals')
    .set({ status: 'completed', completedAt, rewardGiven: true })
    .where('referredId', '=', referredId)
    .where('status', '=', 'pending')
    .returning(columns)
    .executeTakeFirst()
  return row ?? null
}

/** Marks a referral as superseded and its reward as taken back. */
export async function supersedeReferral(tx: Executor, id: number): Promise<void> {
  await tx
    .updateTable('referrals')
    .set({ status: 'superseded', rewardGiven: false })
    .where('id', '=', id)
    .execute()
}

/** Voids a member's pending referral and erases the address that the member joined from. */
export async function cancelPendingReferral(tx: Executor, referredId: number): Promise<void> {
  await tx
    .updateTable('referrals')
    .set({ status: 'void' })
    .where('referredId', '=', referredId)
    .where('status', '=', 'pending')
    .execute()
  await tx.updateTable('referrals').set({ joinedFrom: null }).where('referredId', '=', referredId).execute()
}

/** Erases the join addresses of a referrer's friends who joined before `before`. */
export async function eraseJoinAddresses(tx: Executor, referrerId: number, before: Date): Promise<void> {
  await tx
    .updateTable('referrals')
    .set({ joinedFrom: null })
    .where('referrerId', '=', referrerId)
    .where('createdAt', '<', before.toISOString())
    .where('joinedFrom', 'is not', null)
    .execute()
}

/** True for deleted members too. */
export async function isMember(db: Executor, userId: number): Promise<boolean> {
  const row = await db.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst()
  return row !== undefined
}

/** Members' names by id. */
export async function memberNamesById(
  db: Executor,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await db.selectFrom('users').select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

const exportedColumns = ['name', 'status', 'referrals.createdAt', 'completedAt'] as const

/** Who referred the member, in any status, newest first; `joinedFrom` is the member's own address. */
export function exportReceivedReferrals(db: Executor, userId: number) {
  return db
    .selectFrom('referrals')
    .innerJoin('users', 'users.id', 'referrerId')
    .select([...exportedColumns, 'joinedFrom'])
    .where('referredId', '=', userId)
    .orderBy('referrals.id', 'desc')
    .execute()
}

/** The members that this member referred, newest first. */
export function exportSentReferrals(db: Executor, userId: number, max: number) {
  return db
    .selectFrom('referrals')
    .innerJoin('users', 'users.id', 'referredId')
    .select(exportedColumns)
    .where('referrerId', '=', userId)
    .orderBy('referrals.id', 'desc')
    .limit(max)
    .execute()
}

/** A member's ledger entries, newest first. */
export function exportLedger(db: Executor, userId: number, max: number) {
  return db
    .selectFrom('quantum_love_transactions')
    .select(['id', 'amount', 'type', 'description', 'createdAt'])
    .where('userId', '=', userId)
    .orderBy('id', 'desc')
    .limit(max)
    .execute()
}

/**
 * Referrers above the thresholds since `since`: rewards per day of the zone, or friends per day from one
 * address (T15). Latest day first. Superseded referrals count too, because flags report events.
 */
export async function flagsSince(
  db: Executor,
  { since, zone }: { since: Date; zone: string },
): Promise<ReferralFlag[]> {
  const { rows } = await sql<{
    kind: ReferralFlag['kind']
    day: string
    count: number
    id: number
    name: string
  }>`
    with flagged as (
      select 'many-rewards' as kind, "userId",
        ("createdAt" at time zone ${zone})::date as day, count(*)::integer as count
      from quantum_love_transactions
      where type = 'reward' and "createdAt" >= ${since}::timestamptz
      group by "userId", day
      having count(*) > ${rewardsPerDayAlertThreshold}
      union all
      select 'same-address', "referrerId", day, max(count) from (
        select "referrerId", ("createdAt" at time zone ${zone})::date as day, count(*)::integer as count
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
  return rows.map(({ kind, day, count, id, name }) => ({
    kind,
    day,
    count,
    referrer: { id, name: shownMemberName(name) },
  }))
}

/** Inserts entries and skips events already paid; updates the members' totals with them (I01, I02). */
export async function insertPayments(
  tx: Executor,
  payments: readonly Payment[],
  createdAt: Date,
): Promise<void> {
  if (payments.length === 0) return
  await tx
    .insertInto('quantum_love_transactions')
    .values(payments.map((payment) => ({ ...payment, createdAt })))
    .onConflict((conflict) => conflict.column('eventKey').doNothing())
    .execute()
}

/** The reward paid for a referral, or null. */
export async function rewardFor(
  tx: Executor,
  referralId: number,
): Promise<Pick<Transaction, 'id' | 'userId' | 'amount' | 'referralId'> | null> {
  const row = await tx
    .selectFrom('quantum_love_transactions')
    .select(['id', 'userId', 'amount', 'referralId'])
    .where('referralId', '=', referralId)
    .where('type', '=', 'reward')
    .executeTakeFirst()
  return row ?? null
}

/** A member's points and all ledger entries, newest first; 0 points without entries. */
export async function pointsOf(
  db: Executor,
  userId: number,
): Promise<{ points: number; transactions: Transaction[] }> {
  const rows = await db
    .selectFrom('quantum_love_transactions')
    .select(['id', 'userId', 'amount', 'type', 'description', 'referralId', 'createdAt'])
    // One statement, so that the total is the sum of exactly these entries.
    .select((eb) => eb.selectFrom('users').select('quantumLovePoints').where('id', '=', userId).as('points'))
    .where('userId', '=', userId)
    .orderBy('id', 'desc')
    .execute()
  return {
    points: rows[0]?.points ?? 0,
    transactions: rows.map(({ points: _, ...transaction }) => transaction),
  }
}

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
