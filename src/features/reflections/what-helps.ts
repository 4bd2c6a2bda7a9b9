// Formats the figures of What Helps.
import { capitalize, formatDay } from '#shared/day.ts'
import { formatDecimal } from '#shared/i18n/format-number.ts'
import { intlLocale } from '#shared/i18n/t.ts'

/** A change with its sign: '+1.3', '0.0', '−0.4'. */
export function formatChange(changeTenths: number): string {
  const sign = changeTenths > 0 ? '+' : changeTenths < 0 ? '−' : ''
  return `${sign}${formatDecimal(Math.abs(changeTenths) / 10)}`
}

/** An hour of the day: '1:00 PM'. */
export function formatHour(hour: number): string {
  return Temporal.PlainTime.from({ hour }).toLocaleString(intlLocale(), {
    hour: 'numeric',
    minute: '2-digit',
  })
}

/** A weekday from 1, Monday, to 7. */
export function formatWeekday(dayOfWeek: number): string {
  return capitalize(formatDay(`2024-01-0${dayOfWeek}`, 'dayOfWeek'))
}
