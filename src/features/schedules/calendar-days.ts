// Schedules in lists and calendars: split into upcoming and past, and formatted.
import { scheduledStartMs, type ScheduledStart } from '#features/sittings/scheduled-start.ts'
import { zoneCity } from '#shared/city-names.ts'
import { scheduledTimeDefault } from '#shared/constants.ts'
import { isDay, timeSchema } from '#shared/day-schema.ts'
import {
  addDays,
  capitalize,
  type CommunityDays,
  dayInZone,
  formatDay,
  formatTimeOfDay,
} from '#shared/day.ts'
import { t } from '#shared/i18n/t.ts'
import {
  formatTimeWithLocal,
  formatTimeInCity,
  formatWeekdayInCity,
  localTimeSuffix,
} from '#shared/local-time.ts'
import type { Schedule } from './contract.ts'
import { daysWithoutMeditation, nextEmptyDay } from './rules.ts'

/** Splits schedules into those from today on, soonest first, and past ones, newest first. */
export function splitUpcomingAndPast(
  schedules: readonly Schedule[],
  today: string,
): { upcoming: Schedule[]; past: Schedule[] } {
  const ordered = [...schedules].sort(compareSchedules)
  return {
    upcoming: ordered.filter(({ date }) => date >= today),
    past: ordered.filter(({ date }) => date < today).reverse(),
  }
}

type Start = Pick<Schedule, 'date' | 'scheduledTime'> &
  Partial<Pick<Schedule, 'together' | 'sitting' | 'timeZone'>> & { dayShift?: number | undefined }

/**
 * The sitting that a schedule starts with; null where it doesn't start together. What a host began of such a schedule is
 * one more: its own start still comes (PHASE-24).
 */
export function ownSitting({
  together = false,
  sitting = null,
}: Pick<Start, 'together' | 'sitting'>): Schedule['sitting'] {
  return together ? sitting : null
}

/** A day that is open all day has no moment at which to start. */
export function isOpenAllDay({ scheduledTime, together = false }: Omit<Start, 'date'>): boolean {
  return scheduledTime === scheduledTimeDefault && !together
}

/**
 * The start by the community's clock: '6:00 AM', later when a clock change skips that time (TIME-02), or 'All day'. With
 * the weekday if it isn't on its date: 'Sun 12:30 AM'. `local` is the viewer's zone, whose time is added where it
 * differs; null leaves it out.
 */
export function formatStart(
  days: CommunityDays,
  schedule: Start,
  local: string | null,
  place?: { isListed: boolean },
): string {
  if (isOpenAllDay(schedule)) return t('All day')
  const weekday = startWeekday(days, schedule)
  const zones = { community: days.zoneOf(schedule.date), local }
  const time = formatTimeWithLocal(startMs(days, schedule), zones, place)
  return weekday === '' ? time : `${weekday} ${time}`
}

/** The weekday of a start that isn't on its date by the community's clock: 'Sun'; empty for the others (SCH-35). */
export function startWeekday(days: CommunityDays, schedule: Start): string {
  if (isOpenAllDay(schedule)) return ''
  const day = dayInZone(startMs(days, schedule), days.zoneOf(schedule.date))
  return day === schedule.date ? '' : formatDay(day, 'shortWeekday')
}

/** The start by the clock of the schedule's zone: '7:00 PM in Berlin'; null without one. */
export function formatOwnStart(days: CommunityDays, schedule: Start): string | null {
  const { timeZone = null } = schedule
  return timeZone === null ? null : formatTimeInCity(startMs(days, schedule), timeZone)
}

/**
 * Explains the chosen start: open all day, or the viewer's time beside the community's. In an own zone it names both ends:
 * 'Monday 6:30 AM in Berlin, Sunday 11:30 PM in Denver'. Without a chosen day, the zone is that of `today`.
 */
export function describeStart(
  days: CommunityDays,
  schedule: Start,
  { local, today }: { local: string | null; today: string },
): string {
  if (isOpenAllDay({ ...schedule, together: false }))
    return t('At 12:00 AM it is open all day. Choose a time to start together.')
  const isChosen = isDay(schedule.date) && timeSchema.safeParse(schedule.scheduledTime).success
  const community = days.zoneOf(isChosen ? schedule.date : today)
  const own = schedule.timeZone ?? community
  const city = zoneCity(own)
  if (!isChosen) return t('{city} time.', { city })
  const atMs = startMs(days, schedule)
  const suffix = localTimeSuffix(atMs, { community, local })
  if (own !== community) {
    const ends = `${formatWeekdayInCity(atMs, own)}, ${formatWeekdayInCity(atMs, community)}`
    return capitalize(`${ends}${localTimeSuffix(atMs, { community: own, local }) === '' ? '' : suffix}.`)
  }
  return suffix === ''
    ? t('{city} time.', { city })
    : t('{city} time: {time}.', { city, time: formatTimeWithLocal(atMs, { community, local }) })
}

/** Whether a day that starts together will: a host may have canceled it. */
export function describeTogether(schedule: Pick<Start, 'together' | 'sitting'>): string {
  return ownSitting(schedule)?.cancelled ? t('canceled') : t('starts together')
}

/** Minutes for display: '30 min'. */
export function formatMinutes(minutes: number): string {
  return t('{minutes} min', { minutes })
}

/** '30 min', and of a teacher who is there '30 min · Live'. */
export function formatLength({
  duration,
  livePlace,
}: Pick<Schedule['template'], 'duration' | 'livePlace'>): string {
  const minutes = formatMinutes(duration)
  return livePlace === null ? minutes : `${minutes} · ${t('Live')}`
}

/** Minutes for screen readers: '30 minutes'. */
export function formatSpokenMinutes(minutes: number): string {
  return t('{count, plural, one {# minute} other {# minutes}}', { count: minutes })
}

/** A schedule amid a sentence: 'Morning light, 6:00 AM', 'Morning light, all day'. */
export function describeTitleAndStart(days: CommunityDays, schedule: Schedule): string {
  const { title } = schedule.template
  return isOpenAllDay(schedule)
    ? t('{title}, all day', { title })
    : `${title}, ${formatStart(days, schedule, null)}`
}

/** 'Morning light at 6:00 AM', with the weekday if that isn't its date's: 'Morning light on Sunday at 12:30 AM'. */
function describeTitleAtStart(days: CommunityDays, schedule: Schedule): string {
  const { title } = schedule.template
  if (isOpenAllDay(schedule)) return t('{title}, all day', { title })
  const [atMs, zone] = [startMs(days, schedule), days.zoneOf(schedule.date)]
  const [day, time] = [dayInZone(atMs, zone), formatTimeOfDay(atMs, zone)]
  return day === schedule.date
    ? t('{title} at {time}', { title, time })
    : t('{title} on {weekday} at {time}', { title, weekday: formatDay(day, 'dayOfWeek'), time })
}

/** A schedule for screen readers: 'Morning light at 6:00 AM, 30 minutes, starts together, inactive'. */
function describeSchedule(days: CommunityDays, schedule: Schedule): string {
  const { isActive, together } = schedule
  const { duration } = schedule.template
  return [
    describeTitleAtStart(days, schedule),
    formatSpokenMinutes(duration),
    ...(together ? [describeTogether(schedule)] : []),
    ...(isActive ? [] : [t('inactive')]),
  ].join(', ')
}

/** A day for screen readers: 'nothing scheduled', one schedule, or '2 meditations: …; …'. */
export function describeDay(days: CommunityDays, schedules: readonly Schedule[] = []): string {
  const list = schedules.map((schedule) => describeSchedule(days, schedule)).join('; ')
  const count = schedules.length
  if (count === 0) return t('nothing scheduled')
  if (count === 1) return list
  return t('{count, plural, one {# meditation: {list}} other {# meditations: {list}}}', { count, list })
}

interface GapsPeriod {
  today: string
  until: string
}

/** How many days have no meditation: '8 days without a meditation until Dec 31'. Without any, until which day none has. */
export function describeGaps(schedules: readonly Schedule[], { today, until }: GapsPeriod): string {
  const count = daysWithoutMeditation(schedules, { from: today, to: until }).length
  const last = count === 0 ? addDays(nextEmptyDay(schedules, until), -1) : until
  return sentenceOfGaps(count, { today, until: last })
}

function sentenceOfGaps(count: number, { today, until }: GapsPeriod): string {
  const day = formatDay(until, until.slice(0, 4) === today.slice(0, 4) ? 'short' : 'long')
  if (count === 0) return t('Every day until {day} has a meditation', { day })
  return t(
    '{count, plural, one {# day without a meditation until {day}} other {# days without a meditation until {day}}}',
    { count, day },
  )
}

/** By day and time; of the same an active one first. */
export function compareSchedules(a: Schedule, b: Schedule): number {
  return (
    compareStrings(a.date, b.date) ||
    compareStrings(a.scheduledTime, b.scheduledTime) ||
    Number(b.isActive) - Number(a.isActive) ||
    a.id - b.id
  )
}

// Dates and times are ASCII digits: plain comparison is correct, and faster than collation.
function compareStrings(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** The start in epoch milliseconds: the bell of its own sitting where a host has moved it. */
export function startMs(days: CommunityDays, schedule: Start): number {
  const { date, scheduledTime, timeZone = null, dayShift = 0 } = schedule
  return ownSitting(schedule)?.startsAt ?? scheduledStartMs(days, { date, scheduledTime, timeZone, dayShift })
}

/**
 * From which dates on a start has another hour by the viewer's clock: two zones change their clocks on different days.
 * Starts are in the order of their dates.
 */
export function describeHourChanges(
  days: CommunityDays,
  starts: readonly ScheduledStart[],
  local: string | null,
): string[] {
  if (local === null) return []
  const seriesOf = ({ scheduledTime, timeZone }: ScheduledStart) => `${scheduledTime} ${timeZone}`
  const isOneSeries = new Set(starts.map(seriesOf)).size === 1
  const times = new Map<string, string>()
  return starts.flatMap((start) => {
    const atMs = scheduledStartMs(days, start)
    const time = formatTimeOfDay(atMs, local)
    const before = times.get(seriesOf(start))
    times.set(seriesOf(start), time)
    if (before === undefined || before === time) return []
    const { date, timeZone } = start
    const day = formatDay(date, 'monthDay')
    if (isOneSeries) return t('From {day} on, it starts at {time} for you.', { day, time })
    const communityTime = formatTimeInCity(atMs, timeZone ?? days.zoneOf(date))
    return t('From {day} on, {communityTime} is {time} for you.', { day, communityTime, time })
  })
}
