// Schedule rules: the dates of a repeat, which dates may be stored, and the orders of list and picker.
import { addDays, formatDay, isDay } from '#shared/day.ts'

const daysPerWeek = 7
const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const sortedLetters = 5

/**
 * The dates of a schedule, the first included: `count` of them, `weeks` apart; only the first when either says that
 * it doesn't repeat (SCH-11).
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
 * Why these dates can't be stored, as a sentence; null when they can. A new or changed date must not be in the past
 * (SCH-15). `unchanged` is the date of the edited row, null for a new schedule.
 */
export function dateError(
  dates: readonly string[],
  { today, unchanged }: { today: string; unchanged: string | null },
): string | null {
  // Dates after the year 9999 don't fit YYYY-MM-DD.
  if (!dates.every(isDay)) return 'These dates are too far in the future.'
  const past = dates.find((date) => date < today && date !== unchanged)
  return past === undefined ? null : `${fullDay(past)} is in the past.`
}

/** The message of the 409 for dates that have an active schedule (SCH-13, SCH-16). */
export function datesTakenMessage(dates: readonly string[]): string {
  const named = dates.map(fullDay).join('; ')
  return dates.length === 1
    ? `There’s already a meditation on ${named}.`
    : `These dates already have a meditation: ${named}. Nothing was saved.`
}

const fullDay = (day: string) => formatDay(day, 'full')

/**
 * The order of the template picker (SCH-06). It compares the title's first five letters, then its weekday, Monday
 * first and none last, then the whole title.
 */
export function comparePickerOrder(a: { title: string }, b: { title: string }): number {
  return (
    compareTexts(firstLetters(a.title), firstLetters(b.title)) ||
    weekdayIn(a.title) - weekdayIn(b.title) ||
    compareTexts(a.title, b.title)
  )
}

/**
 * The first five characters as a reader counts them, digits and spaces included: series are called 'Wk 02 Monday'.
 */
function firstLetters(title: string): string {
  return Array.from(title.normalize('NFC')).slice(0, sortedLetters).join('')
}

function weekdayIn(title: string): number {
  const lowered = title.toLowerCase()
  const found = weekdays.findIndex((weekday) => lowered.includes(weekday))
  return found === -1 ? weekdays.length : found
}

// Ignores case and accents.
const collator = new Intl.Collator('en', { sensitivity: 'base' })
const compareTexts = (a: string, b: string) => collator.compare(a, b)
