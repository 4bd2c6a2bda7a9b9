// CSV text as spreadsheets write and copy it, before it is parsed.

/** What separates the cells: spreadsheets write commas, semicolons or tabs by locale, and copy tabs. */
export const csvDelimiters = [',', ';', '\t', '|'] as const

/** The text with line feeds alone, without a byte order mark and Excel's separator hint, which Excel doesn't count as a row. */
export function normalizeCsvText(text: string): string {
  return text
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .replace(/^sep=.?\n/i, '')
}
