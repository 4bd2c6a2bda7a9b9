// After which levels the care card is shown.
import { expect, test } from 'vitest'
import type { MoodEntry, MoodType } from '#features/energy/contract.ts'
import { asksForCare } from './rules.ts'

let id = 0
/** An entry by its displayed level, 0 to 7. */
function entry(moodType: MoodType, level: number, sittingId: number | null = null): MoodEntry {
  id += 1
  return {
    id,
    userId: 1,
    sessionDate: '2026-11-21',
    emotionLevel: level + 1,
    moodType,
    notes: null,
    comment: null,
    createdAt: `2026-11-21T18:00:00.${String(id).padStart(3, '0')}Z`,
    isSample: false,
    sittingId,
    reflectionOptIn: false,
  }
}

test.each([
  ['post', 0, null, true],
  ['post', 1, null, false],
  ['post', 1, 3, false],
  ['post', 1, 4, true],
  ['post', 4, 7, true],
  ['post', 5, 7, false],
  ['pre', 0, null, false],
] as const)('[CARE-01] [CARE-02] %s of level %d with a Before of %s: %s', (moodType, level, before, asks) => {
  const saved = entry(moodType, level)
  expect(asksForCare(saved, before === null ? [saved] : [entry('pre', before), saved])).toBe(asks)
})

test('[CARE-01] an After of a sitting is compared with the Before of that sitting', () => {
  const own = [entry('pre', 2, 7), entry('pre', 7)]
  expect(asksForCare(entry('post', 1, 7), own)).toBe(false)
  expect(asksForCare(entry('post', 1), own)).toBe(true)
})
