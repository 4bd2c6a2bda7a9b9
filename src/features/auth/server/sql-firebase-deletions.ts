// SQL for the queue of Firebase accounts to delete.
import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'
import { hashSecret } from './secret-token.ts'

/** Blocks Firebase accounts from signing in and queues them for deletion. */
export async function enqueueFirebaseDeletions(
  tx: Executor,
  subjects: readonly string[],
  now: Date,
): Promise<void> {
  if (subjects.length === 0) return
  const times = { queuedAt: now, nextAttemptAt: now }
  await tx
    .insertInto('identity_removals')
    .values(subjects.map((subject) => ({ subjectHash: hashSecret(subject), subject, ...times })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Whether a Firebase subject belonged to an account that was deleted here. */
export async function isFirebaseAccountDeleted(db: Executor, subject: string): Promise<boolean> {
  const row = await db
    .selectFrom('identity_removals')
    .select('subjectHash')
    .where('subjectHash', '=', hashSecret(subject))
    .executeTakeFirst()
  return row !== undefined
}

/** Marks a deletion as done. */
export async function completeFirebaseDeletion(db: Executor, subject: string): Promise<void> {
  await db
    .updateTable('identity_removals')
    .set({ subject: null })
    .where('subjectHash', '=', hashSecret(subject))
    .execute()
}

/**
 * Claims up to `max` due deletions, each for one node only. Postpones each by 1, 4, 16 … minutes, at most a day, in
 * case it fails again.
 */
export async function claimFirebaseDeletions(db: Executor, now: Date, max: number): Promise<string[]> {
  const { rows } = await sql<{ subject: string }>`
    update identity_removals set attempts = attempts + 1,
      "nextAttemptAt" = ${now}::timestamptz + least(interval '1 day', interval '1 minute' * power(4, least(attempts, 10)))
    where "subjectHash" in (
      select "subjectHash" from identity_removals
      where subject is not null and "nextAttemptAt" <= ${now}::timestamptz
      order by "nextAttemptAt" limit ${max} for update skip locked
    ) returning subject`.execute(db)
  return rows.map(({ subject }) => subject)
}

/** Counts the pending deletions queued before a time. */
export async function countFirebaseDeletionsQueuedBefore(db: Executor, queuedBefore: Date): Promise<number> {
  const { count } = await db
    .selectFrom('identity_removals')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('subject', 'is not', null)
    .where('queuedAt', '<', queuedBefore.toISOString())
    .executeTakeFirstOrThrow()
  return count
}
