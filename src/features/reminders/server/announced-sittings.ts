// The sittings that members are notified of: as they are now, and as they were announced.
import type { PlannedHour } from '#features/notifications/rules.ts'
import {
  findStoredSitting,
  storedSittingsBetween,
  type StoredSitting,
} from '#features/sittings/server/service.ts'
import type { Platform } from '#server/context.ts'
import { addDays, type CommunityDays } from '#shared/day.ts'
import { hourOfBell, plannedHour } from '../planned-hour.ts'
import { findAnnouncedSitting, type AnnouncedSitting, type Announcement } from './sql/announced-sittings.ts'

/** The sittings of yesterday to three days ahead, which is more than the day before needs in any zone. */
export async function readSittings(
  { calendar, database }: Pick<Platform, 'calendar' | 'database'>,
  nowMs: number,
): Promise<Announcement[]> {
  const today = calendar.days().dayOf(nowMs)
  const range = { from: addDays(today, -1), to: addDays(today, 3) }
  return (await storedSittingsBetween(database.query, range)).map((stored) =>
    toAnnouncement(calendar, stored),
  )
}

export function toAnnouncement(
  calendar: Platform['calendar'],
  { sitting, scheduledAtMs, changedAtMs, planned, title, titles }: StoredSitting,
): Announcement {
  const { id, day, startsAt: bell, cancelled } = sitting
  return {
    sittingId: id,
    day,
    title,
    titles,
    bell,
    scheduledAt: scheduledAtMs ?? bell,
    hour: planned && plannedHour(planned),
    cancelled,
    since: changedAtMs,
    zone: calendar.days().zoneAt(bell),
  }
}

/** When a sitting is planned, by which members chose it. */
export function hourOf(
  days: CommunityDays,
  { hour, scheduledAt }: Pick<Announcement, 'hour' | 'scheduledAt'>,
): PlannedHour {
  return hour ?? hourOfBell(days, scheduledAt)
}

/** An announced sitting as it is now; as canceled, if it was deleted. */
export async function findCurrent(
  { calendar, database }: Pick<Platform, 'calendar' | 'database'>,
  { version: _, ...before }: AnnouncedSitting,
  { sittings, nowMs }: { sittings: readonly Announcement[]; nowMs: number },
): Promise<Announcement> {
  const near = sittings.find(({ sittingId }) => sittingId === before.sittingId)
  if (near) return near
  // It may have been moved by days.
  const found = await findStoredSitting(database.query, before.sittingId)
  return found ? toAnnouncement(calendar, found) : { ...before, cancelled: true, since: nowMs }
}

/** Whether a sitting differs from its announcement in its bell, or in whether it takes place. */
export function isChanged(before: Announcement, after: Announcement): boolean {
  return before.cancelled !== after.cancelled || (before.bell !== after.bell && !after.cancelled)
}

/** A sitting as its notifications need it. */
export interface NotifiedSitting extends Omit<AnnouncedSitting, 'hour'> {
  hour: PlannedHour
  /** The host's words about its cancellation. */
  cancelNote: string | null
}

/** A sitting that is as it was announced; null while a change isn't recorded yet, which calls off what isn't sent. */
export async function findNotifiedSitting(
  { calendar, database }: Pick<Platform, 'calendar' | 'database'>,
  sittingId: number,
): Promise<NotifiedSitting | null> {
  const announced = await findAnnouncedSitting(database.query, sittingId)
  if (!announced) return null
  const found = await findStoredSitting(database.query, sittingId)
  const current = found ? toAnnouncement(calendar, found) : { ...announced, cancelled: true }
  if (isChanged(announced, current)) return null
  const { title, titles } = current
  return {
    ...announced,
    title,
    titles,
    hour: hourOf(calendar.days(), current),
    cancelNote: found?.sitting.cancelNote ?? null,
  }
}
