// Visit time: how much of a report is credited, how a visit starts, and when a sitting is complete.
import {
  sittingClockResetMs,
  completedMaxSeconds,
  completedMinSeconds,
  completedShare,
  gapBeyondDurationSeconds,
  heartbeatMs,
  visitMaxSeconds,
  unknownDurationSeconds,
} from '#shared/constants.ts'
import { timestampToMs, msToTimestamp } from '#shared/day.ts'
import { secondMs } from '#shared/durations.ts'
import type { VisitRecord, TimeReport } from './contract.ts'

/** A member sat from this much credited time in one visit, complete or not (RHY-01, SCH-38). */
export const satSecondsMin = 60

/**
 * A member's clock, shared by all their tabs, devices and visits (I06); times are in epoch milliseconds. All
 * credited time lies before `lastCreditMs`, so that no wall-clock time counts twice. A page reports its part of
 * a visit; its goodbye is its last report, sent when it closes.
 */
export interface MemberClock {
  lastCreditMs: number
  /** Time of the last call; without an open page, that of the last goodbye. */
  lastCallMs: number
  openPages: number
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
 * Credited seconds from which a meditation is complete: a share of the shorter of its two lengths. So a template with
 * too many minutes can be completed (MED-28).
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

/** A page reports every `heartbeatMs`; after a longer silence it has probably died without a goodbye. */
const pageSilenceMaxMs = 2 * heartbeatMs

/**
 * The clock after a page has opened. Time without an open page is never credited (MED-26): after the last goodbye, that
 * is the time since then. A new visit excludes all time up to now, and so does a start after open pages were silent for
 * more than two heartbeats. While other pages report, nothing is excluded.
 */
export function clockAfterPageStart(clock: MemberClock, isNewVisit: boolean, nowMs: number): MemberClock {
  const silentMs = nowMs - clock.lastCallMs
  const isRestarted = Math.abs(silentMs) > sittingClockResetMs
  const hasDied = clock.openPages > 0 && silentMs > pageSilenceMaxMs
  if (isRestarted || hasDied || isNewVisit) {
    return {
      lastCreditMs: Math.max(nowMs, clampLastCredit(clock, nowMs)),
      lastCallMs: nowMs,
      openPages: isRestarted ? 1 : clock.openPages + 1,
    }
  }
  const awayMs = clock.openPages === 0 ? Math.max(0, silentMs) : 0
  return {
    lastCreditMs: clock.lastCreditMs + awayMs,
    lastCallMs: nowMs,
    openPages: clock.openPages + 1,
  }
}

/** An open visit, with the length of its meditation. */
export interface OpenVisit extends MeditationLength {
  record: VisitRecord
}

/** A page's report of a member's time. */
export interface VisitTimeReport {
  userId: number
  visitId: number
  report: TimeReport
  /** Whether this is the last report of its page. */
  isGoodbye: boolean
}

interface CreditResult {
  record: VisitRecord
  clock: MemberClock
  /** Whether this report completes the visit. */
  isFirstCompletion: boolean
}

/** Applies a report to an open visit and its member's clock. */
export function creditReport(
  clock: MemberClock,
  { record, ...length }: OpenVisit,
  { report, isGoodbye }: Pick<VisitTimeReport, 'report' | 'isGoodbye'>,
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
  const next: VisitRecord = {
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
  /** By visit id. */
  visits: ReadonlyMap<number, OpenVisit>
}

export interface BatchCreditResult {
  /** By report: the updated visit, or null for a report that must be credited alone. */
  results: (VisitRecord | null)[]
  clocks: ReadonlyMap<number, MemberClock>
  records: ReadonlyMap<number, VisitRecord>
  /** The ids of the visits that were visible, by one of their reports. */
  visibleIds: ReadonlySet<number>
}

/**
 * Applies batched reports to the locked clocks and visits, in order, and returns the changes. Skips reports
 * without a locked clock or an open visit of their member, and those that complete a visit. Later reports of
 * the same member are skipped as well.
 */
export function creditReportBatch(
  locked: CreditInput,
  reports: readonly VisitTimeReport[],
  nowMs: number,
): BatchCreditResult {
  const clocks = new Map<number, MemberClock>()
  const records = new Map<number, VisitRecord>()
  const visibleIds = new Set<number>()
  const skippedUserIds = new Set<number>()
  const results = reports.map((timeReport) => {
    const { userId, visitId } = timeReport
    const clock = clocks.get(userId) ?? locked.clocks.get(userId)
    const visit = locked.visits.get(visitId)
    const record = records.get(visitId) ?? visit?.record
    if (clock && visit && record?.userId === userId && !skippedUserIds.has(userId)) {
      const credited = creditReport(clock, { ...visit, record }, timeReport, nowMs)
      if (!credited.isFirstCompletion) {
        clocks.set(userId, credited.clock)
        records.set(visitId, credited.record)
        if (timeReport.report.isVisible) visibleIds.add(visitId)
        return credited.record
      }
    }
    skippedUserIds.add(userId)
    return null
  })
  return { results, clocks, records, visibleIds }
}

interface Claim {
  /** Whether this is the last report of its page. */
  isGoodbye: boolean
  seconds: number
  /** Seconds credited to the visit so far. */
  duration: number
  durationMinutes: number
}

/**
 * Returns how many whole seconds of a claim are credited, and the clock afterwards. The oldest uncredited time is
 * credited first: fractions of a second aren't lost, and reports may arrive in any order. Without an open page, a
 * repeated goodbye or a late report is credited only up to the last goodbye. A report that claims more than that
 * reopens its page.
 */
export function creditClaim(
  clock: MemberClock,
  { isGoodbye, seconds, duration, durationMinutes }: Claim,
  nowMs: number,
): { seconds: number; clock: MemberClock } {
  const creditFromMs = Math.max(clampLastCredit(clock, nowMs), nowMs - gapMaxMs(durationMinutes))
  const leftAtMs = clock.openPages === 0 ? Math.min(nowMs, clock.lastCallMs) : nowMs
  const isLate =
    clock.openPages === 0 && (isGoodbye || seconds <= wholeSecondsBetween(creditFromMs, leftAtMs))
  const elapsedSeconds = wholeSecondsBetween(creditFromMs, isLate ? leftAtMs : nowMs)
  const credited = Math.min(seconds, elapsedSeconds, visitMaxSeconds - duration)
  const lastCreditMs = creditFromMs + credited * secondMs
  if (isLate) return { seconds: credited, clock: { ...clock, lastCreditMs } }
  const openPages = isGoodbye ? clock.openPages - 1 : Math.max(1, clock.openPages)
  return { seconds: credited, clock: { lastCreditMs, lastCallMs: nowMs, openPages } }
}

function wholeSecondsBetween(fromMs: number, toMs: number): number {
  return Math.max(0, Math.floor((toMs - fromMs) / secondMs))
}

/** Resets a credit time far in the future: the server's clock was set back, and nothing would be credited (F16). */
function clampLastCredit({ lastCreditMs }: MemberClock, nowMs: number): number {
  return lastCreditMs - nowMs > sittingClockResetMs ? nowMs : lastCreditMs
}
