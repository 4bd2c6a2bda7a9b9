// The SQL of the keys under which a call may be made again.
import { sql } from 'kysely'
import type { Executor } from './db.ts'

interface IdempotencyKeyClaim {
  userId: number
  /** Such as 'POST /api/mood/entry'. */
  call: string
  key: string
  /** SHA-256 of what was asked. */
  inputHash: Buffer
  now: Date
  /** A key from then or earlier counts as never used. */
  expiredAt: Date
}

/** What was asked and answered under a key before. */
interface StoredAnswer {
  inputHash: Buffer
  answer: unknown
}

/**
 * Claims a key inside the transaction that does what was asked; null when it is the caller's now, else what came of
 * it before. While another transaction is at work under the key, this waits for its outcome.
 */
export async function claimIdempotencyKey(
  tx: Executor,
  { expiredAt, now, ...claim }: IdempotencyKeyClaim,
): Promise<StoredAnswer | null> {
  const claimed = await tx
    .insertInto('idempotency_keys')
    .values({ ...claim, createdAt: now })
    .onConflict((conflict) =>
      conflict
        .columns(['userId', 'call', 'key'])
        .doUpdateSet({ inputHash: claim.inputHash, answer: null, createdAt: now })
        .where('idempotency_keys.createdAt', '<=', expiredAt.toISOString()),
    )
    .returning('key')
    .executeTakeFirst()
  if (claimed) return null
  // Held by the statement before, though it changed nothing.
  return tx
    .selectFrom('idempotency_keys')
    .select(['inputHash', 'answer'])
    .where('userId', '=', claim.userId)
    .where('call', '=', claim.call)
    .where('key', '=', claim.key)
    .executeTakeFirstOrThrow()
}

/** Keeps the answer with its key. */
export async function saveIdempotentAnswer(
  tx: Executor,
  { userId, call, key }: Pick<IdempotencyKeyClaim, 'userId' | 'call' | 'key'>,
  answer: string,
): Promise<void> {
  await tx
    .updateTable('idempotency_keys')
    .set({ answer })
    .where('userId', '=', userId)
    .where('call', '=', call)
    .where('key', '=', key)
    .execute()
}

/** Removes all of a member's keys, whose answers hold what was theirs. */
export async function deleteIdempotencyKeys(tx: Executor, userId: number): Promise<void> {
  await tx.deleteFrom('idempotency_keys').where('userId', '=', userId).execute()
}

/** Removes a member's keys that have expired, but for those that another transaction is just taking over. */
export async function deleteExpiredIdempotencyKeys(
  tx: Executor,
  { userId, expiredAt }: Pick<IdempotencyKeyClaim, 'userId' | 'expiredAt'>,
): Promise<void> {
  await tx
    .deleteFrom('idempotency_keys')
    .where('userId', '=', userId)
    .where((where) =>
      where(
        where.refTuple('call', 'key'),
        'in',
        where
          .selectFrom('idempotency_keys as expired')
          .select(['expired.call', 'expired.key'])
          .where('expired.userId', '=', userId)
          .where('expired.createdAt', '<=', expiredAt.toISOString())
          .forUpdate()
          .skipLocked()
          .$asTuple('call', 'key'),
      ),
    )
    .execute()
}

/** Removes everybody's keys from before a moment, at most `max`, but for those at work. Answers how many. */
export async function deleteOldIdempotencyKeys(db: Executor, before: Date, max: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from idempotency_keys where ctid = any (array(
      select ctid from idempotency_keys where "createdAt" <= ${before}::timestamptz
      limit ${max} for update skip locked
    ))`.execute(db)
  return Number(numAffectedRows ?? 0)
}
