// How far the scene is dimmed: in the light not at all, and in a bright day further than at dusk.
import { expect, test } from 'vitest'
import { sceneDim } from './scene-dim.ts'

const dusk = { isSilence: false, block: null, day: 0 }

test('[STAGE-04] the water is dimmed while everyone sits, further in silence, and by day', () => {
  expect(sceneDim('doors', { ...dusk, day: 1 })).toBe(0)
  expect(sceneDim('sharing', { ...dusk, day: 1 })).toBe(0)
  expect(sceneDim('bell', dusk)).toBe(0.3)
  expect(sceneDim('meditation', { ...dusk, block: 'sit' })).toBe(0.3)
  expect(sceneDim('meditation', { ...dusk, block: 'walk' })).toBe(0.08)
  expect(sceneDim('meditation', { ...dusk, isSilence: true })).toBe(0.64)
  expect(sceneDim('meditation', { ...dusk, isSilence: true, day: 1 })).toBeCloseTo(0.82)
  expect(sceneDim('meditation', { ...dusk, block: 'sit', day: 1 })).toBeCloseTo(0.65)
  expect(sceneDim('meditation', { ...dusk, block: 'stand', day: 0.5 })).toBeCloseTo(0.31)
})
