// Names of time zones.
import { expect, test } from 'vitest'
import { isTimeZone } from './time-zone.ts'

test.each([
  'Europe/Berlin',
  'America/Argentina/Buenos_Aires',
  'America/Port-au-Prince',
  'Asia/Kolkata',
  'Asia/Calcutta',
  'Etc/GMT+5',
  'UTC',
])('[SCH-33] %s is a time zone', (name) => {
  expect(isTimeZone(name)).toBe(true)
})

test.each([
  '',
  'Berlin',
  'europe/berlin',
  'EUROPE/BERLIN',
  'utc',
  ' Europe/Berlin',
  'Europe/Berlin\n',
  '+05:00',
  '-0300',
  'Z',
  'Etc/Unknown',
  'localtime',
  '2026-01-01T00:00[Europe/Berlin]',
  'Europe/Berlin; drop table schedules',
  'constructor',
])('[SCH-33] %j is no time zone', (name) => {
  expect(isTimeZone(name)).toBe(false)
})
