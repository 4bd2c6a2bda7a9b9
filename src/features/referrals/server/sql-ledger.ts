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

/** A member's points and every line of theirs, the newest first; null when there is no such member. */
export async function pointsOf(
  db: Executor,
  userId: number,
): Promise<{ points: number; transactions: Transaction[] } | null> {
  const rows = await db
    .selectFrom('users')
    .leftJoin('quantum_love_transactions as line', 'line.userId', 'users.id')
    .select(['users.quantumLovePoints as points', 'line.id', 'line.amount', 'line.type'])
    .select(['line.description', 'line.referralId', 'line.createdAt'])
    .where('users.id', '=', userId)
    .orderBy('line.id', 'desc')
    .execute()
  const [first] = rows
  if (!first) return null
  return { points: first.points, transactions: rows.flatMap((row) => transactionOf({ ...row, userId })) }
}

type Nullable<Row> = { [Key in keyof Row]: Row[Key] | null }

/** The line of a row that may have been joined to nothing. */
function transactionOf(row: Nullable<Transaction> & { userId: number }): Transaction[] {
  const { id, userId, amount, type, description, referralId, createdAt } = row
  const isLine =
    id !== null && amount !== null && type !== null && description !== null && referralId !== null
  return isLine && createdAt !== null
    ? [{ id, userId, amount, type, description, referralId, createdAt }]
    : []
}
