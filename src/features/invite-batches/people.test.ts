// Lists of people: columns by their names in four languages, lists without a header, and what makes a row bad.
import { expect, test } from 'vitest'
import { isPeopleHeader, openPeopleList } from './people.ts'
import { quoteMailboxCells } from './table-columns.ts'

const rows = (...cells: string[][]) => cells.map((row, index) => ({ number: index + 2, cells: row }))
const read = (header: string[], ...cells: string[][]) => {
  const list = openPeopleList(header, rows(...cells))
  return list.rows.map(list.readRow)
}

test.each([
  [['email', 'name', 'note', 'language']],
  [[' E-Mail ', 'Name', 'Notiz', 'Sprache']],
  [['Correo electrónico', 'Nombre', 'Nota', 'Idioma']],
  [['Endereço de e-mail', 'Nome', 'Observação', 'Língua']],
])('[JOIN-01] the columns %j are found by their names', (header) => {
  expect(isPeopleHeader(header)).toBe(true)
  expect(read(header, ['Ana@Example.org', 'Ana', 'choir', 'de'])).toEqual([
    {
      row: 2,
      email: 'ana@example.org',
      name: 'Ana',
      note: 'choir',
      language: 'de',
      problem: null,
      sameAs: null,
    },
  ])
})

test('[JOIN-01] a first and a last name are one, unless there is a whole name', () => {
  const header = ['Vorname', 'Nachname', 'E-Mail', 'Name']
  expect(
    read(header, ['Ana', 'Roth', 'ana@example.org', ''], ['Ana', 'Roth', 'a@example.org', 'Ani']),
  ).toMatchObject([{ name: 'Ana Roth' }, { name: 'Ani' }])
  expect(read(['email', 'first name'], ['ana@example.org', 'Ana'])).toMatchObject([{ name: 'Ana' }])
})

test('[JOIN-01] a list of bare addresses needs no header: its first row counts', () => {
  expect(isPeopleHeader(['ana@example.org'])).toBe(true)
  expect(isPeopleHeader(['Ana', 'ana@example.org'])).toBe(false)
  expect(isPeopleHeader(['date', 'minutes'])).toBe(false)
  expect(read(['ana@example.org'], ['dan@example.org'])).toMatchObject([
    { row: 1, email: 'ana@example.org' },
    { row: 2, email: 'dan@example.org', name: null },
  ])
})

test('[JOIN-01] a cell of a mail program has the name before the address', () => {
  expect(isPeopleHeader(['Ana Roth <ana@example.org>'])).toBe(true)
  const cells = ['Ana Roth <Ana@example.org>', '"Roth, Dan" <dan@example.org>', '<eva@example.org>']
  const people = read(['email'], ...cells.map((cell) => [cell]), ['Foo <bar>'])
  expect(people.map(({ email, name, problem }) => [email, name, problem])).toEqual([
    ['ana@example.org', 'Ana Roth', null],
    ['dan@example.org', 'Roth, Dan', null],
    ['eva@example.org', null, null],
    ['Foo <bar>', 'Foo', 'bad-email'],
  ])
  expect(read(['email', 'name'], ['Ana Roth <ana@example.org>', 'Ani'])).toMatchObject([{ name: 'Ani' }])
})

test.each([
  [
    '"Roth, Ana" <ana@example.org>, "Dan" <dan@example.org>',
    '"Roth, Ana <ana@example.org>","Dan <dan@example.org>"',
  ],
  ['Dr. "Dan" <dan@example.org>', 'Dr. "Dan" <dan@example.org>'],
  ['"Roth, Ana <ana@example.org>",x', '"Roth, Ana <ana@example.org>",x'],
  ['"""Roth, Ana"" <ana@example.org>",x', '"""Roth, Ana"" <ana@example.org>",x'],
])('[JOIN-01] %j is quoted as in a table', (text, quoted) => {
  expect(quoteMailboxCells(text)).toBe(quoted)
})

test('[JOIN-01] addresses beside each other, as of a mail’s line of recipients, are a person each', () => {
  const people = read(
    ['Ana <ana@example.org>', 'dan@example.org', ''],
    ['eva@', 'fay@example.org'],
    ['gil@example.org', 'Gil'],
  )
  expect(people.map(({ row, email, name, problem }) => [row, email, name, problem])).toEqual([
    [1, 'ana@example.org', 'Ana', null],
    [1, 'dan@example.org', null, null],
    [2, 'eva@', null, 'bad-email'],
    [2, 'fay@example.org', null, null],
    [3, 'gil@example.org', 'Gil', null],
  ])
})

test('[JOIN-01] the same mailbox twice names the earlier row; a bad address doesn’t count', () => {
  const people = read(['email'], ['a.na@gmail.com'], ['ana+x@googlemail.com'], ['ana@'], ['ana@'])
  expect(people.map(({ problem, sameAs }) => [problem, sameAs])).toEqual([
    [null, null],
    ['twice', 2],
    ['bad-email', null],
    ['bad-email', null],
  ])
})

test.each([
  ['', null, null],
  ['pt', 'pt-BR', null],
  ['PT-pt', 'pt-BR', null],
  ['Deutsch', 'de', null],
  ['español', 'es', null],
  ['Klingon', null, 'bad-language'],
])('[JOIN-02] the language %j', (cell, language, problem) => {
  expect(read(['email', 'language'], ['ana@example.org', cell])).toMatchObject([{ language, problem }])
})

test('[JOIN-04] what can’t be a name here isn’t proposed; a formula is text', () => {
  const people = read(
    ['email', 'name', 'note'],
    ['a@example.org', 'Ada Admin', ''],
    ['b@example.org', '!', ''],
    ['c@example.org', '=HYPERLINK("https://example.com")', '=1+1'],
    ['=cmd|x@example.org', '', ''],
  )
  expect(people.map(({ name, note, problem }) => [name, note, problem])).toEqual([
    [null, '', null],
    [null, '', null],
    ['=HYPERLINK("https://example.com")', '=1+1', null],
    [null, '', null],
  ])
})
