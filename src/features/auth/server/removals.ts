// The outbox of accounts that were deleted here and are still to be removed at Firebase.
import type { Platform } from '#server/context.ts'
import type { FirebaseAccounts } from './firebase-accounts.ts'
import { claimRemovals, countRemovalsFrom, finishRemoval } from './sql-removals.ts'

interface Removals {
  /** Removes the account that a fresh ID token is of; a failure is logged. */
  byToken(idToken: string, subject: string): Promise<void>
  /** Breaks off what is under way: it is tried again. */
  close(): Promise<void>
}

const lookEveryMs = 60_000
const atOnce = 10
const dayMs = 24 * 3_600_000
/** By then somebody has to look after it. */
const overdueAfterMs = 30 * dayMs

/**
 * Works the outbox off: after each deletion, and every minute for what failed before. Each row is taken by one node at
 * a time, and none is given up: without its subject nobody could remove the account any more. Without a service account
 * rows wait for one, or for the person to sign in once more; the start warns of it.
 */
export function createRemovals(platform: Platform, accounts: FirebaseAccounts): Removals {
  const { bus, clock, database, log } = platform
  const tellOverdue = createOverdueNote(platform)
  let running: Promise<void> | null = null
  let isWanted = false
  const closing = new AbortController()
  const { signal } = closing

  const workOff = async (): Promise<void> => {
    await tellOverdue()
    const { removeBySubject } = accounts
    if (!removeBySubject) return
    const subjects = await claimRemovals(database.query, new Date(clock.now()), atOnce)
    for (const subject of subjects) {
      if (signal.aborted) return
      try {
        await removeBySubject(subject, signal)
        await finishRemoval(database.query, subject)
      } catch (error) {
        log.warn({ err: error }, 'An account was not removed at Firebase; it is tried again.')
      }
    }
    if (subjects.length === atOnce) isWanted = true
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

  if (!accounts.removeBySubject) warnOfNone(log)
  // Somebody was erased, on whichever node.
  const stopHearing = bus.subscribe('sessions', (message) => {
    if (isErasure(message)) look()
  })
  const timer = setInterval(look, lookEveryMs)
  timer.unref()
  look()

  return {
    byToken: async (idToken, subject) => {
      try {
        await accounts.removeByToken(idToken)
        await finishRemoval(database.query, subject)
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

function warnOfNone(log: Platform['log']): void {
  log.warn(
    { event: 'no-service-account' },
    'Without FIREBASE_SERVICE_ACCOUNT the accounts of deleted members stay at Firebase.',
  )
}

/** Says once a day that some have waited for very long. */
function createOverdueNote({ clock, database, log }: Platform): () => Promise<void> {
  let toldAtMs = -Infinity
  return async () => {
    const nowMs = clock.now()
    if (nowMs - toldAtMs < dayMs) return
    const overdue = await countRemovalsFrom(database.query, new Date(nowMs - overdueAfterMs))
    toldAtMs = nowMs
    if (overdue === 0) return
    log.error({ event: 'removals-overdue', overdue }, 'Accounts of deleted members are still at Firebase.')
  }
}

function isErasure(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'type' in message && message.type === 'erased'
}
