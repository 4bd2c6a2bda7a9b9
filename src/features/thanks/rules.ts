// Formats the number of thanks.
import { plural } from '#shared/format-number.ts'
import type { Thanks } from './contract.ts'

/** 'You and 214 others said thank you'; null before the first thanks (THANK-02). */
export function thanksSentence({ count, hasThanked }: Thanks): string | null {
  if (!hasThanked) {
    if (count === 0) return null
    return plural(count, { one: 'One person said thank you', other: '# people said thank you' })
  }
  const others = count - 1
  if (others <= 0) return 'You said thank you'
  return plural(others, {
    one: 'You and one other said thank you',
    other: 'You and # others said thank you',
  })
}
