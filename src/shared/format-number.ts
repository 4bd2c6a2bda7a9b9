// Number formatting for screens.
import { readerLocale } from './t.ts'

/** '1,250', '−100', '1.25': thousands in groups, at most three decimals. */
export function formatNumber(number: number): string {
  const text = Math.abs(number).toLocaleString(readerLocale())
  return number < 0 ? `−${text}` : text
}

const englishPlurals = new Intl.PluralRules('en-US')

/** With one decimal: '3.0'. */
export function formatDecimal(number: number): string {
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1, useGrouping: false }
  return number.toLocaleString(readerLocale(), digits)
}

/**
 * The whole sentence or phrase for a count, `#` in it being the number. Never a piece of a sentence, nor with a text that
 * a person wrote: other languages have other forms, and another order.
 */
export function plural(count: number, forms: { readonly one: string; readonly other: string }): string {
  const form = englishPlurals.select(count) === 'one' ? forms.one : forms.other
  return form.replaceAll('#', formatNumber(count))
}
