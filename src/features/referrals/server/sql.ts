// SQL of referral codes and referrals.
import { sql } from 'kysely'
import { advisoryLockKeys } from '#server/db/advisory-locks.ts'
import type { Executor } from '#server/db/database.ts'
import type { Referral } from '../contract.ts'

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

/** The owner of a code; null for an unknown code and for a banned or deleted owner. */
export async function referrerByCode(
  db: Executor,
  code: string,
): Promise<{ id: number; name: string } | null> {
  const row = await selectReferrerByCode(db, code).executeTakeFirst()
  return row ?? null
}

/** Like {@link referrerByCode}, and blocks a ban or deletion of the owner until the transaction ends. */
export async function lockReferrerByCodeForKeyShare(
  tx: Executor,
  code: string,
): Promise<{ id: number } | null> {
  const row = await selectReferrerByCode(tx, code).forKeyShare('users').executeTakeFirst()
  return row ?? null
}

function selectReferrerByCode(db: Executor, code: string) {
  return db
    .selectFrom('referral_codes')
    .innerJoin('users', 'users.id', 'referral_codes.userId')
    .select(['users.id', 'users.name'])
    .where('code', '=', code)
    .where('isBanned', '=', false)
    .where('deletedAt', 'is', null)
}

/** The owner of a code, banned and deleted ones included; null for an unknown code. */
export async function ownerOfCode(db: Executor, code: string): Promise<number | null> {
  const row = await db
    .selectFrom('referral_codes')
    .select('userId')
    .where('code', '=', code)
    .executeTakeFirst()
  return row?.userId ?? null
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
