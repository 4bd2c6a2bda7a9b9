// Random among the stock pictures (PROF-07, PROF-08).
import type { StockPicture } from '../contract.ts'

/**
 * The address of one of the pictures, never the one chosen now unless there is no other; null when there are none.
 * `chance` is at least 0 and below 1.
 */
export function pickRandomPicture(
  pictures: readonly StockPicture[],
  current: string,
  chance: number,
): string | null {
  const others = pictures.filter(({ url }) => url !== current)
  const offered = others.length > 0 ? others : pictures
  return offered[Math.floor(chance * offered.length)]?.url ?? null
}
