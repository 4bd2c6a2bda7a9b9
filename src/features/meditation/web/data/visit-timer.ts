// Visit timer: starts a visit, reports its time, and says goodbye; independent of the browser.
import { useEffect, useEffectEvent } from 'react'
import { reconnectDelayMs } from '#shared/backoff.ts'
import { visitMaxSeconds, visitReportMs } from '#shared/constants.ts'
import { beacon, call, isCallError } from '#web/call.ts'
import { logFailure } from '#web/log.ts'
import { publishSessionSignal } from '#web/session-signals.ts'
import { type VisitRecord, type TimeReport, meditationCalls } from '../../contract.ts'

export interface VisitTimer {
  /** Starts a visit; does nothing during one. */
  start(): void
  /** The user or the network is back: reports at once, as a total (MED-16). */
  resume(): void
  /** The page was hidden or shown: reports at once, but not twice within five seconds. */
  changeVisibility(isShown: boolean): void
  /** Ends the visit with a goodbye (MED-15). */
  leave(): void
  /** Ends the visit without a goodbye: no member is signed in. */
  stop(): void
}

export interface VisitTimerOptions {
  start(): Promise<VisitRecord>
  report(id: number, report: TimeReport): Promise<VisitRecord>
  sendGoodbye(id: number, report: GoodbyeReport): void
  /** Whether the page is visible, or its member has a seat. */
  isVisible(): boolean
  /** A clock in milliseconds that keeps running while the device sleeps. */
  nowMs(): number
  /** Runs `run` after `ms`; returns the cancel function. */
  after(ms: number, run: () => void): () => void
  random(): number
  /** Classifies a failed call: the visit no longer exists, has ended, or the call may be retried. */
  classifyError(error: unknown): 'missing' | 'ended' | 'retry'
  onCompleted(): void
}

export interface GoodbyeReport {
  additionalDuration: number
  isVisible: boolean
}

interface TrackedVisit {
  id: number
  /** The last duration that the server returned, in seconds. */
  duration: number
  completed: boolean
  /** All time before this moment is reported and acknowledged. */
  sinceMs: number
  /** Seconds after `sinceMs` in a report without a response yet. */
  claimed: number
  /** Whether a report got no response: only a total is safe to repeat. */
  isUnacknowledged: boolean
}

interface TimerState {
  readonly options: VisitTimerOptions
  /** Null until the start is acknowledged, and again once its visit no longer exists. */
  tracked: TrackedVisit | null
  isOver: boolean
  /** Whether a call is in progress; there is never a second one. */
  isBusy: boolean
  /** Whether to send again as soon as that call is done. */
  isResendNeeded: boolean
  /** The number of failed starts. */
  failures: number
  /** When the last call was sent. */
  sentAtMs: number
  cancelNext: () => void
}

export function createVisitTimer(options: VisitTimerOptions): VisitTimer {
  let state: TimerState | null = null
  return {
    start: () => {
      if (state && !state.isOver) return
      state = createState(options)
      sendNext(state, false)
    },
    resume: () => state && sendNext(state, true),
    changeVisibility: (isShown) => state && sendSoon(state, isShown),
    leave: () => {
      if (!state || state.isOver) return
      stopTracking(state)
      sendGoodbye(state)
    },
    stop: () => state && stopTracking(state),
  }
}

function createState(options: VisitTimerOptions): TimerState {
  const initial = { isOver: false, isBusy: false, isResendNeeded: false, failures: 0, sentAtMs: 0 }
  return { options, tracked: null, ...initial, cancelNext: () => {} }
}

/** Sends the next call, now and then every 30 s. */
function sendNext(state: TimerState, asTotal: boolean): void {
  if (state.isOver) return
  scheduleNext(state, visitReportMs)
  state.isResendNeeded = state.isBusy
  if (state.isBusy) return
  state.isBusy = true
  state.sentAtMs = state.options.nowMs()
  void (state.tracked ? reportTime(state, state.tracked, asTotal) : startVisit(state))
    .catch((error: unknown) => handleFailure(state, error))
    .then(() => {
      state.isBusy = false
      if (state.isResendNeeded) sendNext(state, true)
    })
}

/** The server accepts 30 calls a minute from all pages of a member. */
const changeGapMs = 5_000

/** Sends the next call now, or a few seconds after the last one. */
function sendSoon(state: TimerState, asTotal: boolean): void {
  const waitMs = state.sentAtMs + changeGapMs - state.options.nowMs()
  if (waitMs <= 0) sendNext(state, asTotal)
  else if (!state.isOver) scheduleNext(state, waitMs)
}

function scheduleNext(state: TimerState, ms: number): void {
  state.cancelNext()
  state.cancelNext = state.options.after(ms, () => sendNext(state, false))
}

async function startVisit(state: TimerState): Promise<void> {
  const { id, duration, completed } = await state.options.start()
  const sinceMs = state.options.nowMs()
  state.failures = 0
  state.tracked = { id, duration, completed, sinceMs, claimed: 0, isUnacknowledged: false }
}

async function reportTime(state: TimerState, visit: TrackedVisit, asTotal: boolean): Promise<void> {
  const { options } = state
  const seconds = secondsSince(visit, options.nowMs())
  if (seconds === 0) return
  const isTotal = asTotal || visit.isUnacknowledged
  const total = Math.min(visit.duration + seconds, visitMaxSeconds)
  const isVisible = options.isVisible()
  visit.claimed = seconds
  visit.isUnacknowledged = true
  const { duration, completed } = await options
    .report(visit.id, { ...(isTotal ? { duration: total } : { additionalDuration: seconds }), isVisible })
    .finally(() => {
      visit.claimed = 0
    })
  visit.sinceMs += seconds * 1_000
  const completesNow = completed && !visit.completed
  Object.assign(visit, { duration, completed, isUnacknowledged: false })
  if (completesNow && !state.isOver) options.onCompleted()
}

function handleFailure(state: TimerState, error: unknown): void {
  const kind = state.options.classifyError(error)
  if (kind === 'retry') {
    scheduleStartRetry(state)
    return
  }
  // A failed start has no visit that a new one could replace.
  if (kind === 'missing' || !state.tracked) stopTracking(state)
  state.tracked = null
  state.isResendNeeded = true
}

/** Time before the start is acknowledged doesn't count. Retries are spread, since all pages start at midnight. */
function scheduleStartRetry(state: TimerState): void {
  if (state.tracked || state.isOver) return
  state.failures += 1
  scheduleNext(state, reconnectDelayMs(state.failures, state.options.random()))
}

function stopTracking(state: TimerState): void {
  state.isOver = true
  state.cancelNext()
}

/** Excludes the time that a report in progress already claims. */
function sendGoodbye({ tracked, options }: TimerState): void {
  if (!tracked) return
  const seconds = secondsSince(tracked, options.nowMs()) - tracked.claimed
  const additionalDuration = Math.min(seconds, visitMaxSeconds)
  options.sendGoodbye(tracked.id, { additionalDuration, isVisible: options.isVisible() })
}

function secondsSince({ sinceMs }: TrackedVisit, nowMs: number): number {
  return Math.floor((nowMs - sinceMs) / 1_000)
}

interface VisitTrackingOptions {
  /** The day of the meditation. */
  day: string
  /** Another meditation of the day is another visit. */
  scheduleId: number
  /** Whether a member is signed in; otherwise nothing is sent. */
  isSignedIn: () => boolean
  /** Whether the member has a seat: they are here, even if the screen is off (REM-03). */
  isSeated: boolean
  /** Called when the sitting has just been completed. */
  onCompleted: () => void
}

/** Tracks the visit's time while `isOn`. */
export function useVisitTimer(
  isOn: boolean,
  { day, scheduleId, isSignedIn, isSeated, onCompleted }: VisitTrackingOptions,
): void {
  const notifyCompleted = useEffectEvent(onCompleted)
  const isMemberSignedIn = useEffectEvent(isSignedIn)
  const isMemberSeated = useEffectEvent(() => isSeated)
  useEffect(() => {
    if (!isOn) return
    const timer = createVisitTimer({
      ...browserTimerOptions(),
      start: () => call(meditationCalls.startVisit, { body: { sessionDate: day } }),
      isVisible: () => document.visibilityState === 'visible' || isMemberSeated(),
      onCompleted: () => notifyCompleted(),
    })
    const controller = new AbortController()
    const { signal } = controller
    addEventListener('pagehide', timer.leave, { signal })
    addEventListener('pageshow', ({ persisted }) => persisted && timer.start(), { signal })
    addEventListener('online', timer.resume, { signal })
    const onChange = () => timer.changeVisibility(document.visibilityState === 'visible')
    document.addEventListener('visibilitychange', onChange, { signal })
    timer.start()
    return () => {
      controller.abort()
      if (isMemberSignedIn()) timer.leave()
      else timer.stop()
    }
  }, [isOn, day, scheduleId])
}

function browserTimerOptions(): Omit<VisitTimerOptions, 'start' | 'isVisible' | 'onCompleted'> {
  return {
    report: (id, body) => call(meditationCalls.reportTime, { params: { id: String(id) }, body }),
    sendGoodbye: (id, body) => beacon(meditationCalls.reportLeaving, { params: { id: String(id) }, body }),
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
