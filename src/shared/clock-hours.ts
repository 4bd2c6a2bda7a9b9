// What a clock shows, as a number: for places on a line.
/**
 * What the clock of the zone shows at a moment, in hours from a day's midnight on. It is 19 at 7:00 PM, and 24.25 at
 * 12:15 AM of the next day. A change of the clock doesn't count: the same wall time is always the same number.
 */
export function clockHours(atMs: number, day: string, zone: string): number {
  const wallTime = Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(zone).toPlainDateTime()
  return Temporal.PlainDate.from(day).toPlainDateTime().until(wallTime).total('hours')
}
