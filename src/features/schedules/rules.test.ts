// Schedule rules.
import { describe, expect, it, test } from 'vitest'
import { sittingDefaults } from '#features/sittings/rules.ts'
import type { ScheduledStart } from '#features/sittings/scheduled-start.ts'
import { addDays } from '#shared/day.ts'
import { daysIn } from '#test/community-days.ts'
import { buildSchedule } from '#test/sittings/schedules.ts'
import {
  assignTemplates,
  communityTimeOf,
  copyLastWeeks,
  daysWithRoom,
  describeMissingBells,
  withShifts,
} from './days-to-fill.ts'
import {
  countUpcoming,
  comparePickerOrder,
  dateError,
  isRepeat,
  scheduleBefore,
  repeatDates,
  sittingTimelineSentence,
  datesTakenMessage,
  firstRows,
  groupSchedules,
  type ScheduleGroup,
  daysWithoutMeditation,
  nextEmptyDay,
  startsOfSeries,
} from './rules.ts'

describe('repeats', () => {
  it.each([
    ['2026-12-01', 0, 1, ['2026-12-01']],
    ['2026-12-01', 0, 4, ['2026-12-01']],
    ['2026-12-01', 3, 1, ['2026-12-01']],
    ['2026-12-01', 1, 2, ['2026-12-01', '2026-12-08']],
    ['2026-12-01', 2, 4, ['2026-12-01', '2026-12-15', '2026-12-29', '2027-01-12']],
    // Across a leap day, and across both clock changes.
    ['2028-02-22', 1, 2, ['2028-02-22', '2028-02-29']],
    ['2027-03-07', 1, 2, ['2027-03-07', '2027-03-14']],
    ['2027-10-31', 1, 2, ['2027-10-31', '2027-11-07']],
    ['2026-12-01', 12, 4, ['2026-12-01', '2027-02-23', '2027-05-18', '2027-08-10']],
  ])('[SCH-11] from %s, %i weeks apart, %i in all', (date, weeks, count, dates) => {
    expect(repeatDates(date, weeks, count)).toEqual(dates)
    expect(isRepeat(weeks, count)).toBe(dates.length > 1)
  })
})

describe('dates', () => {
  const at = { today: '2026-11-21', unchanged: null }

  it('[SCH-15] today and later dates are allowed, yesterday isn’t', () => {
    expect(dateError(['2026-11-21', '2026-12-01'], at)).toBeNull()
    expect(dateError(['2026-11-20'], at)).toBe('Friday, November 20, 2026 is in the past.')
  })

  it('[SCH-15] an unchanged past date is allowed; the dates of its repeat must not be past', () => {
    const past = { today: '2026-11-21', unchanged: '2026-11-10' }
    expect(dateError(['2026-11-10'], past)).toBeNull()
    expect(dateError(['2026-11-10', '2026-11-24'], past)).toBeNull()
    expect(dateError(['2026-11-10', '2026-11-17'], past)).toBe('Tuesday, November 17, 2026 is in the past.')
    expect(dateError(['2026-11-11'], past)).toBe('Wednesday, November 11, 2026 is in the past.')
  })

  it('[SCH-15] a repeat beyond the year 9999 is rejected', () => {
    expect(dateError(repeatDates('9999-12-30', 1, 2), at)).toBe('These dates are too far in the future.')
    expect(dateError(['9999-12-31'], at)).toBeNull()
  })

  it('[SCH-13, SCH-16] every taken date is named', () => {
    expect(datesTakenMessage(['2026-12-01'])).toBe(
      'There’s already a meditation on Tuesday, December 1, 2026.',
    )
    expect(datesTakenMessage(['2026-12-01', '2027-01-12'])).toBe(
      'These dates already have a meditation: Tuesday, December 1, 2026; Tuesday, January 12, 2027. Nothing was saved.',
    )
  })
})

describe('the picker', () => {
  it('[SCH-06] sorts by the first five letters, then by the weekday, Monday first', () => {
    const ordered = [
      'A lake at dawn',
      'evening hush',
      'Evening light',
      'Wk 01 Monday: arriving',
      'Wk 01 TUESDAY',
      'Wk 01, on Wednesday',
      'Wk 01 Thursday',
      'Wk 01 Friday',
      'Wk 01 Saturday',
      'Wk 01 Sunday',
      'Wk 01 Any day',
      'Wk 02 Monday',
    ]
    const shuffled = [7, 2, 11, 5, 0, 10, 3, 9, 1, 8, 4, 6].map((index) => ({ title: ordered[index] ?? '' }))
    expect(shuffled.toSorted(comparePickerOrder).map(({ title }) => title)).toEqual(ordered)
  })

  it('[SCH-06] knows the weekdays in every language', () => {
    const titles = ['Wo 01 Sonntag', 'Wo 01 Freitag', 'Wo 01 Miércoles', 'Wo 01 terça-feira', 'Wo 01 Montag']
    const ordered = titles.map((title) => ({ title })).toSorted(comparePickerOrder)
    expect(ordered.map(({ title }) => title.slice(6))).toEqual([
      'Montag',
      'terça-feira',
      'Miércoles',
      'Freitag',
      'Sonntag',
    ])
  })

  it('[SCH-06] ignores case and accents, and everything after the fifth letter', () => {
    const titles = ['Étude Friday, a', 'etude Monday, z', 'ÉTUDE Wednesday, m'].map((title) => ({ title }))
    expect(titles.toSorted(comparePickerOrder).map(({ title }) => title)).toEqual([
      'etude Monday, z',
      'ÉTUDE Wednesday, m',
      'Étude Friday, a',
    ])
  })
})

const rows = [
  { ...buildSchedule('2026-11-21', { title: 'Wk 01 Tuesday' }), templateId: 2 },
  { ...buildSchedule('2026-11-30', { title: 'Wk 01 Monday' }), templateId: 1 },
  { ...buildSchedule('2026-12-01', { title: 'Wk 01 Tuesday' }), templateId: 2 },
  { ...buildSchedule('2027-11-01', { title: 'Wk 01 Monday' }), templateId: 3 },
]
const describeGroups = (groups: readonly ScheduleGroup[]) =>
  groups.map(({ title, schedules }) => [title, ...schedules.map(({ date }) => date)])

it('[SCH-01] by date, schedules are grouped by month', () => {
  expect(describeGroups(groupSchedules(rows, 'date'))).toEqual([
    ['November 2026', '2026-11-21', '2026-11-30'],
    ['December 2026', '2026-12-01'],
    ['November 2027', '2027-11-01'],
  ])
})

it('[SCH-01] by template, groups are in picker order; templates with the same name stay separate', () => {
  expect(describeGroups(groupSchedules(rows, 'template'))).toEqual([
    ['Wk 01 Monday', '2026-11-30'],
    ['Wk 01 Monday', '2027-11-01'],
    ['Wk 01 Tuesday', '2026-11-21', '2026-12-01'],
  ])
})

it('[SCH-01] a long list is cut after the given number of rows, also within a group', () => {
  const groups = groupSchedules(rows, 'date')
  expect(describeGroups(firstRows(groups, 1))).toEqual([['November 2026', '2026-11-21']])
  expect(describeGroups(firstRows(groups, 3))).toEqual(describeGroups(groups).slice(0, 2))
  expect(firstRows(groups, 9)).toEqual(groups)
})

test('[SCH-22] a day is empty without an active schedule; a range includes both ends', () => {
  const schedules = [
    buildSchedule('2026-12-30'),
    buildSchedule('2026-12-31', { isActive: false }),
    buildSchedule('2027-01-01'),
  ]
  const range = { from: '2026-12-29', to: '2027-01-02' }
  expect(daysWithoutMeditation(schedules, range)).toEqual(['2026-12-29', '2026-12-31', '2027-01-02'])
  expect(daysWithoutMeditation(schedules, { from: '2026-12-30', to: '2026-12-30' })).toEqual([])
  expect(daysWithoutMeditation(schedules, { from: '2026-12-29', to: '2026-12-28' })).toEqual([])
  expect(nextEmptyDay(schedules, '2026-12-30')).toBe('2026-12-31')
  expect(nextEmptyDay(schedules, '2027-01-01')).toBe('2027-01-02')
})

test('[SCH-28] templates take turns over the days', () => {
  const days = ['2026-12-30', '2026-12-31', '2027-01-02']
  const scheduledTime = '06:30'
  expect(
    assignTemplates(days, { templateIds: [7, 3], scheduledTime, together: false, unmeasuredIds: [] }),
  ).toEqual([
    { date: '2026-12-30', templateId: 7, scheduledTime },
    { date: '2026-12-31', templateId: 3, scheduledTime },
    { date: '2027-01-02', templateId: 7, scheduledTime },
  ])
  const together = { scheduledTime, together: true, unmeasuredIds: [3] }
  expect(assignTemplates(days, { ...together, templateIds: [] })).toEqual([])
  const mixed = assignTemplates(days, { ...together, templateIds: [7, 3] })
  expect(mixed.map((day) => day.together)).toEqual([true, undefined, true])
  const rain = { id: 3, title: 'Rain' }
  expect(describeMissingBells(mixed, [rain])).toBe(
    'The video of “Rain” has no known length yet, so 1 of 3 days can’t start together: Dec 31. ' +
      'Check the video in the template first.',
  )
  expect(describeMissingBells(mixed, [])).toBeNull()
  const many = assignTemplates(days.concat(days, days), { ...together, templateIds: [3] })
  expect(describeMissingBells(many, [rain, { id: 4, title: 'Sea' }])).toContain(
    '“Rain” and “Sea” has no known length yet, so 9 of 9 days can’t start together: Dec 30, Dec 31, Jan 2, Dec 30, Dec 31, and 4 more.',
  )
})

test('[SCH-31] a new schedule can take the start of the latest active one before its day', () => {
  const schedules = [
    buildSchedule('2026-12-24', { id: 1 }),
    buildSchedule('2026-12-25', { id: 2 }),
    buildSchedule('2026-12-26', { id: 3, isActive: false }),
    buildSchedule('2026-12-28', { id: 4 }),
  ]
  expect(scheduleBefore(schedules, '2026-12-27')?.id).toBe(2)
  expect(scheduleBefore(schedules, '2026-12-24')).toBeNull()
})

const chicago = daysIn('America/Chicago')
const noonOf = (day: string) => chicago.wallTimeMs(day, '12:00', 'America/Chicago')
const nowMs = noonOf('2026-11-21')
const copyOptions = { today: '2026-11-21', templateIds: [1], severalADay: false, nowMs }

test('[SCH-28] where a day can have several, those are filled whose other meditations start at other times', () => {
  const evening = { ...buildSchedule('2026-11-22', { time: '19:00' }), together: true }
  const elsewhere = {
    ...buildSchedule('2026-11-23', { time: '02:00' }),
    together: true,
    timeZone: 'Europe/Berlin',
    dayShift: 1,
  }
  const schedules = [
    evening,
    elsewhere,
    buildSchedule('2026-11-24'),
    buildSchedule('2026-11-25', { isActive: false }),
  ]
  const daysFor = (scheduledTime: string, together: boolean, severalADay = true) =>
    daysWithRoom(chicago, schedules, {
      from: '2026-11-21',
      to: '2026-11-25',
      scheduledTime,
      together,
      severalADay,
      nowMs,
    }).map((day) => Number(day.slice(-2)))
  // Today's 7:00 AM is past; 2:00 AM in Berlin is 7:00 PM.
  expect(daysFor('07:00', true)).toEqual([22, 23, 24, 25])
  expect(daysFor('19:00', true)).toEqual([21, 24, 25])
  expect(daysFor('', true)).toEqual([21, 22, 23, 24, 25])
  // Only one of a day can be without a bell; one that is open all day is never past.
  expect(daysFor('00:00', false)).toEqual([21, 22, 23, 25])
  expect(daysFor('07:00', true, false)).toEqual([21, 25])
})

test('[SCH-29] where a day can have several, each meditation is copied to a day that has room at its time', () => {
  const schedules = ['06:30', '19:00'].map((time) => ({
    ...buildSchedule('2026-10-25', { time }),
    together: true,
  }))
  const evening = { ...buildSchedule('2026-11-22', { time: '19:00' }), together: true }
  const starts = (severalADay: boolean, today = '2026-11-21') =>
    copyLastWeeks(chicago, [...schedules, evening], { ...copyOptions, severalADay, today }).map(
      ({ date, scheduledTime }) => `${date} ${scheduledTime}`,
    )
  expect(starts(false)).toEqual([])
  expect(starts(true)).toEqual(['2026-11-22 06:30'])
  // Past ones of today aren't.
  const past = noonOf('2026-11-22')
  expect(
    copyLastWeeks(chicago, schedules, {
      ...copyOptions,
      severalADay: true,
      today: '2026-11-22',
      nowMs: past,
    }).map(({ scheduledTime }) => scheduledTime),
  ).toEqual(['19:00'])
})

test('[SCH-29] the last four weeks are copied to the empty days of the next four, except archived templates', () => {
  const schedules = [
    buildSchedule('2026-10-23'),
    buildSchedule('2026-10-24', { time: '06:30' }),
    buildSchedule('2026-10-25'),
    buildSchedule('2026-10-26', { isActive: false }),
    { ...buildSchedule('2026-10-27'), templateId: 9 },
    buildSchedule('2026-11-20'),
    // Taken, and not a source: it's after yesterday.
    buildSchedule('2026-11-22'),
    buildSchedule('2026-11-21', { isActive: false }),
  ]
  expect(copyLastWeeks(chicago, schedules, copyOptions)).toEqual([
    { date: '2026-11-21', templateId: 1, scheduledTime: '06:30' },
    { date: '2026-12-18', templateId: 1, scheduledTime: '00:00' },
  ])
})

test('[SCH-29, PLAN-01] all meditations of a day are copied; never a part of a day, nor more than one call takes', () => {
  const times = ['06:00', '09:00', '12:00', '15:00', '18:00', '20:00', '22:00']
  const days = Array.from({ length: 20 }, (_, index) => addDays('2026-10-24', index))
  const schedules = days.flatMap((day) => times.map((time) => buildSchedule(day, { time })))
  const copies = copyLastWeeks(chicago, schedules, copyOptions)
  expect(copies.slice(0, 8).map(({ date, scheduledTime }) => `${date} ${scheduledTime}`)).toEqual([
    ...times.map((time) => `2026-11-21 ${time}`),
    '2026-11-22 06:00',
  ])
  expect(copies).toHaveLength(119)
})

test('[SCH-29] a copy has the zone and the shift of its source', () => {
  const ownZone = { timeZone: 'Europe/Berlin', dayShift: 1, together: true }
  const source = { ...buildSchedule('2026-10-24', { time: '06:30' }), ...ownZone }
  expect(copyLastWeeks(chicago, [source], copyOptions)).toEqual([
    { ...sittingDefaults, date: '2026-11-21', templateId: 1, scheduledTime: '06:30', ...ownZone },
  ])
})

describe('starts in an own zone', () => {
  const days = daysIn('America/Chicago')
  const timeZone = 'Europe/Berlin'
  // Chicago's clocks change on March 14, Berlin's on March 28: in between the smallest shift is another one.
  const [winter, between, summer] = ['2027-03-10', '2027-03-20', '2027-04-10'] as const
  const start = { scheduledTime: '06:30', timeZone }

  test('[SCH-34] a repeat has its first date’s shift; an edited row its own, unless its start changed', () => {
    const shiftsOf = (date: string, edited: ScheduledStart | null = null) =>
      startsOfSeries(days, { ...start, date }, { dates: [date, summer], edited }).map(
        ({ dayShift }) => dayShift,
      )
    expect(shiftsOf(winter)).toEqual([1, 1])
    expect(shiftsOf(between)).toEqual([0, 0])
    const edited = { ...start, date: between, dayShift: 1 }
    expect(shiftsOf(between, edited)).toEqual([1, 1])
    for (const other of [{ date: winter }, { scheduledTime: '06:31' }, { timeZone: null }])
      expect(shiftsOf(between, { ...edited, ...other })).toEqual([0, 0])
  })

  test('[SCH-34] of many days the copied keep their shifts, and the others have that of the first with their time', () => {
    const day = (date: string, more: object = {}) => ({ ...start, date, templateId: 1, ...more })
    const shifts = withShifts(days, [
      day(summer),
      day(winter),
      day(between, { dayShift: 1 }),
      day('2027-03-21', { scheduledTime: '06:31' }),
      day('2027-03-22', { timeZone: undefined, dayShift: 1 }),
    ]).map(({ date, dayShift }) => [date, dayShift])
    expect(shifts).toEqual([
      [winter, 1],
      [between, 1],
      ['2027-03-21', 0],
      ['2027-03-22', 0],
      [summer, 1],
    ])
  })

  test('[SCH-28] their time by the community’s clock, for days without an own zone', () => {
    expect(communityTimeOf(days, { ...start, date: winter, dayShift: 1 })).toBe('23:30')
    expect(communityTimeOf(days, { ...start, timeZone: null, date: winter, dayShift: 0 })).toBe('06:30')
  })

  test('[SCH-35] the moments of a sitting are named by the clock of its zone', () => {
    const settings = { ...sittingDefaults, ...start, together: true, date: winter }
    expect(sittingTimelineSentence(days, settings, 1_200)).toContain('the bell rings 6:30 AM')
  })
})

test('[TOT-07] today counts; past and inactive schedules don’t', () => {
  const on = (date: string, isActive = true) => ({ date, isActive })
  const schedules = [on('2026-11-20'), on('2026-11-21'), on('2026-11-22', false), on('2027-01-01')]
  expect(countUpcoming(schedules, '2026-11-21')).toBe(2)
  expect(countUpcoming(schedules, '2026-11-22')).toBe(1)
  expect(countUpcoming([], '2026-11-21')).toBe(0)
})

test('[PHASE-27] the moments of a sitting are named by the community’s clock', () => {
  const settings = {
    ...sittingDefaults,
    timeZone: null,
    together: true,
    date: '2026-11-21',
    scheduledTime: '06:30',
  }
  expect(sittingTimelineSentence(daysIn('America/Chicago'), settings, 1_200)).toBe(
    'Doors open 6:15 AM · the bell rings 6:30 AM · the sitting ends 6:50 AM · sharing until 7:05 AM',
  )
})
