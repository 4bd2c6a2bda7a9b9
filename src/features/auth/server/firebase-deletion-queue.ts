// Outbox of Firebase accounts to delete after their accounts here were deleted.
import { busEvents } from '#shared/bus-events.ts'
import type { Platform } from '#server/context.ts'
import type { FirebaseAccounts } from './firebase-accounts.ts'
import {
  claimFirebaseDeletions,
  countFirebaseDeletionsQueuedBefore,
  completeFirebaseDeletion,
} from './sql-firebase-deletions.ts'

interface FirebaseDeletionQueue {
  /** Deletes the account of a fresh ID token. Failures are logged. */
  deleteByToken(idToken: string, subject: string): Promise<void>
  /** Cancels the current run; its rows are retried later. */
  close(): Promise<void>
}

const pollEveryMs = 60_000
const batchSize = 10
const dayMs = 24 * 3_600_000
/** After this age the operator must intervene. */
const overdueAfterMs = 30 * dayMs

/**
 * Processes the outbox: after each deletion, and every minute for retries. Each row is claimed by one node at a
 * time. Rows are never deleted, because only its subject identifies the Firebase account. Without a service
 * account, rows wait for one, or for another sign-in by the user; startup logs a warning.
 */
export function createFirebaseDeletionQueue(
  platform: Platform,
  accounts: FirebaseAccounts,
): FirebaseDeletionQueue {
  const { bus, clock, database, log } = platform
  const warnIfOverdue = createOverdueWarning(platform)
  let running: Promise<void> | null = null
  let isRunRequested = false
  const closing = new AbortController()
  const { signal } = closing

  const processBatch = async (): Promise<void> => {
    await warnIfOverdue()
    const { deleteBySubject } = accounts
    if (!deleteBySubject) return
    const subjects = await claimFirebaseDeletions(database.query, new Date(clock.now()), batchSize)
    for (const subject of subjects) {
      if (signal.aborted) return
      try {
        await deleteBySubject(subject, signal)
        await completeFirebaseDeletion(database.query, subject)
      } catch (error) {
        log.warn({ err: error }, 'Could not delete a Firebase account; will retry.')
      }
    }
    if (subjects.length === batchSize) isRunRequested = true
  }
  const run = async (): Promise<void> => {
    while (isRunRequested && !signal.aborted) {
      isRunRequested = false
      await processBatch().catch((error: unknown) => {
        log.error({ err: error }, 'Could not read the queue of Firebase account deletions.')
      })
    }
    running = null
  }
  const requestRun = (): void => {
    isRunRequested = true
    running ??= run()
  }

  if (!accounts.deleteBySubject) warnMissingServiceAccount(log)
  // An account was erased, on any node.
  const unsubscribe = bus.subscribe(busEvents.sessions, ({ type }) => {
    if (type === 'erased') requestRun()
  })
  const timer = setInterval(requestRun, pollEveryMs)
  timer.unref()
  requestRun()

  return {
    deleteByToken: async (idToken, subject) => {
      try {
        await accounts.deleteByToken(idToken)
        await completeFirebaseDeletion(database.query, subject)
      } catch (error) {
        log.warn({ err: error }, 'Could not delete a Firebase account with its own token.')
      }
    },
    close: async () => {
      closing.abort()
      clearInterval(timer)
      unsubscribe()
      await running
    },
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
