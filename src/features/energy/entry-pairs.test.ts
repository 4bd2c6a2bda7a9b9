// Pairs of entries as a table: days with one sitting, with several, and with entries of the member's own.
import { describe, expect, test } from 'vitest'
import { msToTimestamp, timestampToMs } from '#shared/day.ts'
import type { MoodEntry } from './contract.ts'
import { currentPair } from './current-pair.ts'
import { pairOfDay, pairOfSitting, recordOfDay, type EntryPair } from './entry-pairs.ts'
import { emotionLevelOf } from './levels.ts'

const day = '2026-11-21'
const atMs = (time: string) => timestampToMs(`${day}T${time}:00.000Z`)

let lastId = 0
/** An entry from '06:55 B3 s1': its time, its type with the level, and its sitting, if it has one. */
function entry(text: string): MoodEntry {
  const [time = '', [type, level] = '', sitting] = text.split(' ')
  lastId += 1
  return {
    id: lastId,
    userId: 1,
    sessionDate: day,
    emotionLevel: emotionLevelOf(Number(level)),
    moodType: type === 'B' ? 'pre' : 'post',
    notes: null,
    comment: null,
    createdAt: msToTimestamp(atMs(time)),
    isSample: false,
    sittingId: sitting === undefined ? null : Number(sitting.slice(1)),
    reflectionOptIn: false,
  }
}
/** A pair as '3 → 6', with '–' for a missing entry. */
const levels = ({ before, after }: EntryPair) =>
  [before, after].map((each) => (each ? each.emotionLevel - 1 : '–')).join(' → ')

/** In any order of the input. */
const bothWays = (texts: readonly string[]) => {
  const entries = texts.map(entry)
  return [entries, entries.toReversed()]
}

describe('the record of a day', () => {
  test.each<[string, string[], pair: string, improvement: number | null]>([
    ['nothing', [], '– → –', null],
    ['a pair of the member’s own', ['07:00 B3', '07:30 A6'], '3 → 6', 3],
    ['the latest of each type', ['07:00 B3', '07:10 B1', '07:30 A6', '07:40 A5'], '1 → 5', 4],
    ['whatever their order', ['07:30 A6', '18:00 B1'], '1 → 6', 5],
    ['one sitting', ['06:55 B3 s1', '07:05 A6 s1'], '3 → 6', 3],
    ['a Before at home and the After of the only sitting', ['06:00 B2', '07:05 A6 s1'], '2 → 6', 4],
    ['the Before of the only sitting and a late After', ['06:55 B3 s1', '09:00 A4'], '3 → 4', 1],
    ['an own entry later than the only sitting', ['06:55 B3 s1', '07:05 A6 s1', '20:00 B1'], '1 → 6', 5],
    [
      'two whole sittings: the last',
      ['06:55 B3 s1', '07:05 A6 s1', '18:55 B1 s2', '19:05 A2 s2'],
      '1 → 2',
      1,
    ],
    ['an evening without its After', ['06:55 B3 s1', '07:05 A6 s1', '18:55 B1 s2'], '3 → 6', 3],
    ['no whole pair', ['07:05 A6 s1', '18:55 B1 s2'], '1 → 6', null],
    ['two arrivals', ['06:55 B3 s1', '18:55 B1 s2'], '1 → –', null],
    ['own entries beside two sittings', ['06:55 B3 s1', '18:55 B1 s2', '21:00 B2', '21:30 A4'], '2 → 4', 2],
    ['an own After beside two sittings', ['06:55 B3 s1', '18:55 B1 s2', '21:30 A4'], '1 → 4', null],
    [
      'ids that don’t follow the hours',
      ['06:55 B3 s9', '07:05 A6 s9', '18:55 B1 s2', '19:05 A2 s2'],
      '1 → 2',
      1,
    ],
    ['an After saved before its Before', ['06:55 B3 s1', '19:05 A2 s2', '19:06 B1 s2'], '1 → 2', 1],
  ])('[PULSE-14] [ENERGY-12] %s', (_, texts, pair, improvement) => {
    for (const entries of bothWays(texts)) {
      const record = recordOfDay(entries)
      expect([levels(record), record.improvement]).toEqual([pair, improvement])
    }
  })

  test('[ENERGY-12, I27] of two entries at the same moment the one with the higher id counts', () => {
    const [first, second] = [entry('07:00 B3'), entry('07:00 B5')]
    expect(recordOfDay([second, first]).before).toBe(second)
  })
})

test('[PULSE-14] the pair of a sitting is of its entries alone', () => {
  const entries = ['06:00 B2', '06:55 B3 s1', '07:05 A6 s1', '18:55 B1 s2'].map(entry)
  expect(levels(pairOfSitting(entries, { id: 1 }))).toBe('3 → 6')
  expect(levels(pairOfSitting(entries, { id: 2 }))).toBe('1 → –')
  expect(levels(pairOfSitting(entries, { id: 3 }))).toBe('– → –')
})

test('[PULSE-14] the pair of a day is that of the sitting where the day has several', () => {
  const [morning, evening] = [{ id: 1 }, { id: 2 }]
  const entries = ['06:00 B2', '07:05 A6 s1'].map(entry)
  expect(levels(pairOfDay(entries, day, morning))).toBe('2 → 6')
  expect(levels(pairOfDay(entries, day, evening))).toBe('– → –')
  expect(levels(pairOfDay(entries, day, morning, [morning, evening]))).toBe('– → 6')
  expect(levels(pairOfDay(entries, day, null, [morning, evening]))).toBe('2 → –')
  expect(levels(pairOfDay(entries, '2026-11-20', morning))).toBe('– → –')
})

describe('the pair that the page asks for', () => {
  const sittingAt = (id: number, doors: string, cancelled = false) => ({
    id,
    day,
    doorsAt: atMs(doors),
    cancelled,
  })
  const two = [sittingAt(1, '06:45'), sittingAt(2, '18:45')]
  const sat = ['06:55 B3 s1', '07:05 A6 s1']
  test.each<[string, string[], at: string, pair: string, sittings?: typeof two]>([
    ['before the evening’s doors it is the morning’s', sat, '18:44', '3 → 6'],
    ['from the doors on it is the evening’s', sat, '18:45', '– → –'],
    ['an arrival in the evening', [...sat, '18:50 B1 s2'], '18:55', '1 → –'],
    ['a late Before, and an After after the sharing', [...sat, '19:01 B1', '21:00 A4'], '22:00', '1 → 4'],
    ['an own Before of the morning isn’t the evening’s', ['06:30 B2', '07:05 A6 s1'], '18:50', '– → –'],
    ['a day with one sitting is a whole', ['06:00 B2', '07:05 A6 s1'], '18:50', '2 → 6', two.slice(0, 1)],
    ['a cancelled sitting opens nothing', sat, '18:50', '3 → 6', [two[0]!, sittingAt(2, '18:45', true)]],
    ['a day without a sitting', ['06:00 B2', '07:00 A4'], '18:50', '2 → 4', []],
  ])('[PLAN-08] [ENERGY-18] %s', (_, texts, at, pair, sittings = two) => {
    for (const entries of bothWays(texts))
      expect(levels(currentPair(entries, { day, sittings, nowMs: atMs(at) }))).toBe(pair)
  })
})
