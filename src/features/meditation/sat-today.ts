// The day after a sitting, in words: when the member sat, and with how many others.
import { clockHours } from '#shared/clock-hours.ts'
import { capitalize, dayInZone } from '#shared/day.ts'
import { t } from '#shared/i18n/t.ts'

interface SatSentenceInput {
  startsAt: number
  /** Null where the page doesn't know it. */
  others: number | null
}

/** 'You sat this morning, with 15 others', by the viewer's clock. */
export function satSentence(
  { startsAt, others }: SatSentenceInput,
  { zone, nowMs }: { zone: string; nowMs: number },
): string {
  const when = partOfDay(startsAt, { zone, nowMs })
  return capitalize(
    others === null || others <= 0
      ? t('You sat {when}', { when })
      : t('{others, plural, one {You sat {when}, with # other} other {You sat {when}, with # others}}', {
          others,
          when,
        }),
  )
}

function partOfDay(startsAt: number, { zone, nowMs }: { zone: string; nowMs: number }): string {
  const day = dayInZone(startsAt, zone)
  if (day !== dayInZone(nowMs, zone)) return t('yesterday')
  const hours = clockHours(startsAt, day, zone)
  if (hours < 4) return t('in the night')
  if (hours < 11) return t('this morning')
  if (hours < 14) return t('at noon')
  return hours < 18 ? t('this afternoon') : t('this evening')
}
