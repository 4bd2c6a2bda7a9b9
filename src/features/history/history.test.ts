// History: one record per day, periods, averages, search and formats, in several machine time zones.
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { MoodEntry } from '#features/energy/contract.ts'
import { pairOfDay } from '#features/energy/entry-pairs.ts'
import { addDays, lastDays, timestampToMs, msToTimestamp, weekOf } from '#shared/day.ts'
import { daysIn } from '#test/community-days.ts'
import {
  createHistoryDay,
  createConsecutiveDays,
  createDayEntries,
  createDayOfTwoSittings,
  createMoodEntry,
} from '#test/data/energy-history.ts'
import {
  formatHistoryDay,
  daysWithin,
  buildHistory,
  levelIndexOf,
  isComplete,
  formatDuration,
  periodRange,
  searchDays,
  formatSignedLevels,
  summarizeHistory,
  type HistoryDay,
  toPeriodQuery,
  formatElsewhere,
  hasEntry,
  minutesElsewhere,
  parsePeriodChoice,
  formatWeekRange,
  type PeriodChoice,
} from './history.ts'

const today = '2026-11-21'
const zones = ['UTC', 'America/Chicago', 'Pacific/Kiritimati', 'Asia/Kolkata', 'Pacific/Pago_Pago']
const zone = process.env.TZ

afterEach(() => {
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
})

/** A seeded sequence of numbers in [0, 1). */
function createSeededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

/** The items in another order. */
function shuffled<Thing>(things: readonly Thing[], random: () => number): Thing[] {
  return things
    .map((thing) => ({ thing, place: random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ thing }) => thing)
}

const dates = (days: readonly HistoryDay[]) => days.map(({ sessionDate }) => sessionDate)
const range = (from: string, to: string) => ({ from, to })

describe('the record of a day', () => {
  test('[HIST-21] includes the days with at least one entry, oldest first; time alone doesn’t count', () => {
    const entries = [
      ...createDayEntries('2026-11-20', { after: 4 }),
      ...createDayEntries('2025-12-31', { before: 1, after: 2 }),
      ...createDayEntries('2026-11-19', { before: 3 }),
    ]
    const times = [
      { sessionDate: '2026-11-20', duration: 600 },
      { sessionDate: '2026-11-18', duration: 1_200 },
    ]
    expect(dates(buildHistory(entries, times))).toEqual(['2025-12-31', '2026-11-19', '2026-11-20'])
    expect(buildHistory([], times)).toEqual([])
  })

  test('[HIST-10] is complete with both entries, partial with one; only complete days have an improvement', () => {
    const both = createHistoryDay(today, { before: 1, after: 5 })
    expect([isComplete(both), both.improvement]).toEqual([true, 4])
    expect(createHistoryDay(today, { before: 5, after: 2 }).improvement).toBe(-3)
    expect(createHistoryDay(today, { before: 0, after: 0 }).improvement).toBe(0)
    for (const half of [createHistoryDay(today, { before: 1 }), createHistoryDay(today, { after: 5 })]) {
      expect([isComplete(half), half.improvement]).toEqual([false, null])
    }
    expect([levelIndexOf(both.preEntry), levelIndexOf(both.postEntry), levelIndexOf(null)]).toEqual([
      1,
      5,
      null,
    ])
  })

  test('[I27, ENERGY-12] uses the latest of several entries, by createdAt and then by id, in any input order', () => {
    const random = createSeededRandom(27)
    const at = (moment: string, id: number) => ({ createdAt: `2026-11-21T${moment}.000Z`, id })
    const entries = [
      createMoodEntry(today, 'pre', 1, at('12:00:00', 90)),
      createMoodEntry(today, 'pre', 2, at('13:00:00', 12)),
      createMoodEntry(today, 'pre', 3, at('13:00:00', 101)),
      createMoodEntry(today, 'post', 4, at('11:59:59', 102)),
      createMoodEntry(today, 'post', 7, at('13:30:00', 9)),
    ]
    for (let round = 0; round < 50; round += 1) {
      const [day] = buildHistory(shuffled(entries, random), [])
      expect([day?.preEntry?.id, day?.postEntry?.id, day?.improvement]).toEqual([101, 9, 4])
    }
  })

  test('[PULSE-14] of several sittings it shows the last whole pair, else the latest of each without an improvement', () => {
    const recordOf = ({ preEntry, postEntry, ...day }: HistoryDay) => [
      levelIndexOf(preEntry),
      levelIndexOf(postEntry),
      day.improvement,
      isComplete({ preEntry, postEntry, ...day }),
    ]
    const left = createDayOfTwoSittings(today, { before: 3, after: 6, laterBefore: 1 })
    expect(recordOf(left)).toEqual([3, 6, 3, true])
    const halves = createDayOfTwoSittings(today, { after: 6, laterBefore: 1 })
    expect(recordOf(halves)).toEqual([1, 6, null, false])
    expect(summarizeHistory([left, halves]).averageImprovement).toBe(3)
  })

  test('[HIST-17] has the day’s total time in whole minutes', () => {
    const entries = createDayEntries(today, { before: 1 })
    const minutesOf = (...durations: number[]) =>
      buildHistory(
        entries,
        durations.map((duration) => ({ sessionDate: today, duration })),
      )[0]?.timeSpent
    expect([minutesOf(), minutesOf(0), minutesOf(29), minutesOf(30), minutesOf(89)]).toEqual([0, 0, 0, 1, 1])
    expect(minutesOf(20, 7_200, 20)).toBe(121)
  })

  test('[PORT-03] a day with practice alone has no entry and no time of the room; practice of other days stays theirs', () => {
    const practice = [
      { day: '2026-11-19', source: 'insight-timer', label: null, seconds: 20 * 60 },
      { day: '2026-11-19', source: 'community', label: 'Evening Circle', seconds: 0 },
      { day: today, source: 'own', label: null, seconds: 90 },
    ] as const
    const days = buildHistory(
      [createMoodEntry(today, 'pre', 2)],
      [{ sessionDate: today, duration: 600 }],
      practice,
    )
    expect(days.map(({ sessionDate, timeSpent }) => [sessionDate, timeSpent])).toEqual([
      ['2026-11-19', 0],
      [today, 10],
    ])
    expect(days.map(hasEntry)).toEqual([false, true])
    expect(days.map((day) => formatElsewhere(day))).toEqual([
      ['20m, from Insight Timer', 'from Evening Circle'],
      ['2m, sat elsewhere'],
    ])
    expect(minutesElsewhere(days)).toBe(22)
    expect(searchDays(days, 'insight', today).map(({ sessionDate }) => sessionDate)).toEqual(['2026-11-19'])
    expect(days[0]).toMatchObject({ isSample: false, improvement: null })
  })

  test('[DATA-16] has the date, the latest entry of each kind, the minutes, and the improvement if both exist', () => {
    const [before, latest, after] = [
      createMoodEntry(today, 'pre', 2, { createdAt: '2026-11-21T12:00:00.000Z', id: 1 }),
      createMoodEntry(today, 'pre', 3, { createdAt: '2026-11-21T12:30:00.000Z', id: 2 }),
      createMoodEntry(today, 'post', 5, { createdAt: '2026-11-21T13:00:00.000Z', id: 3 }),
    ]
    // 17.3 minutes are rounded down, 16.7 up.
    const times = [{ sessionDate: today, duration: 1_040 }]
    const record = {
      sessionDate: today,
      preEntry: latest,
      postEntry: after,
      timeSpent: 17,
      improvement: 2,
      elsewhere: [],
    }
    expect(buildHistory([before, latest, after], times)).toEqual([{ ...record, isSample: false }])
    expect(buildHistory([after], [{ sessionDate: today, duration: 1_000 }])[0]?.timeSpent).toBe(17)
    expect(buildHistory([before, latest], [])).toEqual([
      { ...record, postEntry: null, timeSpent: 0, improvement: null, isSample: false },
    ])
  })

  test('[HIST-20] is a sample if none of its entries is real', () => {
    const sample = (moodType: MoodEntry['moodType'], isSample: boolean) =>
      createMoodEntry(today, moodType, 3, { isSample })
    const isSample = (...entries: MoodEntry[]) => buildHistory(entries, [])[0]?.isSample
    expect(isSample(sample('pre', true), sample('post', true))).toBe(true)
    expect(isSample(sample('post', true))).toBe(true)
    expect(isSample(sample('pre', true), sample('post', false))).toBe(false)
    expect(isSample(sample('pre', false))).toBe(false)
  })

  test('[I27] for any entries, agrees with the rule for a single entry', () => {
    const random = createSeededRandom(5)
    const among = (count: number) => Math.floor(random() * count)
    for (let round = 0; round < 40; round += 1) {
      const entries = Array.from({ length: among(60) }, () =>
        createMoodEntry(addDays(today, -among(12)), random() < 0.5 ? 'pre' : 'post', among(8), {
          createdAt: msToTimestamp(timestampToMs('2026-11-21T12:00:00.000Z') + among(4) * 1_000),
        }),
      )
      const days = buildHistory(shuffled(entries, random), [])
      expect(dates(days)).toEqual([...new Set(entries.map(({ sessionDate }) => sessionDate))].toSorted())
      for (const { sessionDate, preEntry, postEntry } of days) {
        expect({ before: preEntry, after: postEntry }).toEqual(pairOfDay(entries, sessionDate, null))
      }
    }
  })
})

describe('periods', () => {
  test.each([
    ['a Saturday', today, '2026-11-16', '2026-11-22'],
    ['a Monday', '2026-11-16', '2026-11-16', '2026-11-22'],
    ['a Sunday', '2026-11-22', '2026-11-16', '2026-11-22'],
    ['the spring change', '2026-03-08', '2026-03-02', '2026-03-08'],
    ['the day after it', '2026-03-09', '2026-03-09', '2026-03-15'],
    ['the autumn change', '2026-11-01', '2026-10-26', '2026-11-01'],
    ['the end of a year', '2026-12-31', '2026-12-28', '2027-01-03'],
    ['a leap day', '2028-02-29', '2028-02-28', '2028-03-05'],
  ])('[HIST-02] the current week of %s runs from Monday to Sunday', (_, day, from, to) => {
    expect(periodRange('week', 0, day)).toEqual(range(from, to))
  })

  test('[HIST-02] include exactly their days', () => {
    const days = createConsecutiveDays(60, today)
    const shown = (period: 'week' | 'month' | 'all') => dates(daysWithin(days, periodRange(period, 0, today)))
    expect(shown('week')).toEqual(weekOf(today).slice(0, 6))
    expect(shown('month')).toEqual(lastDays(today, 30))
    expect(shown('month')[0]).toBe('2026-10-23')
    expect(shown('all')).toEqual(dates(days))
  })

  test('[HIST-03] consecutive weeks adjoin without gaps or overlaps', () => {
    expect(periodRange('week', -1, today)).toEqual(range('2026-11-09', '2026-11-15'))
    expect(periodRange('week', -47, today)).toEqual(range('2025-12-22', '2025-12-28'))
    expect(periodRange('week', 1, today)).toEqual(range('2026-11-23', '2026-11-29'))
    const days = createConsecutiveDays(800, today)
    const weeks = Array.from({ length: 120 }, (_, index) =>
      dates(daysWithin(days, periodRange('week', index - 119, today))),
    )
    expect(weeks.flat()).toEqual(dates(days))
    expect(weeks.slice(6, -1).every((week) => week.length === 7)).toBe(true)
    // Outside week mode the offset has no effect.
    expect(periodRange('month', -3, today)).toEqual(periodRange('month', 0, today))
  })

  test('[HIST-02, TIME-04] a new day, week and 30-day month start at midnight in Chicago', () => {
    const at = (moment: string) =>
      periodRange('week', 0, daysIn('America/Chicago').dayOf(timestampToMs(moment)))
    expect(at('2026-11-23T05:59:59.999Z')).toEqual(range('2026-11-16', '2026-11-22'))
    expect(at('2026-11-23T06:00:00.000Z')).toEqual(range('2026-11-23', '2026-11-29'))
    const lateAfter = createMoodEntry('2026-11-20', 'post', 4, { createdAt: '2026-11-21T06:20:00.000Z' })
    const [day] = buildHistory([...createDayEntries('2026-11-20', { before: 2 }), lateAfter], [])
    expect([day?.sessionDate, day?.improvement]).toEqual(['2026-11-20', 2])
  })
})

describe('the three cards', () => {
  const days = [
    createHistoryDay('2026-11-16', { before: 1, after: 4, minutes: 10 }),
    createHistoryDay('2026-11-17', { before: 5, minutes: 80 }),
    createHistoryDay('2026-11-18', { before: 4, after: 3 }),
    createHistoryDay('2026-11-19', { after: 6 }),
  ]

  test('[HIST-04, HIST-05, HIST-06] cover all days, those with both entries, and those with time', () => {
    expect(summarizeHistory(days)).toEqual({ sessions: 4, averageImprovement: 1, averageMinutes: 45 })
    expect(summarizeHistory(days.slice(3))).toEqual({
      sessions: 1,
      averageImprovement: null,
      averageMinutes: null,
    })
    expect(summarizeHistory([])).toEqual({ sessions: 0, averageImprovement: null, averageMinutes: null })
  })

  test('[HIST-05] a level change is shown with its sign and one decimal', () => {
    const shown = [1.5, -0.4, 0, 3, -7, 0.04, -0.04, 0.35, -1.15, 2 / 3].map(formatSignedLevels)
    expect(shown).toEqual(['+1.5', '−0.4', '0.0', '+3.0', '−7.0', '0.0', '0.0', '+0.4', '−1.2', '+0.7'])
  })

  test('[HIST-06] a duration reads Xh Ym, or Ym below an hour', () => {
    const shown = [0, 1, 24.4, 59.4, 59.6, 60, 61, 119.5, 121].map(formatDuration)
    expect(shown).toEqual(['0m', '1m', '24m', '59m', '1h 0m', '1h 0m', '1h 1m', '2h 0m', '2h 1m'])
  })

  test('[HIST-22] follow the period and not the search', () => {
    const older = [createHistoryDay('2026-11-08', { before: 7, after: 7, beforeComment: 'rain' }), ...days]
    const period = daysWithin(older, periodRange('week', 0, today))
    expect(dates(period)).toEqual(dates(days))
    const summary = summarizeHistory(period)
    expect(searchDays(period, 'rain', today)).toEqual([])
    expect(summarizeHistory(period)).toEqual(summary)
    expect(summarizeHistory(older).sessions).toBe(5)
  })
})

describe('search', () => {
  const days = [
    createHistoryDay('2026-11-01', { before: 2, beforeComment: 'Schöner Morgen, ÜBER dem See' }),
    createHistoryDay('2026-11-19', {
      before: 2,
      after: 4,
      afterComment: 'Warm hands,\ncalm head. 100% (really)',
    }),
    createHistoryDay(today, { after: 5 }),
  ]
  const found = (text: string, on = today) => dates(searchDays(days, text, on))

  test('[HIST-07] matches displayed dates and both comments, ignoring case', () => {
    expect(found('thursday, NOVEMBER 19')).toEqual(['2026-11-19'])
    expect(found('nov 19')).toEqual(['2026-11-19'])
    expect(found('November 1,')).toEqual(['2026-11-01'])
    expect(found('2026-11-2')).toEqual([today])
    expect(found('2026')).toEqual(dates(days))
    expect(found('über dem')).toEqual(['2026-11-01'])
    expect(found('CALM')).toEqual(['2026-11-19'])
    // Decomposed and composed characters match.
    expect(found('scho\u0308n')).toEqual(['2026-11-01'])
  })

  test.each([
    'cafe',
    'CAFÉ',
    'cafe\u0301',
    'mosse',
    'sorens smor',
    "don't",
    'don’t',
    'so - yes',
    'a b.',
    'ｃａｆｅ',
  ])('[HIST-07] %j finds a comment with accents, other letters, quotes, dashes and blanks', (text) => {
    const comment = 'Après le café, Sørens smør; Möße. I don’t… so – yes, a\u00A0b\u200B.'
    const commented = createHistoryDay('2026-11-01', { before: 2, beforeComment: comment })
    expect(dates(searchDays([...days, commented], text, today))).toEqual(['2026-11-01'])
  })

  test('[HIST-07] trims the text, shows all days for an empty one, and treats pattern characters literally', () => {
    expect(found('  calm ')).toEqual(['2026-11-19'])
    for (const empty of ['', '   ', '\t']) expect(found(empty)).toEqual(dates(days))
    expect(found('100% (')).toEqual(['2026-11-19'])
    expect(found('.*')).toEqual([])
    expect(found('no such thing')).toEqual([])
  })

  test('[HIST-07, HIST-09] ’Today’ matches only the current day, also after midnight', () => {
    expect([formatHistoryDay(today, today), formatHistoryDay(today, '2026-11-22')]).toEqual([
      'Today',
      'Saturday, November 21, 2026',
    ])
    expect(found('today')).toEqual([today])
    expect(found('today', '2026-11-22')).toEqual([])
    expect(found('saturday, november 21')).toEqual([today])
  })
})

/** The module as loaded on a machine in another time zone, with all of its module state. */
async function importRulesInZone(machine: string) {
  process.env.TZ = machine
  vi.resetModules()
  return { ...(await import('./history.ts')), ...(await import('#shared/day.ts')) }
}

test.each(zones)(
  '[TIME-01, HIST-02, HIST-09] on a machine in %s the history is computed by the community’s days',
  async (machine) => {
    const rules = await importRulesInZone(machine)
    const days = rules.communityDays([{ fromDay: '0001-01-01', zone: 'America/Chicago' }])
    // Both clock changes, with entries at half past midnight and just before midnight.
    const changes = ['2026-03-08', '2026-11-01'].flatMap((day) => [
      rules.addDays(day, -1),
      day,
      rules.addDays(day, 1),
    ])
    const entries = changes.flatMap((day) => [
      createMoodEntry(day, 'pre', 1, { createdAt: rules.msToTimestamp(days.startMs(day) + 30 * 60_000) }),
      createMoodEntry(day, 'post', 3, {
        createdAt: rules.msToTimestamp(days.startMs(rules.addDays(day, 1)) - 1),
      }),
    ])
    for (const { createdAt, sessionDate } of entries)
      expect(days.dayOf(rules.timestampToMs(createdAt))).toBe(sessionDate)
    const history = rules.buildHistory(entries, [{ sessionDate: '2026-11-01', duration: 90_000 }])
    expect(dates(history)).toEqual(changes)
    expect(history.map((day) => rules.formatHistoryDay(day.sessionDate, '2026-11-02'))).toEqual([
      'Saturday, March 7, 2026',
      'Sunday, March 8, 2026',
      'Monday, March 9, 2026',
      'Saturday, October 31, 2026',
      'Sunday, November 1, 2026',
      'Today',
    ])
    expect(dates(rules.daysWithin(history, rules.periodRange('week', -1, '2026-11-02')))).toEqual([
      '2026-10-31',
      '2026-11-01',
    ])
    expect(rules.periodRange('month', 0, '2026-03-09')).toEqual(range('2026-02-08', '2026-03-09'))
    expect(dates(rules.searchDays(history, 'sunday', '2026-11-02'))).toEqual(['2026-03-08', '2026-11-01'])
    expect(rules.summarizeHistory(history)).toEqual({
      sessions: 6,
      averageImprovement: 2,
      averageMinutes: 1_500,
    })
  },
)

const choices: [PeriodChoice, object][] = [
  [{ period: 'week', weekOffset: 0 }, {}],
  [{ period: 'week', weekOffset: -1 }, { week: '-1' }],
  [{ period: 'week', weekOffset: -312 }, { week: '-312' }],
  [{ period: 'month', weekOffset: 0 }, { period: 'month' }],
  [{ period: 'all', weekOffset: 0 }, { period: 'all' }],
]

test.each(choices)('[HIST-02, HIST-03] %j becomes the query %j, and is parsed from it', (choice, query) => {
  expect(toPeriodQuery(choice)).toEqual(query)
  expect(parsePeriodChoice(query)).toEqual(choice)
})

test.each([
  { period: 'year' },
  { period: '' },
  { week: '1' },
  { week: '-0' },
  { week: '-1.5' },
  { week: '-1e3' },
  { week: '-12345' },
  { week: 'constructor' },
  { period: 'week', week: ' -1' },
])('[HIST-02, HIST-03] the invalid query %j falls back to the current week', (query) => {
  expect(parsePeriodChoice(query)).toEqual({ period: 'week', weekOffset: 0 })
})

test('[HIST-03] outside week mode the week parameter is ignored', () => {
  expect(parsePeriodChoice({ period: 'all', week: '-3' })).toEqual({ period: 'all', weekOffset: 0 })
})

test.each([
  ['2026-11-21', 0, 'November 16 – 22, 2026'],
  ['2026-12-02', 0, 'November 30 – December 6, 2026'],
  ['2026-12-31', 0, 'December 28, 2026 – January 3, 2027'],
  ['2026-11-21', -9999, 'March 30 – April 5, 1835'],
])('[HIST-03] the week of %s, offset by %i weeks, reads %s', (today, weekOffset, words) => {
  expect(formatWeekRange(periodRange('week', weekOffset, today))).toBe(words)
})
