// Deletion of Firebase accounts after their accounts here were deleted.
import type { Platform } from '#server/context.ts'
import type { JobQueue } from '#server/jobs/job-queue.ts'
import { busEvents } from '#shared/bus-events.ts'
import { minuteMs, dayMs } from '#shared/durations.ts'
import type { FirebaseAccounts } from './firebase-accounts.ts'
import {
  completeFirebaseDeletion,
  countFirebaseDeletionsQueuedBefore,
  findQueuedFirebaseSubject,
  firebaseDeletionKind,
} from './sql/external-identities.ts'

interface FirebaseDeletionQueue {
  /** Deletes the account of a fresh ID token. Failures are logged. */
  deleteByToken(idToken: string, subject: string): Promise<void>
  /** Stops listening for deletions here. */
  close(): void
}

/** After this age the operator must intervene. */
const overdueAfterMs = 30 * dayMs

/**
 * Starts the jobs of the kind `firebase-deletion`. They never give up, because only the stored subject identifies the
 * Firebase account. Without a service account they wait for one, or for another sign-in by the user; startup logs a
 * warning.
 */
export function createFirebaseDeletionQueue(
  platform: Platform,
  jobs: JobQueue,
  accounts: FirebaseAccounts,
): FirebaseDeletionQueue {
  const { bus, database, log } = platform
  const { deleteBySubject } = accounts
  const warnIfOverdue = createOverdueWarning(platform)
  if (!deleteBySubject) warnMissingServiceAccount(log)
  const poll = jobs.start({
    name: firebaseDeletionKind,
    concurrency: 1,
    pollEveryMs: minuteMs,
    beforePoll: async () => {
      await warnIfOverdue()
      return deleteBySubject !== null
    },
    run: async ({ key, attempts }, signal) => {
      const subject = await findQueuedFirebaseSubject(database.query, key)
      if (subject === null) return null
      try {
        await deleteBySubject?.(subject, signal)
        await completeFirebaseDeletion(database.query, subject)
        return null
      } catch (error) {
        if (signal.aborted) throw error
        log.warn({ err: error }, 'Could not delete a Firebase account; will retry.')
        return Math.min(dayMs, minuteMs * 4 ** (attempts - 1))
      }
    },
  })
  // An account was erased, on any node.
  const unsubscribe = bus.subscribe(busEvents.sessions, ({ type }) => {
    if (type === 'erased') poll()
  })
  return {
    deleteByToken: async (idToken, subject) => {
      try {
        await accounts.deleteByToken(idToken)
        await completeFirebaseDeletion(database.query, subject)
      } catch (error) {
        log.warn({ err: error }, 'Could not delete a Firebase account with its own token.')
      }
    },
    close: unsubscribe,
  }
}

function warnMissingServiceAccount(log: Platform['log']): void {
  log.warn(
    { event: 'no-service-account' },
    'FIREBASE_SERVICE_ACCOUNT is not set: the accounts of deleted members remain at Firebase.',
  )
}

/** Warns once a day about rows that are overdue. */
function createOverdueWarning({ clock, database, log }: Platform): () => Promise<void> {
  let checkedAtMs = -Infinity
  return async () => {
    const nowMs = clock.now()
    if (nowMs - checkedAtMs < dayMs) return
    const overdue = await countFirebaseDeletionsQueuedBefore(database.query, new Date(nowMs - overdueAfterMs))
    checkedAtMs = nowMs
    if (overdue === 0) return
    log.error({ event: 'firebase-deletions-overdue', overdue }, 'Firebase account deletions are overdue.')
  }
}
