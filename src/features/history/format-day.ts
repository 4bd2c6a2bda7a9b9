// Texts of a history day: for screen readers in the calendar, and for the day's detail.
import type { MoodEntry } from '#features/energy/contract.ts'
import { levelOf } from '#features/energy/levels.ts'
import { dayInZone, formatDay, timestampToMs, formatTimeOfDay } from '#shared/day.ts'
import { t, translate } from '#shared/i18n/t.ts'
import { formatElsewhere, isOfDifferentSittings, type HistoryDay } from './history.ts'

/** A day's content: 'Root to Throat, 24 minutes', 'only before, Root', 'no entries' for undefined. */
export function describeHistoryDay(day: HistoryDay | undefined): string {
  if (!day) return t('no entries')
  return [
    describeDayLevels(day),
    ...(day.timeSpent > 0 ? [formatMinutesForSpeech(day.timeSpent)] : []),
    ...formatElsewhere(day, formatMinutesForSpeech),
  ].join(', ')
}

/** Whole minutes spelled out: '24 minutes', '1 hour 5 minutes'. */
export function formatMinutesForSpeech(minutes: number): string {
  const hours = Math.floor(minutes / 60)
  const restMinutes = minutes % 60
  const parts = [
    ...(hours > 0 ? [t('{count, plural, one {# hour} other {# hours}}', { count: hours })] : []),
    ...(restMinutes > 0
      ? [t('{count, plural, one {# minute} other {# minutes}}', { count: restMinutes })]
      : []),
  ]
  return parts.length > 0
    ? parts.join(' ')
    : t('{count, plural, one {# minute} other {# minutes}}', { count: 0 })
}

/**
 * When an entry was recorded, by the clock of `zone`: 'Recorded at 7:02 AM'. The date is included where it differs from
 * the entry's day.
 */
export function formatEntryTime({ createdAt, sessionDate }: MoodEntry, zone: string): string {
  const atMs = timestampToMs(createdAt)
  const time = formatTimeOfDay(atMs, zone)
  const day = dayInZone(atMs, zone)
  return day === sessionDate
    ? t('Recorded at {time}', { time })
    : t('Recorded on {day}, at {time}', { day: formatDay(day), time })
}

function describeDayLevels(day: HistoryDay): string {
  const { preEntry, postEntry } = day
  if (preEntry && postEntry) {
    const levels = { before: levelNameOf(preEntry), after: levelNameOf(postEntry) }
    return isOfDifferentSittings(day)
      ? t('{before} before and {after} after, in different sittings', levels)
      : t('{before} to {after}', levels)
  }
  if (preEntry) return t('only before, {level}', { level: levelNameOf(preEntry) })
  return postEntry ? t('only after, {level}', { level: levelNameOf(postEntry) }) : t('no entries')
}

function levelNameOf(entry: MoodEntry): string {
  return translate(levelOf(entry.emotionLevel).name)
}
