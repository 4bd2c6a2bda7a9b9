// How far the scene of a sitting is dimmed while everyone sits.
import { isChatPaused, type Phase } from '#features/sittings/phases.ts'
import type { BlockKind } from '#features/sittings/silence.ts'

interface DimInput {
  /** Nothing plays: the silence after a video, or before a teacher's picture. */
  isSilence: boolean
  /** What everyone does in a silence that is sat in place of a video; null where no block is on. */
  block: BlockKind | null
  /** Of the sky: 0 in the golden hour to 1 in full daylight. */
  day: number
}

/** An opacity. Bright water would light the dark room, so by day half of the light that is left goes, too. */
export function sceneDim(phase: Phase, { isSilence, block, day }: DimInput): number {
  if (!isChatPaused(phase)) return 0
  // Walking and standing are read from further away.
  const dim = block === 'walk' || block === 'stand' ? 0.08 : isSilence ? 0.64 : 0.3
  return dim + (1 - dim) * 0.5 * day
}
