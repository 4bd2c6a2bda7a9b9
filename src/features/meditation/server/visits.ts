// Meditation visits: starting a visit, and crediting the time it reports.
import { assertNotBanned } from '#features/members/server/service.ts'
import { rewardFirstSession } from '#features/referrals/server/service.ts'
import { appError } from '#server/app-error.ts'
import type { Platform } from '#server/context.ts'
import type { Executor } from '#server/db/database.ts'
import { sittingIdleTimeoutMs } from '#shared/constants.ts'
import { msToTimestamp } from '#shared/day.ts'
import type { StartedVisit, VisitRecord } from '../contract.ts'
import { meditationErrors } from '../errors.ts'
import { clockAfterPageStart, creditReport, type MemberClock, type VisitTimeReport } from '../visit-time.ts'
import { closePastVisit, lockClockForUpdate, openVisit, saveClock, saveCredit, visitOf } from './sql.ts'
import { templateAt } from './sql/day-content.ts'

type Deps = Pick<Platform, 'database' | 'clock' | 'roomClock'>

/** Of this process, for /metrics. */
export const meditationCounters = { secondsCredited: 0 }

/**
 * Opens the member's visit of a day whose room is open, or returns the open one (MED-19, MED-20). It belongs to the
 * meditation of the moment (PLAN-08). Throws `no_meditation` for a day without one, and `banned`.
 */
export async function startVisit(
  { database, clock, roomClock }: Deps,
  userId: number,
  sessionDate: string,
): Promise<{ visit: StartedVisit; isNew: boolean }> {
  const roomNowMs = roomClock.now()
  const templateId = await templateAt(database.query, sessionDate, roomNowMs)
  if (templateId === null) throw appError(meditationErrors.no_meditation)
  return database.transaction(async (tx) => {
    const { memberClock, nowMs } = await lockMemberClock(tx, clock, userId)
    await closePastVisit(tx, {
      userId,
      templateId,
      day: sessionDate,
      before: msToTimestamp(nowMs - sittingIdleTimeoutMs),
      roomNow: msToTimestamp(roomNowMs),
    })
    const { record, isNew } = await openVisit(tx, {
      userId,
      sessionDate,
      templateId,
      startTime: new Date(nowMs),
    })
    await saveClock(tx, userId, clockAfterPageStart(memberClock, isNew, nowMs))
    return { visit: { ...record, isReturn: false }, isNew }
  })
}

/**
 * Credits the plausible part of a report to the member's visit, and returns the visit. Throws `not_found` if
 * the member has no such visit, `banned`, and `session_ended`; a goodbye to an ended visit changes nothing. The
 * reward for the member's first completed visit is paid in the same transaction (PTS-02).
 */
export async function creditTime(
  { database, clock }: Omit<Deps, 'roomClock'>,
  timeReport: VisitTimeReport,
): Promise<VisitRecord> {
  const { userId, visitId, isGoodbye } = timeReport
  let creditedSeconds = 0
  const record = await database.transaction(async (tx) => {
    // The transaction may be retried.
    creditedSeconds = 0
    const { memberClock, nowMs } = await lockMemberClock(tx, clock, userId)
    const visit = await visitOf(tx, userId, visitId)
    if (!visit) throw appError('not_found')
    if (!visit.isOpen && isGoodbye) return visit.record
    if (!visit.isOpen) throw appError(meditationErrors.session_ended)
    const {
      record,
      clock: nextClock,
      isFirstCompletion,
    } = creditReport(memberClock, visit, timeReport, nowMs)
    const visibleAt = timeReport.report.isVisible ? new Date(nowMs) : null
    await saveCredit(tx, record, { clock: nextClock, visibleAt })
    creditedSeconds = record.duration - visit.record.duration
    if (isFirstCompletion) await rewardFirstSession(tx, { userId, now: new Date(nowMs) })
    return record
  })
  meditationCounters.secondsCredited += creditedSeconds
  return record
}

/**
 * Locks and returns the member's clock; throws `banned`. Reads the time only after the lock: a call that waited
 * must not use an older time than the call before it.
 */
async function lockMemberClock(
  tx: Executor,
  clock: Platform['clock'],
  userId: number,
): Promise<{ memberClock: MemberClock; nowMs: number }> {
  await assertNotBanned(tx, userId)
  const memberClock = await lockClockForUpdate(tx, userId, new Date(clock.now()))
  return { memberClock, nowMs: clock.now() }
}
