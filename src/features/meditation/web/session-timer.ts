// The time of a visit, without a browser: begins a session, reports every 30 s what it took, and says goodbye.
import { reconnectDelayMs } from '#features/live/backoff.ts'
import { sessionDurationMaxSeconds, sessionUpdateMs } from '#shared/constants.ts'
import type { SessionRecord, TimeReport } from '../contract.ts'

export interface SessionTimer {
  /** The visit begins; while it lasts this does nothing. */
  begin(): void
  /** Somebody is back at the page, or the line is: reports at once, as a total (MED-16). */
  resume(): void
  /** The visit ends with a goodbye (MED-15). */
  leave(): void
  /** The visit ends without a word: there is nobody whom it could be told of. */
  drop(): void
}

export interface SessionTimerOptions {
  start(): Promise<SessionRecord>
  report(id: number, report: TimeReport): Promise<SessionRecord>
  sayGoodbye(id: number, seconds: number): void
  /** A clock in milliseconds that goes on while the device sleeps. */
  nowMs(): number
  /** Runs something `ms` later; the answer calls it off. */
  after(ms: number, run: () => void): () => void
  random(): number
  /** What a failed call means: the session is gone, it has ended, or the call may be tried again. */
  meaningOf(error: unknown): 'gone' | 'ended' | 'again'
  onCompleted(): void
}

interface TrackedSession {
  id: number
  /** What the server answered last, in seconds. */
  duration: number
  completed: boolean
  /** All before this moment is reported and answered. */
  sinceMs: number
  /** Seconds from there on in a report that is on its way. */
  claimed: number
  /** Whether a report got no answer: only a total says the same again without counting twice. */
  isInDoubt: boolean
}

interface Visit {
  readonly options: SessionTimerOptions
  /** Null until the start is answered, and when its session is gone. */
  tracked: TrackedSession | null
  isOver: boolean
  /** Whether a call is on its way: there is never a second one. */
  isBusy: boolean
  /** Whether something is to be sent as soon as that is answered. */
  isWanted: boolean
  /** How often the start has failed. */
  failures: number
  callOff: () => void
}

/** A timer whose visit hasn't begun. */
export function createSessionTimer(options: SessionTimerOptions): SessionTimer {
  let visit: Visit | null = null
  return {
    begin: () => {
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
    drop: () => visit && stopVisit(visit),
  }
}

function createVisit(options: SessionTimerOptions): Visit {
  const quiet = { isOver: false, isBusy: false, isWanted: false, failures: 0 }
  return { options, tracked: null, ...quiet, callOff: () => {} }
}

/** Sends what is due, now and every 30 s from now on. */
function sendDue(visit: Visit, asTotal: boolean): void {
  if (visit.isOver) return
  scheduleNext(visit, sessionUpdateMs)
  visit.isWanted = visit.isBusy
  if (visit.isBusy) return
  visit.isBusy = true
  void (visit.tracked ? reportTime(visit, visit.tracked, asTotal) : startSession(visit))
    .catch((error: unknown) => handleFailure(visit, error))
    .then(() => {
      visit.isBusy = false
      if (visit.isWanted) sendDue(visit, true)
    })
}

function scheduleNext(visit: Visit, ms: number): void {
  visit.callOff()
  visit.callOff = visit.options.after(ms, () => sendDue(visit, false))
}

async function startSession(visit: Visit): Promise<void> {
  const { id, duration, completed } = await visit.options.start()
  const sinceMs = visit.options.nowMs()
  visit.failures = 0
  visit.tracked = { id, duration, completed, sinceMs, claimed: 0, isInDoubt: false }
}

async function reportTime(visit: Visit, session: TrackedSession, asTotal: boolean): Promise<void> {
  const { options } = visit
  const seconds = secondsSince(session, options.nowMs())
  if (seconds === 0) return
  const isTotal = asTotal || session.isInDoubt
  const total = Math.min(session.duration + seconds, sessionDurationMaxSeconds)
  session.claimed = seconds
  session.isInDoubt = true
  const { duration, completed } = await options
    .report(session.id, isTotal ? { duration: total } : { additionalDuration: seconds })
    .finally(() => {
      session.claimed = 0
    })
  session.sinceMs += seconds * 1_000
  const completesNow = completed && !session.completed
  Object.assign(session, { duration, completed, isInDoubt: false })
  if (completesNow && !visit.isOver) options.onCompleted()
}

function handleFailure(visit: Visit, error: unknown): void {
  const meaning = visit.options.meaningOf(error)
  if (meaning === 'again') {
    scheduleStartRetry(visit)
    return
  }
  // Without a session there is nothing that a new one could take the place of.
  if (meaning === 'gone' || !visit.tracked) stopVisit(visit)
  visit.tracked = null
  visit.isWanted = true
}

/** Time before the start is answered doesn't count. At midnight all pages start, each tries again at its own moment. */
function scheduleStartRetry(visit: Visit): void {
  if (visit.tracked || visit.isOver) return
  visit.failures += 1
  scheduleNext(visit, reconnectDelayMs(visit.failures, visit.options.random()))
}

function stopVisit(visit: Visit): void {
  visit.isOver = true
  visit.callOff()
}

/** Leaves to a report that is on its way what that one claims. */
function sendGoodbye({ tracked, options }: Visit): void {
  if (!tracked) return
  const seconds = secondsSince(tracked, options.nowMs()) - tracked.claimed
  options.sayGoodbye(tracked.id, Math.min(seconds, sessionDurationMaxSeconds))
}

function secondsSince({ sinceMs }: TrackedSession, nowMs: number): number {
  return Math.floor((nowMs - sinceMs) / 1_000)
}
