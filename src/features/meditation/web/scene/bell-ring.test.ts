import { expect, test } from 'vitest'
import { bellRingAt, ringWay } from './bell-ring.ts'

const outward = { totalMs: 8_000, strength: 0.92, isInward: false }

test('[PHASE-10] a ring widens as long as the bell sounds, quickly at first, and is gone with it', () => {
  const way = ringWay(outward)
  expect(way[0]).toEqual({ radius: 0, opacity: 0 })
  expect(way.at(-1)).toEqual({ radius: 1, opacity: 0 })
  const radii = way.map(({ radius }) => radius)
  expect(radii).toEqual(radii.toSorted((a, b) => a - b))
  expect(bellRingAt(2_000, outward).radius).toBeGreaterThan(0.45)
  expect(Math.max(...way.map(({ opacity }) => opacity))).toBeLessThanOrEqual(outward.strength)
  expect(bellRingAt(3_000, outward).opacity).toBeGreaterThan(0.25)
})

test('[PHASE-10] at the end it comes back inward', () => {
  const way = ringWay({ ...outward, isInward: true })
  expect(way[0]?.radius).toBe(1)
  expect(way.at(-1)?.radius).toBe(0)
})
