// The lists of invited people as administrators see them, with the progress of their mails.
import type { Executor } from '#server/db/database.ts'
import { listQueuedFacts } from '#server/mail/sql.ts'
import { inviteBatchesListMax, inviteProblemsListMax } from '#shared/constants.ts'
import type { InviteBatch } from '../contract.ts'
import { perhapsSentBefore } from './batch-changes.ts'
import { inviteMailType, type InviteMailFacts } from './invite-mails.ts'
import { listBatches } from './sql/batches.ts'
import { countOfferedTime } from './sql/offered-time.ts'
import { countRecipients, listRecipientProblems } from './sql/recipients.ts'

/** Newest first. */
export async function listBatchesWithProgress(db: Executor, now: Date): Promise<InviteBatch[]> {
  const batches = await listBatches(db, inviteBatchesListMax)
  const batchIds = batches.map(({ id }) => id)
  const startedBefore = perhapsSentBefore(now)
  const counts = await countRecipients(db, batchIds, startedBefore)
  const problems = await listRecipientProblems(db, { batchIds, startedBefore, max: inviteProblemsListMax })
  const attendance = await countOfferedTime(db, batchIds)
  const queued = (await listQueuedFacts(db, inviteMailType)) as InviteMailFacts[]
  return batches.map((batch) => {
    const { batchId: _, ...ofBatch } = counts.find(({ batchId }) => batchId === batch.id) ?? noRecipients
    const offered = attendance.find(({ batchId }) => batchId === batch.id)
    const ofState = (state: string) =>
      problems.filter((problem) => problem.batchId === batch.id && problem.state === state)
    return {
      ...batch,
      ...ofBatch,
      isPaused: ofBatch.waiting > 0 && !queued.some(({ batchId }) => batchId === batch.id),
      bounces: ofState('bounced').map(({ id, email, bounceReason: reason }) => ({ id, email, reason })),
      perhaps: ofState('sending').map(({ id, email }) => ({ id, email })),
      attendance: { people: offered?.people ?? 0, minutes: offered?.minutes ?? 0 },
    }
  })
}

const noRecipients = {
  batchId: 0,
  total: 0,
  waiting: 0,
  sent: 0,
  joined: 0,
  refused: 0,
  bounced: 0,
  perhapsSent: 0,
}
