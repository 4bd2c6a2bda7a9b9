// Session time: how much of a report is credited, how a visit starts, and when a sitting is complete.
import {
  sittingClockResetMs,
  completedMaxSeconds,
  completedMinSeconds,
  completedShare,
  gapBeyondDurationSeconds,
  heartbeatMs,
  sessionDurationMaxSeconds,
  unknownDurationSeconds,
} from '#shared/constants.ts'
import { timestampToMs, msToTimestamp } from '#shared/day.ts'
import type { SessionRecord, TimeReport } from './contract.ts'

const secondMs = 1_000

/**
 * A member's clock, shared by all their tabs, devices and sessions (I06); times are in epoch milliseconds. All
 * credited time lies before `lastCreditMs`, so that no wall-clock time counts twice. A visit is one page's part of
 * a session; its goodbye is the last report, sent when the page leaves.
 */
export interface MemberClock {
  lastCreditMs: number
  /** Time of the last call; without an open visit, that of the last goodbye. */
  lastCallMs: number
  openVisits: number
}

/** The length in seconds that counts; 0 minutes means an unknown length. */
function lengthSeconds(durationMinutes: number): number {
  return durationMinutes === 0 ? unknownDurationSeconds : durationMinutes * 60
}

/** The length of a meditation. */
export interface MeditationLength {
  durationMinutes: number
  /** The measured length of its video; null if it was never measured. */
  mediaSeconds: number | null
}

/**
 * Credited seconds from which a meditation is complete: a share of the shorter of its two lengths, so that a template
 * with too many minutes can be completed (MED-28).
 */
export function completionThresholdSeconds({ durationMinutes, mediaSeconds }: MeditationLength): number {
  const shorterSeconds = Math.min(lengthSeconds(durationMinutes), mediaSeconds ?? Number.POSITIVE_INFINITY)
  const share = Math.ceil(shorterSeconds * completedShare)
  return Math.min(completedMaxSeconds, Math.max(completedMinSeconds, share))
}

/** The longest gap between calls, in milliseconds, whose time still counts: the screen may be off (MED-25). */
function gapMaxMs(durationMinutes: number): number {
  return (lengthSeconds(durationMinutes) + gapBeyondDurationSeconds) * secondMs
}

/** Seconds that a report claims beyond the credited `duration`; a lower total claims none (MED-22). */
export function claimedSeconds(report: TimeReport, duration: number): number {
  return 'duration' in report ? Math.max(0, report.duration - duration) : report.additionalDuration
}

/** A visit that reports every `heartbeatMs` and is silent for longer has probably died without a goodbye. */
const visitSilenceMaxMs = 2 * heartbeatMs

/**
 * The clock after a visit has started. Time between visits is never credited (MED-26): after the last goodbye, that is
 * the time since then. A new session, or a start after open visits were silent for more than two heartbeats, excludes
 * all time up to now: the new visit's claims reach back to its own start only. While other visits report, nothing is excluded.
 */
export function clockAfterVisitStart(clock: MemberClock, isNewSession: boolean, nowMs: number): MemberClock {
  const silentMs = nowMs - clock.lastCallMs
  const isRestarted = Math.abs(silentMs) > sittingClockResetMs
  const hasDied = clock.openVisits > 0 && silentMs > visitSilenceMaxMs
  if (isRestarted || hasDied || isNewSession) {
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
export interface OpenSession extends MeditationLength {
  record: SessionRecord
}

/** A page's report of a member's time. */
export interface SessionTimeReport {
  userId: number
  sessionId: number
  report: TimeReport
  /** Whether this is the last report of its visit. */
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
  { record, ...length }: OpenSession,
  { report, isGoodbye }: Pick<SessionTimeReport, 'report' | 'isGoodbye'>,
  nowMs: number,
): CreditResult {
  const seconds = claimedSeconds(report, record.duration)
  const credited = creditClaim(
    clock,
    { isGoodbye, seconds, duration: record.duration, durationMinutes: length.durationMinutes },
    nowMs,
  )
  const duration = record.duration + credited.seconds
  const isFirstCompletion = !record.completed && duration >= completionThresholdSeconds(length)
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
  /** Whether this is the last report of its visit. */
  isGoodbye: boolean
  seconds: number
  /** Seconds credited to the session so far. */
  duration: number
  durationMinutes: number
}

/**
 * Returns how many whole seconds of a claim are credited, and the clock afterwards. The oldest uncredited time is
 * credited first: fractions of a second aren't lost, and reports may arrive in any order. Without an open visit, a
 * repeated goodbye or a late report is credited only up to the last goodbye. A report that claims more than that
 * reopens its visit.
 */
export function creditClaim(
  clock: MemberClock,
  { isGoodbye, seconds, duration, durationMinutes }: Claim,
  nowMs: number,
): { seconds: number; clock: MemberClock } {
  const creditFromMs = Math.max(clampLastCredit(clock, nowMs), nowMs - gapMaxMs(durationMinutes))
  const leftAtMs = clock.openVisits === 0 ? Math.min(nowMs, clock.lastCallMs) : nowMs
  const isLate =
    clock.openVisits === 0 && (isGoodbye || seconds <= wholeSecondsBetween(creditFromMs, leftAtMs))
  const elapsedSeconds = wholeSecondsBetween(creditFromMs, isLate ? leftAtMs : nowMs)
  const credited = Math.min(seconds, elapsedSeconds, sessionDurationMaxSeconds - duration)
  const lastCreditMs = creditFromMs + credited * secondMs
  if (isLate) return { seconds: credited, clock: { ...clock, lastCreditMs } }
  const openVisits = isGoodbye ? clock.openVisits - 1 : Math.max(1, clock.openVisits)
  return { seconds: credited, clock: { lastCreditMs, lastCallMs: nowMs, openVisits } }
}

function wholeSecondsBetween(fromMs: number, toMs: number): number {
  return Math.max(0, Math.floor((toMs - fromMs) / secondMs))
}

/** Resets a credit time far in the future: the server's clock was set back, and nothing would be credited (F16). */
function clampLastCredit({ lastCreditMs }: MemberClock, nowMs: number): number {
  return lastCreditMs - nowMs > sittingClockResetMs ? nowMs : lastCreditMs
}
