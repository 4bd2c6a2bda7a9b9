// Template CSV: maps rows to templates and reports invalid rows (TPL-15, TPL-16, TPL-22, SEQ-07, TEACH-12,
// STREAM-01).
import * as z from 'zod/mini'
import { livePlaceOf } from '#features/sittings/live-place.ts'
import { templatesPerImportMax } from '#shared/constants.ts'
import type { Issue } from '#shared/error-body.ts'
import { csvSeparator } from '#shared/i18n/format-number.ts'
import { intlLocale, t } from '#shared/i18n/t.ts'
import { readBlockLines, type ReadBlock } from './block-lines.ts'
import { templateFieldsSchema } from './contract.ts'
import { importedFields } from './rules.ts'

/** A row as it is sent; `duration` is NaN when it isn't a number, `keepsTempo` null when it isn't yes or no. */
export interface CsvTemplate {
  /** As in the file; absent for a video. */
  kind?: string
  /** Absent where the file has none. */
  blocks?: readonly ReadBlock[]
  /** Of a live template, as in the file; elsewhere where it has none. */
  liveSource?: string
  /** Absent where the file has none. */
  bellBy?: string
  /** Absent where the file has none; null when it isn't yes or no. */
  pictureInSharing?: boolean | null
  /** Absent where the file has none. */
  meetingUrl?: string
  title: string
  description: string
  duration: number
  videoUrl: string
  thumbnailUrl: string | null
  audioUrl: string | null
  keepsTempo: boolean | null
  instructor: string
  instructorTitle: string
}

export interface CsvRow {
  /** The spreadsheet's row number: the header is row 1. */
  number: number
  template: CsvTemplate
  /** Error messages; empty for a valid row. */
  errors: readonly string[]
}

export function isValidRow({ errors }: CsvRow): boolean {
  return errors.length === 0
}

/** `unparsable`: not a table of templates. `amount`: too few or too many rows. */
export type CsvParseResult =
  | { kind: 'rows'; rows: readonly CsvRow[] }
  | { kind: 'unparsable' | 'amount'; reason: string }

// Without a column of that name, these are found by position: columns B and G.
const positions = { Description: 1, Title: 6 } as const
const columnNames = [
  'Title',
  'Description',
  'duration',
  'Instructor',
  'Instructor Title',
  'video Url',
  'Thumbnail URL',
  'Audio URL',
  'Keep the Tempo',
  'Kind',
  'Blocks',
  'Live From',
  'Bell By',
  'Picture in Sharing',
  'Meeting Link',
] as const
type ColumnName = (typeof columnNames)[number]

// What may follow a name in brackets; anything else could mean another unit or another field.
const additions = { duration: ['min', 'minutes', 'optional'], others: ['optional'] } as const

/** Says whether the rows can be imported, and names those with errors. */
export function importSummary(rows: readonly CsvRow[]): string {
  const invalid = rows.filter((row) => !isValidRow(row))
  if (invalid.length === 0)
    return t('{count, plural, one {The row can be imported.} other {All # rows can be imported.}}', {
      count: rows.length,
    })
  const numbers = invalid.map(({ number }) => String(number))
  return t(
    '{count, plural, one {Row {numbers} has errors; nothing is imported until {total, plural, one {it is valid} other {all # rows are valid}}.} other {Rows {numbers} have errors; nothing is imported until all {total} rows are valid.}}',
    {
      count: invalid.length,
      numbers: new Intl.ListFormat(intlLocale()).format(numbers),
      total: rows.length,
    },
  )
}

const sampleTable = `Number|Description|duration|Instructor|Instructor Title|video Url|Title|Thumbnail URL|Kind|Blocks|Live From|Meeting Link
1|Breathe in, breathe out, and let the day begin.|20|Lena Oduya|Meditation Teacher|https://www.youtube.com/watch?v=inpok4MKVLM|Morning light||video|||
2|Listening as a practice.|15|Mei Tanaka|Sound Practitioner|/media/still-water.mp4|Rain on the roof|/media/thumbnails/rain-on-the-roof.jpg|video|||
3|Sitting and slow walking in silence.||Tobias Berg|Walking Meditation Guide||Sit, walk, sit||silence|25 sit, 5 walk, 25 sit||
4|An evening with a teacher who is there.|45|Amara Nwosu|Meditation Teacher||An evening with Amara||live||elsewhere|https://meet.example.org/evening
5|A talk, heard from this site.|30|Amara Nwosu|Meditation Teacher||A morning with Amara||live||here|
`

/** A sample file to copy and fill in. */
export function sampleCsv(): string {
  const separator = csvSeparator()
  const cell = (text: string) => (text.includes(separator) ? `"${text}"` : text)
  const line = (row: string) => row.split('|').map(cell).join(separator)
  return sampleTable.split('\n').map(line).join('\n')
}

/** Whether the cells are a template header: it needs the video column. */
export function isHeader(cells: readonly string[]): boolean {
  return cells.map(normalizeColumnName).includes(normalizeColumnName('video Url'))
}

/** Parses a table that starts with the header; empty rows are skipped but numbered. */
export function parseTemplateRows(table: readonly (readonly string[])[]): CsvParseResult {
  const numberedRows = table
    .map((cells, index) => ({ number: index + 1, cells: cells.map((cell) => cell.trim()) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
  const [header, ...rows] = numberedRows
  if (!header || !isHeader(header.cells))
    return { kind: 'unparsable', reason: t('The first line has no “video Url” column.') }
  if (rows.length === 0) return { kind: 'amount', reason: t('There are no rows below the first line.') }
  if (rows.length > templatesPerImportMax) {
    const reason = t('At most {max} templates can be imported at once; there are {count}.', {
      max: templatesPerImportMax,
      count: rows.length,
    })
    return { kind: 'amount', reason }
  }
  const headingError = headingErrorOf(header.cells)
  if (headingError !== null) return { kind: 'unparsable', reason: headingError }
  const columns = columnsOf(header.cells)
  return {
    kind: 'rows',
    rows: rows.map(({ number, cells }, index) => {
      const template = templateFromCells(cells, columns, index + 1)
      return { number, template, errors: rowErrors(template, cells, header.cells.length) }
    }),
  }
}

/** Adds the server's issues to the rows, which are in the order of the request. */
export function withIssues(rows: readonly CsvRow[], issues: readonly Issue[]): readonly CsvRow[] {
  return rows.map((row, index) => {
    const rowIssues = issues.filter(({ path }) => `${path}.`.startsWith(`templates.${index}.`))
    return rowIssues.length === 0 ? row : { ...row, errors: rowIssues.map(({ message }) => message) }
  })
}

type Columns = ReadonlyMap<ColumnName, number>

function columnsOf(header: readonly string[]): Columns {
  const fields = header.map((heading) => readHeading(heading)?.name)
  return new Map(columnNames.map((name) => [name, fields.indexOf(name)]))
}

interface Heading {
  name: ColumnName
  /** Whether all additions in brackets are known for this column. */
  isClear: boolean
}

/** The field that a heading names, whatever its additions in brackets; null for any other heading. */
function readHeading(heading: string): Heading | null {
  const name = columnNames.find((column) => normalizeColumnName(column) === normalizeColumnName(heading))
  if (name === undefined) return null
  const known: readonly string[] = additionsOf(name)
  const isClear = bracketsIn(heading).every((addition) => known.includes(addition))
  // The specification finds these two by position, whatever their headings say.
  return !isClear && name in positions ? null : { name, isClear }
}

function additionsOf(name: ColumnName): readonly string[] {
  return name === 'duration' ? additions.duration : additions.others
}

/** The additions in brackets, in lower case: 'Duration (min, optional)' has two. */
function bracketsIn(heading: string): string[] {
  return [...heading.normalize('NFKC').matchAll(/\((.*?)\)/g)].flatMap(([, content = '']) =>
    content
      .toLowerCase()
      .split(',')
      .map((addition) => addition.trim()),
  )
}

/** Why the columns can't be told apart; null when each heading is clear (TPL-28). */
function headingErrorOf(header: readonly string[]): string | null {
  const headings = header.flatMap((text) => {
    const heading = readHeading(text)
    return heading ? [{ text, ...heading }] : []
  })
  const unclear = headings.find(({ isClear }) => !isClear)
  if (unclear) {
    const orList = new Intl.ListFormat(intlLocale(), { type: 'disjunction' })
    const allowed = orList.format(additionsOf(unclear.name).map((addition) => `(${addition})`))
    return t('The column “{heading}” is unclear. After “{name}”, only {allowed} can follow in brackets.', {
      heading: unclear.text,
      name: unclear.name,
      allowed,
    })
  }
  const [first, second] =
    columnNames
      .map((column) => headings.filter(({ name }) => name === column))
      .find(({ length }) => length > 1) ?? []
  if (!first || !second) return null
  return t('The columns “{first}” and “{second}” are for the same field. Please keep one.', {
    first: first.text,
    second: second.text,
  })
}

/** Ignores case, spaces, punctuation and brackets with their content: 'Duration (min)' equals 'duration'. */
function normalizeColumnName(name: string): string {
  return name
    .normalize('NFKC')
    .replace(/\(.*?\)|[^\p{L}\p{N}]/gu, '')
    .toLowerCase()
}

function templateFromCells(cells: readonly string[], columns: Columns, count: number): CsvTemplate {
  const columnOf = (name: ColumnName) => columns.get(name) ?? -1
  const valueOf = (name: ColumnName) => cells[columnOf(name)] ?? ''
  const valueOrAtPosition = (name: keyof typeof positions) =>
    columnOf(name) === -1 ? (cells[positions[name]] ?? '') : valueOf(name)
  const kind = valueOf('Kind').toLowerCase()
  const blocks = readBlockLines(valueOf('Blocks'))
  const meetingUrl = valueOf('Meeting Link')
  const liveSource = valueOf('Live From')
  const bellBy = valueOf('Bell By').toLowerCase()
  const inSharing = valueOf('Picture in Sharing')
  const isSilence = kind === 'silence'
  return {
    title: valueOrAtPosition('Title') || t('Imported Template {number}', { number: count }),
    description: valueOrAtPosition('Description') || t('Imported meditation template'),
    ...(kind !== '' && kind !== 'video' && { kind }),
    ...((isSilence || blocks.length > 0) && { blocks }),
    ...((kind === 'live' || liveSource !== '') && { liveSource: liveSourceIn(liveSource) }),
    ...(bellBy !== '' && { bellBy }),
    ...(inSharing !== '' && { pictureInSharing: yesOrNoOf(inSharing) }),
    ...(meetingUrl !== '' && { meetingUrl }),
    duration: isSilence
      ? blocks.reduce((sum, { minutes }) => sum + minutes, 0)
      : minutesOf(valueOf('duration')),
    videoUrl: valueOf('video Url'),
    thumbnailUrl: valueOf('Thumbnail URL') || null,
    audioUrl: valueOf('Audio URL') || null,
    keepsTempo: yesOrNoOf(valueOf('Keep the Tempo')),
    instructor: valueOf('Instructor') || t('Unknown'),
    instructorTitle: valueOf('Instructor Title') || t('Meditation Instructor'),
  }
}

/** 'Here' and 'Elsewhere' in any case; elsewhere without a word; or an address as it is. */
function liveSourceIn(cell: string): string {
  const word = cell.toLowerCase() || 'elsewhere'
  return livePlaceOf(word) === 'address' ? cell : word
}

/** Parses minutes; accepts the spreadsheet formats '20.0' and '20,00'. */
function minutesOf(text: string): number {
  if (text === '') return 0
  return /^-?\d+(?:[.,]0{1,2})?$/.test(text) ? Number.parseInt(text, 10) : Number.NaN
}

/** Parses 'yes' or 'no', and what spreadsheets make of a checkbox; an empty cell is no. */
function yesOrNoOf(text: string): boolean | null {
  const word = text.toLowerCase()
  if (['yes', 'true', '1'].includes(word)) return true
  return ['', 'no', 'false', '0'].includes(word) ? false : null
}

function rowErrors(template: CsvTemplate, cells: readonly string[], headerLength: number): string[] {
  const { error } = z.safeParse(templateFieldsSchema, { ...template, ...importedFields() })
  const errors = (error?.issues ?? []).map(({ path, message }) => errorMessageFor(path, message, template))
  // An unquoted comma in a text shifts all cells after it.
  const hasExtraCells = cells.slice(headerLength).some((cell) => cell !== '')
  return hasExtraCells ? [...errors, t('This row has more values than columns.')] : errors
}

function errorMessageFor(
  [field, item]: readonly PropertyKey[],
  message: string,
  template: CsvTemplate,
): string {
  if (field === 'blocks')
    return typeof item === 'number'
      ? t('Block {number}: {message}', { number: item + 1, message })
      : t('Blocks: {message}', { message })
  if (field === 'videoUrl')
    return template.videoUrl === '' ? t('The video address is missing.') : t('Video: {message}', { message })
  if (field === 'meetingUrl') return t('Meeting link: {message}', { message })
  if (field === 'liveSource') return t('Live from: {message}', { message })
  if (field === 'bellBy') return t('Bell by: {message}', { message })
  if (field === 'pictureInSharing') return t('Picture in sharing: {message}', { message })
  if (field === 'thumbnailUrl') return t('Thumbnail: {message}', { message })
  return field === 'audioUrl' ? t('Audio: {message}', { message }) : message
}
