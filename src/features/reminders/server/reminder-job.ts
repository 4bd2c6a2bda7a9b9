// The jobs of reminders: each looks at one sitting, a chunk of members at a time, and notifies those who should know
// something now.
import type { PushSender } from '#features/push/server/service.ts'
import type { Platform } from '#server/context.ts'
import type { Job } from '#server/jobs/sql.ts'
import { insertBulkMails } from '#server/mail/bulk-mails.ts'
import { findNotifiedSitting } from './announced-sittings.ts'
import { remindersMailType, type ReminderMailInput } from './mails.ts'
import { decidePending, type ReminderChunk } from './pending-notifications.ts'
import type { ReminderPayload } from './schedule-reminders.ts'
import { sendPushes } from './send-pushes.ts'
import { listReminderMembers } from './sql/reminder-members.ts'
import { claimNotifications } from './sql/sitting-notifications.ts'

export interface RemindersDeps {
  push: PushSender
  /** Whether a member has a live socket in the room of a day, on any node. */
  isPresent(day: string, userId: number): boolean
}

type ReminderJobDeps = Pick<Platform, 'calendar' | 'clock' | 'community' | 'database' | 'roomClock'> &
  RemindersDeps

const chunkMax = 500
const chunksAtOnce = 4

/** A run of a job. Running it twice or late does no harm. */
interface ReminderJob {
  /**
   * Decides for the next members: null after the last one. 'changed': the sitting isn't as it was announced, so what
   * isn't sent is called off. The job of the change takes over.
   */
  nextChunk(): Promise<ReminderChunk | 'changed' | null>
  /** Claims what isn't a push: mails, which wait in the bulk mail queue, and what members in the room know. */
  claim(chunk: ReminderChunk): Promise<void>
  /** Claims and sends the pushes. */
  send(chunk: ReminderChunk): Promise<void>
  /** When there is more to decide or to send, by the room clock; null if never. */
  runAgainAtMs(): number | null
}

/** Creates the function that runs a job: it returns when to run again, or null when nothing is left to do. */
export function createReminderRun(deps: ReminderJobDeps) {
  return async (
    { payload }: Pick<Job, 'payload'>,
    signal: AbortSignal,
  ): Promise<{ waitMs: number } | null> => {
    const { sittingId } = payload as ReminderPayload
    const atMs = await sendInChunks(createReminderJob(deps, sittingId), signal)
    return atMs === null ? null : { waitMs: Math.max(0, atMs - deps.roomClock.now()) }
  }
}

/** Sends the pushes of up to four chunks while the next one is decided and claimed. Returns when to run again. */
async function sendInChunks(job: ReminderJob, signal: AbortSignal): Promise<number | null> {
  const sending = new Set<Promise<void>>()
  const failures: unknown[] = []
  try {
    for (;;) {
      signal.throwIfAborted()
      const chunk = await job.nextChunk()
      if (chunk === 'changed') return null
      if (chunk === null) break
      await job.claim(chunk)
      const sent: Promise<void> = job
        .send(chunk)
        .catch((error: unknown) => void failures.push(error))
        .finally(() => sending.delete(sent))
      sending.add(sent)
      if (sending.size >= chunksAtOnce) await Promise.race(sending)
    }
  } finally {
    await Promise.all(sending)
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Some notifications were not sent.')
  return job.runAgainAtMs()
}

function createReminderJob(deps: ReminderJobDeps, sittingId: number): ReminderJob {
  const { database } = deps
  let after = 0
  let againAtMs: number | null = null
  const runAgainAt = (atMs: number): void => {
    againAtMs = Math.min(againAtMs ?? atMs, atMs)
  }
  return {
    nextChunk: async () => {
      const sitting = await findNotifiedSitting(deps, sittingId)
      if (sitting === null) return 'changed'
      const members = await listReminderMembers(database.query, sittingId, { after, max: chunkMax })
      const last = members.at(-1)
      if (!last) return null
      after = last.userId
      return { sitting, pending: await decidePending(deps, { sitting, members }, runAgainAt) }
    },
    claim: async (chunk) => {
      await claimSilent(deps, chunk)
      await queueMails(deps, chunk)
    },
    send: (chunk) => sendPushes(deps, chunk, runAgainAt),
    runAgainAtMs: () => againAtMs,
  }
}

async function claimSilent(
  { clock, database }: ReminderJobDeps,
  { sitting: { version }, pending }: ReminderChunk,
): Promise<void> {
  const silent = pending.filter(({ isSilent }) => isSilent)
  await claimNotifications(database.query, silent, { now: new Date(clock.now()), version, state: 'sent' })
}

/** Queues mails in the transaction of their claims, which so leave exactly once; each is composed when it leaves. */
async function queueMails(
  { clock, database }: ReminderJobDeps,
  { sitting: { sittingId, version }, pending }: ReminderChunk,
): Promise<void> {
  const mails = pending.filter(({ channel, isSilent }) => channel === 'mail' && !isSilent)
  if (mails.length === 0) return
  await database.transaction(async (tx) => {
    const now = new Date(clock.now())
    const claimed = await claimNotifications(tx, mails, { now, version, state: 'waiting' })
    const input: ReminderMailInput = { sittingId }
    await insertBulkMails(tx, { type: remindersMailType, facts: input, recipientIds: [...claimed], now })
  })
}
