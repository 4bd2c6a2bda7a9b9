// A list as part of a sentence.
import { intlLocale } from './t.ts'

const listFormats = new Map<string, Intl.ListFormat>()

/** 'You, Ana and 3 others', without a comma before 'and'. */
export function formatList(items: readonly string[]): string {
  const locale = intlLocale()
  // American English has a comma before 'and'.
  const format = listFormats.get(locale) ?? new Intl.ListFormat(locale === 'en-US' ? 'en-GB' : locale)
  listFormats.set(locale, format)
  return format.format(items)
}
