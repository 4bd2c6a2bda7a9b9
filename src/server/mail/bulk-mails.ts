// Stored batches of mails to many people, such as reminders. The bulk mail queue sends them.
import { randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import type { Executor } from '../db/database.ts'
import { insertJobs } from '../jobs/sql.ts'

/** The kind of these jobs: one a batch. */
export const bulkMailKind = 'bulk-mail'

/** Recipients of one batch, at most: its row is written again after each mail. */
const bulkMailRecipientsMax = 500

const idsSchema = z.array(z.int())

const batchSchema = z.object({
  /** Which feature composes it. */
  type: z.string(),
  /** Its data, without any secret. */
  facts: z.unknown(),
  /** The recipients: members, unless mails of this type go to others. */
  userIds: idsSchema,
  /** How many of `userIds` are sent, on their way, or deferred. */
  cursor: z.int(),
  /** Those whose mail server asked to try again later, in the next round. */
  deferred: idsSchema,
  /** Those whose mail is claimed, and to be tried again. Absent in a batch of an earlier version. */
  claimed: z.optional(idsSchema),
  round: z.int(),
})
export interface BulkMailBatch extends z.infer<typeof batchSchema> {
  claimed: number[]
}

export function parseBulkMailBatch(payload: unknown): BulkMailBatch {
  const { claimed, ...batch } = z.parse(batchSchema, payload)
  // An earlier version claimed all mails of a batch as it queued them.
  return { ...batch, claimed: claimed ?? batch.userIds }
}

interface BulkMails {
  type: string
  facts: object
  recipientIds: readonly number[]
  now: Date
}

/** Queues a mail to each of these recipients. Nothing is dropped, however many wait (REM-13). */
export async function insertBulkMails(
  db: Executor,
  { type, facts, recipientIds, now }: BulkMails,
): Promise<void> {
  for (let from = 0; from < recipientIds.length; from += bulkMailRecipientsMax) {
    const batch: BulkMailBatch = {
      type,
      facts,
      userIds: recipientIds.slice(from, from + bulkMailRecipientsMax),
      cursor: 0,
      deferred: [],
      claimed: [],
      round: 0,
    }
    const key = randomBytes(16).toString('hex')
    await insertJobs(db, [{ kind: bulkMailKind, key, payload: batch, now }])
  }
}
