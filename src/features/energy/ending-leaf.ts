// The leaves of an ending: one of them is shown, by the moments of the sitting and what the member has pressed.

/**
 * `hush`: no words yet. `sentence`: who sat together. `row`: asks for the level after it. `choice`: with the first
 * level, asks whether to include it in the room's energy. `saved`: both levels. `room`: how the room changed.
 */
export type EndingLeaf = 'hush' | 'sentence' | 'row' | 'choice' | 'saved' | 'room'

/** The bell still sounds. */
const hushMs = 4_000
const sentenceMs = 4_000
const savedMs = 4_000

/** The inputs of the leaf. Moments are epoch milliseconds of the room clock. */
export interface EndingFacts {
  /** The end of the sitting; null at the member's own pace, where nothing waits and there is no room. */
  endedAt: number | null
  /** When the level after it was saved; null without one. */
  savedAt: number | null
  /** How often a press has turned the leaf before its time. */
  turns: number
  /** The first level is chosen, and not yet saved. */
  isChoosing: boolean
  /** The member wants to choose the level again. */
  isChanging: boolean
  /** The member goes on without a level. */
  isSkipped: boolean
  /** The care card is shown, in the leaf of the levels. */
  hasCare: boolean
}

/** The leaf at a moment. A page that is drawn late is in the right place. */
export function endingLeaf(facts: EndingFacts, nowMs: number): EndingLeaf {
  const { endedAt, savedAt, isChoosing, isChanging, isSkipped, hasCare } = facts
  if (isChoosing) return 'choice'
  if (isChanging) return 'row'
  if (savedAt !== null) {
    const isResting = endedAt === null || hasCare || nowMs < savedAt + savedMs
    return isResting ? 'saved' : 'room'
  }
  if (endedAt === null) return 'row'
  if (isSkipped) return 'room'
  return (['hush', 'sentence'] as const)[leavesTurned({ ...facts, endedAt }, nowMs)] ?? 'row'
}

/** Milliseconds until time alone turns the leaf; null if it won't. */
export function msToNextLeaf(
  { endedAt, savedAt }: Pick<EndingFacts, 'endedAt' | 'savedAt'>,
  nowMs: number,
): number | null {
  if (endedAt === null) return null
  const moments = [endedAt + hushMs, endedAt + hushMs + sentenceMs]
  if (savedAt !== null) moments.push(savedAt + savedMs)
  const ahead = moments.filter((atMs) => atMs > nowMs)
  return ahead.length === 0 ? null : Math.min(...ahead) - nowMs
}

function leavesTurned({ endedAt, turns }: { endedAt: number; turns: number }, nowMs: number): number {
  const sinceMs = nowMs - endedAt
  return Math.max(turns, sinceMs < hushMs ? 0 : sinceMs < hushMs + sentenceMs ? 1 : 2)
}
