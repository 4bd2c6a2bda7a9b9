// Tables of other apps: which columns name the app, and what a row says.
import * as z from 'zod/mini'
import { readFileDate } from '#shared/file-dates.ts'
import { textSchema } from '#shared/text.ts'
import { practiceCommentMaxChars, practiceTitleMaxChars } from './contract.ts'
import { bad, sitReading, skipped, type Reading, type ReadingContext } from './records.ts'
import type { PracticeSource } from './sources.ts'

type Cells = Readonly<Record<string, string>>

export interface HistoryTable {
  source: PracticeSource
  /** Those that its files have, in lower case. */
  columns: readonly string[]
  /** Those that it reads where a file has them. */
  optionalColumns: readonly string[]
  dateColumn: string
  read: (cells: Cells, context: ReadingContext) => Reading
}

/** In Insight Timer's languages; its older exports have the name of the code. */
const meditationActivities = new Set(['meditation', 'practicetype.meditation', '瞑想'])

const historyTables: readonly HistoryTable[] = [
  {
    source: 'insight-timer',
    columns: ['started at', 'duration', 'activity'],
    optionalColumns: ['preset'],
    dateColumn: 'started at',
    read: (cells, context) => {
      if (!meditationActivities.has((cells.activity ?? '').toLowerCase())) return skipped('other-activity')
      return readSit({
        ...context,
        date: cells['started at'],
        seconds: clockSeconds(cells.duration),
        title: cells.preset,
      })
    },
  },
  {
    source: 'waking-up',
    columns: ['finished on', 'title', 'duration'],
    optionalColumns: [],
    dateColumn: 'finished on',
    read: (cells, context) =>
      readSit({
        ...context,
        date: cells['finished on'],
        isEnd: true,
        seconds: numberOf(/^(\d{1,9})(?:\.\d+)?$/, cells.duration),
        title: cells.title,
      }),
  },
  {
    source: 'mindfulness-coach',
    columns: ['date', 'exercise', 'duration'],
    optionalColumns: ['comments'],
    dateColumn: 'date',
    read: (cells, context) =>
      readSit({
        ...context,
        date: cells.date,
        seconds: numberOf(/^(\d{1,7})\s*(?:m|min|mins|minute|minutes)?\.?$/i, cells.duration) * 60,
        title: cells.exercise,
        comment: cells.comments,
      }),
  },
]

/** The table with these columns, in any order and with others among them. */
export function findHistoryTable(header: readonly string[]): HistoryTable | null {
  const names = new Set(header.map(columnName))
  return historyTables.find(({ columns }) => columns.every((column) => names.has(column))) ?? null
}

/** Where a column is; of two with one name, the first. -1 without one. */
export function findColumn(header: readonly string[], name: string): number {
  return header.findIndex((column) => columnName(column) === name)
}

/** Names the cells of a row by the columns that the table reads. */
export function createCellReader(
  header: readonly string[],
  { columns, optionalColumns }: HistoryTable,
): (cells: readonly string[]) => Cells {
  const indexes = [...columns, ...optionalColumns].map((name) => [name, findColumn(header, name)] as const)
  return (cells) => Object.fromEntries(indexes.map(([name, index]) => [name, (cells[index] ?? '').trim()]))
}

const columnName = (column: string) => column.trim().toLowerCase()

interface SitCells extends ReadingContext {
  date: string | undefined
  /** Whether the date is the end of the sit. */
  isEnd?: boolean
  /** NaN if it can't be read. */
  seconds: number
  title: string | undefined
  comment?: string | undefined
}

function readSit({
  date = '',
  isEnd = false,
  seconds,
  title = '',
  comment = '',
  ...context
}: SitCells): Reading {
  const at = readFileDate(date, context.dateOrder)
  if (at === null) return bad('date')
  if (Number.isNaN(seconds)) return bad('duration')
  const texts = textsSchema.safeParse({ title, comment })
  if (!texts.success) return bad('text')
  const startedAtMs = at.atMs === null ? null : at.atMs - (isEnd ? seconds * 1_000 : 0)
  const day = startedAtMs === null ? at.day : context.days.dayOf(startedAtMs)
  return sitReading(
    { day, startedAtMs, seconds, title: texts.data.title || null, comment: texts.data.comment || null },
    context,
  )
}

const textsSchema = z.object({
  title: textSchema({ max: practiceTitleMaxChars }),
  comment: textSchema({ max: practiceCommentMaxChars }),
})

/** Seconds of a duration such as 0:45:0; NaN if it isn't one. */
function clockSeconds(text = ''): number {
  const [, hours, minutes, seconds] = /^(\d{1,6}):(\d{1,2}):(\d{1,2})(?:\.\d+)?$/.exec(text) ?? []
  return (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)
}

function numberOf(pattern: RegExp, text = ''): number {
  return Number(pattern.exec(text)?.[1])
}
