// Meditation service: members' time for other features' transactions, who is a known member, and the event of changed days.
import type { Executor } from '#server/db/database.ts'
import * as days from './sql.ts'
import { lockClockForUpdate, selectVisitsForExport } from './sql.ts'
import { selectVisibleMembers } from './sql/visible-members.ts'

export { findIsKnownMember, isKnownMember, listKnownMembersPresent } from './sql/known-members.ts'

/** A member's seconds per day with a visit, oldest first (HIST-17). */
export function secondsByDay(
  db: Executor,
  userId: number,
): Promise<{ sessionDate: string; duration: number }[]> {
  return days.selectSecondsByDay(db, userId)
}

/** A member's days with a visit of at least `secondsMin`, oldest first (RHY-01). */
export function daysSat(db: Executor, userId: number, secondsMin: number): Promise<string[]> {
  return days.selectDaysSat(db, userId, secondsMin)
}

/** From when to when a member was in the room, without sample visits; `duration` is in seconds. */
export function listVisitTimes(
  db: Executor,
  userId: number,
): Promise<{ sessionDate: string; duration: number; fromMs: number; untilMs: number }[]> {
  return days.selectVisitTimes(db, userId)
}

/** End of the member's first completed visit, as a timestamp; null if they completed none (PTS-09). */
export async function firstCompletedAt(db: Executor, userId: number): Promise<string | null> {
  return (await days.selectCompleted(db, userId)).firstEndedAt
}

/**
 * Deletes a member's sample visits, and returns which days of `among` have real ones. Locks the member's time
 * until the transaction ends.
 */
export async function clearSampleVisits(
  tx: Executor,
  { userId, among, now }: { userId: number; among: readonly string[]; now: Date },
): Promise<string[]> {
  await lockClockForUpdate(tx, userId, now)
  await days.deleteSampleVisits(tx, userId)
  return days.selectDaysWithVisits(tx, userId, among)
}

/** Adds sample visits, which never count as completed; adds none while there is no template (HIST-20). */
export async function addSampleVisits(
  tx: Executor,
  userId: number,
  visits: readonly { sessionDate: string; startTime: Date; seconds: number }[],
): Promise<void> {
  const templateId = await days.lockAnyTemplateForKeyShare(tx)
  if (templateId === null) return
  const sharedFields = { userId, templateId, completed: false, isSample: true }
  await days.insertPastVisits(
    tx,
    visits.map((visit) => ({ ...visit, ...sharedFields })),
  )
}

/** Those of the members who had a visible page of the room, or a seat, after a moment. Pages report it every 30 s (REM-03). */
export function listVisibleMembers(
  db: Executor,
  members: { userIds: readonly number[]; since: Date },
): Promise<number[]> {
  return selectVisibleMembers(db, members)
}

/** A member's visits for their data export (PROF-22): the newest `max`, `duration` in seconds. */
export async function exportMeditationData(tx: Executor, userId: number, max: number) {
  return { sessions: await selectVisitsForExport(tx, userId, max) }
}
