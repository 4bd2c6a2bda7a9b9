// SQL of deleted Firebase accounts: they are blocked here for good, and deleted at Firebase by jobs.
import type { Executor } from '#server/db/database.ts'
import { deleteJobByKey, insertJobs } from '#server/jobs/sql.ts'
import { hashSecret } from './secret-token.ts'

/** The kind of these jobs. Their key is the subject's hash in hexadecimal. */
export const firebaseDeletionKind = 'firebase-deletion'

/** Blocks Firebase accounts from signing in and queues them for deletion. */
export async function enqueueFirebaseDeletions(
  tx: Executor,
  subjects: readonly string[],
  now: Date,
): Promise<void> {
  if (subjects.length === 0) return
  await tx
    .insertInto('identity_removals')
    .values(subjects.map((subject) => ({ subjectHash: hashSecret(subject), subject, queuedAt: now })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await insertJobs(
    tx,
    subjects.map((subject) => ({ kind: firebaseDeletionKind, key: jobKeyOf(subject), now })),
  )
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

/** The subject of a job; null if its account was deleted meanwhile. */
export async function findQueuedFirebaseSubject(db: Executor, jobKey: string): Promise<string | null> {
  const row = await db
    .selectFrom('identity_removals')
    .select('subject')
    .where('subjectHash', '=', Buffer.from(jobKey, 'hex'))
    .executeTakeFirst()
  return row?.subject ?? null
}

/** Deletes the subject of an account that was deleted at Firebase, and its job. */
export async function completeFirebaseDeletion(db: Executor, subject: string): Promise<void> {
  await db
    .updateTable('identity_removals')
    .set({ subject: null })
    .where('subjectHash', '=', hashSecret(subject))
    .execute()
  await deleteJobByKey(db, firebaseDeletionKind, jobKeyOf(subject))
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

function jobKeyOf(subject: string): string {
  return hashSecret(subject).toString('hex')
}
