// Announced sittings: the sittings ahead as they are now, and how they differ from their announcements.
import { findSitting, storedSittingsBetween } from '#features/sittings/server/service.ts'
import type { Platform } from '#server/context.ts'
import { addDays } from '#shared/day.ts'
import type { AnnouncedChange } from '../notices.ts'
import type { AnnouncedSitting } from './sql.ts'

export type Announcement = Omit<AnnouncedSitting, 'version'>

/** The sittings of yesterday to three days ahead, which is more than the day before needs in any zone. */
export async function readSittings(
  { calendar, database }: Pick<Platform, 'calendar' | 'database'>,
  nowMs: number,
): Promise<Announcement[]> {
  const today = calendar.days().dayOf(nowMs)
  const range = { from: addDays(today, -1), to: addDays(today, 3) }
  const stored = await storedSittingsBetween(database.query, range)
  return stored.map(({ sitting: { id, day, startsAt: bell, cancelled }, scheduledAtMs, title, titles }) => ({
    sittingId: id,
    day,
    title,
    titles,
    bell,
    scheduledAt: scheduledAtMs ?? bell,
    cancelled,
  }))
}

/** An announced sitting as it is now; as canceled, if it was deleted. */
export async function findCurrent(
  { database }: Pick<Platform, 'database'>,
  before: AnnouncedSitting,
  sittings: readonly Announcement[],
): Promise<Announcement> {
  const near = sittings.find(({ sittingId }) => sittingId === before.sittingId)
  if (near) return near
  // It may have been moved by days.
  const found = await findSitting(database.query, before.sittingId)
  if (!found) return { ...before, cancelled: true }
  const { day, startsAt: bell, cancelled } = found
  return { ...before, day, bell, scheduledAt: bell, cancelled }
}

/** The change to announce; null for one that leaves the minute of the bell. */
export function changeBetween(before: AnnouncedSitting, after: Announcement): AnnouncedChange | null {
  if (before.cancelled !== after.cancelled) return after.cancelled ? 'cancelled' : 'restored'
  return Math.abs(before.bell - after.bell) >= 60_000 && !after.cancelled ? 'moved' : null
}
