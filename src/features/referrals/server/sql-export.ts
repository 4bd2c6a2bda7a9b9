// SQL of a member's code, invitations and points for the data export; of others only the name.
import type { Executor } from '#server/db/database.ts'

const columns = ['name', 'status', 'referrals.createdAt', 'completedAt'] as const

/** Who invited the member, in any status, newest first; `joinedFrom` is the member's own address. */
export function exportReceivedInvitations(db: Executor, userId: number) {
  return db
    .selectFrom('referrals')
    .innerJoin('users', 'users.id', 'referrerId')
    .select([...columns, 'joinedFrom'])
    .where('referredId', '=', userId)
    .orderBy('referrals.id', 'desc')
    .execute()
}

/** The members that this member invited, newest first. */
export function exportSentInvitations(db: Executor, userId: number, max: number) {
  return db
    .selectFrom('referrals')
    .innerJoin('users', 'users.id', 'referredId')
    .select(columns)
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
