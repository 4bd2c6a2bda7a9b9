// Announced sittings: the sittings ahead as they are now, and how they differ from their announcements.
import { findStoredSitting, storedSittingsBetween } from '#features/sittings/server/service.ts'
import type { Platform } from '#server/context.ts'
import { addDays } from '#shared/day.ts'
import type { StoredSitting } from '#features/sittings/server/service.ts'
import type { AnnouncedChange } from '../notices.ts'
import { plannedHour } from '../rules.ts'
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
  return stored.map(toAnnouncement)
}

function toAnnouncement({ sitting, scheduledAtMs, planned, title, titles }: StoredSitting): Announcement {
  const { id: sittingId, day, startsAt: bell, cancelled } = sitting
  const hour = planned && plannedHour(planned)
  return { sittingId, day, title, titles, bell, scheduledAt: scheduledAtMs ?? bell, hour, cancelled }
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
  const found = await findStoredSitting(database.query, before.sittingId)
  return found ? toAnnouncement(found) : { ...before, cancelled: true }
}

/** The change to announce; null for one that leaves the minute of the bell. */
export function changeBetween(before: AnnouncedSitting, after: Announcement): AnnouncedChange | null {
  if (before.cancelled !== after.cancelled) return after.cancelled ? 'cancelled' : 'restored'
  return Math.abs(before.bell - after.bell) >= 60_000 && !after.cancelled ? 'moved' : null
}
