// Parses a CSV text in slices, so that a long one doesn't hold up the rooms of this node.
import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import Papa from 'papaparse'
import { csvDelimiters, normalizeCsvText } from '#shared/csv-text.ts'

/** A row below the header. */
export interface CsvRecord {
  /** As a spreadsheet numbers it: the header is row 1. */
  number: number
  cells: readonly string[]
}

/**
 * `no-header`: `isHeader` accepts the first row with no delimiter. `unclosed-quote`: a quotation mark of row `number`
 * has no end.
 */
export type ParsedCsv =
  | { kind: 'rows'; header: readonly string[]; rows: readonly CsvRecord[] }
  | { kind: 'no-header' }
  | { kind: 'too-many-rows' }
  | { kind: 'unclosed-quote'; number: number }

interface ParseCsvOptions {
  /** Whether these are the columns of such a file; the delimiter is the first that gives them. */
  isHeader: (cells: readonly string[]) => boolean
  /** The most rows below the header. */
  rowsMax: number
}

/** One takes a few milliseconds at most. */
const sliceLength = 64 * 1024

/**
 * The rows of a text as spreadsheets write or copy it: commas, semicolons or tabs, any line breaks, quoted or not.
 * Empty rows count in the numbers and are left out.
 */
export async function parseCsv(text: string, { isHeader, rowsMax }: ParseCsvOptions): Promise<ParsedCsv> {
  const lines = normalizeCsvText(text).trimEnd()
  const beginning = lines.trimStart().slice(0, sliceLength)
  const delimiter = csvDelimiters.find((candidate) => isHeader(firstRow(beginning, candidate)))
  if (delimiter === undefined) return { kind: 'no-header' }
  const records: CsvRecord[] = []
  let number = 0
  let unclosedQuote: number | null = null
  await parseSlices(lines, delimiter, ({ data, errors }) => {
    const quoteError = errors.find(({ type }) => type === 'Quotes')
    if (quoteError) unclosedQuote = number + (quoteError.row ?? 0) + 1
    for (const cells of data) {
      number += 1
      if (cells.some((cell) => cell.trim() !== '')) records.push({ number, cells })
    }
    // With the header.
    return unclosedQuote === null && records.length <= rowsMax + 1
  })
  if (unclosedQuote !== null) return { kind: 'unclosed-quote', number: unclosedQuote }
  if (records.length > rowsMax + 1) return { kind: 'too-many-rows' }
  const [header, ...rows] = records
  return { kind: 'rows', header: header?.cells ?? [], rows }
}

function firstRow(text: string, delimiter: string): readonly string[] {
  return Papa.parse<string[]>(text, { delimiter, newline: '\n', preview: 1 }).data[0] ?? []
}

/** `onRows` returns false to end early. */
function parseSlices(
  text: string,
  delimiter: string,
  onRows: (result: Papa.ParseResult<string[]>) => boolean,
): Promise<void> {
  const input = Readable.from(slicesOf(text))
  return new Promise<void>((resolve, reject) => {
    Papa.parse<string[]>(input, {
      delimiter,
      newline: '\n',
      chunk: (result, parser) => {
        if (!onRows(result)) parser.abort()
      },
      complete: () => resolve(),
      error: reject,
    })
  }).finally(() => input.destroy())
}

async function* slicesOf(text: string) {
  for (let start = 0; start < text.length; start += sliceLength) {
    yield text.slice(start, start + sliceLength)
    await nextTurn()
  }
}
