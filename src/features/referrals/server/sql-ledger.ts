// SQL of the Quantum Love points ledger, which is append-only.
import type { Executor } from '#server/db/database.ts'
import type { Transaction } from '../contract.ts'
import type { Payment } from '../rules.ts'

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
