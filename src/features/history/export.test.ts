// History export: the rows, how a spreadsheet reads them back, and the JSON document.
import { parse, unparse } from 'papaparse'
import { describe, expect, it } from 'vitest'
import { withLocale } from '#server/i18n/locale.ts'
import { byteOrderMark, csvOptions } from '#shared/csv.ts'
import { createHistoryDay, createConsecutiveDays, createDayOfTwoSittings } from '#test/data/energy-history.ts'
import { csvTable, historyExport, historyFileName } from './export.ts'
import type { HistoryDay } from './history.ts'

/** The written file as a spreadsheet reads it: the header, then one row per day. */
function written(days: readonly HistoryDay[]) {
  const text = byteOrderMark + unparse(csvTable(days), csvOptions())
  const { data, errors } = parse<string[]>(text)
  expect(errors).toEqual([])
  const [header = [], ...rows] = data
  return { text, header, rows }
}

/** The Before comment after writing and reading the file. */
const roundTripComment = (beforeComment: string) =>
  written([createHistoryDay('2026-11-21', { before: 3, beforeComment })]).rows[0]?.[3]

describe('the CSV', () => {
  it('[LANG-03] is separated as the spreadsheets of its viewer’s language expect', () => {
    const days = [createHistoryDay('2026-11-21', { before: 3, beforeComment: 'calm, then; still' })]
    const { text: english } = written(days)
    expect(english).toContain(',"calm, then; still",')
    const { text, rows } = withLocale('de', () => written(days))
    expect(text.split('\r\n')[0]?.split(';')).toHaveLength(english.split('\r\n')[0]?.split(',').length ?? 0)
    expect(rows[0]?.[3]).toBe('calm, then; still')
  })

  it('has a header and one row per day in date order, with the displayed levels', () => {
    const { header, rows } = written([
      createHistoryDay('2026-11-19', {
        before: 1,
        after: 5,
        beforeComment: 'Tired.',
        afterComment: 'Light.',
        minutes: 24,
      }),
      createHistoryDay('2026-11-20', { before: 7, after: 0 }),
      createHistoryDay('2026-11-21', { after: 3 }),
    ])
    expect(header.join('|')).toBe(
      'Date|Before level|Before center|Before comment|After level|After center|After comment|Improvement|Minutes|Complete',
    )
    expect(rows).toEqual([
      ['2026-11-19', '1', 'Root', 'Tired.', '5', 'Throat', 'Light.', '4', '24', 'yes'],
      ['2026-11-20', '7', 'Crown', '', '0', 'No Awareness', '', '-7', '0', 'yes'],
      ['2026-11-21', '', '', '', '3', 'Solar Plexus', '', '', '0', 'no'],
    ])
  })

  it('[PULSE-14] has no improvement between the levels of two sittings', () => {
    const { rows } = written([createDayOfTwoSittings('2026-11-21', { after: 6, laterBefore: 1 })])
    expect(rows).toEqual([['2026-11-21', '1', 'Root', '', '6', 'Third Eye', '', '', '0', 'no']])
  })

  it('starts with the UTF-8 byte order mark and has CRLF line endings', () => {
    const { text } = written([createHistoryDay('2026-11-21', { before: 3 })])
    expect(text.charCodeAt(0)).toBe(0xfeff)
    expect(text.match(/\r\n/g)).toHaveLength(1)
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  })

  it('preserves quotes, commas, line breaks, emoji and other scripts', () => {
    for (const comment of [
      'She said "breathe", and I did',
      'one, two; three\tfour',
      'first line\nsecond line\r\nthird',
      '🧘🏽‍♀️ calm, 静か, هدوء',
      ' a space before and after ',
      '"',
      'null',
    ]) {
      expect(roundTripComment(comment)).toBe(comment)
    }
  })

  it('escapes comments that a spreadsheet would run as formulas, and keeps numbers numeric', () => {
    for (const comment of [
      '=HYPERLINK("https://example.org","here")',
      '+1+1',
      '-2+3',
      '@SUM(A1)',
      '\t=1+1',
      '\r=1+1',
      '\n=1+1',
      '=1+1\nand a second line',
      '＝1+1',
    ]) {
      expect(roundTripComment(comment)).toBe(`'${comment}`)
    }
    expect(roundTripComment('5 - 3 = 2, +1 @home')).toBe('5 - 3 = 2, +1 @home')
    expect(written([createHistoryDay('2026-11-21', { before: 5, after: 2 })]).text).toContain(',-3,0,yes')
  })

  it('writes one row for each of 5,000 days @full', () => {
    const days = createConsecutiveDays(5_000, '2026-11-21')
    const { rows } = written(days)
    expect(rows).toHaveLength(5_000)
    expect(rows.map(([date]) => date)).toEqual(days.map(({ sessionDate }) => sessionDate))
  })
})

describe('the JSON document', () => {
  const about = { product: 'Stillwater', exportedAt: '2026-11-21T18:00:00.000Z' }

  it('contains the same data, and when each entry was recorded', () => {
    const days = [
      createHistoryDay('2026-11-20', { before: 1, after: 5, afterComment: '=1+1, "so"\nlight', minutes: 24 }),
      createHistoryDay('2026-11-21', { before: 0 }),
    ]
    const read: unknown = JSON.parse(JSON.stringify(historyExport(days, about)))
    expect(read).toEqual({
      ...about,
      days: [
        {
          date: '2026-11-20',
          before: { level: 1, center: 'Root', comment: null, recordedAt: '2026-11-20T13:00:00.000Z' },
          after: {
            level: 5,
            center: 'Throat',
            comment: '=1+1, "so"\nlight',
            recordedAt: '2026-11-20T13:30:00.000Z',
          },
          improvement: 4,
          minutes: 24,
          complete: true,
          sample: false,
        },
        {
          date: '2026-11-21',
          before: { level: 0, center: 'No Awareness', comment: null, recordedAt: '2026-11-21T13:00:00.000Z' },
          after: null,
          improvement: null,
          minutes: 0,
          complete: false,
          sample: false,
        },
      ],
    })
  })
})

it('the file name contains the day of the download', () => {
  expect(historyFileName('2026-11-21', 'csv')).toBe('stillwater-history-2026-11-21.csv')
  expect(historyFileName('2026-11-21', 'json')).toBe('stillwater-history-2026-11-21.json')
})
