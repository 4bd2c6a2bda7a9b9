// Session timer: starts a session, reports its time every 30 s, and says goodbye; independent of the browser.
import { reconnectDelayMs } from '#shared/backoff.ts'
import { sessionDurationMaxSeconds, sessionUpdateMs } from '#shared/constants.ts'
import { type SessionRecord, type TimeReport, meditationCalls } from '../contract.ts'
import { useEffect, useEffectEvent } from 'react'
import { beacon, call, isCallError } from '#web/call.ts'
import { logFailure } from '#web/log.ts'
import { publishSessionSignal } from '#web/session-signals.ts'

export interface SessionTimer {
  /** Starts a visit; does nothing during one. */
  start(): void
  /** The user or the network is back: reports at once, as a total (MED-16). */
  resume(): void
  /** Ends the visit with a goodbye (MED-15). */
  leave(): void
  /** Ends the visit without a goodbye: no member is signed in. */
  stop(): void
}

export interface SessionTimerOptions {
  start(): Promise<SessionRecord>
  report(id: number, report: TimeReport): Promise<SessionRecord>
  sendGoodbye(id: number, seconds: number): void
  /** A clock in milliseconds that keeps running while the device sleeps. */
  nowMs(): number
  /** Runs `run` after `ms`; returns the cancel function. */
  after(ms: number, run: () => void): () => void
  random(): number
  /** Classifies a failed call: the session no longer exists, has ended, or the call may be retried. */
  classifyError(error: unknown): 'missing' | 'ended' | 'retry'
  onCompleted(): void
}

interface TrackedSession {
  id: number
  /** The last duration that the server returned, in seconds. */
  duration: number
  completed: boolean
  /** All time before this moment is reported and acknowledged. */
  sinceMs: number
  /** Seconds after `sinceMs` in a report without a response yet. */
  claimed: number
  /** Whether a report got no response: only a total can be repeated without counting twice. */
  isUnacknowledged: boolean
}

interface Visit {
  readonly options: SessionTimerOptions
  /** Null until the start is acknowledged, and again once its session no longer exists. */
  tracked: TrackedSession | null
  isOver: boolean
  /** Whether a call is in progress; there is never a second one. */
  isBusy: boolean
  /** Whether to send again as soon as that call is done. */
  isResendNeeded: boolean
  /** The number of failed starts. */
  failures: number
  cancelNext: () => void
}

export function createSessionTimer(options: SessionTimerOptions): SessionTimer {
  let visit: Visit | null = null
  return {
    start: () => {
      if (visit && !visit.isOver) return
      visit = createVisit(options)
      sendDue(visit, false)
    },
    resume: () => visit && sendDue(visit, true),
    leave: () => {
      if (!visit || visit.isOver) return
      stopVisit(visit)
      sendGoodbye(visit)
    },
    stop: () => visit && stopVisit(visit),
  }
}

function createVisit(options: SessionTimerOptions): Visit {
  const initial = { isOver: false, isBusy: false, isResendNeeded: false, failures: 0 }
  return { options, tracked: null, ...initial, cancelNext: () => {} }
}

/** Sends the next call, now and then every 30 s. */
function sendDue(visit: Visit, asTotal: boolean): void {
  if (visit.isOver) return
  scheduleNext(visit, sessionUpdateMs)
  visit.isResendNeeded = visit.isBusy
  if (visit.isBusy) return
  visit.isBusy = true
  void (visit.tracked ? reportTime(visit, visit.tracked, asTotal) : startSession(visit))
    .catch((error: unknown) => handleFailure(visit, error))
    .then(() => {
      visit.isBusy = false
      if (visit.isResendNeeded) sendDue(visit, true)
    })
}

function scheduleNext(visit: Visit, ms: number): void {
  visit.cancelNext()
  visit.cancelNext = visit.options.after(ms, () => sendDue(visit, false))
}

async function startSession(visit: Visit): Promise<void> {
  const { id, duration, completed } = await visit.options.start()
  const sinceMs = visit.options.nowMs()
  visit.failures = 0
  visit.tracked = { id, duration, completed, sinceMs, claimed: 0, isUnacknowledged: false }
}

async function reportTime(visit: Visit, session: TrackedSession, asTotal: boolean): Promise<void> {
  const { options } = visit
  const seconds = secondsSince(session, options.nowMs())
  if (seconds === 0) return
  const isTotal = asTotal || session.isUnacknowledged
  const total = Math.min(session.duration + seconds, sessionDurationMaxSeconds)
  session.claimed = seconds
  session.isUnacknowledged = true
  const { duration, completed } = await options
    .report(session.id, isTotal ? { duration: total } : { additionalDuration: seconds })
    .finally(() => {
      session.claimed = 0
    })
  session.sinceMs += seconds * 1_000
  const completesNow = completed && !session.completed
  Object.assign(session, { duration, completed, isUnacknowledged: false })
  if (completesNow && !visit.isOver) options.onCompleted()
}

function handleFailure(visit: Visit, error: unknown): void {
  const kind = visit.options.classifyError(error)
  if (kind === 'retry') {
    scheduleStartRetry(visit)
    return
  }
  // A failed start has no session that a new one could replace.
  if (kind === 'missing' || !visit.tracked) stopVisit(visit)
  visit.tracked = null
  visit.isResendNeeded = true
}

/** Time before the start is acknowledged doesn't count. Retries are spread, since all pages start at midnight. */
function scheduleStartRetry(visit: Visit): void {
  if (visit.tracked || visit.isOver) return
  visit.failures += 1
  scheduleNext(visit, reconnectDelayMs(visit.failures, visit.options.random()))
}

function stopVisit(visit: Visit): void {
  visit.isOver = true
  visit.cancelNext()
}

/** Excludes the time that a report in progress already claims. */
function sendGoodbye({ tracked, options }: Visit): void {
  if (!tracked) return
  const seconds = secondsSince(tracked, options.nowMs()) - tracked.claimed
  options.sendGoodbye(tracked.id, Math.min(seconds, sessionDurationMaxSeconds))
}

function secondsSince({ sinceMs }: TrackedSession, nowMs: number): number {
  return Math.floor((nowMs - sinceMs) / 1_000)
}

interface VisitOptions {
  /** The day of the meditation. */
  sessionDate: string
  /** Whether a member is signed in; otherwise nothing is sent. */
  isSignedIn: () => boolean
  /** Called when the sitting has just been completed. */
  onCompleted: () => void
}

/** Tracks the visit's time while `isOn`. */
export function useSessionTimer(isOn: boolean, { sessionDate, isSignedIn, onCompleted }: VisitOptions): void {
  const notifyCompleted = useEffectEvent(onCompleted)
  const isMemberSignedIn = useEffectEvent(isSignedIn)
  useEffect(() => {
    if (!isOn) return
    const timer = createSessionTimer({
      ...browserTimerOptions(),
      start: () => call(meditationCalls.startSession, { body: { sessionDate } }),
      onCompleted: () => notifyCompleted(),
    })
    const controller = new AbortController()
    const { signal } = controller
    addEventListener('pagehide', timer.leave, { signal })
    addEventListener('pageshow', ({ persisted }) => persisted && timer.start(), { signal })
    addEventListener('online', timer.resume, { signal })
    const onVisible = () => document.visibilityState === 'visible' && timer.resume()
    document.addEventListener('visibilitychange', onVisible, { signal })
    timer.start()
    return () => {
      controller.abort()
      if (isMemberSignedIn()) timer.leave()
      else timer.stop()
    }
  }, [isOn, sessionDate])
}

function browserTimerOptions(): Omit<SessionTimerOptions, 'start' | 'onCompleted'> {
  return {
    report: (id, body) => call(meditationCalls.reportTime, { params: { id: String(id) }, body }),
    sendGoodbye: (id, additionalDuration) =>
      beacon(meditationCalls.reportLeaving, { params: { id: String(id) }, body: { additionalDuration } }),
    nowMs: createMonotonicClock(),
    after: (ms, run) => {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
    random: Math.random,
    classifyError: classifyReportError,
  }
}

function classifyReportError(error: unknown): 'missing' | 'ended' | 'retry' {
  logFailure('The time of this visit could not be reported.', error)
  if (!isCallError(error)) return 'retry'
  if (error.errorBody?.code === 'unauthenticated') publishSessionSignal('ended')
  if (error.errorBody?.code === 'banned') publishSessionSignal('denied')
  if (error.status === 404) return 'missing'
  return error.status === 409 ? 'ended' : 'retry'
}

/**
 * Monotonic milliseconds. On some systems `performance.now()` pauses while the device sleeps, and the date may be
 * set back: the larger elapsed time wins. The server credits no more than was possible.
 */
function createMonotonicClock(): () => number {
  let lastMonotonicMs = performance.now()
  let lastDateMs = Date.now()
  let elapsedMs = 0
  return () => {
    const [monotonicMs, dateMs] = [performance.now(), Date.now()]
    elapsedMs += Math.max(monotonicMs - lastMonotonicMs, dateMs - lastDateMs, 0)
    lastMonotonicMs = monotonicMs
    lastDateMs = dateMs
    return elapsedMs
  }
}
