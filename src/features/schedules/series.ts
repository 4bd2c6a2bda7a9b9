// Series of schedules: weekdays until a date, and changes from one schedule on (docs/decisions/0083).
import { continuedShift, dayShiftOf, type ScheduledStart } from '#features/sittings/scheduled-start.ts'
import type { SittingSettings } from '#features/sittings/sitting.ts'
import { weekdayOf } from '#shared/calendar.ts'
import { addDays, type CommunityDays, formatDay } from '#shared/day.ts'
import { t } from '#shared/i18n/t.ts'
import { scheduledDaysMax, type Schedule } from './contract.ts'
import { settingsOf, type DayToFill } from './rules.ts'

/**
 * The days from `from` to `until`, both included, on these weekdays, 0 for Sunday (PLAN-05). Ends with the first one that
 * is too many for a call.
 */
export function weekdayDates({
  from,
  until,
  weekdays,
}: {
  from: string
  until: string
  weekdays: readonly number[]
}): string[] {
  const dates: string[] = []
  if (weekdays.length === 0) return dates
  for (let day = from; day <= until && dates.length <= scheduledDaysMax; day = addDays(day, 1))
    if (weekdays.includes(weekdayOf(day))) dates.push(day)
  return dates
}

/** Weekdays that only a moved day of a series has aren't its own. */
function weekdaysOf(dates: readonly string[]): number[] {
  const counts = new Map<number, number>()
  for (const weekday of dates.map(weekdayOf)) counts.set(weekday, (counts.get(weekday) ?? 0) + 1)
  const most = Math.max(...counts.values())
  return [...counts].filter(([, count]) => count * 2 >= most).map(([weekday]) => weekday)
}

/**
 * The dates by which a series goes on from the day `from`: on its weekdays until `until`, included. A series on one weekday
 * keeps its interval of weeks. Ends with the first one that is too many for a call.
 */
function datesAfter(series: readonly string[], { from, until }: { from: string; until: string }): string[] {
  const weekdays = weekdaysOf(series)
  const regular = series.filter((date) => weekdays.includes(weekdayOf(date)))
  const gaps = regular.slice(1).map((date, index) => daysBetween(regular[index] ?? date, date))
  const step = weekdays.length === 1 && gaps.length > 0 ? Math.min(...gaps) : 0
  const last = regular.at(-1)
  if (step <= daysPerWeek || last === undefined) return weekdayDates({ from, until, weekdays })
  const dates: string[] = []
  for (
    let date = addDays(last, step);
    date <= until && dates.length <= scheduledDaysMax;
    date = addDays(date, step)
  )
    if (date >= from) dates.push(date)
  return dates
}

const daysPerWeek = 7

/** How many templates of a series come in turn: the fewest whose repeats it consists of. */
function turnOf(templateIds: readonly number[]): number {
  let turn = 1
  while (templateIds.some((id, index) => id !== templateIds[index % turn])) turn += 1
  return turn
}

export interface SeriesExtension {
  days: DayToFill[]
  /** Why it can't be saved; null if it can. */
  error: string | null
}

/**
 * The days by which a series is extended until a day, after its last one and after today (PLAN-10). Time, zone and settings
 * are those of `like`, one of its schedules; its templates go on taking turns.
 */
export function extendSeries(
  series: readonly Schedule[],
  { like, today, until }: { like: Schedule; today: string; until: string },
): SeriesExtension {
  const rows = series.toSorted((a, b) => (a.date === b.date ? a.id - b.id : a.date < b.date ? -1 : 1))
  const last = rows.at(-1)?.date ?? like.date
  const from = addDays(last < today ? today : last, 1)
  const dates = datesAfter(
    rows.map(({ date }) => date),
    { from, until },
  )
  const templateIds = rows.map(({ templateId }) => templateId)
  const turn = turnOf(templateIds)
  const days = dates.map((date, index) => ({
    ...settingsOf(like),
    date,
    templateId: templateIds[(templateIds.length + index) % turn] ?? like.templateId,
    scheduledTime: like.scheduledTime,
    timeZone: like.timeZone,
    dayShift: like.dayShift,
    isActive: like.isActive,
  }))
  return { days, error: extensionError(dates, { from, until }) }
}

function extensionError(
  dates: readonly string[],
  { from, until }: { from: string; until: string },
): string | null {
  if (until < from) return t('Choose {day} or later.', { day: formatDay(from, 'full') })
  if (dates.length === 0) return t('None of the series’ weekdays is in between.')
  const last = dates[scheduledDaysMax - 1]
  if (dates.length <= scheduledDaysMax || last === undefined) return null
  return t('At most {max} dates at once: choose {day} or earlier.', {
    max: scheduledDaysMax,
    day: formatDay(last, 'full'),
  })
}

/** The editable fields of a schedule. */
export type EditableSchedule = Pick<
  Schedule,
  keyof ScheduledStart | 'templateId' | 'isActive' | keyof SittingSettings
>

/** The schedules of a series from one on, by date (PLAN-06); only that one if it has none. */
export function seriesFrom<S extends Pick<Schedule, 'id' | 'date' | 'seriesId'>>(
  schedules: readonly S[],
  first: S,
): S[] {
  const later = schedules.filter(
    ({ id, date, seriesId }) =>
      id !== first.id && seriesId !== null && seriesId === first.seriesId && date >= first.date,
  )
  return [first, ...later.toSorted((a, b) => (a.date === b.date ? a.id - b.id : a.date < b.date ? -1 : 1))]
}

/**
 * The rows of a series after a change of one of them: `before` and `after`. All move by as many days. Of the other
 * fields a row takes those that changed, unless its own value was different already (PLAN-06).
 */
export function changeSeries(
  days: CommunityDays,
  rows: readonly EditableSchedule[],
  { before, after }: { before: EditableSchedule; after: EditableSchedule },
): EditableSchedule[] {
  const byDays = daysBetween(before.date, after.date)
  const shifts = new Map<string | null, number>()
  return rows.map((row) => {
    const changed = { ...withChangedFields(row, { before, after }), date: addDays(row.date, byDays) }
    if (isSameStart(row, before)) {
      changed.scheduledTime = after.scheduledTime
      changed.timeZone = after.timeZone
    }
    if (!changed.together) changed.timeZone = null
    if (byDays === 0 && isSameStart(row, changed)) return changed
    const { timeZone } = changed
    const dayShift = shifts.get(timeZone) ?? dayShiftOf(days, changed)
    shifts.set(timeZone, dayShift)
    return { ...changed, dayShift: continuedShift(days, { ...changed, dayShift }) }
  })
}

/** How many days `to` is after `from`. */
export const daysBetween = (from: string, to: string): number =>
  Temporal.PlainDate.from(from).until(to, { largestUnit: 'day' }).days

const isSameStart = (a: EditableSchedule, b: EditableSchedule) =>
  a.scheduledTime === b.scheduledTime && a.timeZone === b.timeZone

/** Without date and start, which belong together. */
function withChangedFields(
  row: EditableSchedule,
  { before, after }: { before: EditableSchedule; after: EditableSchedule },
): EditableSchedule {
  const pick = <Key extends keyof EditableSchedule>(key: Key) =>
    row[key] === before[key] ? after[key] : row[key]
  return {
    ...row,
    templateId: pick('templateId'),
    isActive: pick('isActive'),
    together: pick('together'),
    doorsMinutes: pick('doorsMinutes'),
    gatherSeconds: pick('gatherSeconds'),
    bellSeconds: pick('bellSeconds'),
    silenceMinutes: pick('silenceMinutes'),
    sharingMinutes: pick('sharingMinutes'),
  }
}
