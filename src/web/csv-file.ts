// Writes a table as a CSV file for a spreadsheet, in the viewer's language.
import { byteOrderMark, csvOptions, type CsvTable } from '#shared/csv.ts'
import { importPart } from './use-lazy-import.ts'

const loadPapaparse = async () => (await import('papaparse')).default

/** Rejects if the writer can't be loaded, such as offline. */
export async function csvFile(table: CsvTable): Promise<Blob> {
  const { unparse } = await importPart(loadPapaparse)
  return new Blob([byteOrderMark, unparse(table, csvOptions())], { type: 'text/csv;charset=utf-8' })
}
