// Series of schedules: weekdays until a date, and changes from one schedule on (docs/decisions/0083).
import { continuedShift, dayShiftOf, type ScheduledStart } from '#features/sittings/scheduled-start.ts'
import type { SittingSettings } from '#features/sittings/sitting.ts'
import { weekdayOf } from '#shared/calendar.ts'
import { addDays, type CommunityDays } from '#shared/day.ts'
import { scheduledDaysMax, type Schedule } from './contract.ts'

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

/** The editable fields of a schedule. */
export type EditableSchedule = Pick<
  Schedule,
  keyof ScheduledStart | 'templateId' | 'isActive' | 'meetingUrl' | keyof SittingSettings
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
    meetingUrl: pick('meetingUrl'),
    together: pick('together'),
    doorsMinutes: pick('doorsMinutes'),
    gatherSeconds: pick('gatherSeconds'),
    bellSeconds: pick('bellSeconds'),
    silenceMinutes: pick('silenceMinutes'),
    sharingMinutes: pick('sharingMinutes'),
  }
}
