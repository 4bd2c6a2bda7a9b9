// Reads the text of a table, in slices so that no room on this node waits.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { t } from '#shared/i18n/t.ts'
import { fieldError, type AppError } from '../app-error.ts'
import { parseCsv, type CsvRecord } from './parse-csv.ts'

interface TableKind {
  isHeader: (cells: readonly string[]) => boolean
  rowsMax: number
  /** The error of another file. */
  noHeader: () => string
}

/** The rows of a table. Throws `invalid` beside `text`. */
export async function readTable(
  text: string,
  { isHeader, rowsMax, noHeader }: TableKind,
): Promise<{ header: readonly string[]; rows: readonly CsvRecord[] }> {
  const parsed = await parseCsv(text, { isHeader, rowsMax })
  switch (parsed.kind) {
    case 'rows':
      return parsed
    case 'no-header':
      throw fieldError('text', noHeader())
    case 'too-many-rows':
      throw tooManyRows(rowsMax)
    case 'unclosed-quote':
      throw fieldError(
        'text',
        t('Row {row, number} has a quotation mark without an end.', { row: parsed.number }),
      )
  }
}

export function tooManyRows(rowsMax: number): AppError {
  return fieldError('text', t('This has more than {rows, number} rows. Please split it.', { rows: rowsMax }))
}

/** A slice takes a few milliseconds. */
const sliceRows = 50

/** Maps rows in turn, and lets other work run now and then. */
export async function mapInSlices<Row, Result>(
  rows: readonly Row[],
  map: (row: Row) => Result,
): Promise<Result[]> {
  const results: Result[] = []
  for (let from = 0; from < rows.length; from += sliceRows) {
    for (const row of rows.slice(from, from + sliceRows)) results.push(map(row))
    await nextTurn()
  }
  return results
}
