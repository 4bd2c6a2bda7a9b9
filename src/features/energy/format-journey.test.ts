// Journey texts.
import { expect, test } from 'vitest'
import { createHistoryDay, type DayFields } from '#test/energy-history.ts'
import {
  formatJourneyDate,
  journeyLevels,
  describeNeutralOutcome,
  describeSession,
} from './format-journey.ts'

const today = '2026-11-21'
const describeSampleSession = (facts: DayFields, date = '2026-11-19') =>
  describeSession(createHistoryDay(date, facts), 11, 18, today)

test('[JRNY-02] the drawing’s description states the movement', () => {
  expect(describeSampleSession({ before: 1, after: 5 })).toBe(
    'Session 12 of 18, Thursday, November 19: your energy rose from Root to Throat.',
  )
  expect(describeSampleSession({ before: 5, after: 0 })).toContain(
    ': your energy settled from Throat to No Awareness.',
  )
  expect(describeSampleSession({ before: 4, after: 4 })).toContain(': your energy stayed at Heart.')
})

test('[JRNY-07] a day with one entry stays at its level, and the description names which entry it is', () => {
  const before = createHistoryDay(today, { before: 3 })
  const after = createHistoryDay(today, { after: 6 })
  expect(journeyLevels(before)).toEqual({ before: 3, after: 3 })
  expect(journeyLevels(after)).toEqual({ before: 6, after: 6 })
  expect(journeyLevels(createHistoryDay(today, { before: 1, after: 0 }))).toEqual({ before: 1, after: 0 })
  expect(describeSampleSession({ before: 3 })).toContain(
    ': your energy was at Solar Plexus before the meditation.',
  )
  expect(describeSampleSession({ after: 6 }, today)).toContain(
    ', Today: your energy was at Third Eye after the meditation.',
  )
  expect([describeNeutralOutcome(before), describeNeutralOutcome(after)]).toEqual([
    'Before only',
    'After only',
  ])
})

test('[JRNY-03] an outcome without a gain is described without a number', () => {
  expect(describeNeutralOutcome(createHistoryDay(today, { before: 4, after: 4 }))).toBe('Stayed at Heart')
  expect(describeNeutralOutcome(createHistoryDay(today, { before: 5, after: 1 }))).toBe('Settled at Root')
})

test('[JRNY-07] a date includes its year only if it isn’t the current one', () => {
  expect(formatJourneyDate(today, today)).toBe('Today')
  expect(formatJourneyDate('2026-01-01', today)).toBe('Thursday, January 1')
  expect(formatJourneyDate('2025-12-31', today)).toBe('Wednesday, December 31, 2025')
})
