// Attendance of a community, read from the rows of a table: one reading for preview and result (JOIN-06).
import * as z from 'zod/mini'
import { attendanceRowsPerPersonMax, emailMaxChars, minutesOfDay } from '#shared/constants.ts'
import { findDateOrder, readFileDate, type DateOrder } from '#shared/file-dates.ts'
import { emailSchema, truncateUtf16 } from '#shared/text.ts'
import { cellAt, emailColumnNames, findColumns, readMailboxCell } from './table-columns.ts'

const columnNames = {
  email: emailColumnNames,
  date: ['date', 'day', 'datum', 'tag', 'fecha', 'día', 'data', 'dia'],
  minutes: ['minutes', 'min', 'duration', 'minuten', 'dauer', 'minutos', 'duración', 'duração'],
} as const

/** Whether these are the columns of such a file. */
export function isAttendanceHeader(cells: readonly string[]): boolean {
  const { email, date, minutes } = findColumns(cells, columnNames)
  return email !== undefined && date !== undefined && minutes !== undefined
}

export const attendanceProblems = [
  'bad-email',
  'bad-date',
  'future-date',
  'bad-minutes',
  'twice',
  'full-day',
  'too-many',
] as const
export type AttendanceProblem = (typeof attendanceProblems)[number]

export interface AttendanceRow {
  row: number
  /** As in the file if it isn't an address. */
  email: string
  /** YYYY-MM-DD; as in the file if it isn't a date. */
  date: string
  minutes: number
  problem: AttendanceProblem | null
}

interface TableRow {
  number: number
  cells: readonly string[]
}

interface AttendanceInput {
  header: readonly string[]
  rows: readonly TableRow[]
  /** Null as long as it isn't chosen. */
  dateOrder: DateOrder | null
  /** No date is after it. */
  today: string
}

const email = emailSchema(emailMaxChars)
const shownMaxChars = 120

/**
 * The function that reads one row of a file. Null if dates such as 03/04 are ambiguous in the whole file, and no order
 * is chosen.
 */
export function createAttendanceReader({
  header,
  rows,
  dateOrder,
  today,
}: AttendanceInput): ((row: TableRow) => AttendanceRow) | null {
  const places = findColumns(header, columnNames)
  const order = dateOrder ?? orderOf(rows.map(({ cells }) => cellAt(cells, places.date)))
  if (order === null) return null
  // A file names each person many times.
  const addresses = new Map<string, string | null>()
  const readAddress = (typed: string): string | null => {
    const known = addresses.get(typed)
    if (known !== undefined) return known
    const address = z.safeParse(email, readMailboxCell(typed).address).data ?? null
    addresses.set(typed, address)
    return address
  }
  return ({ number, cells }) => {
    const [typedEmail, typedDate] = [cellAt(cells, places.email), cellAt(cells, places.date)]
    const address = readAddress(typedEmail)
    const date = readFileDate(typedDate, order)?.day ?? null
    const dateProblem = date === null ? 'bad-date' : date > today ? 'future-date' : null
    const minutes = readMinutes(cellAt(cells, places.minutes))
    const minutesProblem = minutes === null ? 'bad-minutes' : null
    return {
      row: number,
      email: address ?? truncateUtf16(typedEmail, shownMaxChars),
      date: date ?? truncateUtf16(typedDate, shownMaxChars),
      minutes: minutes ?? 0,
      problem: address === null ? 'bad-email' : (dateProblem ?? minutesProblem),
    }
  }
}

/** Null if the dates of a file are ambiguous. */
function orderOf(dates: readonly string[]): DateOrder | null {
  const found = findDateOrder(dates)
  return found.order ?? (found.ambiguous === null ? 'day-first' : null)
}

/** '20', '22.5', '0:45' or '1:30:00' as whole minutes; null unless there are 1 to 1,440. */
function readMinutes(text: string): number | null {
  const [, hours, minutes, seconds = '0'] = /^(\d{1,3}):([0-5]\d)(?::([0-5]\d))?$/.exec(text) ?? []
  const count =
    hours === undefined
      ? /^\d{1,6}([.,]\d{1,6})?$/.test(text)
        ? Number(text.replace(',', '.'))
        : Number.NaN
      : Number(hours) * 60 + Number(minutes) + Number(seconds) / 60
  const rounded = Math.round(count)
  return rounded >= 1 && rounded <= minutesOfDay ? rounded : null
}

/** A person's attendance as it is stored so far. */
export interface StoredAttendance {
  rows: number
  /** `date minutes`. */
  keys: ReadonlySet<string>
  minutesByDate: ReadonlyMap<string, number>
}

/**
 * The function that marks a row which is a repetition, or is beyond the bounds of a day or of a person. It is called for
 * each row in turn.
 */
export function createAttendanceBounds(
  storedOf: (email: string) => StoredAttendance | undefined,
): (row: AttendanceRow) => AttendanceRow {
  const people = new Map<string, { rows: number; keys: Set<string>; minutes: Map<string, number> }>()
  return (row) => {
    if (row.problem !== null) return row
    let person = people.get(row.email)
    if (!person) {
      const stored = storedOf(row.email)
      person = {
        rows: stored?.rows ?? 0,
        keys: new Set(stored?.keys),
        minutes: new Map(stored?.minutesByDate),
      }
      people.set(row.email, person)
    }
    const key = attendanceKey(row)
    const minutes = (person.minutes.get(row.date) ?? 0) + row.minutes
    if (person.keys.has(key)) return { ...row, problem: 'twice' }
    if (minutes > minutesOfDay) return { ...row, problem: 'full-day' }
    if (person.rows >= attendanceRowsPerPersonMax) return { ...row, problem: 'too-many' }
    person.keys.add(key)
    person.minutes.set(row.date, minutes)
    person.rows += 1
    return row
  }
}

export function attendanceKey({ date, minutes }: Pick<AttendanceRow, 'date' | 'minutes'>): string {
  return `${date} ${minutes}`
}
