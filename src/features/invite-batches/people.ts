// A list of people to invite, read from the rows of a table: one reading for preview and result (JOIN-01).
import * as z from 'zod/mini'
import { mailboxOf } from '#features/auth/rules.ts'
import { emailMaxChars } from '#shared/constants.ts'
import { displayNameSchema } from '#shared/display-name.ts'
import { languages, type Language } from '#shared/i18n/t.ts'
import { emailSchema, truncateUtf16 } from '#shared/text.ts'
import { cellAt, emailColumnNames, findColumns, readMailboxCell, type ColumnPlaces } from './table-columns.ts'

const columnNames = {
  email: emailColumnNames,
  name: ['name', 'full name', 'vollständiger name', 'nombre', 'nombre completo', 'nome', 'nome completo'],
  firstName: ['first name', 'given name', 'vorname', 'nombre de pila', 'primeiro nome'],
  lastName: [
    'last name',
    'surname',
    'family name',
    'nachname',
    'familienname',
    'apellido',
    'apellidos',
    'sobrenome',
  ],
  note: ['note', 'notes', 'notiz', 'bemerkung', 'anmerkung', 'nota', 'notas', 'observación', 'observação'],
  language: ['language', 'lang', 'sprache', 'idioma', 'lengua', 'língua'],
} as const
type PeopleColumn = keyof typeof columnNames

/** Without a header. */
const defaultPlaces: ColumnPlaces<PeopleColumn> = { email: 0, name: 1, note: 2, language: 3 }

/** Shortens what a preview repeats of a cell. */
const shownMaxChars = 120

const email = emailSchema(emailMaxChars)
const displayName = displayNameSchema()

/** Whether these are the columns of such a list: they name the addresses, or the first cell is one. */
export function isPeopleHeader(cells: readonly string[]): boolean {
  return 'email' in findColumns(cells, columnNames) || isAddress(cells[0] ?? '')
}

function isAddress(cell: string): boolean {
  return z.safeParse(email, readMailboxCell(cell.trim()).address).success
}

interface TableRow {
  number: number
  cells: readonly string[]
}

export const personProblems = ['bad-email', 'bad-language', 'twice'] as const
export type PersonProblem = (typeof personProblems)[number]

/** A row of the list. With a `problem` it isn't invited. */
export interface ListedPerson {
  row: number
  /** As in the file if it isn't an address. */
  email: string
  /** A proposal; null if it can't be a name here. */
  name: string | null
  note: string
  /** Null for the community's. */
  language: Language | null
  problem: PersonProblem | null
  /** The earlier row of the same mailbox. */
  sameAs: number | null
}

/**
 * The rows of a list, and the function that reads one; it is called for each in turn. A list of bare addresses has no
 * header: its first row counts, and a row may have several of them.
 */
export function openPeopleList(
  header: readonly string[],
  rows: readonly TableRow[],
): { rows: readonly TableRow[]; readRow: (row: TableRow) => ListedPerson } {
  const named = findColumns(header, columnNames)
  const hasHeader = named.email !== undefined
  const rowOfMailbox = new Map<string, number>()
  return {
    rows: hasHeader ? rows : [{ number: 1, cells: header }, ...rows].flatMap(splitAddresses),
    readRow: ({ number, cells }) => {
      const person = readPerson(cells, hasHeader ? named : defaultPlaces)
      if (person.problem !== null) return { row: number, ...person, sameAs: null }
      const mailbox = mailboxOf(person.email)
      const earlier = rowOfMailbox.get(mailbox)
      if (earlier !== undefined) return { row: number, ...person, problem: 'twice', sameAs: earlier }
      rowOfMailbox.set(mailbox, number)
      return { row: number, ...person, sameAs: null }
    },
  }
}

/** A row of addresses, as mail programs copy several, has a person in each cell. */
function splitAddresses(row: TableRow): readonly TableRow[] {
  const cells = row.cells.filter((cell) => cell.trim() !== '')
  const isList = cells.length > 1 && cells.slice(1).some(isAddress)
  return isList ? cells.map((cell) => ({ number: row.number, cells: [cell] })) : [row]
}

function readPerson(
  cells: readonly string[],
  places: ColumnPlaces<PeopleColumn>,
): Omit<ListedPerson, 'row' | 'sameAs'> {
  const typed = cellAt(cells, places.email)
  const mailbox = readMailboxCell(typed)
  const address = z.safeParse(email, mailbox.address)
  const parts = [places.name, places.firstName, places.lastName].map((place) => cellAt(cells, place))
  const [whole, ...halves] = parts
  const name = z.safeParse(displayName, whole || halves.join(' ').trim() || mailbox.name)
  const language = readLanguage(cellAt(cells, places.language))
  return {
    email: address.success ? address.data : truncateUtf16(typed, shownMaxChars),
    name: name.success ? name.data : null,
    note: truncateUtf16(cellAt(cells, places.note), shownMaxChars),
    language: language === 'unknown' ? null : language,
    problem: !address.success ? 'bad-email' : language === 'unknown' ? 'bad-language' : null,
  }
}

const languageWords: Readonly<Record<Language, readonly string[]>> = {
  en: ['english', 'englisch', 'inglés', 'inglês'],
  de: ['german', 'deutsch', 'alemán', 'alemão'],
  es: ['spanish', 'spanisch', 'español', 'espanhol'],
  'pt-BR': ['portuguese', 'portugiesisch', 'portugués', 'português'],
}

/** A code or a name of a language, such as 'pt', 'pt-PT' or 'German'; null for an empty cell. */
function readLanguage(cell: string): Language | null | 'unknown' {
  const text = cell.toLowerCase().normalize('NFC')
  if (text === '') return null
  const code = text.split(/[-_]/, 1)[0]
  return (
    languages.find(
      (language) => language.split('-', 1)[0] === code || languageWords[language].includes(text),
    ) ?? 'unknown'
  )
}
