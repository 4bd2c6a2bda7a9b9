// Outbox of Firebase accounts to delete after their accounts here were deleted.
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
 * time. No row is ever dropped, because only its subject identifies the Firebase account. Without a service
 * account, rows wait for one, or for another sign-in by the user; startup logs a warning.
 */
export function createFirebaseDeletionQueue(
  platform: Platform,
  accounts: FirebaseAccounts,
): FirebaseDeletionQueue {
  const { bus, clock, database, log } = platform
  const tellOverdue = createOverdueWarning(platform)
  let running: Promise<void> | null = null
  let isWanted = false
  const closing = new AbortController()
  const { signal } = closing

  const workOff = async (): Promise<void> => {
    await tellOverdue()
    const { deleteBySubject } = accounts
    if (!deleteBySubject) return
    const subjects = await claimFirebaseDeletions(database.query, new Date(clock.now()), batchSize)
    for (const subject of subjects) {
      if (signal.aborted) return
      try {
        await deleteBySubject(subject, signal)
        await completeFirebaseDeletion(database.query, subject)
      } catch (error) {
        log.warn({ err: error }, 'An account was not removed at Firebase; it is tried again.')
      }
    }
    if (subjects.length === batchSize) isWanted = true
  }
  const run = async (): Promise<void> => {
    while (isWanted && !signal.aborted) {
      isWanted = false
      await workOff().catch((error: unknown) => {
        log.error({ err: error }, 'The accounts to be removed at Firebase could not be read.')
      })
    }
    running = null
  }
  const look = (): void => {
    isWanted = true
    running ??= run()
  }

  if (!accounts.deleteBySubject) warnMissingServiceAccount(log)
  // An account was erased, on any node.
  const stopHearing = bus.subscribe('sessions', (message) => {
    if (isErasure(message)) look()
  })
  const timer = setInterval(look, pollEveryMs)
  timer.unref()
  look()

  return {
    deleteByToken: async (idToken, subject) => {
      try {
        await accounts.deleteByToken(idToken)
        await completeFirebaseDeletion(database.query, subject)
      } catch (error) {
        log.warn({ err: error }, 'An account was not removed at Firebase, not even by its own token.')
      }
    },
    close: async () => {
      closing.abort()
      clearInterval(timer)
      stopHearing()
      await running
    },
  }
}

function warnMissingServiceAccount(log: Platform['log']): void {
  log.warn(
    { event: 'no-service-account' },
    'Without FIREBASE_SERVICE_ACCOUNT the accounts of deleted members stay at Firebase.',
  )
}

/** Warns once a day about rows that are overdue. */
function createOverdueWarning({ clock, database, log }: Platform): () => Promise<void> {
  let toldAtMs = -Infinity
  return async () => {
    const nowMs = clock.now()
    if (nowMs - toldAtMs < dayMs) return
    const overdue = await countFirebaseDeletionsQueuedBefore(database.query, new Date(nowMs - overdueAfterMs))
    toldAtMs = nowMs
    if (overdue === 0) return
    log.error(
      { event: 'firebase-deletions-overdue', overdue },
      'Accounts of deleted members are still at Firebase.',
    )
  }
}

function isErasure(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'type' in message && message.type === 'erased'
}
