import { expect, test } from 'vitest'
import { ringStep } from './ring-step.ts'

const at = 1_000_000

test.each([
  ['not scheduled yet', at - 60_000, null, 'schedule'],
  ['scheduled within the tolerance', at - 60_000, { startsAtMs: at + 150, isSounding: false }, 'keep'],
  ['the audio clock stood still', at - 5_000, { startsAtMs: at + 151, isSounding: false }, 'schedule'],
  ['the page’s clock was corrected', at - 5_000, { startsAtMs: at - 151, isSounding: false }, 'schedule'],
  ['a little late, not scheduled', at + 2_000, null, 'schedule'],
  ['too late, not scheduled', at + 2_001, null, 'drop'],
  ['too late, still scheduled', at + 2_001, { startsAtMs: at + 30_000, isSounding: false }, 'drop'],
  ['sounds in time', at + 4_000, { startsAtMs: at + 60, isSounding: true }, 'keep'],
  ['sounds a little late', at + 4_000, { startsAtMs: at + 1_900, isSounding: true }, 'keep'],
  ['sounds in the silence', at + 4_000, { startsAtMs: at + 2_001, isSounding: true }, 'drop'],
] as const)('[PHASE-10] a bell, %s', (_case, now, ring, step) => {
  expect(ringStep(at, now, ring)).toBe(step)
})
