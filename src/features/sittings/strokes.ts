// The strokes of the bell in a silence, and where they are in its sound. Pure; seconds, unless a name says otherwise.
import { secondMs } from '#shared/durations.ts'
import { silenceSeconds, timedBlocks } from './block-times.ts'
import type { Block } from './silence.ts'
import type { Sitting } from './sitting.ts'

/** A silence from its bell on. */
export interface RungSilence {
  /** From the bell to the first block. */
  bellSeconds: number
  blocks: readonly Block[]
}

/** One stroke, or two that belong together. */
export interface Ringing {
  /** Seconds after the silence's bell. */
  at: number
  strokes: 1 | 2
}

export const secondsBetweenStrokes = 5

/** The bell, each change with a stroke, and the end, in their order. */
export function ringingsOf(silence: RungSilence): readonly Ringing[] {
  const { bellSeconds, blocks } = silence
  const changes = timedBlocks(blocks).flatMap(({ startsAt, strokes = 0 }, index): Ringing[] =>
    index > 0 && strokes > 0 ? [{ at: bellSeconds + startsAt, strokes: strokes === 2 ? 2 : 1 }] : [],
  )
  return [{ at: 0, strokes: 1 }, ...changes, { at: endOf(silence), strokes: 1 }]
}

/** When the last stroke rings. */
function endOf({ bellSeconds, blocks }: RungSilence): number {
  return bellSeconds + silenceSeconds(blocks)
}

/** Each stroke, in their order. */
export function strokesOf(silence: RungSilence): readonly number[] {
  return ringingsOf(silence).flatMap(({ at, strokes }) =>
    strokes === 2 ? [at, at + secondsBetweenStrokes] : [at],
  )
}

/** The sound of a silence: it begins before the bell, and ends after its last stroke has sounded. */
export interface SilenceSpan extends RungSilence {
  leadSeconds: number
}

/** Longer than any bell sounds. */
export const ringsOutSeconds = 12

export function soundSecondsOf(span: SilenceSpan): number {
  return span.leadSeconds + endOf(span) + ringsOutSeconds
}

/** For delays by a host: a locked phone loads no other sound. */
const delaySeconds = 60 * 60

type SilentSitting = Pick<Sitting, 'doorsAt' | 'startsAt' | 'videoAt' | 'sharingAt'>

/** The sound of a sitting, which a seat in its first minute of the doors can begin with. */
export function sittingSpan(sitting: SilentSitting, blocks: readonly Block[]): SilenceSpan {
  const { doorsAt, startsAt, videoAt } = sitting
  return {
    bellSeconds: (videoAt - startsAt) / secondMs,
    blocks,
    leadSeconds: Math.ceil((startsAt - doorsAt) / secondMs) + delaySeconds,
  }
}

/**
 * When the sound of a sitting begins, in epoch milliseconds of the room clock. At an end by a host it is at its last
 * stroke.
 */
export function soundStartsAtMs(
  { startsAt, sharingAt }: Pick<Sitting, 'startsAt' | 'sharingAt'>,
  span: SilenceSpan,
): number {
  const fromBell = startsAt - span.leadSeconds * secondMs
  const fromEnd = sharingAt - (span.leadSeconds + endOf(span)) * secondMs
  return Math.min(fromBell, fromEnd)
}

/** The strokes between the sitting's bell and its end, in epoch milliseconds of the room clock. */
export function changeStrokesAtMs(sitting: SilentSitting, blocks: readonly Block[]): readonly number[] {
  const { startsAt, sharingAt } = sitting
  return strokesOf(sittingSpan(sitting, blocks))
    .slice(1, -1)
    .map((at) => startsAt + at * secondMs)
    .filter((atMs) => atMs < sharingAt)
}
