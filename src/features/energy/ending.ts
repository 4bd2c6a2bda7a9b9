// The ending of a sitting: its steps, by the moments of the sitting and what the member has pressed.

/**
 * `bell`: it still sounds, and nothing is said. `dusk`: the sky darkens for the words. `together`: who sat together. `level`: asks for the level after it.
 * `share`: with the first level, asks whether to include it in the room's energy. `saved`: both levels. `room`: how the
 * room changed.
 */
export type EndingStep = 'bell' | 'dusk' | 'together' | 'level' | 'share' | 'saved' | 'room'

/** The steps that pass by themselves, with their ends in milliseconds after the end of the sitting. The room's light comes first. */
const passingSteps = [
  { step: 'bell', untilMs: 5_000 },
  { step: 'dusk', untilMs: 6_500 },
  { step: 'together', untilMs: 10_500 },
] as const
/** How long the saved levels are shown. */
const savedMs = 4_000

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
      return { at: 'start', continued: event.from === 'together' ? 3 : 2 }
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
  /** The saved levels stay: the care card is beside them, or the focus is on what they offer. */
  isHeld: boolean
}

/** The step at a moment. A page that is drawn late is in the right place. */
export function endingStep({ presses, ...state }: EndingState, nowMs: number): EndingStep {
  const { endedAt, savedAt, isUnsaved, isHeld } = state
  if (presses.at === 'sharing' && (!presses.isSent || isUnsaved)) return 'share'
  if (presses.at === 'changing' || isUnsaved) return 'level'
  if (savedAt !== null) {
    const isResting = endedAt === null || isHeld || nowMs < savedAt + savedMs
    return isResting ? 'saved' : 'room'
  }
  if (endedAt === null) return 'level'
  if (presses.at === 'skipped') return 'room'
  if (presses.at !== 'start') return 'level'
  const ahead = passingSteps.slice(presses.continued).find(({ untilMs }) => nowMs < endedAt + untilMs)
  return ahead?.step ?? 'level'
}

/** Milliseconds until time alone changes the step; null if it won't. */
export function msToNextStep(
  { endedAt, savedAt }: Pick<EndingState, 'endedAt' | 'savedAt'>,
  nowMs: number,
): number | null {
  if (endedAt === null) return null
  const moments = passingSteps.map(({ untilMs }) => endedAt + untilMs)
  if (savedAt !== null) moments.push(savedAt + savedMs)
  const ahead = moments.filter((atMs) => atMs > nowMs)
  return ahead.length === 0 ? null : Math.min(...ahead) - nowMs
}
