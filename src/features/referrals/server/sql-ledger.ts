// The SQL of the ledger of Quantum Love points: lines are added and never changed.
import type { Executor } from '#server/db.ts'
import type { Transaction } from '../contract.ts'
import type { Payment } from '../rules.ts'

/** Adds lines, but for those whose event was paid before; the members' numbers move with them (I01, I02). */
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

/** The reward that was paid for a referral, or null. */
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

/** A member's points and every line of theirs, the newest first; who has no line has no points. */
export async function pointsOf(
  db: Executor,
  userId: number,
): Promise<{ points: number; transactions: Transaction[] }> {
  const rows = await db
    .selectFrom('quantum_love_transactions')
    .select(['id', 'userId', 'amount', 'type', 'description', 'referralId', 'createdAt'])
    // In the same statement, so that the number is the sum of just these lines.
    .select((lines) =>
      lines.selectFrom('users').select('quantumLovePoints').where('id', '=', userId).as('points'),
    )
    .where('userId', '=', userId)
    .orderBy('id', 'desc')
    .execute()
  return { points: rows[0]?.points ?? 0, transactions: rows.map(({ points: _, ...line }) => line) }
}
