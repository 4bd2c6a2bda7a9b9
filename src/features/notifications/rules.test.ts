// The times that a member can choose from, whether anything is chosen, and what a press changes.
import { expect, test } from 'vitest'
import { msToTimestamp } from '#shared/day.ts'
import { daysIn } from '#test/community-days.ts'
import { scheduledStartsIn } from '#test/data/scheduled-starts.ts'
import type { NotificationChoices } from './contract.ts'
import { choicesAfter, isAnythingChosen, noNotificationChoices, plannedStarts } from './rules.ts'

const days = daysIn('America/Chicago')
const startOf = scheduledStartsIn(days)

test('[REM-02] the planned times ahead are listed once, each with its moments, by the next start', () => {
  const fromMs = days.wallTimeMs('2027-03-13', '12:00')
  const planned = [
    ...['2027-03-13', '2027-03-14', '2027-03-15'].map((date) => startOf(date, '06:30')),
    ...['2027-03-17', '2027-03-24'].map((date) => startOf(date, '18:00', 'Europe/Berlin')),
  ]
  const starts = plannedStarts(days, planned, fromMs)
  expect(starts.map(({ startsAt, ...time }) => ({ ...time, startsAt: startsAt.map(msToTimestamp) }))).toEqual(
    [
      { time: '06:30', zone: null, startsAt: ['2027-03-14T11:30:00.000Z', '2027-03-15T11:30:00.000Z'] },
      {
        time: '18:00',
        zone: 'Europe/Berlin',
        startsAt: ['2027-03-17T17:00:00.000Z', '2027-03-24T17:00:00.000Z'],
      },
    ],
  )
})

const chosen: Partial<NotificationChoices>[] = [
  { tenMinutes: 'push' },
  { dayBefore: 'mail' },
  { changes: ['push'] },
  { news: true },
]

test.each(chosen)('[REM-01] %j alone is something chosen', (choice) => {
  expect(isAnythingChosen({ ...noNotificationChoices, ...choice })).toBe(true)
})

test('[REM-01] a zone, weekdays and times alone are nothing that is sent', () => {
  const hours = { weekdays: [0], times: [{ time: '06:30', zone: null }], zone: 'Europe/Berlin' }
  expect(isAnythingChosen({ ...noNotificationChoices, ...hours })).toBe(false)
})

test('[REM-02] a press changes its own field, and of the ways to learn of changes the pressed one', () => {
  const before: NotificationChoices = { ...noNotificationChoices, news: true, changes: ['push'] }
  expect(choicesAfter(before, { tenMinutes: 'push' })).toEqual({ ...before, tenMinutes: 'push' })
  expect(choicesAfter(before, { changes: { mail: true } })).toEqual({ ...before, changes: ['push', 'mail'] })
  expect(choicesAfter(before, { changes: { push: false } })).toEqual({ ...before, changes: [] })
})
