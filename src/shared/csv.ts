// CSV files for spreadsheets: how they are written, and what spreadsheets need.
import { csvSeparator } from './i18n/format-number.ts'

export type CsvCell = string | number

/** A table as papaparse writes it. */
export interface CsvTable {
  fields: string[]
  data: CsvCell[][]
}

/**
 * Options of the CSV writer. A text that a spreadsheet would run as a formula gets a leading apostrophe. Numbers stay
 * numbers, also negative ones. papaparse's own pattern misses texts of several lines.
 */
export function csvOptions() {
  return { delimiter: csvSeparator(), escapeFormulae: /^[=+\-@\t\r\n＝＋－＠]/ }
}

/** Without it Excel reads the file as Latin-1. */
export const byteOrderMark = '\uFEFF'
