// The sentences of today's preview for visitors; a separate file, to keep the room's rules out of the first load.
import { msToBell } from '#features/sittings/phases.ts'
import { capitalize, dayInZone } from '#shared/day.ts'
import { minuteMs } from '#shared/durations.ts'
import { formatNumber } from '#shared/i18n/format-number.ts'
import { t } from '#shared/i18n/t.ts'
import { formatViewerTime, relativeDay, type ShownZones } from '#shared/local-time.ts'
import type { MeditationPreview } from './contract.ts'

/** The bell by the viewer's clock: 'The bell rings at 7:00 PM, in 5 h 47 min', rounded up. Null once it has rung. */
export function bellSentence(startsAt: number, nowMs: number, zones: ShownZones): string | null {
  const minutesLeft = Math.ceil(msToBell(startsAt, nowMs) / minuteMs)
  if (minutesLeft <= 0) return null
  const hours = Math.floor(minutesLeft / 60)
  const minutes = minutesLeft % 60
  const left =
    hours === 0
      ? t('{minutes} min', { minutes })
      : minutes === 0
        ? t('{hours} h', { hours })
        : t('{hours} h {minutes} min', { hours, minutes })
  return t('The bell rings at {bell}, in {left}', { bell: formatViewerTime(startsAt, zones), left })
}

/** The day of the bell by the viewer's clock: 'Today', 'Tomorrow' or a later one; 'Today' without a bell ahead. */
export function previewDay(startsAt: number | null, nowMs: number, { community, local }: ShownZones): string {
  const zone = local ?? community
  const day = relativeDay(dayInZone(Math.max(startsAt ?? 0, nowMs), zone), dayInZone(nowMs, zone))
  return day === 'today' ? t('Today') : day === 'tomorrow' ? t('Tomorrow') : capitalize(day)
}

/** Milliseconds until the sentence changes; null once the bell has rung. */
export function msToNextBellSentence(startsAt: number, nowMs: number): number | null {
  const leftMs = msToBell(startsAt, nowMs)
  return leftMs <= 0 ? null : leftMs % minuteMs || minuteMs
}

/** The length and who sat yesterday, as far as they are known; empty without both. */
export function previewDetails({ today, satYesterday }: MeditationPreview): string {
  return [
    ...(today ? [t('{minutes} min', { minutes: formatNumber(today.duration) })] : []),
    ...(satYesterday === null
      ? []
      : [t('{count, number} people sat here yesterday', { count: satYesterday })]),
  ].join(' · ')
}
