// Many days at once: which have room at a time, templates in turn, and copies of the last four weeks (SCH-28, SCH-29).
import {
  communityClock,
  continuedShift,
  dayShiftOf,
  scheduledStartMs,
  type ScheduledStart,
} from '#features/sittings/scheduled-start.ts'
import { timeSchema } from '#shared/day-schema.ts'
import { addDays, type CommunityDays, formatDay } from '#shared/day.ts'
import { intlLocale, t } from '#shared/i18n/t.ts'
import { isOpenAllDay } from './calendar-days.ts'
import { scheduledDaysMax, type Schedule } from './contract.ts'
import { copiedDays, daysWithoutMeditation, settingsOf, type DayOfSchedule, type DayToFill } from './rules.ts'
import { placeTakenBy } from './slots.ts'

/** The time of a schedule by the community's clock, HH:MM. */
export function communityTimeOf(days: CommunityDays, start: ScheduledStart): string {
  if (start.timeZone === null) return start.scheduledTime
  return Temporal.Instant.fromEpochMilliseconds(scheduledStartMs(days, start))
    .toZonedDateTimeISO(days.zoneOf(start.date))
    .toPlainTime()
    .toString({ smallestUnit: 'minute' })
}

/** The days in the order of their dates with their shifts: those copied, else that of the first with the same time. */
export function withShifts<D extends DayToFill>(
  days: CommunityDays,
  toFill: readonly D[],
): (D & ScheduledStart)[] {
  const firstShifts = new Map<string, number>()
  return toFill
    .toSorted((a, b) => (a.date < b.date ? -1 : 1))
    .map((day) => {
      const start = { ...day, timeZone: day.timeZone ?? null }
      const key = `${start.scheduledTime} ${start.timeZone}`
      const dayShift = day.dayShift ?? firstShifts.get(key) ?? dayShiftOf(days, start)
      firstShifts.set(key, dayShift)
      return { ...start, dayShift: continuedShift(days, { ...start, dayShift }) }
    })
}

function activeOn<S extends DayOfSchedule>(schedules: readonly S[], day: string): S[] {
  return schedules.filter(({ date, isActive }) => isActive && date === day)
}

interface Room {
  /** By the community's clock, HH:MM. */
  scheduledTime: string
  together: boolean
  /** Whether a date can have several meditations. */
  severalADay: boolean
}

/**
 * Whether one more meditation fits beside the others of its day. Where a day can have several, no other one may start at
 * its time.
 */
function hasRoom(
  days: CommunityDays,
  others: readonly (ScheduledStart & { together: boolean })[],
  { scheduledTime, ...wanted }: Room,
): boolean {
  if (placeTakenBy(others, wanted) !== null) return false
  return others.every((other) => communityTimeOf(days, other) !== scheduledTime)
}

/** Whether a meditation of today would start in the past; one that is open all day doesn't. */
function isMissed(
  days: CommunityDays,
  start: ScheduledStart & { together: boolean },
  nowMs: number,
): boolean {
  return !isOpenAllDay(start) && scheduledStartMs(days, start) <= nowMs
}

/**
 * The days from `from` to `to`, both included, with room for one more meditation at a time (SCH-28). Where a day can have
 * several, today has none for a time that is past.
 */
export function daysWithRoom(
  days: CommunityDays,
  schedules: readonly (DayOfSchedule & ScheduledStart & { together: boolean })[],
  { from, to, nowMs, ...room }: Room & { from: string; to: string; nowMs: number },
): string[] {
  if (!room.severalADay) return daysWithoutMeditation(schedules, { from, to })
  const isTime = timeSchema.safeParse(room.scheduledTime).success
  const found: string[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const start = { ...room, ...communityClock, date: day }
    if (hasRoom(days, activeOn(schedules, day), room) && !(isTime && isMissed(days, start, nowMs)))
      found.push(day)
  }
  return found
}

interface Assignment {
  templateIds: readonly number[]
  scheduledTime: string
  together: boolean
  /** The templates whose video has no known length: their days can't start together. */
  unmeasuredIds: readonly number[]
  /** As typed; '' for the templates' own. */
  meetingUrl?: string
}

/** Assigns the templates in turn to the days, in their order (SCH-28). */
export function assignTemplates(
  dates: readonly string[],
  { templateIds, scheduledTime, together, unmeasuredIds, meetingUrl = '' }: Assignment,
): DayToFill[] {
  return dates.flatMap((date, index) => {
    const templateId = templateIds[index % templateIds.length]
    if (templateId === undefined) return []
    const hasBell = together && !unmeasuredIds.includes(templateId)
    const link = meetingUrl.trim()
    return {
      date,
      templateId,
      scheduledTime,
      ...(hasBell && { together: true }),
      ...(link !== '' && { meetingUrl: link }),
    }
  })
}

/** Which days have no bell since a video has no known length: '2 of 7 days have no bell: …'; null if all have. */
export function describeMissingBells(
  days: readonly DayToFill[],
  unmeasured: readonly { id: number; title: string }[],
): string | null {
  const without = days.filter(({ templateId }) => unmeasured.some(({ id }) => id === templateId))
  if (without.length === 0) return null
  const list = new Intl.ListFormat(intlLocale())
  const dates = without.slice(0, datesNamedMax).map(({ date }) => formatDay(date, 'short'))
  const more = without.length - datesNamedMax
  return t(
    '{count, plural, one {The video of {titles} has no known length yet, so {without} of # day can’t start together: {dates}. Check the video in the template first.} other {The video of {titles} has no known length yet, so {without} of # days can’t start together: {dates}. Check the video in the template first.}}',
    {
      count: days.length,
      without: without.length,
      titles: list.format(unmeasured.map(({ title }) => t('“{title}”', { title }))),
      dates: list.format([...dates, ...(more > 0 ? [t('{count} more', { count: more })] : [])]),
    },
  )
}

/** More dates would hide the rest of the sentence. */
const datesNamedMax = 5

interface CopyOptions {
  today: string
  /** Those that aren't archived. */
  templateIds: readonly number[]
  /** Those that play a silence. */
  silentIds?: readonly number[]
  /** Whether a date can have several meditations. */
  severalADay: boolean
  nowMs: number
}

/**
 * The schedules of the four weeks before today, moved to the empty days of the four weeks from today on (SCH-29). Where a
 * day can have several, one is empty for each time that is free.
 */
export function copyLastWeeks(
  days: CommunityDays,
  schedules: readonly Schedule[],
  { today, templateIds, silentIds = [], severalADay, nowMs }: CopyOptions,
): DayToFill[] {
  const available = new Set(templateIds)
  const copies: DayToFill[] = []
  for (let date = today; date < addDays(today, copiedDays); date = addDays(date, 1)) {
    const sources = activeOn(schedules, addDays(date, -copiedDays)).filter(({ templateId }) =>
      available.has(templateId),
    )
    const others = activeOn(schedules, date)
    const ofDay = severalADay
      ? sources.filter((source) => {
          const copy = { ...source, date }
          const scheduledTime = communityTimeOf(days, copy)
          const { together } = source
          return (
            hasRoom(days, others, { scheduledTime, together, severalADay }) && !isMissed(days, copy, nowMs)
          )
        })
      : others.length === 0
        ? sources
        : []
    // Whole days only: no call takes more.
    if (copies.length + ofDay.length > scheduledDaysMax) break
    copies.push(
      ...ofDay.map((source) => copyOf(source, { date, isSilence: silentIds.includes(source.templateId) })),
    )
  }
  return copies
}

function copyOf(source: Schedule, { date, isSilence }: { date: string; isSilence: boolean }): DayToFill {
  const { templateId, scheduledTime, timeZone, dayShift } = source
  const ownZone = timeZone === null ? {} : { timeZone, dayShift }
  return {
    date,
    templateId,
    scheduledTime,
    ...ownZone,
    ...(source.meetingUrl !== null && { meetingUrl: source.meetingUrl }),
    ...(source.together ? settingsOf(source) : {}),
    // Its template may have become a silence since.
    ...(source.together && isSilence && { silenceMinutes: 0 }),
  }
}
