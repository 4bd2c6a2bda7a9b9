// Column parsers: PostgreSQL values to JavaScript values. Set per pool, never globally.

type ColumnParser = (text: string) => unknown
/** The driver's lookup of type parsers. */
interface TypeParsers {
  getTypeParser: (type: number, format?: 'text' | 'binary') => ColumnParser
}

// Type oids (select oid, typname from pg_type), which never change.
const int8 = 20
const textArray = 1009
const int8Array = 1016
const date = 1082
const dateArray = 1182
const timestamptz = 1184
const timestamptzArray = 1185
const numericArray = 1231
const numeric = 1700

/**
 * Days stay text, as a Date object would shift them by the time zone. A timestamptz is '2026-11-21T02:45:00.000Z'. Counts
 * and sums become numbers.
 */
export function columnTypes(driver: TypeParsers): TypeParsers {
  const elements = driver.getTypeParser(textArray) as (text: string) => (string | null)[]
  const arrayOf = (parse: ColumnParser) => (text: string) =>
    elements(text).map((element) => (element === null ? null : parse(element)))
  const asInstant = asIsoTimestamp(driver.getTypeParser(timestamptz))
  const parsers = new Map<number, ColumnParser>([
    [date, asText],
    [dateArray, arrayOf(asText)],
    [int8, asNumber],
    [int8Array, arrayOf(asNumber)],
    [numeric, asNumber],
    [numericArray, arrayOf(asNumber)],
    [timestamptz, asInstant],
    [timestamptzArray, arrayOf(asInstant)],
  ])
  return {
    getTypeParser: (type, format) =>
      (format === 'binary' ? undefined : parsers.get(type)) ?? driver.getTypeParser(type, format),
  }
}

function asText(text: string): string {
  return text
}

function asNumber(text: string): number {
  const number = Number(text)
  if (Number.isInteger(number) && !Number.isSafeInteger(number)) {
    throw new RangeError(`The number ${text} from the database is too large to be read exactly.`)
  }
  return number
}

function asIsoTimestamp(asDate: ColumnParser): ColumnParser {
  return (text) => {
    const moment = asDate(text)
    // Only infinity and -infinity aren't Dates.
    return moment instanceof Date ? moment.toISOString() : text
  }
}
