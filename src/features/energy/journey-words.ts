// A session of the journey in words: what its picture says, for the ear and for beside it.
import { dayInWords } from '#shared/day.ts'
import { type HistoryDay, indexOf } from './history.ts'
import { energyLevels } from './levels.ts'

/** The levels between which the energy of a day moved, 0 to 7; a day with one entry rests at it (JRNY-07). */
export function journeyLevels({ preEntry, postEntry }: HistoryDay): { before: number; after: number } {
  const before = indexOf(preEntry ?? postEntry) ?? 0
  return { before, after: indexOf(postEntry) ?? before }
}

/** The date of a session: 'Today', 'Thursday, November 19', with the year where it is another one. */
export function journeyDate(day: string, today: string): string {
  if (day === today) return 'Today'
  return dayInWords(day, day.slice(0, 4) === today.slice(0, 4) ? 'weekday' : 'full')
}

/** 'Session 12 of 18'. `index` counts from 0. */
export function sessionNumber(index: number, count: number): string {
  return `Session ${index + 1} of ${count}`
}

/** 'Session 12 of 18, Thursday, November 19: your energy rose from Root to Throat.' */
export function sessionSentence(day: HistoryDay, index: number, count: number, today: string): string {
  return `${sessionNumber(index, count)}, ${journeyDate(day.sessionDate, today)}: your energy ${movement(day)}.`
}

/** What stands where 'Energy Flow Improved' would; it judges nothing. */
export function quietOutcome(day: HistoryDay): string {
  const { before, after } = journeyLevels(day)
  if (!day.postEntry) return 'Noted before only'
  if (!day.preEntry) return 'Noted after only'
  return `${before === after ? 'Stayed' : 'Settled'} at ${nameOf(after)}`
}

function movement(day: HistoryDay): string {
  const { before, after } = journeyLevels(day)
  if (!day.postEntry) return `was at ${nameOf(before)} before the meditation`
  if (!day.preEntry) return `was at ${nameOf(after)} after the meditation`
  if (before === after) return `stayed at ${nameOf(after)}`
  return `${after > before ? 'rose' : 'settled'} from ${nameOf(before)} to ${nameOf(after)}`
}

function nameOf(index: number): string {
  return energyLevels[index]?.name ?? ''
}
