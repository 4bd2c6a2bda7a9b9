// SQL of the idempotency keys.
import { sql } from 'kysely'
import type { Executor } from '../db/database.ts'

interface IdempotencyKeyClaim {
  userId: number
  /** Such as 'POST /api/mood/entry'. */
  call: string
  key: string
  /** SHA-256 of the input. */
  inputHash: Buffer
  now: Date
  /** A key created at this time or earlier has expired and can be claimed again. */
  expiryCutoff: Date
}

/** The stored input hash and response of a key. */
interface StoredResponse {
  inputHash: Buffer
  response: unknown
}

/**
 * Claims a key within the transaction of its call. Returns null on success, else the stored response. Waits for the
 * outcome of another transaction that uses the key.
 */
export async function claimIdempotencyKey(
  tx: Executor,
  { expiryCutoff, now, ...claim }: IdempotencyKeyClaim,
): Promise<StoredResponse | null> {
  const claimed = await tx
    .insertInto('idempotency_keys')
    .values({ ...claim, createdAt: now })
    .onConflict((conflict) =>
      conflict
        .columns(['userId', 'call', 'key'])
        .doUpdateSet({ inputHash: claim.inputHash, response: null, createdAt: now })
        .where('idempotency_keys.createdAt', '<=', expiryCutoff.toISOString()),
    )
    .returning('key')
    .executeTakeFirst()
  if (claimed) return null
  // The previous statement locked the row, though it changed nothing.
  return tx
    .selectFrom('idempotency_keys')
    .select(['inputHash', 'response'])
    .where('userId', '=', claim.userId)
    .where('call', '=', claim.call)
    .where('key', '=', claim.key)
    .executeTakeFirstOrThrow()
}

/** Stores the response with its key. */
export async function saveIdempotentResponse(
  tx: Executor,
  { userId, call, key }: Pick<IdempotencyKeyClaim, 'userId' | 'call' | 'key'>,
  response: string,
): Promise<void> {
  await tx
    .updateTable('idempotency_keys')
    .set({ response })
    .where('userId', '=', userId)
    .where('call', '=', call)
    .where('key', '=', key)
    .execute()
}

/** Deletes all of a member's keys, whose responses contain personal data. */
export async function deleteIdempotencyKeys(tx: Executor, userId: number): Promise<void> {
  await tx.deleteFrom('idempotency_keys').where('userId', '=', userId).execute()
}

/** Deletes a member's expired keys, except those that another transaction is claiming. */
export async function deleteExpiredIdempotencyKeys(
  tx: Executor,
  { userId, expiryCutoff }: Pick<IdempotencyKeyClaim, 'userId' | 'expiryCutoff'>,
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
          .where('expired.createdAt', '<=', expiryCutoff.toISOString())
          .forUpdate()
          .skipLocked()
          .$asTuple('call', 'key'),
      ),
    )
    .execute()
}

/** Deletes at most `max` keys from before a moment, except those in use. Returns the count. */
export async function deleteOldIdempotencyKeys(db: Executor, before: Date, max: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from idempotency_keys where ctid = any (array(
      select ctid from idempotency_keys where "createdAt" <= ${before}::timestamptz
      limit ${max} for update skip locked
    ))`.execute(db)
  return Number(numAffectedRows ?? 0)
}
