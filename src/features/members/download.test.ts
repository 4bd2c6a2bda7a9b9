// The file of the download, as a spreadsheet reads it.
import { parse, unparse } from 'papaparse'
import { expect, it } from 'vitest'
import { withLocale } from '#server/i18n/locale.ts'
import { csvOptions } from '#shared/csv.ts'
import type { DownloadedMember } from './contract.ts'
import { membersFileName, membersTable } from './download.ts'

const member = (changes: Partial<DownloadedMember>): DownloadedMember => ({
  name: 'Mia',
  email: 'mia@example.org',
  role: 'user',
  mayHost: false,
  createdAt: '2026-11-01T12:00:00.000Z',
  lastSeenAt: '2026-11-21T05:02:00.000Z',
  totalTimeSpent: 90,
  ...changes,
})

function written(members: readonly DownloadedMember[]) {
  const text = unparse(membersTable(members, 'America/Chicago'), csvOptions())
  const { data, errors } = parse<string[]>(text)
  expect(errors).toEqual([])
  return { text, rows: data }
}

it('[USR-33] [TEACH-01] has a row for each user, with days of the community', () => {
  const { rows } = written([
    member({}),
    member({ name: 'Ada', email: null, role: 'admin', mayHost: true, lastSeenAt: null, totalTimeSpent: -3 }),
  ])
  expect(rows).toEqual([
    ['Name', 'Email address', 'Role', 'May hold sittings', 'Joined', 'Last seen', 'Minutes'],
    ['Mia', 'mia@example.org', 'User', '', '2026-11-01', '2026-11-20', '90'],
    ['Ada', '', 'Admin', 'yes', '2026-11-01', '', '-3'],
  ])
  expect(membersFileName('2026-11-21')).toBe('stillwater-users-2026-11-21.csv')
})

it('[USR-33] has no formulas, and keeps quotes, separators and line breaks of names', () => {
  const formulas = ['=HYPERLINK("https://example.org","Mia")', '+1', '-1+1', '@SUM(A1)', '＝1+1']
  expect(
    written(formulas.map((name) => member({ name })))
      .rows.slice(1)
      .map(([name]) => name),
  ).toEqual(formulas.map((name) => `'${name}`))
  const names = ['Mia "the calm"', 'Mia; Mo, and others', 'Mia\nMo']
  for (const language of ['en', 'de'] as const)
    expect(
      withLocale(language, () => written(names.map((name) => member({ name }))))
        .rows.slice(1)
        .map(([name]) => name),
    ).toEqual(names)
})

it('[USR-33] [LANG-03] is separated as the spreadsheets of its reader’s language expect', () => {
  const header = (language: 'en' | 'de') =>
    withLocale(language, () => written([member({})])).text.split('\r\n')[0]
  expect(header('en')).toBe('Name,Email address,Role,May hold sittings,Joined,Last seen,Minutes')
  expect(header('de')).toBe(
    'Name;E-Mail-Adresse;Rolle;Darf Runden leiten;Beigetreten;Zuletzt gesehen;Minuten',
  )
})
