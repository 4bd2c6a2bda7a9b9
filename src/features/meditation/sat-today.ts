// The day after its sitting, in words: with whom, and when.
import { pluralize } from './rules.ts'

/** The line of a sitting, at a time in words: 'with 12 others at 7:00 PM'. `others` is null where the page doesn't know it. */
export function satWithSentence(others: number | null, time: string): string {
  return others === null || others <= 0 ? `at ${time}` : `with ${pluralize(others, 'other')} at ${time}`
}

/** A phrase at the start of a line: 'Tomorrow at 7:00 PM'. */
export function capitalized(phrase: string): string {
  return phrase.charAt(0).toUpperCase() + phrase.slice(1)
}
