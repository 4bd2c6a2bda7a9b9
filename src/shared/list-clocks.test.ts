// What a list says of the clocks of its times.
import { expect, test } from 'vitest'
import { describeListClocks } from './list-clocks.ts'

const winter = Temporal.Instant.from('2026-11-21T18:00:00Z').epochMilliseconds
const summer = Temporal.Instant.from('2026-07-01T18:00:00Z').epochMilliseconds
const both = 'All times are Chicago time, with yours in parentheses.'
const one = 'All times are Chicago time.'

test.each([
  { local: 'Europe/Berlin', times: [winter], listed: both, compact: one },
  { local: 'Europe/Berlin', times: [], listed: null, compact: null },
  { local: 'America/Chicago', times: [winter, summer], listed: null, compact: null },
  // Without a summer time.
  { local: 'America/Regina', times: [winter], listed: null, compact: null },
  { local: 'America/Regina', times: [winter, summer], listed: both, compact: one },
  { local: null, times: [winter], listed: one, compact: one },
  { local: null, times: [], listed: null, compact: null },
])('[TIME-07] $local, $times: $listed', ({ local, times, listed, compact }) => {
  const zones = { community: 'America/Chicago', local }
  expect(describeListClocks(times, zones, { hasLocal: true })).toBe(listed)
  expect(describeListClocks(times, zones, { hasLocal: false })).toBe(compact)
})
