// Session time: how much of a report is credited, how a visit starts, and when a sitting is complete.
import {
  sittingClockResetMs,
  completedMaxSeconds,
  completedMinSeconds,
  completedShare,
  gapBeyondDurationSeconds,
  sessionDurationMaxSeconds,
  unknownDurationSeconds,
} from '#shared/constants.ts'
import { timestampToMs, msToTimestamp } from '#shared/day.ts'
import type { SessionRecord, TimeReport } from './contract.ts'

const secondMs = 1_000

/**
 * A member's clock, shared by all their tabs, devices and sessions (I06); times are in epoch milliseconds. All
 * credited time lies before `lastCreditMs`, so that no wall-clock time counts twice.
 */
export interface MemberClock {
  lastCreditMs: number
  /** The last call while visits are open; after that, the goodbye of the last visit. */
  lastCallMs: number
  openVisits: number
}

/** The length in seconds that counts; 0 minutes means an unknown length. */
function lengthSeconds(durationMinutes: number): number {
  return durationMinutes === 0 ? unknownDurationSeconds : durationMinutes * 60
}

/** Credited seconds from which a sitting is complete (MED-28). */
export function completionThresholdSeconds(durationMinutes: number): number {
  const share = Math.ceil(lengthSeconds(durationMinutes) * completedShare)
  return Math.min(completedMaxSeconds, Math.max(completedMinSeconds, share))
}

/** The longest gap between calls, in milliseconds, whose time still counts: the screen may be off (MED-25). */
function gapMaxMs(durationMinutes: number): number {
  return (lengthSeconds(durationMinutes) + gapBeyondDurationSeconds) * secondMs
}

/** Seconds that a report claims for a session with `duration` credited; a total never lowers it (MED-22). */
export function claimedSeconds(report: TimeReport, duration: number): number {
  return 'duration' in report ? Math.max(0, report.duration - duration) : report.additionalDuration
}

/**
 * The clock after a visit has started. Time without an open visit is excluded (MED-26). After a goodbye, that is
 * the time since then. For a new session or after a long silence, it is all time up to now. Otherwise other tabs
 * can still report their unreported time.
 */
export function clockAfterVisitStart(clock: MemberClock, isNewSession: boolean, nowMs: number): MemberClock {
  const silentMs = nowMs - clock.lastCallMs
  const isRestarted = Math.abs(silentMs) > sittingClockResetMs
  if (isRestarted || isNewSession) {
    return {
      lastCreditMs: Math.max(nowMs, clampLastCredit(clock, nowMs)),
      lastCallMs: nowMs,
      openVisits: isRestarted ? 1 : clock.openVisits + 1,
    }
  }
  const awayMs = clock.openVisits === 0 ? Math.max(0, silentMs) : 0
  return {
    lastCreditMs: clock.lastCreditMs + awayMs,
    lastCallMs: nowMs,
    openVisits: clock.openVisits + 1,
  }
}

/** An open session, with the length of its meditation. */
export interface OpenSession {
  record: SessionRecord
  durationMinutes: number
}

/** A page's report of a member's time. */
export interface SessionTimeReport {
  userId: number
  sessionId: number
  report: TimeReport
  /** Whether the page is leaving. */
  isGoodbye: boolean
}

interface CreditResult {
  record: SessionRecord
  clock: MemberClock
  /** Whether this report completes the session. */
  isFirstCompletion: boolean
}

/** Applies a report to an open session and its member's clock. */
export function creditReport(
  clock: MemberClock,
  { record, durationMinutes }: OpenSession,
  { report, isGoodbye }: Pick<SessionTimeReport, 'report' | 'isGoodbye'>,
  nowMs: number,
): CreditResult {
  const seconds = claimedSeconds(report, record.duration)
  const credited = creditClaim(
    clock,
    { isGoodbye, seconds, duration: record.duration, durationMinutes },
    nowMs,
  )
  const duration = record.duration + credited.seconds
  const isFirstCompletion = !record.completed && duration >= completionThresholdSeconds(durationMinutes)
  const next: SessionRecord = {
    ...record,
    duration,
    completed: record.completed || isFirstCompletion,
    // A clock that was set back doesn't move the end time back.
    endTime:
      credited.seconds === 0 ? record.endTime : msToTimestamp(Math.max(timestampToMs(record.endTime), nowMs)),
  }
  return { record: next, clock: credited.clock, isFirstCompletion }
}

interface CreditInput {
  /** By member id. */
  clocks: ReadonlyMap<number, MemberClock>
  /** By session id. */
  sessions: ReadonlyMap<number, OpenSession>
}

interface BatchCreditResult {
  /** By report: the updated session, or null for a report that must be credited alone. */
  results: (SessionRecord | null)[]
  clocks: ReadonlyMap<number, MemberClock>
  records: ReadonlyMap<number, SessionRecord>
}

/**
 * Applies batched reports to the locked clocks and sessions, in order, and returns the changes. Skips reports
 * without a locked clock or an open session of their member, and those that complete a session. Later reports of
 * the same member are skipped as well.
 */
export function creditReportBatch(
  locked: CreditInput,
  reports: readonly SessionTimeReport[],
  nowMs: number,
): BatchCreditResult {
  const clocks = new Map<number, MemberClock>()
  const records = new Map<number, SessionRecord>()
  const skippedUserIds = new Set<number>()
  const results = reports.map((timeReport) => {
    const { userId, sessionId } = timeReport
    const clock = clocks.get(userId) ?? locked.clocks.get(userId)
    const session = locked.sessions.get(sessionId)
    const record = records.get(sessionId) ?? session?.record
    if (clock && session && record?.userId === userId && !skippedUserIds.has(userId)) {
      const credited = creditReport(clock, { ...session, record }, timeReport, nowMs)
      if (!credited.isFirstCompletion) {
        clocks.set(userId, credited.clock)
        records.set(sessionId, credited.record)
        return credited.record
      }
    }
    skippedUserIds.add(userId)
    return null
  })
  return { results, clocks, records }
}

interface Claim {
  /** Whether the page is leaving. */
  isGoodbye: boolean
  seconds: number
  /** Seconds credited to the session so far. */
  duration: number
  durationMinutes: number
}

/**
 * The whole seconds of a claim to credit, and the clock afterwards. Credit uses the oldest uncredited time:
 * fractions of a second aren't lost, and reports may arrive in any order. After the last goodbye, a repeated
 * goodbye or a late report gets no time after that goodbye. A report that claims more belongs to a visit that isn't
 * over.
 */
export function creditClaim(
  clock: MemberClock,
  { isGoodbye, seconds, duration, durationMinutes }: Claim,
  nowMs: number,
): { seconds: number; clock: MemberClock } {
  const baseMs = Math.max(clampLastCredit(clock, nowMs), nowMs - gapMaxMs(durationMinutes))
  const leftAtMs = clock.openVisits === 0 ? Math.min(nowMs, clock.lastCallMs) : nowMs
  const isLate = clock.openVisits === 0 && (isGoodbye || seconds <= wholeSecondsBetween(baseMs, leftAtMs))
  const elapsed = wholeSecondsBetween(baseMs, isLate ? leftAtMs : nowMs)
  const credited = Math.min(seconds, elapsed, sessionDurationMaxSeconds - duration)
  const lastCreditMs = baseMs + credited * secondMs
  if (isLate) return { seconds: credited, clock: { ...clock, lastCreditMs } }
  const openVisits = isGoodbye ? clock.openVisits - 1 : Math.max(1, clock.openVisits)
  return { seconds: credited, clock: { lastCreditMs, lastCallMs: nowMs, openVisits } }
}

function wholeSecondsBetween(fromMs: number, toMs: number): number {
  return Math.max(0, Math.floor((toMs - fromMs) / secondMs))
}

/** Resets a credit time far ahead of a clock that was set back, or the member would get no credit (F16). */
function clampLastCredit({ lastCreditMs }: MemberClock, nowMs: number): number {
  return lastCreditMs - nowMs > sittingClockResetMs ? nowMs : lastCreditMs
}
