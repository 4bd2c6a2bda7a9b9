// The chart of the last days: its scale, its line, and the days that are named below it.
interface DayMinutes {
  minutes: number
}

const steps = [1, 2, 4, 6, 10]

/** The top of the scale: the next round number, whose half is one, too. At least 2. */
export function scaleTop(days: readonly DayMinutes[]): number {
  const highest = Math.max(2, ...days.map(({ minutes }) => minutes))
  const power = 10 ** Math.floor(Math.log10(highest))
  return Math.max(2, power * (steps.find((step) => step * power >= highest) ?? 10))
}

/** The line of an SVG path: one unit to the right per day; 100 is the bottom. */
export function linePath(days: readonly DayMinutes[], top: number): string {
  return days.map(({ minutes }, x) => `${x === 0 ? 'M' : 'L'}${x} ${100 - (100 * minutes) / top}`).join('')
}

/** The last day and each a week before the next, as places in the list, the earliest first. */
export function namedDays(count: number): number[] {
  return Array.from({ length: Math.ceil(count / 7) }, (_, week) => count - 1 - 7 * week).toReversed()
}
