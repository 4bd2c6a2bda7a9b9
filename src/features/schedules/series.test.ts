// Series of schedules.
import { describe, expect, it } from 'vitest'
import { daysIn } from '#test/community-days.ts'
import { buildSchedule } from '#test/sittings/schedules.ts'
import { extendSeries } from './series-extension.ts'
import { changeSeries, seriesFrom, weekdayDates } from './series.ts'

describe('weekdays until a date', () => {
  it.each([
    ['2026-11-30', '2026-12-09', [1, 3], ['2026-11-30', '2026-12-02', '2026-12-07', '2026-12-09']],
    ['2026-12-01', '2026-12-07', [0], ['2026-12-06']],
    ['2026-12-01', '2026-12-01', [2], ['2026-12-01']],
    ['2026-12-01', '2026-12-31', [], []],
    ['2026-12-02', '2026-12-01', [2], []],
    // Across a leap day and a clock change.
    [
      '2028-02-28',
      '2028-03-13',
      [1, 2],
      ['2028-02-28', '2028-02-29', '2028-03-06', '2028-03-07', '2028-03-13'],
    ],
  ])('[PLAN-05] from %s until %s on %j', (from, until, weekdays, dates) => {
    expect(weekdayDates({ from, until, weekdays })).toEqual(dates)
  })

  it('[PLAN-05] ends with the first date that is too many', () => {
    const everyDay = [0, 1, 2, 3, 4, 5, 6]
    expect(weekdayDates({ from: '2026-12-01', until: '9999-12-31', weekdays: everyDay })).toHaveLength(121)
  })
})

describe('series', () => {
  const rows = ['2026-12-01', '2026-12-03', '2026-12-08'].map((date) =>
    buildSchedule(date, { time: '06:30', seriesId: 7 }),
  )
  const [first = buildSchedule(''), second = first] = rows
  const after = (change: object) => ({ before: second, after: { ...second, ...change } })
  const chicago = daysIn('America/Chicago')

  it('[PLAN-06] a series from a schedule on is by date, without earlier and other ones', () => {
    const other = buildSchedule('2026-12-04', { seriesId: 8 })
    const alone = buildSchedule('2026-12-05')
    const all = [...rows.toReversed(), other, alone]
    expect(seriesFrom(all, second).map(({ date }) => date)).toEqual(['2026-12-03', '2026-12-08'])
    expect(seriesFrom(all, alone)).toEqual([alone])
  })

  it('[PLAN-06] all rows move by as many days and take what changed, where they had the same', () => {
    const own = { ...first, scheduledTime: '19:00', templateId: 2 }
    const change = after({ date: '2026-12-04', scheduledTime: '07:00', templateId: 3, sharingMinutes: 9 })
    expect(
      changeSeries(chicago, [own, second], change).map((row) => [
        row.date,
        row.scheduledTime,
        row.templateId,
        row.sharingMinutes,
      ]),
    ).toEqual([
      ['2026-12-02', '19:00', 2, 9],
      ['2026-12-04', '07:00', 3, 9],
    ])
  })

  it('[PLAN-06, SCH-34] an own zone comes with the time, with one shift, and only for rows with a bell', () => {
    const together = rows.map((row) => ({ ...row, together: true }))
    const change = {
      before: { ...second, together: true },
      after: { ...second, together: true, timeZone: 'Asia/Tokyo' },
    }
    expect(
      changeSeries(chicago, [...together, first], change).map(({ timeZone, dayShift }) => [
        timeZone,
        dayShift,
      ]),
    ).toEqual([
      ['Asia/Tokyo', 1],
      ['Asia/Tokyo', 1],
      ['Asia/Tokyo', 1],
      [null, 0],
    ])
  })
})

describe('[PLAN-12] a series goes on', () => {
  const seriesOn = (dates: readonly string[], templateIds: readonly number[] = [1]) =>
    dates.map((date, index) => ({
      ...buildSchedule(date, { time: '06:30', seriesId: 7 }),
      templateId: templateIds[index % templateIds.length] ?? 0,
    }))
  const today = '2026-11-21'
  const extended = (rows: ReturnType<typeof seriesOn>, until: string, on = today) => {
    const [like = buildSchedule('')] = rows
    const { days, error } = extendSeries(rows.toReversed(), { like, today: on, until })
    return { days: days.map(({ date, templateId }) => `${date.slice(5)} ${templateId}`), error }
  }

  it.each([
    ['its weekdays', ['2026-12-01', '2026-12-03', '2026-12-08'], '2026-12-15', ['12-10', '12-15']],
    [
      'every day',
      ['2026-12-01', '2026-12-02', '2026-12-03', '2026-12-04', '2026-12-05', '2026-12-06', '2026-12-07'],
      '2026-12-09',
      ['12-08', '12-09'],
    ],
    ['every second week', ['2026-12-01', '2026-12-15', '2026-12-29'], '2027-01-31', ['01-12', '01-26']],
    // The one of December 9 was moved to the 10th.
    [
      'without the weekday of a moved day',
      ['2026-12-02', '2026-12-10', '2026-12-16', '2026-12-23'],
      '2027-01-07',
      ['12-30', '01-06'],
    ],
    ['from tomorrow, once it is over', ['2026-11-02', '2026-11-09'], '2026-12-01', ['11-23', '11-30']],
  ])('on %s', (_, dates, until, expected) => {
    expect(extended(seriesOn(dates), until)).toEqual({ days: expected.map((day) => `${day} 1`), error: null })
  })

  it('with its templates in turn', () => {
    const dates = [
      '2026-12-01',
      '2026-12-02',
      '2026-12-03',
      '2026-12-04',
      '2026-12-05',
      '2026-12-06',
      '2026-12-07',
    ]
    expect(extended(seriesOn(dates, [4, 5, 6]), '2026-12-11').days).toEqual([
      '12-08 5',
      '12-09 6',
      '12-10 4',
      '12-11 5',
    ])
  })

  it('as one of its schedules starts', () => {
    const [like = buildSchedule(''), ...others] = seriesOn(['2026-12-01', '2026-12-08'])
    const own = { ...like, scheduledTime: '20:00', timeZone: 'Europe/Berlin', dayShift: 1, together: true }
    const { days } = extendSeries([own, ...others], { like: own, today, until: '2026-12-15' })
    expect(days).toMatchObject([
      { date: '2026-12-15', scheduledTime: '20:00', timeZone: 'Europe/Berlin', dayShift: 1, together: true },
    ])
  })

  it.each([
    ['2026-12-08', 'Choose Wednesday, December 9, 2026 or later.'],
    ['2026-12-09', 'None of the series’ weekdays falls before then. Choose a later day.'],
    ['2028-12-09', 'At most 120 dates at once: choose Tuesday, February 1, 2028 or earlier.'],
  ])('until %s: %s', (until, error) => {
    expect(extended(seriesOn(['2026-12-01', '2026-12-03', '2026-12-08']), until).error).toBe(error)
  })
})
