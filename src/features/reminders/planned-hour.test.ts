// Which sittings a member chose: by the planned hour of the schedule's own clock, whatever clocks do.
import { describe, expect, test } from 'vitest'
import { isChosen, noNotificationChoices } from '#features/notifications/rules.ts'
import { addDays } from '#shared/day.ts'
import { daysIn } from '#test/community-days.ts'
import { scheduledStartsIn } from '#test/data/scheduled-starts.ts'
import { hourOfBell, plannedHour } from './planned-hour.ts'

const days = daysIn('America/Chicago')
const startOf = scheduledStartsIn(days)

describe('the planned hour', () => {
  // Chicago changes its clocks on March 14, 2027, Berlin on March 28.
  const berlin = ['2027-03-10', '2027-03-17', '2027-03-24', '2027-03-31'].map((date) =>
    startOf(date, '18:00', 'Europe/Berlin'),
  )

  test('[REM-02] a choice of 6 PM in Berlin means each week’s sitting, whatever the community’s clock shows then', () => {
    const times = [{ time: '18:00', zone: 'Europe/Berlin' }]
    expect(berlin.map((start) => isChosen({ ...noNotificationChoices, times }, plannedHour(start)))).toEqual([
      true,
      true,
      true,
      true,
    ])
    for (const time of ['11:00', '12:00', '18:00']) {
      const other = { ...noNotificationChoices, times: [{ time, zone: null }] }
      expect(berlin.some((start) => isChosen(other, plannedHour(start)))).toBe(false)
    }
  })

  test('[REM-02] a daily time matches also on the day whose clock skips it', () => {
    expect(plannedHour(startOf('2027-03-14', '02:30'))).toEqual({ weekday: 0, time: '02:30', zone: null })
  })

  test('[REM-02] the weekday is that of the planned date by the schedule’s own clock', () => {
    const start = startOf('2027-03-12', '02:30', 'Europe/Berlin')
    expect(addDays(start.date, start.dayShift)).toBe('2027-03-13')
    const saturdays = { ...noNotificationChoices, weekdays: [6] }
    expect(isChosen(saturdays, plannedHour(start))).toBe(true)
    expect(isChosen({ ...noNotificationChoices, weekdays: [5] }, plannedHour(start))).toBe(false)
  })

  test('[REM-02] without its schedule a sitting has its bell’s hour by the community’s clock', () => {
    const bell = days.wallTimeMs('2027-03-13', '06:30')
    expect(hourOfBell(days, bell)).toEqual({ weekday: 6, time: '06:30', zone: null })
  })

  test('[REM-02] weekday and time both count', () => {
    const saturdaysEarly = { ...noNotificationChoices, weekdays: [6], times: [{ time: '06:30', zone: null }] }
    const chosen = (date: string, time: string) => isChosen(saturdaysEarly, plannedHour(startOf(date, time)))
    expect(chosen('2027-03-13', '06:30')).toBe(true)
    expect(chosen('2027-03-13', '20:00')).toBe(false)
    expect(chosen('2027-03-14', '06:30')).toBe(false)
    expect(isChosen(noNotificationChoices, plannedHour(startOf('2027-03-14', '20:00')))).toBe(true)
  })
})
