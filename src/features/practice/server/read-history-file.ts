// Reads a member's history file: recognizes it, and reads its rows in slices. Preview and import use nothing else.
import { fieldError } from '#server/app-error.ts'
import type { Platform } from '#server/context.ts'
import { mapInSlices, readTable, tooManyRows } from '#server/csv/read-table.ts'
import { findDateOrder, type DateOrder } from '#shared/file-dates.ts'
import { t } from '#shared/i18n/t.ts'
import { practiceFileMaxBytes, practiceRowsMax, type BadReason, type SkippedReason } from '../contract.ts'
import { readHistoryDocument } from '../history-documents.ts'
import { createCellReader, findColumn, findHistoryTable } from '../history-tables.ts'
import type { EntryRecord, HistoryFile, SitRecord } from '../records.ts'

/** Something of a row. */
export type Numbered<Value> = Value & { row: number }

export interface ReadHistory extends Pick<HistoryFile, 'source' | 'label' | 'settings'> {
  /** Set where the order of day and month must be chosen; nothing else was read then. */
  ambiguousDate: string | null
  rows: number
  sits: Numbered<SitRecord>[]
  entries: Numbered<EntryRecord>[]
  skipped: { row: number; reason: SkippedReason }[]
  bad: { row: number; reason: BadReason }[]
}

/** Reads the text of a file. Throws `invalid` beside `text` if it isn't a known history, too long, or unreadable. */
export async function readHistoryFile(
  { calendar, clock }: Pick<Platform, 'calendar' | 'clock'>,
  { text, dateOrder }: { text: string; dateOrder?: DateOrder | undefined },
): Promise<ReadHistory> {
  const { source, label, settings, rows, dates } = await recognizeFile(text)
  if (rows.length > practiceRowsMax) throw tooManyRows(practiceRowsMax)
  const found = findDateOrder(dates)
  const order = found.order ?? dateOrder
  const read: ReadHistory = {
    source,
    label,
    settings,
    ambiguousDate: order === undefined && found.order === null ? found.ambiguous : null,
    rows: new Set(rows.map(({ number }) => number)).size,
    sits: [],
    entries: [],
    skipped: [],
    bad: [],
  }
  if (read.ambiguousDate !== null) return read
  const context = {
    days: calendar.days(),
    nowMs: clock.now(),
    today: calendar.today(),
    dateOrder: order ?? 'month-first',
  }
  const readings = await mapInSlices(rows, ({ number, read: readRow }) => ({
    row: number,
    reading: readRow(context),
  }))
  for (const { row, reading } of readings) {
    if (reading.kind === 'sit') read.sits.push({ ...reading.sit, row })
    else if (reading.kind === 'entry') read.entries.push({ ...reading.entry, row })
    else if (reading.kind === 'skipped') read.skipped.push({ row, reason: reading.reason })
    else read.bad.push({ row, reason: reading.reason })
  }
  return read
}

async function recognizeFile(text: string): Promise<HistoryFile> {
  if (Buffer.byteLength(text) > practiceFileMaxBytes)
    throw fieldError(
      'text',
      t('A file has at most {max, number} MB.', { max: practiceFileMaxBytes / (1024 * 1024) }),
    )
  if (text.trim() === '') throw fieldError('text', t('Please choose a file.'))
  return /^\s*[[{]/.test(text.replace(/^\uFEFF/, '')) ? recognizeDocument(text) : recognizeTable(text)
}

function recognizeDocument(text: string): HistoryFile {
  let document: unknown
  try {
    document = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    throw fieldError('text', t('This JSON file is damaged or incomplete. Please export it again.'))
  }
  const file = readHistoryDocument(document)
  if (!file) throw fieldError('text', unknownFile())
  return file
}

async function recognizeTable(text: string): Promise<HistoryFile> {
  const { header, rows } = await readTable(text, {
    isHeader: (cells) => findHistoryTable(cells) !== null,
    rowsMax: practiceRowsMax,
    noHeader: unknownFile,
  })
  const table = findHistoryTable(header)
  if (!table) throw fieldError('text', unknownFile())
  const cellsOf = createCellReader(header, table)
  const dateIndex = findColumn(header, table.dateColumn)
  return {
    source: table.source,
    label: null,
    rows: rows.map(({ number, cells }) => ({
      number,
      read: (context) => table.read(cellsOf(cells), context),
    })),
    dates: rows.map(({ cells }) => (cells[dateIndex] ?? '').trim()),
    settings: {},
  }
}

const unknownFile = () =>
  t(
    'We don’t recognize this history. We can read the CSV files of Insight Timer, Waking Up and VA Mindfulness Coach, and the JSON files of Finch and Stillwater.',
  )
