import { describe, expect, test } from 'vitest'
import { endingLeaf, msToNextLeaf, type EndingFacts } from './ending-leaf.ts'

const end = 1_795_287_900_000
const facts: EndingFacts = {
  endedAt: end,
  savedAt: null,
  turns: 0,
  isChoosing: false,
  isChanging: false,
  isSkipped: false,
  hasCare: false,
}
const ownPace: Partial<EndingFacts> = { endedAt: null }

describe('[PHASE-12] the leaf of an ending', () => {
  test.for<[string, number, Partial<EndingFacts>, string]>([
    ['at the end', 0, {}, 'hush'],
    ['while the bell sounds', 3_999, {}, 'hush'],
    ['after four seconds', 4_000, {}, 'sentence'],
    ['before eight', 7_999, {}, 'sentence'],
    ['after eight', 8_000, {}, 'row'],
    ['of a page that is drawn late', 600_000, {}, 'row'],
    ['after a press', 1_000, { turns: 1 }, 'sentence'],
    ['after two presses', 1_000, { turns: 2 }, 'row'],
    ['after a press that time has overtaken', 8_000, { turns: 1 }, 'row'],
    ['with the first level chosen', 12_000, { isChoosing: true }, 'choice'],
    ['without a level', 12_000, { isSkipped: true }, 'room'],
    ['with a saved level', 15_999, { savedAt: end + 12_000 }, 'saved'],
    ['four seconds later', 16_000, { savedAt: end + 12_000 }, 'room'],
    ['with a saved level and the care card', 60_000, { savedAt: end + 12_000, hasCare: true }, 'saved'],
    ['that was skipped, then saved', 61_000, { savedAt: end + 60_000, isSkipped: true }, 'saved'],
    ['while the level is changed', 60_000, { savedAt: end + 12_000, isChanging: true }, 'row'],
    ['of a reload with a saved level', 600_000, { savedAt: end + 12_000 }, 'room'],
    ['at the member’s own pace', 0, ownPace, 'row'],
    ['at the member’s own pace, saved', 600_000, { ...ownPace, savedAt: end }, 'saved'],
    ['at the member’s own pace, changing', 600_000, { ...ownPace, savedAt: end, isChanging: true }, 'row'],
  ])('%s', ([, sinceMs, changes, leaf]) => {
    expect(endingLeaf({ ...facts, ...changes }, end + sinceMs)).toBe(leaf)
  })

  test.for<[number, Partial<EndingFacts>, number | null]>([
    [0, {}, 4_000],
    [4_000, {}, 4_000],
    [7_500, {}, 500],
    [8_000, {}, null],
    [12_000, { savedAt: end + 12_000 }, 4_000],
    [5_000, { savedAt: end + 4_000 }, 3_000],
    [16_000, { savedAt: end + 12_000 }, null],
    [0, ownPace, null],
  ])('%i ms after the end, time turns it next', ([sinceMs, changes, nextMs]) => {
    expect(msToNextLeaf({ ...facts, ...changes }, end + sinceMs)).toBe(nextMs)
  })
})
