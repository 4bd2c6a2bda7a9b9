// Lists of people: columns by their names in four languages, lists without a header, and what makes a row bad.
import { expect, test } from 'vitest'
import { isPeopleHeader, openPeopleList } from './people.ts'

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
