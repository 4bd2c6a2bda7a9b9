// CSV parsing: file or pasted text to template rows; the parser is loaded on first use.
import { isHeader, parseTemplateRows, type CsvParseResult } from '../csv.ts'
import { importWhenOnline } from '#web/use-lazy-import.ts'

const loadParser = async () => (await import('papaparse')).default

/** Accepts what spreadsheets write: commas, semicolons or tabs, any line breaks, quoted or not. */
export async function parseCsv(text: string): Promise<CsvParseResult> {
  const { parse } = await importWhenOnline(loadParser)
  const lines = text
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    // Excel's separator hint isn't a row; Excel doesn't count it either.
    .replace(/^sep=.?\n/i, '')
  const findsHeader = (delimiter: string) =>
    isHeader(parse<string[]>(lines.trimStart(), { delimiter, newline: '\n', preview: 1 }).data[0] ?? [])
  const delimiter = [',', ';', '\t', '|'].find(findsHeader) ?? ','
  const { data, errors } = parse<string[]>(lines, { delimiter, newline: '\n' })
  const result = parseTemplateRows(data)
  const quoteError = errors.find(({ type }) => type === 'Quotes')
  if (result.kind === 'unparsable' || !quoteError) return result
  const reason = `Row ${(quoteError.row ?? 0) + 1} has an unclosed quotation mark.`
  return { kind: 'unparsable', reason }
}

/** Decodes the encodings that spreadsheets write: UTF-8, UTF-16 and Windows-1252. */
export async function decodeFileText(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
