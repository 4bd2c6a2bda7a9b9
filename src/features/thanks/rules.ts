// Formats the number of thanks.
import type { Thanks } from './contract.ts'

/** 'You and 214 others said thank you'; null before the first thanks (THANK-02). */
export function thanksSentence({ count, hasThanked }: Thanks): string | null {
  if (!hasThanked) {
    if (count === 0) return null
    return `${count === 1 ? 'One person' : `${count} people`} said thank you`
  }
  const others = count - 1
  if (others <= 0) return 'You said thank you'
  return `You and ${others === 1 ? 'one other' : `${others} others`} said thank you`
}
