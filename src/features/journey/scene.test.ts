// Journey scene: the energy's position at a moment, and that no value leaves its range.
import { describe, expect, test } from 'vitest'
import { shadeCount } from './colors.ts'
import { figure, levelAtHeight, levelHeight } from './figure.ts'
import {
  createJourneyFrame,
  createJourneyScene,
  type JourneyFrame,
  moteCount,
  moteFields,
  particleCount,
  particleFields,
  strandPoints,
  mulberry32,
} from './frame.ts'
import { breathMs, revealMs } from './playback.ts'
import { qualityAt } from './quality.ts'
import { updateFrame } from './scene.ts'

const levels = [0, 1, 2, 3, 4, 5, 6, 7]
const pairs = levels.flatMap((before) => levels.map((after) => [before, after] as const))
const full = qualityAt(0)

function frameAt(
  before: number,
  after: number,
  sinceMs: number,
  facts: { flowMs?: number; seed?: number } = {},
) {
  const { flowMs = sinceMs, seed = 1 } = facts
  const frame = createJourneyFrame()
  updateFrame(frame, createJourneyScene(mulberry32(seed)), { before, after, sinceMs, flowMs }, full)
  return frame
}

interface Particle {
  x: number
  y: number
  radius: number
  strength: number
  shade: number
}

function particlesOf(frame: JourneyFrame): Particle[] {
  return Array.from({ length: frame.particles }, (_, index) => {
    const [x = 0, y = 0, radius = 0, strength = 0, shade = 0] = frame.particle.subarray(
      index * particleFields,
    )
    return { x, y, radius, strength, shade }
  })
}

const motesOf = (frame: JourneyFrame) =>
  Array.from({ length: frame.motes }, (_, index) => {
    const [x = 0, y = 0] = frame.mote.subarray(index * moteFields)
    return { x, y }
  })

const seen = (frame: JourneyFrame) => particlesOf(frame).filter(({ strength }) => strength > 0.05)

describe('[JRNY-02] the particles', () => {
  test('stay between Before and After, near the spine, for all pairs of levels', () => {
    for (const [before, after] of pairs) {
      if (before === after) continue
      const [top, bottom] = [levelHeight(Math.max(before, after)), levelHeight(Math.min(before, after))]
      const astray = particlesOf(frameAt(before, after, 5000)).filter(
        ({ x, y }) => y < top - 0.01 || y > bottom + 0.01 || Math.abs(x) > 30,
      )
      expect(astray).toEqual([])
    }
  })

  test('move up when the energy rose and down when it fell', () => {
    for (const [before, after] of pairs) {
      if (before === after) continue
      for (const sinceMs of [800, 4000]) {
        const earlier = particlesOf(frameAt(before, after, sinceMs))
        const later = particlesOf(frameAt(before, after, sinceMs + 50))
        const moved = later
          .map(({ y }, index) => y - (earlier[index]?.y ?? 0))
          // Particles that arrived restart at the other end.
          .filter((distance) => Math.abs(distance) < 20)
        expect(moved.length).toBeGreaterThan(particleCount * 0.8)
        const wrong = moved.filter((distance) => (after > before ? distance > 0 : distance < 0))
        expect(wrong).toEqual([])
      }
    }
  })

  test('orbit their center when nothing changed', () => {
    for (const level of levels) {
      for (const sinceMs of [2000, 60_000]) {
        const around = particlesOf(frameAt(level, level, sinceMs))
        const distances = around.map(({ x, y }) => Math.hypot(x, y - levelHeight(level)))
        expect(Math.min(...distances)).toBeGreaterThan(10)
        expect(Math.max(...distances)).toBeLessThan(64)
      }
    }
    const [earlier, later] = [frameAt(4, 4, 3000), frameAt(4, 4, 3200)]
    expect(later.particle).not.toEqual(earlier.particle)
  })

  test('are visible only up to the front of the reveal', () => {
    const frame = frameAt(1, 5, revealMs / 2)
    expect(frame.reveal).toBeCloseTo(0.5)
    const highest = Math.min(...seen(frame).map(({ y }) => y))
    expect(highest).toBeGreaterThan(levelHeight(1 + 4 * 0.53))
    expect(seen(frameAt(1, 5, 0))).toEqual([])
  })

  test('are halved at the second quality step, in the same positions', () => {
    const frame = createJourneyFrame()
    const scene = createJourneyScene(mulberry32(1))
    updateFrame(frame, scene, { before: 1, after: 5, sinceMs: 5000, flowMs: 5000 }, qualityAt(1))
    expect([frame.particles, frame.motes]).toEqual([particleCount / 2, moteCount / 2])
    const all = frameAt(1, 5, 5000)
    const count = (particleCount / 2) * particleFields
    expect(frame.particle.slice(0, count)).toEqual(all.particle.slice(0, count))
    // They still cover the whole way.
    const heights = particlesOf(frame).map(({ y }) => Math.floor(levelAtHeight(y)))
    expect(new Set(heights)).toEqual(new Set([1, 2, 3, 4]))
  })
})

describe('[JRNY-02] the seven centers', () => {
  test('light up one after another, up to the reached one only', () => {
    const lit = (sinceMs: number) => [...frameAt(2, 5, sinceMs).light].map((light) => light === 1)
    expect(lit(0)).toEqual(levels.map(() => false))
    expect(lit(revealMs)).toEqual([false, false, true, true, true, true, false, false])
    const half = frameAt(2, 5, revealMs / 2).light
    expect([half[2], half[5]]).toEqual([1, 0])
    expect([...frameAt(3, 3, revealMs).light].map(Math.round)).toEqual([0, 0, 0, 1, 0, 0, 0, 0])
  })

  test('are crossed by both strands of the braid', () => {
    const frame = frameAt(1, 5, 5000)
    for (const level of [1, 2, 3, 4, 5]) {
      const point = ((level - 1) / 4) * (strandPoints - 1)
      for (const strand of [0, 1]) {
        const at = (strand * strandPoints + point) * 2
        expect(frame.strand[at]).toBeCloseTo(0, 3)
        expect(frame.strand[at + 1]).toBeCloseTo(figure.levelY[level] ?? 0, 3)
      }
    }
  })
})

test('the reveal never shrinks and is complete after 1.6 s, for all pairs of levels @full', () => {
  for (const [before, after] of pairs) {
    let last = { reveal: 0, front: before, bloom: 0, light: 0 }
    for (let sinceMs = 0; sinceMs <= revealMs; sinceMs += 100) {
      const frame = frameAt(before, after, sinceMs)
      const front = levelAtHeight(frame.frontY)
      const light = frame.light.reduce((sum, one) => sum + one, 0)
      expect(frame.reveal).toBeGreaterThanOrEqual(last.reveal)
      expect(Math.abs(front - before)).toBeGreaterThanOrEqual(Math.abs(last.front - before) - 1e-6)
      expect(frame.bloom).toBeGreaterThanOrEqual(last.bloom)
      expect(light).toBeGreaterThanOrEqual(last.light - 1e-6)
      last = { reveal: frame.reveal, front, bloom: frame.bloom, light }
    }
    expect([last.reveal, last.bloom, last.light]).toEqual([1, 1, Math.abs(after - before) + 1])
    expect(last.front).toBeCloseTo(after)
  }
})

test('a breath takes ten seconds and continues across sessions', () => {
  const breathAfter = (flowMs: number) => frameAt(1, 5, 2000, { flowMs }).breath
  expect(breathMs).toBe(10_000)
  for (const flowMs of [0, 1234, 5000, 7777]) {
    expect(breathAfter(flowMs + 10_000)).toBeCloseTo(breathAfter(flowMs))
    expect(Math.abs(breathAfter(flowMs))).toBeLessThanOrEqual(1)
  }
  expect([breathAfter(0), breathAfter(2500), breathAfter(5000), breathAfter(7500)].map(Math.round)).toEqual([
    0, 1, 0, -1,
  ])
})

test('all values are finite and in range, for all pairs of levels @full', () => {
  for (const [before, after] of pairs) {
    for (const sinceMs of [0, 1, 700, revealMs, 6000, 3_600_000]) {
      const frame = frameAt(before, after, sinceMs)
      const numbers = [
        frame.particle,
        frame.trail,
        frame.mote,
        frame.strand,
        frame.light,
        frame.ripple,
        frame.wave,
      ]
      for (const array of numbers) expect(array.every(Number.isFinite)).toBe(true)
      const odd = particlesOf(frame).filter(
        ({ strength, radius, shade }) =>
          strength < 0 ||
          strength > 1 ||
          radius <= 0 ||
          !Number.isInteger(shade) ||
          shade < 0 ||
          shade >= shadeCount,
      )
      expect(odd).toEqual([])
      const astray = motesOf(frame).filter(
        ({ x, y }) => x < figure.left || x > figure.right || y < figure.top || y > figure.bottom,
      )
      expect(astray).toEqual([])
    }
  }
})

test('the same moment and seed give the same frame; another seed gives another', () => {
  expect(frameAt(6, 2, 1700)).toEqual(frameAt(6, 2, 1700))
  expect(frameAt(6, 2, 1700, { seed: 2 }).particle).not.toEqual(frameAt(6, 2, 1700).particle)
})

test('updating a frame leaves no trace of the previous one', () => {
  const scene = createJourneyScene(mulberry32(1))
  const frame = createJourneyFrame()
  for (const [before, after] of [
    [7, 0],
    [3, 3],
    [1, 5],
  ] as const) {
    updateFrame(frame, scene, { before, after, sinceMs: 2000, flowMs: 2000 }, full)
  }
  const fresh = frameAt(1, 5, 2000)
  expect({ ...frame }).toEqual({ ...fresh })
})
