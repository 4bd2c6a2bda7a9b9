// Meditation sessions: starting a visit, and crediting the time it reports.
import { sittingIdleTimeoutMs } from '#shared/constants.ts'
import { msToTimestamp } from '#shared/day.ts'
import { roomClosesAtMs, roomKindOf } from '#features/live/rules.ts'
import { rewardFirstSession } from '#features/referrals/server/service.ts'
import { assertNotBanned } from '#features/users/server/service.ts'
import type { Platform } from '#server/context.ts'
import type { Executor } from '#server/db.ts'
import { counters } from '#server/metrics/counters.ts'
import { appError } from '#server/app-error.ts'
import type { SessionRecord } from '../contract.ts'
import {
  clockAfterVisitStart,
  creditReport,
  type MemberClock,
  type SessionTimeReport,
} from '../session-time.ts'
import {
  closeIdleSession,
  lockClockForUpdate,
  openMeditationSession,
  saveClock,
  saveCredit,
  scheduledTemplate,
  sessionOf,
} from './sql.ts'

type Deps = Pick<Platform, 'database' | 'clock'>

/**
 * Opens the member's session of the requested day, or returns the open one (MED-19, MED-20). `today` is this node's
 * current day. Throws `no_meditation` for a day without one, and `banned`.
 */
export async function startSession(
  { database, clock }: Deps,
  userId: number,
  askedDay: string,
  today: string,
): Promise<{ record: SessionRecord; isNew: boolean }> {
  const meditation = await meditationFor(database.query, { askedDay, today, nowMs: clock.now() })
  if (!meditation) throw appError('no_meditation')
  const { date: sessionDate, templateId } = meditation
  return database.transaction(async (tx) => {
    const { held, nowMs } = await lockMemberClock(tx, clock, userId)
    await closeIdleSession(tx, {
      userId,
      day: sessionDate,
      before: msToTimestamp(nowMs - sittingIdleTimeoutMs),
    })
    const opened = await openMeditationSession(tx, {
      userId,
      sessionDate,
      templateId,
      startTime: new Date(nowMs),
    })
    await saveClock(tx, userId, clockAfterVisitStart(held, opened.isNew, nowMs))
    return opened
  })
}

/** The requested day's meditation while its room is open, else today's (MED-29). */
async function meditationFor(
  db: Executor,
  { askedDay, today, nowMs }: { askedDay: string; today: string; nowMs: number },
) {
  if (roomKindOf(askedDay, today) === 'yesterday') {
    const yesterdays = await scheduledTemplate(db, askedDay)
    if (nowMs < roomClosesAtMs(askedDay, yesterdays?.duration ?? null)) return yesterdays
  }
  return scheduledTemplate(db, today)
}

/**
 * Credits the plausible part of a report to the member's session, and returns the session. Throws `not_found` if
 * the member has no such session, `banned`, and `session_ended`; a goodbye to an ended session changes nothing. The
 * reward for a first completed session is paid in the same transaction (PTS-02).
 */
export async function creditTime(
  { database, clock }: Deps,
  spent: SessionTimeReport,
): Promise<SessionRecord> {
  const { userId, sessionId, isGoodbye } = spent
  let credited = 0
  const record = await database.transaction(async (tx) => {
    credited = 0
    const { held, nowMs } = await lockMemberClock(tx, clock, userId)
    const session = await sessionOf(tx, userId, sessionId)
    if (!session) throw appError('not_found')
    if (!session.isOpen && isGoodbye) return session.record
    if (!session.isOpen) throw appError('session_ended')
    const { record, clock: ticked, isFirstCompletion } = creditReport(held, session, spent, nowMs)
    await saveCredit(tx, record, ticked)
    credited = record.duration - session.record.duration
    if (isFirstCompletion) await rewardFirstSession(tx, { userId, now: new Date(nowMs) })
    return record
  })
  counters.secondsCredited += credited
  return record
}

/**
 * Locks and returns the member's clock. The time is read after the lock, so that a waiting call uses no older time.
 */
async function lockMemberClock(
  tx: Executor,
  clock: Platform['clock'],
  userId: number,
): Promise<{ held: MemberClock; nowMs: number }> {
  await assertNotBanned(tx, userId)
  const held = await lockClockForUpdate(tx, userId, new Date(clock.now()))
  return { held, nowMs: clock.now() }
}
