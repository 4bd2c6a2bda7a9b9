// Formats the room's energy.
import { formatDecimal } from '#shared/i18n/format-number.ts'
import { t } from '#shared/i18n/t.ts'
import type { Reflection } from './reflection.ts'

/** The number as a sentence: never a fall (PULSE-08). */
export function reflectionSentence({ pairs, changeTenths }: Reflection): string {
  return changeTenths > 0
    ? t('The room rose by {centers} centers ({people, number} people)', {
        centers: formatDecimal(changeTenths / 10),
        people: pairs,
      })
    : t('The room has settled ({people, number} people)', { people: pairs })
}
