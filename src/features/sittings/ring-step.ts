// When a scheduled bell is left alone, scheduled again or dropped (PHASE-10).

/** A bell this far from its moment is scheduled again before it sounds. */
const ringToleranceMs = 150
/** A bell that is later than this would only confuse. */
const lateMaxMs = 2_000

export interface ScheduledRing {
  /** When the sound starts, or started, by the room clock. The audio clock stops while the device sleeps. */
  startsAtMs: number
  isSounding: boolean
}

/** `nowMs` and `atMs` are instants of the room clock; `ring` is null before the sound is scheduled. */
export function ringStep(
  atMs: number,
  nowMs: number,
  ring: ScheduledRing | null,
): 'keep' | 'schedule' | 'drop' {
  const offMs = ring === null ? Number.POSITIVE_INFINITY : ring.startsAtMs - atMs
  if (ring?.isSounding) return offMs > lateMaxMs ? 'drop' : 'keep'
  if (nowMs > atMs + lateMaxMs) return 'drop'
  return Math.abs(offMs) > ringToleranceMs ? 'schedule' : 'keep'
}
