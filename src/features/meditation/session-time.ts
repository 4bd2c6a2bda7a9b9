// How time in a sitting counts: what of a claim is credited, what a visit's start does, when a sitting is complete.
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
 * A member's clock, one for all tabs, devices and sessions (I06); moments in epoch milliseconds. Whatever was
 * credited lies before `lastCreditMs`, so no stretch of wall-clock time counts twice.
 */
export interface MemberClock {
  lastCreditMs: number
  /** While visits are open the last call; afterwards the goodbye of the last one. */
  lastCallMs: number
  openVisits: number
}

/** The length that counts for a meditation of so many minutes; one of 0 has no known length. */
function lengthSeconds(durationMinutes: number): number {
  return durationMinutes === 0 ? unknownDurationSeconds : durationMinutes * 60
}

/** From how many credited seconds on a sitting of so many minutes is complete (MED-28). */
export function completionThresholdSeconds(durationMinutes: number): number {
  const share = Math.ceil(lengthSeconds(durationMinutes) * completedShare)
  return Math.min(completedMaxSeconds, Math.max(completedMinSeconds, share))
}

/** How long a member may be unheard of, in milliseconds, and the time still counts: the screen was off (MED-25). */
function gapMaxMs(durationMinutes: number): number {
  return (lengthSeconds(durationMinutes) + gapBeyondDurationSeconds) * secondMs
}

/** The seconds that a report claims for a session of `duration`; a total never lowers it (MED-22). */
export function claimedSeconds(report: TimeReport, duration: number): number {
  return 'duration' in report ? Math.max(0, report.duration - duration) : report.additionalDuration
}

/**
 * The clock after a visit has begun. Time in which no visit was open is taken out (MED-26): all of it after a
 * goodbye; after a long silence, or for a new session, everything up to now. Else what other tabs haven't reported
 * yet stays theirs.
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

/** A session that is open, with the length of its meditation. */
export interface OpenSession {
  record: SessionRecord
  durationMinutes: number
}

/** What a page says of a member's time. */
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
  /** Whether it wasn't complete before. */
  completesNow: boolean
}

/** What a report makes of an open session and of its member's clock. */
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
  const completesNow = !record.completed && duration >= completionThresholdSeconds(durationMinutes)
  const next: SessionRecord = {
    ...record,
    duration,
    completed: record.completed || completesNow,
    // A clock that was set back doesn't move it back.
    endTime:
      credited.seconds === 0 ? record.endTime : msToTimestamp(Math.max(timestampToMs(record.endTime), nowMs)),
  }
  return { record: next, clock: credited.clock, completesNow }
}

interface CreditInput {
  /** By member. */
  clocks: ReadonlyMap<number, MemberClock>
  /** By id. */
  sessions: ReadonlyMap<number, OpenSession>
}

interface BatchCreditResult {
  /** A session for each report; null for one that isn't ordinary. */
  answers: (SessionRecord | null)[]
  clocks: ReadonlyMap<number, MemberClock>
  records: ReadonlyMap<number, SessionRecord>
}

/**
 * What reports that are credited together make of the clocks and sessions that are held, one after the other; what
 * changed is answered. One that isn't ordinary is left out, and whatever its member says after it: what has no clock or
 * no open session of theirs here, and what completes a session.
 */
export function creditReportBatch(
  held: CreditInput,
  reports: readonly SessionTimeReport[],
  nowMs: number,
): BatchCreditResult {
  const clocks = new Map<number, MemberClock>()
  const records = new Map<number, SessionRecord>()
  const leftOut = new Set<number>()
  const answers = reports.map((spent) => {
    const { userId, sessionId } = spent
    const clock = clocks.get(userId) ?? held.clocks.get(userId)
    const session = held.sessions.get(sessionId)
    const record = records.get(sessionId) ?? session?.record
    if (clock && session && record?.userId === userId && !leftOut.has(userId)) {
      const credited = creditReport(clock, { ...session, record }, spent, nowMs)
      if (!credited.completesNow) {
        clocks.set(userId, credited.clock)
        records.set(sessionId, credited.record)
        return credited.record
      }
    }
    leftOut.add(userId)
    return null
  })
  return { answers, clocks, records }
}

interface Claim {
  /** Whether the page that claims is leaving. */
  isGoodbye: boolean
  seconds: number
  /** What the session was credited before. */
  duration: number
  durationMinutes: number
}

/**
 * What of a claim is credited, in whole seconds, and the clock afterwards. The credit is taken from the oldest
 * time that is left, so that fractions of a second aren't lost and reports may come in any order. After everybody
 * has left, a goodbye that comes again, or a report that one overtook, has nothing of the time since; a report that
 * claims more is of a visit that wasn't over.
 */
export function creditClaim(
  clock: MemberClock,
  { isGoodbye, seconds, duration, durationMinutes }: Claim,
  nowMs: number,
): { seconds: number; clock: MemberClock } {
  const baseMs = Math.max(clampLastCredit(clock, nowMs), nowMs - gapMaxMs(durationMinutes))
  const leftAtMs = clock.openVisits === 0 ? Math.min(nowMs, clock.lastCallMs) : nowMs
  const isLate = clock.openVisits === 0 && (isGoodbye || seconds <= wholeSecondsBetween(baseMs, leftAtMs))
  const passed = wholeSecondsBetween(baseMs, isLate ? leftAtMs : nowMs)
  const credited = Math.min(seconds, passed, sessionDurationMaxSeconds - duration)
  const lastCreditMs = baseMs + credited * secondMs
  if (isLate) return { seconds: credited, clock: { ...clock, lastCreditMs } }
  const openVisits = isGoodbye ? clock.openVisits - 1 : Math.max(1, clock.openVisits)
  return { seconds: credited, clock: { lastCreditMs, lastCallMs: nowMs, openVisits } }
}

function wholeSecondsBetween(fromMs: number, toMs: number): number {
  return Math.max(0, Math.floor((toMs - fromMs) / secondMs))
}

/** A server's clock that was set back far would keep the member from any credit until it has caught up (F16). */
function clampLastCredit({ lastCreditMs }: MemberClock, nowMs: number): number {
  return lastCreditMs - nowMs > sittingClockResetMs ? nowMs : lastCreditMs
}
