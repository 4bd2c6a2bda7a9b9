// Journey texts: what the drawing of a session shows, for screen readers and the panel.
import { formatDay } from '#shared/day.ts'
import { type HistoryDay, levelIndexOf } from './history.ts'
import { energyLevels } from './levels.ts'

/** The start and end level of a day, 0 to 7; a day with one entry stays at it (JRNY-07). */
export function journeyLevels({ preEntry, postEntry }: HistoryDay): { before: number; after: number } {
  const before = levelIndexOf(preEntry ?? postEntry) ?? 0
  return { before, after: levelIndexOf(postEntry) ?? before }
}

/** The date of a session: 'Today', 'Thursday, November 19', with the year when it isn't the current one. */
export function formatJourneyDate(day: string, today: string): string {
  if (day === today) return 'Today'
  return formatDay(day, day.slice(0, 4) === today.slice(0, 4) ? 'weekday' : 'full')
}

/** 'Session 12 of 18'; `index` starts at 0. */
export function formatSessionNumber(index: number, count: number): string {
  return `Session ${index + 1} of ${count}`
}

/** 'Session 12 of 18, Thursday, November 19: your energy rose from Root to Throat.' */
export function describeSession(day: HistoryDay, index: number, count: number, today: string): string {
  return `${formatSessionNumber(index, count)}, ${formatJourneyDate(day.sessionDate, today)}: your energy ${describeMovement(day)}.`
}

/** Replaces 'Energy Flow Improved' on days without a gain; it judges nothing. */
export function describeNeutralOutcome(day: HistoryDay): string {
  const { before, after } = journeyLevels(day)
  if (!day.postEntry) return 'Before only'
  if (!day.preEntry) return 'After only'
  return `${before === after ? 'Stayed' : 'Settled'} at ${levelName(after)}`
}

function describeMovement(day: HistoryDay): string {
  const { before, after } = journeyLevels(day)
  if (!day.postEntry) return `was at ${levelName(before)} before the meditation`
  if (!day.preEntry) return `was at ${levelName(after)} after the meditation`
  if (before === after) return `stayed at ${levelName(after)}`
  return `${after > before ? 'rose' : 'settled'} from ${levelName(before)} to ${levelName(after)}`
}

function levelName(index: number): string {
  return energyLevels[index]?.name ?? ''
}
