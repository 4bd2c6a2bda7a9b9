// What invites to the first message, by the reader's clock.
import { clockHours } from '#shared/clock-hours.ts'
import { dayInZone } from '#shared/day.ts'
import { minuteMs } from '#shared/durations.ts'
import { t } from '#shared/i18n/t.ts'

/** The title of a chat without messages, by the clock of `zone`. */
export function firstWordsTitle(nowMs: number, zone: string): string {
  const hours = clockHours(nowMs, dayInZone(nowMs, zone), zone)
  if (hours < 4) return t('Be the first to say hello')
  if (hours < 12) return t('Be the first to say good morning')
  return hours < 18 ? t('Be the first to say good afternoon') : t('Be the first to say good evening')
}

/** Some zones differ by parts of an hour. */
const clockStepMs = 15 * minuteMs

/** Milliseconds until `firstWordsTitle` may change. */
export function msToNextFirstWords(nowMs: number): number {
  return clockStepMs - (nowMs % clockStepMs)
}
