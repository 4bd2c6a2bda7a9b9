// The days of the community in tests: by default its first zone's, in `npm run test:full` also other zones'.
import { communityDays, msToTimestamp, type CommunityDays } from '#shared/day.ts'

/** The zone of the first era: Chicago's, unless the run names another one. */
export const testZone = process.env['TEST_ZONE'] ?? 'America/Chicago'

/** The days of a community that never changed its zone. */
export function daysIn(zone: string): CommunityDays {
  return communityDays([{ fromDay: '0001-01-01', zone }])
}

/** The eras that a test's community begins with. */
export const testEras = [{ fromDay: '0001-01-01', zone: testZone }] as const

export const testDays = communityDays(testEras)

/** The zones in which the tables of days run. */
export const tableZones = ['America/Chicago', 'Pacific/Auckland', 'Asia/Kolkata'] as const

/** The timestamp of a wall time in the test's zone: `wall('2026-11-21 23:59:30')`. */
export function wall(text: string): string {
  return msToTimestamp(Temporal.PlainDateTime.from(text).toZonedDateTime(testZone).epochMilliseconds)
}
