import { describe, expect, test } from 'vitest'
import {
  endingReducer,
  endingStep,
  msToNextStep,
  noPresses,
  type EndingEvent,
  type EndingState,
} from './ending.ts'

const end = 1_795_287_900_000
const untouched: EndingState = {
  presses: noPresses,
  endedAt: end,
  savedAt: null,
  isUnsaved: false,
  isHeld: false,
}
const ownPace: Partial<EndingState> = { endedAt: null }
const saved: Partial<EndingState> = { savedAt: end + 12_000 }
const unsaved: Partial<EndingState> = { isUnsaved: true }
const events = {
  next: { type: 'continue', from: 'bell' },
  afterNext: { type: 'continue', from: 'together' },
  first: { type: 'choose', level: 3, asksToShare: true },
  level: { type: 'choose', level: 3, asksToShare: false },
  share: { type: 'share' },
  change: { type: 'change' },
  skip: { type: 'skip' },
} satisfies Record<string, EndingEvent>
type Pressed = (keyof typeof events)[]

function stateAfter(pressed: Pressed, changes: Partial<EndingState>): EndingState {
  const presses = pressed.map((name) => events[name]).reduce(endingReducer, noPresses)
  return { ...untouched, presses, ...changes }
}

describe('[PHASE-12] the step of an ending', () => {
  test.for<[string, number, Pressed, Partial<EndingState>, string]>([
    ['at the end', 0, [], {}, 'bell'],
    ['of a page whose clock is behind', -500, [], {}, 'bell'],
    ['while the light comes back', 4_999, [], {}, 'bell'],
    ['after five seconds', 5_000, [], {}, 'dusk'],
    ['after six and a half', 6_500, [], {}, 'together'],
    ['before ten and a half', 10_499, [], {}, 'together'],
    ['after ten and a half', 10_500, [], {}, 'level'],
    ['of a page that is drawn late', 600_000, [], {}, 'level'],
    ['after a press', 1_000, ['next'], {}, 'together'],
    ['after two presses', 1_000, ['next', 'afterNext'], {}, 'level'],
    ['after a press that time has overtaken', 10_500, ['next'], {}, 'level'],
    ['with the first level chosen', 12_000, ['first'], {}, 'share'],
    ['while the first level is saved', 12_000, ['first', 'share'], unsaved, 'share'],
    ['with the first level saved', 12_500, ['first', 'share'], saved, 'saved'],
    ['with another level in place of the first', 12_000, ['first', 'change'], {}, 'level'],
    ['while a level is saved', 5_000, ['next', 'afterNext', 'level'], unsaved, 'level'],
    ['before a saved level is read', 5_000, ['next', 'afterNext', 'level'], {}, 'level'],
    ['without a level', 12_000, ['skip'], {}, 'room'],
    ['without a level whose save failed', 12_000, ['level', 'skip'], unsaved, 'level'],
    ['with a saved level', 15_999, ['level'], saved, 'saved'],
    ['four seconds later', 16_000, ['level'], saved, 'room'],
    ['with a saved level that is held', 60_000, [], { ...saved, isHeld: true }, 'saved'],
    ['that was skipped, then saved', 61_000, ['skip', 'change', 'level'], { savedAt: end + 60_000 }, 'saved'],
    ['while the level is changed', 60_000, ['change'], saved, 'level'],
    ['of a reload with a saved level', 600_000, [], saved, 'room'],
    ['at the member’s own pace', 0, [], ownPace, 'level'],
    ['that was skipped, once the sharing is over', 900_000, ['skip'], ownPace, 'level'],
    ['at the member’s own pace, saved', 600_000, ['level'], { ...ownPace, ...saved }, 'saved'],
    ['at the member’s own pace, changing', 600_000, ['change'], { ...ownPace, ...saved }, 'level'],
  ])('%s', ([, sinceMs, pressed, changes, step]) => {
    expect(endingStep(stateAfter(pressed, changes), end + sinceMs)).toBe(step)
  })

  test.for<[number, Partial<EndingState>, number | null]>([
    [0, {}, 5_000],
    [5_000, {}, 1_500],
    [6_500, {}, 4_000],
    [10_000, {}, 500],
    [10_500, {}, null],
    [12_000, saved, 4_000],
    [7_000, { savedAt: end + 4_000 }, 1_000],
    [16_000, saved, null],
    [0, ownPace, null],
  ])('%i ms after the end, time changes it next', ([sinceMs, changes, nextMs]) => {
    expect(msToNextStep({ ...untouched, ...changes }, end + sinceMs)).toBe(nextMs)
  })
})
