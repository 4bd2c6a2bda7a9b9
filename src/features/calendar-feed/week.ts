// The coming days: by weeks, and each start by the member's clock (PLAN-03).
import { sunStates } from '#features/sittings/day-line.ts'
import { memberDayOf } from '#features/sittings/member-day.ts'
import { addDays, type CommunityDays, dayInZone, formatDay, weekOf } from '#shared/day.ts'
import { minuteMs } from '#shared/durations.ts'
import { formatTimeInCity, formatTimeInSentence, type ShownZones } from '#shared/local-time.ts'
import { weekTitle } from '#shared/weeks.ts'
import { weekAheadDays, type WeekEntry } from './contract.ts'

export interface DayOfEntries {
  /** By the member's clock. */
  day: string
  /** Of several days of rest the last one; else the day itself. */
  lastDay: string
  entries: WeekEntry[]
  isRest: boolean
  /** The member's day of the room's meditation of this date, where that is another one. */
  elsewhere: string | null
}

interface Week {
  title: string
  days: DayOfEntries[]
}

interface WeekClock {
  /** The community's. */
  days: CommunityDays
  /** The member's. */
  zone: string
}

/** The member's day of an entry; that of its room where it is open all day. */
export function dayOfEntry({ day, startsAt }: WeekEntry, clock: WeekClock): string {
  return startsAt === null ? day : memberDayOf({ day, startsAt }, clock)
}

/** Whether the room has no meditation on a date, which is the community's. Of an earlier one than its day that isn't known. */
export function isDayOfRest(
  day: string,
  { entries, roomDay }: { entries: readonly WeekEntry[]; roomDay: string },
): boolean {
  return day >= roomDay && !entries.some((entry) => entry.day === day)
}

/**
 * The member's days from today on, each with its entries in order; weeks begin on Monday (TIME-05). This week begins with
 * the day before if its sitting goes on, or if that is the room's day and a meditation is open. Days of rest in a row come
 * together.
 */
export function weeksAhead(
  entries: readonly WeekEntry[],
  { today, roomDay, ...clock }: WeekClock & { today: string; roomDay: string },
): Week[] {
  const days = Array.from({ length: weekAheadDays }, (_, index) => addDays(today, index))
  const placed = entries.map((entry) => ({ entry, day: dayOfEntry(entry, clock) }))
  const isOpen = ({ entry }: (typeof placed)[number]) => entry.day < roomDay || entry.startsAt === null
  const before = placed.filter((each) => each.day < today && isOpen(each))
  const goesOn = [...new Set(before.map(({ day }) => day))]
  const mondays = [...new Set(days.map((day) => weekOf(day)[0]))]
  return mondays.map((monday, index) => ({
    title: weekTitle(monday ?? today, today),
    days: joinDaysOfRest(
      [...(index === 0 ? goesOn : []), ...days.filter((day) => weekOf(day)[0] === monday)].map((day) => ({
        day,
        lastDay: day,
        entries: placed.filter((each) => each.day === day).map(({ entry }) => entry),
        isRest: isDayOfRest(day, { entries, roomDay }),
        elsewhere: placed.find((each) => each.entry.day === day && each.day !== day)?.day ?? null,
      })),
      today,
    ),
  }))
}

/** Days of rest that follow each other become one; today stays by itself. */
function joinDaysOfRest(days: readonly DayOfEntries[], today: string): DayOfEntries[] {
  const joined: DayOfEntries[] = []
  const isEmpty = ({ isRest, entries }: DayOfEntries) => isRest && entries.length === 0
  for (const day of days) {
    const previous = joined.at(-1)
    if (previous && isEmpty(previous) && isEmpty(day) && previous.day !== today)
      joined[joined.length - 1] = { ...previous, lastDay: day.day }
    else joined.push(day)
  }
  return joined
}

/** An entry with the end of its meditation, as far as the list knows. */
function timelineOf({ startsAt, minutes, cancelled }: WeekEntry & { startsAt: number }) {
  return { doorsAt: startsAt, endsAt: startsAt + minutes * minuteMs, cancelled }
}

/** The entries that have a start, in its order, with their states on the week's line. */
export function weekSuns(
  entries: readonly WeekEntry[],
  { nowMs, hasSat }: { nowMs: number; hasSat: (entry: WeekEntry) => boolean },
) {
  const started = entries
    .filter((entry): entry is WeekEntry & { startsAt: number } => entry.startsAt !== null)
    .toSorted((a, b) => a.startsAt - b.startsAt)
    .map((entry) => ({ ...timelineOf(entry), entry }))
  const states = sunStates(started, { nowMs, hasSat: ({ entry }) => hasSat(entry) })
  return started.map(({ entry }, index) => ({ ...entry, state: states[index] ?? 'coming' }))
}

/** When a state on the week's line changes next, in epoch milliseconds after now; null if none will. */
export function msToNextSun(entries: readonly WeekEntry[], nowMs: number): number | null {
  const changesAt = entries.flatMap((entry) => {
    if (entry.startsAt === null) return []
    return [entry.startsAt, entry.startsAt + entry.minutes * minuteMs]
  })
  const next = Math.min(...changesAt.filter((atMs) => atMs > nowMs))
  return Number.isFinite(next) ? next - nowMs : null
}

/**
 * A start by the member's clock, with the weekday if it isn't that of its day, after midnight: 'Sun 12:15 AM'. And by the
 * community's where that is another weekday: 'Sat 7:00 PM in Denver'. Where the viewer's zone is unknown, the community's
 * alone.
 */
export function startsByClock(
  { day, startsAt }: { day: string; startsAt: number },
  { community, local }: ShownZones,
): { own: string; community: string | null } {
  const zone = local ?? community
  const ownDay = dayInZone(startsAt, zone)
  const time = formatTimeInSentence(startsAt, zone)
  const theirDay = dayInZone(startsAt, community)
  return {
    own: ownDay === day ? time : `${formatDay(ownDay, 'shortWeekday')} ${time}`,
    community:
      theirDay === ownDay
        ? null
        : `${formatDay(theirDay, 'shortWeekday')} ${formatTimeInCity(startsAt, community)}`,
  }
}
