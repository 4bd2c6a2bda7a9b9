// Retry later: calls on the way in that a rate limit refuses (429) run again by themselves (AUTH-52).
import { minuteMs } from '#shared/durations.ts'
import { t } from '#shared/i18n/t.ts'
import { isCallError } from './call.ts'

/** Why a call waits: many newcomers behind one network address, or many attempts to sign in. */
type RetryReason = 'joining' | 'signing-in'

interface RetryOptions {
  reason?: RetryReason
  /** A longer wait fails like any other error; no bound by default. */
  maxWaitMs?: number
}

interface Waiting {
  reason: RetryReason
  /** On the clock of `performance.now()`. */
  untilMs: number
}

const openings: Readonly<Record<RetryReason, string>> = {
  joining: t('Many people are joining from your address.'),
  'signing-in': t('Many sign-ins are waiting.'),
}

const waiting = new Set<Waiting>()
const listeners = new Set<() => void>()
const notify = (): void => {
  for (const listener of listeners) listener()
}

/** Whether a call waits for its retry. */
export function isRetryingLater(): boolean {
  return waiting.size > 0
}

/** The sentence for the screen while a call waits; null otherwise. */
export function retryLaterSentence(): string | null {
  const [longest] = [...waiting].toSorted((a, b) => b.untilMs - a.untilMs)
  if (!longest) return null
  const minutes = Math.max(1, Math.ceil((longest.untilMs - performance.now()) / minuteMs))
  const sentence = t(
    '{count, plural, one {You are in line; this page goes on by itself in about # minute.} other {You are in line; this page goes on by itself in about # minutes.}}',
    { count: minutes },
  )
  return `${openings[longest.reason]} ${sentence}`
}

/** Calls `listener` when the sentence may have changed. Returns the unsubscribe function. */
export function subscribeToRetries(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Runs a call again, as often as the server returns 429, each time after its `retry-after`. */
export async function retryLater<Result>(
  run: () => Promise<Result>,
  { reason = 'joining', maxWaitMs = Infinity }: RetryOptions = {},
): Promise<Result> {
  for (;;) {
    try {
      return await run()
    } catch (error) {
      const waitMs = isCallError(error) && error.status === 429 ? (error.retryAfterMs ?? null) : null
      if (waitMs === null || waitMs > maxWaitMs) throw error
      await waitBeforeRetry(waitMs, reason)
    }
  }
}

async function waitBeforeRetry(waitMs: number, reason: RetryReason): Promise<void> {
  const entry = { reason, untilMs: performance.now() + waitMs }
  waiting.add(entry)
  notify()
  for (let leftMs = waitMs; leftMs > 0; leftMs = entry.untilMs - performance.now()) {
    const stepMs = Math.min(leftMs, minuteMs)
    await new Promise((resolve) => setTimeout(resolve, stepMs))
    notify()
  }
  waiting.delete(entry)
  notify()
}
