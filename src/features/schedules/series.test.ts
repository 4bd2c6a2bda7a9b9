// Series of schedules.
import { describe, expect, it } from 'vitest'
import { daysIn } from '#test/community-days.ts'
import { buildSchedule } from '#test/sittings/schedules.ts'
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
