// Words of an import's summary.
import { expect, test } from 'vitest'
import { formatRows, formatSpan, formatTotals } from './summary-words.ts'

test('[PORT-02] rows are named by number, runs of three and more as a range', () => {
  expect(formatRows([2])).toBe('2')
  expect(formatRows([2, 3, 5, 6, 7, 1_204])).toBe('2, 3, 5–7, 1,204')
})

test('[PORT-02] totals name what there is', () => {
  const totals = { sits: 1, minutes: 60, entries: 0, firstDay: '2026-11-01', lastDay: '2026-11-01' }
  expect(formatTotals(totals)).toEqual(['1 sit, 1 hour'])
  expect(formatTotals({ ...totals, sits: 380, minutes: 9_141, entries: 2 })).toEqual([
    '380 sits, 152 hours 21 minutes',
    '2 diary entries',
  ])
  expect(formatTotals({ ...totals, sits: 0 })).toEqual([])
  expect(formatSpan(totals)).toBe('November 1, 2026')
  expect(formatSpan({ ...totals, firstDay: null, lastDay: null })).toBe('')
})
