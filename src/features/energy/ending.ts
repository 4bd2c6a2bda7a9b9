// The ending of a sitting: its steps, by the moments of the sitting and what the member has pressed.

/**
 * `bell`: it still sounds, and nothing is said yet. `together`: who sat together. `level`: asks for the level after it.
 * `share`: with the first level, asks whether to include it in the room's energy. `saved`: both levels. `room`: how the
 * room changed.
 */
export type EndingStep = 'bell' | 'together' | 'level' | 'share' | 'saved' | 'room'

/** How long a step lasts without a press. */
const stepMs = 4_000

/** The result of the member's presses. */
export type EndingPresses =
  /** `continued`: how many steps a press has ended before their time. */
  | { at: 'start'; continued: number }
  | { at: 'sharing'; level: number; isSent: boolean }
  | { at: 'saving' | 'changing' | 'skipped' }

export type EndingEvent =
  | { type: 'continue'; from: EndingStep }
  | { type: 'choose'; level: number; asksToShare: boolean }
  | { type: 'share' | 'change' | 'skip' }

export const noPresses: EndingPresses = { at: 'start', continued: 0 }

export function endingReducer(presses: EndingPresses, event: EndingEvent): EndingPresses {
  switch (event.type) {
    case 'continue':
      return { at: 'start', continued: event.from === 'bell' ? 1 : 2 }
    case 'choose':
      return event.asksToShare ? { at: 'sharing', level: event.level, isSent: false } : { at: 'saving' }
    case 'share':
      return presses.at === 'sharing' ? { ...presses, isSent: true } : presses
    case 'change':
      return { at: 'changing' }
    case 'skip':
      return { at: 'skipped' }
  }
}

/** Moments are epoch milliseconds of the room clock. */
export interface EndingState {
  presses: EndingPresses
  /** The end of the sitting; null at the member's own pace, where nothing waits and there is no room. */
  endedAt: number | null
  /** When the level after it was saved; null without one. */
  savedAt: number | null
  /** A level is being saved, or its save failed. */
  isUnsaved: boolean
  /** The care card is shown, beside the saved levels. */
  hasCare: boolean
}

/** The step at a moment. A page that is drawn late is in the right place. */
export function endingStep({ presses, ...state }: EndingState, nowMs: number): EndingStep {
  const { endedAt, savedAt, isUnsaved, hasCare } = state
  if (presses.at === 'sharing' && (!presses.isSent || isUnsaved)) return 'share'
  if (presses.at === 'changing' || isUnsaved) return 'level'
  if (savedAt !== null) {
    const isResting = endedAt === null || hasCare || nowMs < savedAt + stepMs
    return isResting ? 'saved' : 'room'
  }
  if (endedAt === null) return 'level'
  if (presses.at === 'skipped') return 'room'
  if (presses.at !== 'start') return 'level'
  const passed = Math.floor((nowMs - endedAt) / stepMs)
  return (['bell', 'together'] as const)[Math.max(presses.continued, passed)] ?? 'level'
}

/** Milliseconds until time alone changes the step; null if it won't. */
export function msToNextStep(
  { endedAt, savedAt }: Pick<EndingState, 'endedAt' | 'savedAt'>,
  nowMs: number,
): number | null {
  if (endedAt === null) return null
  const moments = [endedAt + stepMs, endedAt + 2 * stepMs]
  if (savedAt !== null) moments.push(savedAt + stepMs)
  const ahead = moments.filter((atMs) => atMs > nowMs)
  return ahead.length === 0 ? null : Math.min(...ahead) - nowMs
}
