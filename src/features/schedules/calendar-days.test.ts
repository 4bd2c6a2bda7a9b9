// Calendar data of schedules, across clock changes and ends of years.
import { describe, expect, test } from 'vitest'
import { addDays } from '#shared/day.ts'
import { daysIn } from '#test/community-days.ts'
import { buildSchedule } from '#test/sittings/schedules.ts'
import {
  splitUpcomingAndPast,
  describeDay,
  describeGaps,
  formatSpokenMinutes,
  describeHourChanges,
  describeStart,
  formatOwnStart,
  formatStart,
} from './calendar-days.ts'
import { monthPreview, schedulesByDay, schedulesByMonth } from './calendar-groups.ts'
import type { Schedule } from './contract.ts'

const idsOf = (schedules: readonly Schedule[] = []) => schedules.map(({ id }) => id)

const days = daysIn('America/Chicago')

describe('grouping by day and month', () => {
  const schedules = [
    buildSchedule('2027-01-01', { id: 1 }),
    buildSchedule('2026-12-31', { id: 2, time: '19:00' }),
    buildSchedule('2026-12-31', { id: 9, time: '06:00' }),
    buildSchedule('2026-12-31', { id: 5, time: '06:00', isActive: false }),
    buildSchedule('2026-12-31', { id: 4, time: '06:00', isActive: false }),
    buildSchedule('2028-02-29', { id: 6 }),
    buildSchedule('0001-01-01', { id: 7 }),
  ]

  test('[SCH-03] a day’s schedules are ordered by time, the active one first', () => {
    const byDay = schedulesByDay(schedules)
    expect([...byDay.keys()]).toEqual(['0001-01-01', '2026-12-31', '2027-01-01', '2028-02-29'])
    expect(idsOf(byDay.get('2026-12-31'))).toEqual([9, 4, 5, 2])
    expect(byDay.get('2026-12-30')).toBeUndefined()
  })

  test('the same month of two years has separate schedules', () => {
    const byMonth = schedulesByMonth([...schedules, buildSchedule('2026-12-01', { id: 8, time: '23:59' })])
    expect(idsOf(byMonth.get('2026-12'))).toEqual([8, 9, 4, 5, 2])
    expect(idsOf(byMonth.get('2027-01'))).toEqual([1])
    expect(idsOf(byMonth.get('2028-02'))).toEqual([6])
    expect(byMonth.has('2027-12')).toBe(false)
  })

  test.each([
    [0, 0, 0],
    [1, 1, 0],
    [3, 3, 0],
    [4, 3, 1],
    [31, 3, 28],
  ])('[SCH-04] of %i schedules in a month the year shows %i and ‘%i more’', (count, shown, more) => {
    const month = Array.from({ length: count }, () => buildSchedule('2026-11-21'))
    const glance = monthPreview(month)
    expect(glance.shown).toEqual(month.slice(0, shown))
    expect(glance.more).toBe(more)
  })

  test('[GA-05] upcoming schedules are in date order, past ones newest first', () => {
    const list = ['2026-11-22', '2026-11-20', '2027-01-01', '2026-11-21', '2025-12-31']
    const { upcoming, past } = splitUpcomingAndPast(
      list.map((day) => buildSchedule(day)),
      '2026-11-21',
    )
    expect(upcoming.map(({ date }) => date)).toEqual(['2026-11-21', '2026-11-22', '2027-01-01'])
    expect(past.map(({ date }) => date)).toEqual(['2026-11-20', '2025-12-31'])
  })
})

describe('times', () => {
  // In 2026 Chicago changes clocks on March 8 and November 1, Berlin on March 29 and October 25.
  test.each([
    ['2026-11-21', '06:00', '6:00 AM', '1:00 PM'],
    ['2026-11-21', '00:01', '12:01 AM', '7:01 AM'],
    ['2026-11-21', '18:30', '6:30 PM', 'Sun 1:30 AM'],
    ['2026-12-31', '18:00', '6:00 PM', 'Fri 1:00 AM'],
    ['2026-03-08', '02:30', '3:30 AM', '9:30 AM'],
    ['2026-03-10', '06:00', '6:00 AM', '12:00 PM'],
    ['2026-11-01', '01:30', '1:30 AM', '7:30 AM'],
    ['2026-10-28', '06:00', '6:00 AM', '12:00 PM'],
  ])('[TIME-02] %s at %s is %s in Chicago and %s in Berlin', (day, time, chicagoTime, berlinTime) => {
    const schedule = buildSchedule(day, { time })
    expect(formatStart(days, schedule, null)).toBe(chicagoTime)
    expect(formatStart(days, schedule, 'Europe/Berlin', { isListed: true })).toBe(
      `${chicagoTime} (${berlinTime})`,
    )
  })

  test('[SCH-30] a day without a start is open all day, unless it starts together', () => {
    const allDay = buildSchedule('2026-11-21')
    expect(formatStart(days, allDay, 'Europe/Berlin')).toBe('All day')
    expect(describeDay(days, [allDay])).toBe('Morning light, all day, 30 minutes')
    expect(formatStart(days, { ...allDay, together: true }, null)).toBe('12:00 AM')
  })

  test('[TIME-07] a start has the viewer’s time beside it where the clocks differ', () => {
    const evening = buildSchedule('2026-11-21', { time: '18:30' })
    expect(formatStart(days, evening, 'Europe/Berlin')).toBe('6:30 PM (Sunday 1:30 AM where you are)')
    expect(formatStart(days, evening, 'America/Chicago')).toBe('6:30 PM')
    const of = (time: string, zone: string | null, date = '2026-11-21') =>
      describeStart(days, { date, scheduledTime: time }, { local: zone, today: '2026-11-21' })
    expect(of('06:00', 'Europe/Berlin')).toBe('Chicago time: 6:00 AM (1:00 PM where you are).')
    expect(of('06:00', 'America/Chicago')).toBe('Chicago time.')
    expect(of('06:00', null)).toBe('Chicago time.')
    expect(of('', 'Europe/Berlin')).toBe('Chicago time.')
    expect(of('06:00', 'Europe/Berlin', '')).toBe('Chicago time.')
    expect(of('00:00', 'Europe/Berlin')).toBe(
      'At 12:00 AM it is open all day. Choose a time to start together.',
    )
  })

  const berlin = { timeZone: 'Europe/Berlin', together: true }
  // At 06:30 in Berlin; from March 14 to 28 its clocks are six hours from Chicago's, else seven.
  const early = { ...buildSchedule('2027-03-13', { time: '06:30' }), ...berlin, dayShift: 1 }
  const between = { ...early, date: '2027-03-14' }

  test('[SCH-35] a start in an own zone is shown by the community’s clock, with the weekday if it isn’t on its date', () => {
    expect(formatStart(days, early, null)).toBe('11:30 PM')
    expect(formatStart(days, between, null)).toBe('Mon 12:30 AM')
    expect(formatStart(days, between, 'Asia/Tokyo')).toBe('Mon 12:30 AM (2:30 PM where you are)')
    expect(describeDay(days, [between])).toContain('Morning light on Monday at 12:30 AM, 30 minutes')
    expect([early, between].map((schedule) => formatOwnStart(days, schedule))).toEqual([
      '6:30 AM in Berlin',
      '6:30 AM in Berlin',
    ])
    expect(formatOwnStart(days, buildSchedule('2027-03-13', { time: '06:30' }))).toBeNull()
    expect(formatStart(days, early, 'Asia/Tokyo', { isListed: true })).toMatch(/ \(Sun 2:30 PM\)$/)
  })

  test('[SCH-35, SCH-36] a form shows both ends, and the viewer’s time if it differs from both', () => {
    const of = (schedule: Parameters<typeof describeStart>[1], local: string | null) =>
      describeStart(days, schedule, { local, today: '2026-11-21' })
    const ends = 'Sunday 6:30 AM in Berlin, Saturday 11:30 PM in Chicago'
    expect(of(early, null)).toBe(`${ends}.`)
    expect(of(early, 'America/Chicago')).toBe(`${ends}.`)
    expect(of(early, 'Europe/Paris')).toBe(`${ends}.`)
    expect(of(early, 'Asia/Tokyo')).toBe(`${ends} (Sunday 2:30 PM where you are).`)
    expect(of({ ...early, date: '' }, 'Asia/Tokyo')).toBe('Berlin time.')
    expect(of({ ...early, timeZone: 'America/Chicago', dayShift: 0 }, null)).toBe('Chicago time.')
  })

  test('[SCH-36] a preview says from when on the hour changes for the viewer', () => {
    const row = (date: string, scheduledTime: string, timeZone: string | null = null) => ({
      date,
      scheduledTime,
      timeZone,
      dayShift: 0,
    })
    const evenings = ['2027-03-07', '2027-03-14', '2027-03-21', '2027-03-28'].map((date) =>
      row(date, '07:00'),
    )
    expect(describeHourChanges(days, evenings, 'Europe/Berlin')).toEqual([
      'From March 14 on, it starts at 1:00 PM for you.',
      'From March 28 on, it starts at 2:00 PM for you.',
    ])
    expect(describeHourChanges(days, evenings, 'America/Chicago')).toEqual([])
    expect(describeHourChanges(days, evenings, null)).toEqual([])
    const inBerlin = evenings.map((start) => ({ ...start, timeZone: 'Europe/Berlin' }))
    expect(describeHourChanges(days, inBerlin, 'Europe/Berlin')).toEqual([])
    expect(
      describeHourChanges(days, [...evenings.slice(0, 2), row('2027-03-15', '09:00')], 'Asia/Tokyo'),
    ).toEqual(['From March 14 on, 7:00 AM in Chicago is 9:00 PM for you.'])
  })

  test('the local time is omitted where it equals the community’s', () => {
    const schedule = buildSchedule('2026-11-21', { time: '06:00' })
    expect(formatStart(days, schedule, 'America/Chicago')).toBe('6:00 AM')
    expect(formatStart(days, schedule, 'America/Winnipeg')).toBe('6:00 AM')
  })
})

test('[SCH-22] the number of empty days, with the year of another year', () => {
  const today = '2026-11-21'
  const planned = ['2026-11-21', '2026-11-22', '2026-11-23', '2026-11-25'].map((date) => buildSchedule(date))
  const gaps = (until: string) => describeGaps(planned, { today, until })
  expect(gaps('2026-11-28')).toBe('4 days without a meditation until Nov 28')
  expect(gaps('2026-11-24')).toBe('1 day without a meditation until Nov 24')
  expect(describeGaps([], { today: '2027-01-31', until: '2027-01-31' })).toBe(
    '1 day without a meditation until Jan 31',
  )
  expect(describeGaps([], { today: '2026-12-31', until: '2027-01-01' })).toBe(
    '2 days without a meditation until January 1, 2027',
  )
  // It names the day before the next empty one, not the end of the period.
  expect(gaps('2026-11-22')).toBe('Every day until Nov 23 has a meditation')
})

describe('screen-reader texts', () => {
  test('for a day', () => {
    const calm = buildSchedule('2026-11-21', { time: '06:00', title: 'Calm', minutes: 1 })
    const hidden = buildSchedule('2026-11-21', { time: '19:00', title: 'Hum', isActive: false })
    expect(describeDay(days)).toBe('nothing scheduled')
    expect(describeDay(days, [calm])).toBe('Calm at 6:00 AM, 1 minute')
    expect(describeDay(days, [{ ...calm, together: true }])).toBe(
      'Calm at 6:00 AM, 1 minute, starts together',
    )
    expect(describeDay(days, [calm, hidden])).toBe(
      '2 meditations: Calm at 6:00 AM, 1 minute; Hum at 7:00 PM, 30 minutes, inactive',
    )
  })

  test('for minutes', () => {
    expect([0, 1, 45].map(formatSpokenMinutes)).toEqual(['0 minutes', '1 minute', '45 minutes'])
  })
})

describe('[PLAN-07] in both weeks of a clock change', () => {
  const newYork = daysIn('America/New_York')
  const daily = (dates: readonly string[]) => dates.map((date) => buildSchedule(date, { time: '06:30' }))

  // Berlin changes its clocks weeks after New York in the spring, and a week before in the autumn; Kolkata never does.
  test.each([
    ['2027-03-13', '12:30 PM', '5:00 PM'],
    ['2027-03-14', '11:30 AM', '4:00 PM'],
    ['2027-03-27', '11:30 AM', '4:00 PM'],
    ['2027-03-28', '12:30 PM', '4:00 PM'],
    ['2027-10-30', '12:30 PM', '4:00 PM'],
    ['2027-10-31', '11:30 AM', '4:00 PM'],
    ['2027-11-06', '11:30 AM', '4:00 PM'],
    ['2027-11-07', '12:30 PM', '5:00 PM'],
  ])('a daily 6:30 on %s stays 6:30, and is %s in Berlin and %s in Kolkata', (date, berlin, kolkata) => {
    const [schedule = buildSchedule(date)] = daily([date])
    expect(formatStart(newYork, schedule, null)).toBe('6:30 AM')
    expect(formatStart(newYork, schedule, 'Europe/Berlin')).toBe(`6:30 AM (${berlin} where you are)`)
    expect(formatStart(newYork, schedule, 'Asia/Kolkata', { isListed: true })).toBe(`6:30 AM (${kolkata})`)
  })

  test('a member far ahead sees the next weekday, and the preview names each change of the hour', () => {
    const [before, after] = daily(['2027-03-13', '2027-03-14'])
    const auckland = [before, after].map(
      (each) => each && formatStart(newYork, each, 'Pacific/Auckland', { isListed: true }),
    )
    expect(auckland).toEqual(['6:30 AM (Sun 12:30 AM)', '6:30 AM (11:30 PM)'])
    const spring = Array.from({ length: 16 }, (_, index) => addDays('2027-03-13', index))
    expect(describeHourChanges(newYork, daily(spring), 'Europe/Berlin')).toEqual([
      'From March 14 on, it starts at 11:30 AM for you.',
      'From March 28 on, it starts at 12:30 PM for you.',
    ])
  })
})
