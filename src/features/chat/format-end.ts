// When something that keeps a member from writing ends, by the viewer's clock, as part of a sentence.
import { dayInZone, formatDay } from '#shared/day.ts'
import { t } from '#shared/i18n/t.ts'
import { formatTimeInSentence } from '#shared/local-time.ts'

/** '7:45 PM' of today, and 'Saturday, November 21, 7:45 PM' of another day. */
export function formatEnd(atMs: number, { zone, nowMs }: { zone: string; nowMs: number }): string {
  const time = formatTimeInSentence(atMs, zone)
  const day = dayInZone(atMs, zone)
  return day === dayInZone(nowMs, zone) ? time : t('{day}, {time}', { day: formatDay(day), time })
}
