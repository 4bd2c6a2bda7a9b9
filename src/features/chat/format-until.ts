// Until when something keeps a member from writing, by the viewer's clock, as part of a sentence.
import { dayInZone, formatDay, formatTimeOfDay } from '#shared/day.ts'
import { t } from '#shared/i18n/t.ts'

/** 'until 7:45 PM' of today, and 'until Saturday, November 21, 7:45 PM' of another day. */
export function formatUntil(atMs: number, { zone, nowMs }: { zone: string; nowMs: number }): string {
  const time = formatTimeOfDay(atMs, zone)
  const day = dayInZone(atMs, zone)
  return day === dayInZone(nowMs, zone)
    ? t('until {time}', { time })
    : t('until {day}, {time}', { day: formatDay(day), time })
}
