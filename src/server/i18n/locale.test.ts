// The viewer's language: of a request, and of what runs for several viewers at the same time.
import { expect, test } from 'vitest'
import { dayForKey, formatSpokenDay, monthGrid, weekGrid } from '#shared/calendar.ts'
import { capitalize, firstWeekday, formatDay, formatDayRange } from '#shared/day.ts'
import { formatPercent } from '#shared/i18n/format-number.ts'
import { languages, t, message, translate } from '#shared/i18n/t.ts'
import { acceptedLanguage, withLocale, requestLocale } from './locale.ts'

test('[LANG-03] the first accepted language that there is', () => {
  expect(acceptedLanguage('de-AT,de;q=0.9,en;q=0.8')).toBe('de')
  expect(acceptedLanguage('fr, pt;q=0.9, en;q=0.8')).toBe('pt-BR')
  expect(acceptedLanguage('en;q=0.5, es-MX;q=0.7, de;q=0')).toBe('es')
  const unknown = ['ja, *', '', ';;;q=', '__proto__', 'de;q=nothing', '\uFFFF'.repeat(5_000)]
  expect(unknown.map(acceptedLanguage)).toEqual(unknown.map(() => null))
  expect(acceptedLanguage()).toBeNull()
})

test.each([
  ['de ;q=0.9, en;q=0.5', 'de'],
  ['de; q=0.9 , en;q=0.5', 'de'],
  ['de;Q=0.9,en;q=0.5', 'de'],
  ['de;level=1;q=0.9,en;q=0.5', 'de'],
  ['de;q=0.5;foo, es', 'es'],
  ['de;q=2,en;q=1', 'en'],
  ['de;q=1.001,en;q=0.1', 'en'],
  ['de;q=-1,es;q=0.2', 'es'],
  ['de;q=0.000,es;q=0.001', 'es'],
  ['de;q=,pt;q=.5,es;q=1.', 'es'],
] as const)('[LANG-03] weights and blanks as in RFC 9110: %s', (header, language) => {
  expect(acceptedLanguage(header)).toBe(language)
})

test('[LANG-03] a page follows the choice on this device, a call its page, and others the community', () => {
  const headers = { cookie: 'a=b; language=de', 'accept-language': 'es' }
  expect(requestLocale({ url: '/auth', headers }, 'en')).toBe('de')
  expect(requestLocale({ url: '/api/auth/user', headers }, 'en')).toBe('es')
  for (const cookie of ['language=xx', 'language=', 'language=%', 'language=toString'])
    expect(requestLocale({ url: '/auth', headers: { cookie } }, 'pt-BR')).toBe('pt-BR')
})

test('[LANG-03] texts of different viewers at the same time', async () => {
  const later = async () => {
    await new Promise((resolve) => setImmediate(resolve))
    return [
      translate(message('Please sign in.')),
      t('{count, plural, one {# day} other {# days}}', { count: 1 }),
    ]
  }
  const [german, spanish, english] = await Promise.all([
    withLocale('de', later),
    withLocale('es', later),
    withLocale('en', later),
  ])
  expect(english).toEqual(['Please sign in.', '1 day'])
  expect(german).toEqual(['Bitte melde dich an.', '1 Tag'])
  expect(spanish).toEqual(['Inicia sesión.', '1 día'])
})

const inEach = (run: () => unknown) => languages.map((language) => withLocale(language, run))

test('[HIST-11, SCH-05, GA-02] calendars begin their weeks as the viewer’s language does', () => {
  const first = (cells: readonly { day: string }[]) => cells[0]?.day
  // November 1, 2026 is a Sunday.
  const sundays = (sunday: string, monday: string) => [sunday, monday, monday, sunday]
  expect(inEach(() => first(monthGrid('2026-11', 'fixed')))).toEqual(sundays('2026-11-01', '2026-10-26'))
  expect(inEach(() => monthGrid('2026-11', 'complete').length)).toEqual([35, 42, 42, 35])
  expect(inEach(() => first(weekGrid('2026-11-22')))).toEqual(sundays('2026-11-22', '2026-11-16'))
  const press = (key: string) => dayForKey('2026-11-21', { key, shiftKey: false }, null)
  expect(inEach(() => press('Home'))).toEqual(sundays('2026-11-15', '2026-11-16'))
  expect(inEach(() => press('End'))).toEqual(sundays('2026-11-21', '2026-11-22'))
})

test('[LANG-03] [LANG-06] the week begins and a share is written as in the viewer’s language', () => {
  expect(inEach(firstWeekday)).toEqual([0, 1, 1, 0])
  expect(inEach(() => formatPercent(0.25))).toEqual(['25%', '25\u00A0%', '25\u00A0%', '25%'])
})

test('[LANG-03] [LANG-06] a day is written as in the viewer’s language, with a capital where it begins a line', () => {
  const day = '2026-11-01'
  expect(inEach(() => formatDay(day))).toEqual([
    'Sunday, November 1',
    'Sonntag, 1.\u00a0November',
    'domingo, 1 de noviembre',
    'domingo, 1º de novembro',
  ])
  expect(inEach(() => capitalize(formatDay(day, 'month')))).toEqual([
    'November 2026',
    'November 2026',
    'Noviembre de 2026',
    'Novembro de 2026',
  ])
  expect(inEach(() => capitalize(formatDayRange('2026-11-30', '2026-12-04', 'shortDay')))).toEqual([
    'Mon, Nov 30 – Fri, Dec 4',
    'Mo., 30.\u00a0Nov. – Fr., 4.\u00a0Dez.',
    'Lun, 30 nov – vie, 4 dic',
    'Seg., 30 de nov. – sex., 4 de dez.',
  ])
  expect(inEach(() => capitalize(t('{day} is in the past.', { day: formatDay(day) })))[2]).toBe(
    'Domingo, 1 de noviembre ya pasó.',
  )
  const portuguese = withLocale('pt-BR', () => [
    formatDayRange(day, '2026-11-11'),
    formatDay('2026-11-11', 'short'),
    formatSpokenDay(day, '2026'),
  ])
  expect(portuguese).toEqual(['1º – 11 de novembro de 2026', '11 de nov.', 'Domingo, 1º de novembro'])
})
