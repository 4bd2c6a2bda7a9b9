// What other features ask about members' time inside their own transactions, and say about the days' meditations.
import type { Bus } from '#server/bus.ts'
import type { Executor } from '#server/db.ts'
import { daysChannel, type DayEvent } from '../days-channel.ts'
import { lockClockForUpdate } from './sql.ts'
import * as days from './sql-days.ts'
import { selectSessionsForExport } from './sql-export.ts'

/** A member's time of every day that has a session, the oldest first; `duration` in seconds (HIST-17). */
export function secondsByDay(
  db: Executor,
  userId: number,
): Promise<{ sessionDate: string; duration: number }[]> {
  return days.selectSecondsByDay(db, userId)
}

/** When the first session ended that a member completed, as a timestamp; null while they completed none (PTS-09). */
export function firstCompletedAt(db: Executor, userId: number): Promise<string | null> {
  return days.selectFirstCompletedAt(db, userId)
}

/**
 * Removes a member's sample sessions, and answers on which of the days they have real ones. Whatever touches the
 * member's time waits until the transaction ends.
 */
export async function clearSampleSessions(
  tx: Executor,
  { userId, among, now }: { userId: number; among: readonly string[]; now: Date },
): Promise<string[]> {
  await lockClockForUpdate(tx, userId, now)
  await days.deleteSampleSessions(tx, userId)
  return days.selectDaysWithSessions(tx, userId, among)
}

/** Adds sample sessions for a member, which never complete anything; none while there is no template (HIST-20). */
export async function addSampleSessions(
  tx: Executor,
  userId: number,
  sessions: readonly { sessionDate: string; startTime: Date; seconds: number }[],
): Promise<void> {
  const templateId = await days.lockAnyTemplateForKeyShare(tx)
  if (templateId === null) return
  const facts = { userId, templateId, completed: false, isSample: true }
  await days.insertPastSessions(
    tx,
    sessions.map((session) => ({ ...session, ...facts })),
  )
}

/** Removes the sessions of a member whose account is deleted (USR-15). */
export function eraseSessions(tx: Executor, userId: number): Promise<void> {
  return days.deleteSessions(tx, userId)
}

/** Tells every node that a schedule or a template was changed, once it is committed. */
export function publishDaysChanged(bus: Bus): Promise<void> {
  return bus.publish(daysChannel, { type: 'changed' } satisfies DayEvent)
}

/** A member's sittings, for themselves (PROF-22); the newest `max`, with seconds. */
export async function exportMeditationData(tx: Executor, userId: number, max: number) {
  return { sessions: await selectSessionsForExport(tx, userId, max) }
}
