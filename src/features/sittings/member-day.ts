// The day of a bell by a member's clock. Pure, so that a table tests it.
import { addDays, type CommunityDays, dayInZone } from '#shared/day.ts'
import { isOver } from './phases.ts'
import type { Sitting } from './sitting.ts'

/** A bell in epoch milliseconds, and the day of its room. */
export type DatedBell = Pick<Sitting, 'day' | 'startsAt'>

interface MemberClock {
  /** The community's. */
  days: CommunityDays
  /** The member's. */
  zone: string
}

/**
 * The member's day of a bell: that of its moment by their clock. A bell after its room's midnight belongs to the evening
 * before it, and one before it to the day after.
 */
export function memberDayOf({ day, startsAt }: DatedBell, { days, zone }: MemberClock): string {
  const firstMs = days.startMs(day)
  const lastMs = days.startMs(addDays(day, 1)) - 1
  return dayInZone(Math.min(Math.max(startsAt, firstMs), lastMs), zone)
}

interface Moment {
  /** The day of the room. */
  date: string
  nowMs: number
}

/**
 * The member's day whose sittings are shown. A day stays until its last sitting is over, also after midnight: its bell
 * comes before those of the next day.
 */
export function shownDay(
  sittings: readonly (DatedBell & Pick<Sitting, 'endsAt' | 'cancelled'>)[],
  { date, nowMs }: Moment,
  clock: MemberClock,
): string {
  const today = memberDayOf({ day: date, startsAt: nowMs }, clock)
  const going = sittings.filter((sitting) => !sitting.cancelled && !isOver(sitting, nowMs))
  const [first = today] = going.map((sitting) => memberDayOf(sitting, clock)).toSorted()
  return first < today ? first : today
}

/** The sittings of a member's day in the order of their bells. */
export function sittingsOfDay<S extends DatedBell>(
  sittings: readonly S[],
  day: string,
  clock: MemberClock,
): S[] {
  return sittings
    .filter((sitting) => memberDayOf(sitting, clock) === day)
    .toSorted((a, b) => a.startsAt - b.startsAt)
}
