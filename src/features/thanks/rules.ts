// Formats the number of thanks.
import { t } from '#shared/i18n/t.ts'
import type { Thanks } from './contract.ts'

/** 'You and 214 others said thank you'; null before the first thanks (THANK-02). */
export function thanksSentence({ count, hasThanked }: Thanks): string | null {
  if (!hasThanked) {
    if (count === 0) return null
    return t('{count, plural, one {One person said thank you} other {# people said thank you}}', { count })
  }
  const others = count - 1
  if (others <= 0) return t('You said thank you')
  return t(
    '{count, plural, one {You and one other said thank you} other {You and # others said thank you}}',
    { count: others },
  )
}
