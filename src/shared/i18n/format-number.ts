// Number formatting for screens.
import { intlLocale } from './t.ts'

/** '1,250', '−100', '1.25': thousands in groups, at most three decimals. */
export function formatNumber(number: number): string {
  const text = Math.abs(number).toLocaleString(intlLocale())
  return number < 0 ? `−${text}` : text
}

/** Separates the cells of a CSV file as the viewer's spreadsheet expects it: not by the sign of its decimals. */
export function csvSeparator(): string {
  return (1.5).toLocaleString(intlLocale()).includes(',') ? ';' : ','
}

/** A share in whole percent: '25%'. */
export function formatPercent(share: number): string {
  return share.toLocaleString(intlLocale(), { style: 'percent' })
}

/** With one decimal: '3.0'. */
export function formatDecimal(number: number): string {
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1, useGrouping: false }
  return number.toLocaleString(intlLocale(), digits)
}
