// How a series goes on beyond its last day (PLAN-12).
import type { SittingSettings } from '#features/sittings/sitting.ts'
import { weekdayOf } from '#shared/calendar.ts'
import { addDays, formatDay } from '#shared/day.ts'
import { t } from '#shared/i18n/t.ts'
import { scheduledDaysMax, type Schedule } from './contract.ts'
import { settingsOf, type DayToFill } from './rules.ts'
import { daysBetween, weekdayDates } from './series.ts'

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
  days: (DayToFill & SittingSettings)[]
  /** Why it can't be saved; null if it can. */
  error: string | null
}

/**
 * The days by which a series is extended until a day, after its last one and after today (PLAN-12). Time, zone and settings
 * are those of `like`, one of its schedules; its templates go on taking turns. Each keeps the meeting link of its last day.
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
  const days = dates.map((date, index) => {
    const templateId = templateIds[(templateIds.length + index) % turn] ?? like.templateId
    return {
      ...settingsOf(like),
      date,
      templateId,
      scheduledTime: like.scheduledTime,
      timeZone: like.timeZone,
      dayShift: like.dayShift,
      isActive: like.isActive,
      meetingUrl: rows.findLast((row) => row.templateId === templateId)?.meetingUrl ?? null,
    }
  })
  return { days, error: extensionError(dates, { from, until }) }
}

function extensionError(
  dates: readonly string[],
  { from, until }: { from: string; until: string },
): string | null {
  if (until < from) return t('Choose {day} or later.', { day: formatDay(from, 'full') })
  if (dates.length === 0) return t('None of the series’ weekdays falls before then. Choose a later day.')
  const last = dates[scheduledDaysMax - 1]
  if (dates.length <= scheduledDaysMax || last === undefined) return null
  return t('At most {max} dates at once: choose {day} or earlier.', {
    max: scheduledDaysMax,
    day: formatDay(last, 'full'),
  })
}
