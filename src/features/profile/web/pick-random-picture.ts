// Random Pick among the stock pictures (PROF-07, PROF-08).
import type { StockPicture } from '../contract.ts'

/**
 * The URL of a random picture other than the current one, unless it is the only one; null without pictures.
 * `random` is at least 0 and below 1.
 */
export function pickRandomPicture(
  pictures: readonly StockPicture[],
  current: string,
  random: number,
): string | null {
  const others = pictures.filter(({ url }) => url !== current)
  const candidates = others.length > 0 ? others : pictures
  return candidates[Math.floor(random * candidates.length)]?.url ?? null
}
