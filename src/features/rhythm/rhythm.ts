// A member's rhythm: the days of this week, the last weeks, days in a row. There are no losses in it.
import { addDays, weekOf } from '#shared/day.ts'

const shownWeeks = 8
/** At most one missed day in so many is forgiven (RHY-03). */
const daysPerMissed = 7
const breakDays = 7

export interface RhythmWeek {
  /** Monday. */
  from: string
  /** Sunday. */
  to: string
  /** 0 to 7. */
  count: number
}

/** The last eight weeks, oldest first; the last one is the week of `today` (RHY-01). */
export function lastWeeks(days: readonly string[], today: string): RhythmWeek[] {
  const monday = mondayOf(today)
  return Array.from({ length: shownWeeks }, (_, index) => {
    const from = addDays(monday, 7 * (index + 1 - shownWeeks))
    const to = addDays(from, 6)
    return { from, to, count: days.filter((day) => day >= from && day <= to).length }
  })
}

/** How many weeks, of all, reached the chosen days (RHY-02). */
export function weeksInRhythm(days: readonly string[], daysAWeek: number): number {
  const counts = new Map<string, number>()
  for (const monday of days.map(mondayOf)) counts.set(monday, (counts.get(monday) ?? 0) + 1)
  return [...counts.values()].filter((count) => count >= daysAWeek).length
}

/**
 * The days in a row up to today or yesterday. One missed day in seven neither ends them nor counts; today isn't missed
 * before it is over (RHY-03).
 */
export function streakOf(days: readonly string[], today: string): number {
  const sat = new Set(days)
  let count = 0
  let forgiven: string | null = null
  for (let day = sat.has(today) ? today : addDays(today, -1); ; day = addDays(day, -1)) {
    if (sat.has(day)) count++
    else if (forgiven === null || day <= addDays(forgiven, -daysPerMissed)) forgiven = day
    else return count
  }
}

/** Whether the member comes back after a break: a week or more without a sitting, up to yesterday (RHY-05). */
export function isBackAfterBreak(days: readonly string[], today: string): boolean {
  const earlier = days.filter((day) => day < today).at(-1)
  return earlier !== undefined && earlier < addDays(today, -breakDays)
}

function mondayOf(day: string): string {
  return weekOf(day)[0] ?? day
}
