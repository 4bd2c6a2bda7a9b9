// Journey timing and adaptive quality.
import { describe, expect, test } from 'vitest'
import {
  flowAt,
  isAtRest,
  type JourneyClock,
  sessionMotionMs,
  revealAt,
  revealMs,
  settleMs,
  reducedMotionMs,
  withRestAt,
} from './journey-clock.ts'
import {
  type FrameLoad,
  recordFrameLoad,
  initialFrameLoad,
  pixelRatioOf,
  qualityAt,
} from './journey-quality.ts'

const running: JourneyClock = { wallMs: 1000, flowMs: 500, restMs: null }

describe('animation time', () => {
  test('follows wall time while running', () => {
    expect([flowAt(running, 1000), flowAt(running, 4000)]).toEqual([500, 3500])
    expect(isAtRest(running, 1e9)).toBe(false)
  })

  test('slows down evenly to a stop', () => {
    const clock: JourneyClock = { wallMs: 0, flowMs: 0, restMs: sessionMotionMs }
    const speeds = [1000, sessionMotionMs - settleMs / 2, sessionMotionMs - 1].map(
      (wallMs) => (flowAt(clock, wallMs + 1) - flowAt(clock, wallMs)) / 1,
    )
    expect(speeds[0]).toBeCloseTo(1)
    expect(speeds[1]).toBeCloseTo(0.5, 1)
    expect(speeds[2]).toBeCloseTo(0, 1)
    expect(flowAt(clock, sessionMotionMs)).toBeCloseTo(sessionMotionMs - settleMs / 2)
    expect(flowAt(clock, sessionMotionMs + 60_000)).toBe(flowAt(clock, sessionMotionMs))
    expect([isAtRest(clock, sessionMotionMs - 1), isAtRest(clock, sessionMotionMs)]).toEqual([false, true])
  })

  test('never runs backwards or jumps when its target changes', () => {
    let clock: JourneyClock = { wallMs: 0, flowMs: 0, restMs: null }
    let last = 0
    for (let wallMs = 0; wallMs < 20_000; wallMs += 16) {
      if (wallMs % 2096 === 0)
        clock = withRestAt(clock, wallMs, wallMs % 4192 === 0 ? wallMs + settleMs : null)
      const flowMs = flowAt(clock, wallMs)
      expect(flowMs - last).toBeGreaterThanOrEqual(0)
      expect(flowMs - last).toBeLessThanOrEqual(16.001)
      last = flowMs
    }
  })

  test('a paused session moves for less than five seconds, and is revealed before it slows down', () => {
    expect(sessionMotionMs).toBeLessThan(5000)
    expect(revealMs).toBe(1600)
    expect(revealMs).toBeLessThanOrEqual(sessionMotionMs - settleMs)
    expect([revealAt(-5), revealAt(revealMs / 2), revealAt(revealMs), revealAt(reducedMotionMs)]).toEqual([
      0, 0.5, 1, 1,
    ])
  })
})

describe('the quality', () => {
  const after = (
    frames: number,
    scriptMs: number,
    intervalMs: number,
    from: FrameLoad = initialFrameLoad,
  ) => {
    let load = from
    for (let frame = 0; frame < frames; frame += 1) load = recordFrameLoad(load, scriptMs, intervalMs)
    return load
  }

  test('stays at its best on a device that keeps up, also at 30 frames a second', () => {
    expect(after(600, 3, 16.7).step).toBe(0)
    expect(after(600, 11.9, 33.4).step).toBe(0)
  })

  test('halves the particles, then removes the trails, then reduces pixels, and stops there', () => {
    const steps = [0, 60, 120, 180, 240, 300, 2000].map((frames) => qualityAt(after(frames, 13, 20).step))
    expect(steps).toEqual([
      { particles: 1, hasTrails: true, maxPixelRatio: 2 },
      { particles: 0.5, hasTrails: true, maxPixelRatio: 2 },
      { particles: 0.5, hasTrails: false, maxPixelRatio: 2 },
      { particles: 0.5, hasTrails: false, maxPixelRatio: 1 },
      { particles: 0.5, hasTrails: false, maxPixelRatio: 0.5 },
      { particles: 0.5, hasTrails: false, maxPixelRatio: 0.5 },
      { particles: 0.5, hasTrails: false, maxPixelRatio: 0.5 },
    ])
  })

  test('[JRNY-08] steps down within 1.5 s if every frame is slow, regardless of their number', () => {
    for (const intervalMs of [60, 100, 140]) {
      const framesOf = (seconds: number) => Math.ceil((seconds * 1000) / intervalMs)
      expect(after(framesOf(0.5), 2, intervalMs).step, `${intervalMs} ms`).toBe(0)
      expect(after(framesOf(1.5), 2, intervalMs).step, `${intervalMs} ms`).toBe(1)
      expect(after(framesOf(6), 2, intervalMs).step, `${intervalMs} ms`).toBe(4)
    }
  })

  test('tolerates one bad window, and ignores pauses', () => {
    const afterOneBad = after(10, 30, 60)
    expect(afterOneBad).toMatchObject({ step: 0, strikes: 1 })
    expect(after(30, 3, 16.7, afterOneBad)).toMatchObject({ step: 0, strikes: 0 })
    expect(after(500, 50, 5000).step).toBe(0)
  })

  test('never rises again', () => {
    expect(after(6000, 1, 16.7, after(60, 13, 20)).step).toBe(1)
  })

  test('limits pixels to those of the screen, twice the page and 4K', () => {
    const phone = { width: 390, height: 560 }
    expect(pixelRatioOf(phone, 3, qualityAt(0))).toBe(2)
    expect(pixelRatioOf(phone, 1.5, qualityAt(0))).toBe(1.5)
    expect(pixelRatioOf(phone, 3, qualityAt(3))).toBe(1)
    const ratio = pixelRatioOf({ width: 3440, height: 2160 }, 2, qualityAt(0))
    expect(3440 * 2160 * ratio ** 2).toBeCloseTo(3840 * 2160)
    expect(pixelRatioOf({ width: 0, height: 0 }, 2, qualityAt(0))).toBe(2)
  })
})
