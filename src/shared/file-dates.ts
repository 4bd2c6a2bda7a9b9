// Dates as files of spreadsheets and apps write them, and the order of day and month in a whole file.
import { isDay } from './day-schema.ts'
import { timestampToMs } from './day.ts'

/** How a file writes 03/04: month first, or day first. */
export const dateOrders = ['month-first', 'day-first'] as const
export type DateOrder = (typeof dateOrders)[number]

export interface FileDate {
  /** YYYY-MM-DD. */
  day: string
  /** Epoch milliseconds of the time of that day in UTC; null for a date without a time. */
  atMs: number | null
}

const isoDate = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ,]+(.+))?$/
const dottedDate = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})(?:[ ,]+(.+))?$/
const slashedDate = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})(?:[ ,]+(.+))?$/
/** '7 March 2026', 'Sat, 7. März 2026', '7 de marzo de 2026', '07-Mar-2026'. */
const dayAndMonthName =
  /^(?:\p{L}+\.?,? )?(?<day>\d{1,2})(?:\.|st|nd|rd|th)?[ -]?(?:de )?(?<month>[\p{L}\p{M}]{3,})\.?[ -](?:de )?(?<namedYear>\d{4})(?:[ ,]+(?:at )?(?<time>.+))?$/u
/** 'March 7, 2026', 'Saturday, Mar 7 2026'. */
const monthNameAndDay =
  /^(?:\p{L}+\.?, )?(?<month>[\p{L}\p{M}]{3,})\.? (?<day>\d{1,2})(?:st|nd|rd|th)?,? (?<namedYear>\d{4})(?:[ ,]+(?:at )?(?<time>.+))?$/u
const timeOfDay = /^(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(?:Z| GMT|\s?([AP])M)?$/i
/** The months in English, German, Spanish and Portuguese, without accents; a file has the first letters or all. */
const monthNames = [
  ['january', 'januar', 'janner', 'enero', 'janeiro'],
  ['february', 'februar', 'febrero', 'fevereiro'],
  ['march', 'marz', 'maerz', 'mrz', 'marzo', 'marco'],
  ['april', 'abril'],
  ['may', 'mai', 'mayo', 'maio'],
  ['june', 'juni', 'junio', 'junho'],
  ['july', 'juli', 'julio', 'julho'],
  ['august', 'agosto'],
  ['september', 'septiembre', 'setiembre', 'setembro'],
  ['october', 'oktober', 'octubre', 'outubro'],
  ['november', 'noviembre', 'novembro'],
  ['december', 'dezember', 'diciembre', 'dezembro'],
]

/** Earlier dates are faults of a clock. */
const firstDay = '1970-01-01'

/**
 * Reads a date: 2026-11-29, 29.11.2026, 11/29/2026 in the given order, 29 Nov 2026 or November 29, 2026; each with or
 * without a time.
 */
export function readFileDate(text: string, order: DateOrder): FileDate | null {
  const [, iso1, iso2, iso3, isoTime] = isoDate.exec(text) ?? []
  if (iso1 !== undefined) return fileDate([iso1, iso2, iso3], isoTime)
  const [, dotDay, dotMonth, dotYear, dotTime] = dottedDate.exec(text) ?? []
  if (dotDay !== undefined) return fileDate([dotYear, dotMonth, dotDay], dotTime)
  const [, first, second, year, slashTime] = slashedDate.exec(text) ?? []
  if (first !== undefined)
    return fileDate(order === 'day-first' ? [year, second, first] : [year, first, second], slashTime)
  const { day, month, namedYear, time } =
    (dayAndMonthName.exec(text) ?? monthNameAndDay.exec(text))?.groups ?? {}
  return month === undefined ? null : fileDate([namedYear, monthNumber(month), day], time)
}

/** '0' if it isn't the name of a month, or its beginning. */
function monthNumber(name: string): string {
  const letters = name.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')
  return String(monthNames.findIndex((names) => names.some((month) => month.startsWith(letters))) + 1)
}

function fileDate(
  [year = '', month = '', day = '']: readonly (string | undefined)[],
  time: string | undefined,
): FileDate | null {
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  if (!isDay(date) || date < firstDay) return null
  if (time === undefined) return { day: date, atMs: null }
  const timeMs = readTimeMs(time.trim())
  return timeMs === null ? null : { day: date, atMs: timestampToMs(`${date}T00:00:00Z`) + timeMs }
}

function readTimeMs(text: string): number | null {
  const [, hour = '', minute = '', second = '0', half] = timeOfDay.exec(text) ?? []
  if (hour === '') return null
  const isPm = half?.toLowerCase() === 'p'
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (isPm ? 12 : 0)
  const isValid = hours < 24 && Number(minute) < 60 && Number(second) < 60
  return isValid ? ((hours * 60 + Number(minute)) * 60 + Number(second)) * 1_000 : null
}

/**
 * The order of day and month in a file, from a date such as 11/29/2026 in it. `ambiguous` is a date that both orders can
 * read, if none decides or two contradict each other. It is null if the order changes nothing.
 */
export function findDateOrder(
  dates: readonly string[],
): { order: DateOrder } | { order: null; ambiguous: string | null } {
  const orders = new Set<DateOrder>()
  let ambiguous: string | null = null
  for (const date of dates) {
    const [, first, second] = slashedDate.exec(date) ?? []
    if (first === undefined || second === undefined || first === second) continue
    if (Number(first) <= 12 && Number(second) <= 12) ambiguous ??= date
    else if (Number(first) <= 12) orders.add('month-first')
    else if (Number(second) <= 12) orders.add('day-first')
  }
  const [order, other] = orders
  if (order !== undefined && other === undefined) return { order }
  return { order: null, ambiguous: ambiguous ?? (other === undefined ? null : (dates[0] ?? null)) }
}
