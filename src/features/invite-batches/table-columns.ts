// The columns of a pasted table or a file, by the names that people give them in four languages.

/** A column, and the names that its header may have, in lower case. */
export type ColumnNames<Column extends string> = Readonly<Record<Column, readonly string[]>>

/** Where the columns are: an index into the cells of a row. */
export type ColumnPlaces<Column extends string> = Partial<Record<Column, number>>

export const emailColumnNames = [
  'email',
  'e-mail',
  'mail',
  'email address',
  'e-mail address',
  'e-mail-adresse',
  'emailadresse',
  'mailadresse',
  'correo',
  'correo electrónico',
  'dirección de correo',
  'endereço de e-mail',
  'endereço de email',
] as const

/** The columns that a header names, each by the first cell with its name. */
export function findColumns<Column extends string>(
  cells: readonly string[],
  names: ColumnNames<Column>,
): ColumnPlaces<Column> {
  const headers = cells.map((cell) => cell.trim().toLowerCase().normalize('NFC'))
  const places: ColumnPlaces<Column> = {}
  for (const column of Object.keys(names) as Column[]) {
    const index = headers.findIndex((header) => names[column].includes(header))
    if (index >= 0) places[column] = index
  }
  return places
}

/** The trimmed cell of a column; empty without one. */
export function cellAt(cells: readonly string[], place: number | undefined): string {
  return place === undefined ? '' : (cells[place] ?? '').trim()
}

/** The address and the name of a cell such as 'Ana Roth <ana@example.org>', as mail programs copy it; else the cell. */
export function readMailboxCell(cell: string): { address: string; name: string } {
  const [, name = '', address = cell] = /^([^<>]*)<([^<>]*)>$/.exec(cell) ?? []
  return { address: address.trim(), name: name.trim().replace(/^(["'])(.*)\1$/, '$2') }
}

/** Quotes the cells of a mail program whose names are quoted, `"Roth, Ana" <ana@example.org>`, as tables quote them. */
export function quoteMailboxCells(text: string): string {
  return text.replace(/(^|[,;\t]) *"([^"<>\n]+)"[ \t]*<([^<>\s]+)>/gm, '$1"$2 <$3>"')
}
