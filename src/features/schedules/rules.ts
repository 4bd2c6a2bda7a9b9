// Schedule rules: the dates of a repeat, which dates are allowed, and the order of the template picker and the lists.
import { scheduledTimeline } from '#features/sittings/rules.ts'
import { continuedShift, dayShiftOf, type ScheduledStart } from '#features/sittings/scheduled-start.ts'
import type { SittingSettings } from '#features/sittings/sitting.ts'
import { isDay } from '#shared/day-schema.ts'
import {
  addDays,
  capitalize,
  type CommunityDays,
  formatDay,
  formatTimeOfDay,
  monthOf,
  weekOf,
} from '#shared/day.ts'
import { languages, intlLocale, t, message, type Language } from '#shared/i18n/t.ts'
import type { Schedule } from './contract.ts'

const daysPerWeek = 7
/** The picker compares this many characters before the weekday. */
const prefixChars = 5

/**
 * The dates of a schedule: `count` dates, every `weeks` weeks, starting with `date`. Only `date` unless it repeats
 * (SCH-11).
 */
export function repeatDates(date: string, weeks: number, count: number): string[] {
  if (!isRepeat(weeks, count)) return [date]
  return Array.from({ length: count }, (_, index) => addDays(date, index * weeks * daysPerWeek))
}

/** Whether the values produce more than one row. */
export function isRepeat(weeks: number, count: number): boolean {
  return weeks > 0 && count > 1
}

/**
 * The error message for dates that aren't allowed, or null. A new or changed date must not be in the past (SCH-15).
 * `unchanged` is the stored date of the edited schedule; null for a new one.
 */
export function dateError(
  dates: readonly string[],
  { today, unchanged }: { today: string; unchanged: string | null },
): string | null {
  // Dates after the year 9999 don't fit YYYY-MM-DD.
  if (!dates.every(isDay)) return t('These dates are too far in the future.')
  const past = dates.find((date) => date < today && date !== unchanged)
  return past === undefined ? null : capitalize(t('{day} is in the past.', { day: fullDay(past) }))
}

/** The message of the 409 for dates that have an active schedule (SCH-13, SCH-16). */
export function datesTakenMessage(dates: readonly string[]): string {
  const named = dates.map(fullDay).join('; ')
  return dates.length === 1
    ? t('There’s already a meditation on {day}.', { day: named })
    : t('These dates already have a meditation: {days}. Nothing was saved.', { days: named })
}

const fullDay = (day: string) => formatDay(day, 'full')

/**
 * The order of the template picker (SCH-06). Compares the first five characters of the titles, then the weekdays named in
 * them, from Monday on, then the whole titles. A title without a weekday sorts last.
 */
export function comparePickerOrder(a: { title: string }, b: { title: string }): number {
  return (
    compareTexts(titlePrefix(a.title), titlePrefix(b.title)) ||
    weekdayIndex(a.title) - weekdayIndex(b.title) ||
    compareTexts(a.title, b.title)
  )
}

/** The first characters, including digits and spaces: series are called 'Wk 02 Monday'. */
function titlePrefix(title: string): string {
  return Array.from(title.normalize('NFC')).slice(0, prefixChars).join('')
}

let weekdayNames: readonly string[][] = []

/** From Monday, the names of each weekday in all languages: a title is in the community's. */
function namesOfWeekdays(): readonly string[][] {
  if (weekdayNames.length > 0) return weekdayNames
  const days = weekOf('2026-11-21').map((day) => Temporal.PlainDate.from(day))
  const nameIn = (language: Language, day: Temporal.PlainDate) =>
    day.toLocaleString(language, { weekday: 'long' }).toLowerCase()
  weekdayNames = days.map((day) => languages.map((language) => nameIn(language, day)))
  return weekdayNames
}

/** 0 for Monday; 7 without a weekday. */
function weekdayIndex(title: string): number {
  const lowered = title.normalize('NFC').toLowerCase()
  const index = namesOfWeekdays().findIndex((names) => names.some((name) => lowered.includes(name)))
  return index === -1 ? daysPerWeek : index
}

// Ignores case and accents.
const compareTexts = (a: string, b: string) => a.localeCompare(b, intlLocale(), { sensitivity: 'base' })

export type ListOrder = 'date' | 'template'

export interface ScheduleGroup {
  key: string
  title: string
  schedules: readonly Schedule[]
}

/** Groups by month, in the order of the input, or by template, in the order of the picker. */
export function groupSchedules(schedules: readonly Schedule[], order: ListOrder): ScheduleGroup[] {
  const groups = new Map<string, Schedule[]>()
  for (const schedule of schedules) {
    const key = order === 'date' ? monthOf(schedule.date) : String(schedule.templateId)
    const group = groups.get(key)
    if (group) group.push(schedule)
    else groups.set(key, [schedule])
  }
  const result = [...groups].map(([key, rows]) => ({ key, title: titleOf(rows, order), schedules: rows }))
  return order === 'date' ? result : result.sort(comparePickerOrder)
}

function titleOf([first]: readonly Schedule[], order: ListOrder): string {
  if (!first) return ''
  return order === 'date' ? capitalize(formatDay(first.date, 'month')) : first.template.title
}

/** The groups, cut after the first `count` rows. */
export function firstRows(groups: readonly ScheduleGroup[], count: number): ScheduleGroup[] {
  let remaining = count
  return groups.flatMap((group) => {
    const schedules = group.schedules.slice(0, remaining)
    remaining -= schedules.length
    return schedules.length === 0 ? [] : { ...group, schedules }
  })
}

export type DayOfSchedule = Pick<Schedule, 'date' | 'isActive'>

function activeDays(schedules: readonly DayOfSchedule[]): ReadonlySet<string> {
  return new Set(schedules.filter(({ isActive }) => isActive).map(({ date }) => date))
}

/** The days from `from` to `to`, both included, without an active schedule. */
export function daysWithoutMeditation(
  schedules: readonly DayOfSchedule[],
  { from, to }: { from: string; to: string },
): string[] {
  const active = activeDays(schedules)
  const days: string[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) if (!active.has(day)) days.push(day)
  return days
}

/** The first day from `from` on without an active schedule. */
export function nextEmptyDay(schedules: readonly DayOfSchedule[], from: string): string {
  const active = activeDays(schedules)
  let day = from
  while (active.has(day)) day = addDays(day, 1)
  return day
}

/** One of many days to schedule: an active schedule of a template. */
export interface DayToFill extends Partial<SittingSettings>, Pick<ScheduledStart, 'date' | 'scheduledTime'> {
  templateId: number
  /** Default: the community's. */
  timeZone?: string | null
  /** That of the copied schedule. */
  dayShift?: number | undefined
  /** Default: true. */
  isActive?: boolean
  /** Default: the template's. */
  meetingUrl?: string | null
}

/** The rows of a repeat: all with the first one's shift. An edited row keeps its own unless its start changed (SCH-34). */
export function startsOfSeries(
  days: CommunityDays,
  { date, scheduledTime, timeZone }: Omit<ScheduledStart, 'dayShift'>,
  { dates, edited }: { dates: readonly string[]; edited: ScheduledStart | null },
): ScheduledStart[] {
  const first = { date, scheduledTime, timeZone }
  const isSame =
    edited?.date === date && edited.scheduledTime === scheduledTime && edited.timeZone === timeZone
  const dayShift = isSame ? edited.dayShift : dayShiftOf(days, first)
  return dates.map((each) => {
    const start = { ...first, date: each, dayShift }
    return { ...start, dayShift: each === date ? dayShift : continuedShift(days, start) }
  })
}

/** The message of the 400 for an own zone of a schedule without a bell (SCH-33). */
export const ownZoneMessage = message('Only a meditation that starts together can have a time zone.')

/** The active schedule of the latest day before `date`, whose time a new one can take; null without one. */
export function scheduleBefore<S extends DayOfSchedule>(schedules: readonly S[], date: string): S | null {
  const earlier = schedules.filter((schedule) => schedule.isActive && schedule.date < date)
  return earlier.toSorted((a, b) => (a.date < b.date ? -1 : 1)).at(-1) ?? null
}

/** The days that 'Copy last 4 weeks' copies, and those that it fills. */
export const copiedDays = 28

/** The settings of a schedule's sitting, without its other fields. */
export function settingsOf(schedule: SittingSettings): SittingSettings {
  const { together, doorsMinutes, gatherSeconds, bellSeconds, silenceMinutes, sharingMinutes } = schedule
  return { together, doorsMinutes, gatherSeconds, bellSeconds, silenceMinutes, sharingMinutes }
}

/**
 * The timeline of a sitting by the clock that its time is typed in: the community's or its zone's.
 * `mediaSeconds` is the length of its video.
 */
export function sittingTimelineSentence(
  days: CommunityDays,
  { date, ...settings }: SittingSettings & Omit<ScheduledStart, 'dayShift'>,
  mediaSeconds: number,
): string {
  const { timeZone } = settings
  // Any day without a clock change works while none is chosen.
  const start = { ...settings, date: isDay(date) ? date : '2026-01-01' }
  const { doorsAt, startsAt, sharingAt, endsAt } = scheduledTimeline(days, {
    ...start,
    dayShift: dayShiftOf(days, start),
    mediaSeconds,
  })
  const timeOf = (atMs: number) => formatTimeOfDay(atMs, timeZone ?? days.zoneAt(atMs))
  return t('Doors open {doors} · the bell rings {bell} · the sitting ends {end} · sharing until {close}', {
    doors: timeOf(doorsAt),
    bell: timeOf(startsAt),
    end: timeOf(sharingAt),
    close: timeOf(endsAt),
  })
}

/** Counts the active schedules from today on. */
export function countUpcoming(
  schedules: readonly { date: string; isActive: boolean }[],
  today: string,
): number {
  return schedules.filter(({ date, isActive }) => isActive && date >= today).length
}
