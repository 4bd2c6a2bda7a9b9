// A list as part of a sentence.

import { readerLocale } from './t.ts'

/** 'You, Ana and 3 others', without a comma before 'and'. */
export function formatList(items: readonly string[]): string {
  const locale = readerLocale()
  // American English has a comma before 'and'.
  return new Intl.ListFormat(locale === 'en-US' ? 'en-GB' : locale).format(items)
}
