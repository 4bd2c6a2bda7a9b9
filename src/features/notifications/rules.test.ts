// Which sittings a member chose: by the planned hour of the schedule's own clock, whatever clocks do.
import { describe, expect, test } from 'vitest'
import { dayShiftOf } from '#features/sittings/scheduled-start.ts'
import { addDays, msToTimestamp } from '#shared/day.ts'
import { daysIn } from '#test/community-days.ts'
import { noReminders } from '#test/data/no-reminders.ts'
import type { NotificationChoices } from './contract.ts'
import { choicesAfter, hourOfBell, isAnythingChosen, isChosen, plannedHour, plannedStarts } from './rules.ts'

const days = daysIn('America/Chicago')
const startOf = (date: string, scheduledTime: string, timeZone: string | null = null) => ({
  date,
  scheduledTime,
  timeZone,
  dayShift: dayShiftOf(days, { date, scheduledTime, timeZone }),
})

describe('the planned hour', () => {
  // Chicago changes its clocks on March 14, 2027, Berlin on March 28.
  const berlin = ['2027-03-10', '2027-03-17', '2027-03-24', '2027-03-31'].map((date) =>
    startOf(date, '18:00', 'Europe/Berlin'),
  )

  test('[REM-02] a choice of 6 PM in Berlin means each week’s sitting, whatever the community’s clock shows then', () => {
    const times = [{ time: '18:00', zone: 'Europe/Berlin' }]
    expect(berlin.map((start) => isChosen({ ...noReminders, times }, plannedHour(start)))).toEqual([
      true,
      true,
      true,
      true,
    ])
    for (const time of ['11:00', '12:00', '18:00']) {
      const other = { ...noReminders, times: [{ time, zone: null }] }
      expect(berlin.some((start) => isChosen(other, plannedHour(start)))).toBe(false)
    }
  })

  test('[REM-02] a daily time matches also on the day whose clock skips it', () => {
    expect(plannedHour(startOf('2027-03-14', '02:30'))).toEqual({ weekday: 0, time: '02:30', zone: null })
  })

  test('[REM-02] the weekday is that of the planned date by the schedule’s own clock', () => {
    const start = startOf('2027-03-12', '02:30', 'Europe/Berlin')
    expect(addDays(start.date, start.dayShift)).toBe('2027-03-13')
    const saturdays = { ...noReminders, weekdays: [6] }
    expect(isChosen(saturdays, plannedHour(start))).toBe(true)
    expect(isChosen({ ...noReminders, weekdays: [5] }, plannedHour(start))).toBe(false)
  })

  test('[REM-02] without its schedule a sitting has its bell’s hour by the community’s clock', () => {
    const bell = days.wallTimeMs('2027-03-13', '06:30')
    expect(hourOfBell(days, bell)).toEqual({ weekday: 6, time: '06:30', zone: null })
  })

  test('[REM-02] weekday and time both count', () => {
    const saturdaysEarly = { ...noReminders, weekdays: [6], times: [{ time: '06:30', zone: null }] }
    const chosen = (date: string, time: string) => isChosen(saturdaysEarly, plannedHour(startOf(date, time)))
    expect(chosen('2027-03-13', '06:30')).toBe(true)
    expect(chosen('2027-03-13', '20:00')).toBe(false)
    expect(chosen('2027-03-14', '06:30')).toBe(false)
    expect(isChosen(noReminders, plannedHour(startOf('2027-03-14', '20:00')))).toBe(true)
  })

  test('[REM-02] the planned times ahead are listed once, each with its moments, by the next start', () => {
    const fromMs = days.wallTimeMs('2027-03-13', '12:00')
    const planned = [
      ...['2027-03-13', '2027-03-14', '2027-03-15'].map((date) => startOf(date, '06:30')),
      ...berlin.slice(1, 3),
    ]
    const starts = plannedStarts(days, planned, fromMs)
    expect(
      starts.map(({ startsAt, ...time }) => ({ ...time, startsAt: startsAt.map(msToTimestamp) })),
    ).toEqual([
      { time: '06:30', zone: null, startsAt: ['2027-03-14T11:30:00.000Z', '2027-03-15T11:30:00.000Z'] },
      {
        time: '18:00',
        zone: 'Europe/Berlin',
        startsAt: ['2027-03-17T17:00:00.000Z', '2027-03-24T17:00:00.000Z'],
      },
    ])
  })
})

const chosen: Partial<NotificationChoices>[] = [
  { tenMinutes: 'push' },
  { dayBefore: 'mail' },
  { changes: ['push'] },
  { news: true },
]

test.each(chosen)('[REM-01] %j alone is something chosen', (choice) => {
  expect(isAnythingChosen({ ...noReminders, ...choice })).toBe(true)
})

test('[REM-01] a zone, weekdays and times alone are nothing that is sent', () => {
  const hours = { weekdays: [0], times: [{ time: '06:30', zone: null }], zone: 'Europe/Berlin' }
  expect(isAnythingChosen({ ...noReminders, ...hours })).toBe(false)
})

test('[REM-02] a press changes its own field, and of the ways to learn of changes the pressed one', () => {
  const before: NotificationChoices = { ...noReminders, news: true, changes: ['push'] }
  expect(choicesAfter(before, { tenMinutes: 'push' })).toEqual({ ...before, tenMinutes: 'push' })
  expect(choicesAfter(before, { changes: { mail: true } })).toEqual({ ...before, changes: ['push', 'mail'] })
  expect(choicesAfter(before, { changes: { push: false } })).toEqual({ ...before, changes: [] })
})
