// The circle's way between the water and the row below the video: down before the video, back after the end. Pure.
import type { Phase } from '#features/sittings/phases.ts'
import type { Sitting } from '#features/sittings/sitting.ts'

export interface CircleTravel {
  /** When it starts, in epoch milliseconds of the room clock. */
  atMs: number
  /** Toward the row; else back to the water. */
  isSinking: boolean
}

export const travelMs = 3_000
const riseAfterMs = 1_000

/** The circle's way in a phase; null while it stays. */
export function circleTravel(
  { videoAt, sharingAt }: Pick<Sitting, 'videoAt' | 'sharingAt'>,
  phase: Phase,
): CircleTravel | null {
  if (phase === 'bell') return { atMs: videoAt - travelMs, isSinking: true }
  return phase === 'sharing' ? { atMs: sharingAt + riseAfterMs, isSinking: false } : null
}

/** From the water to the row; with reduced motion it fades in its place. */
export function travelFrames(isReduced: boolean): { transform: string; opacity: number }[] {
  const away = isReduced ? 'none' : 'translateY(58%) scale(0.55, 0.4)'
  return [
    { transform: 'none', opacity: 1 },
    { transform: away, opacity: 0 },
  ]
}
