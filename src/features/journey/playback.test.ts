// Journey playback state: steps, ends, and days that change meanwhile.
import { expect, test, describe } from 'vitest'
import {
  createConsecutiveDays,
  createDayOfTwoSittings,
  createHistoryDay,
  type DayFields,
} from '#test/data/energy-history.ts'
import {
  advancePlayback,
  initialPlayback,
  seekPlayback,
  type JourneyPlaybackState,
  sessionIndex,
  togglePlayback,
  formatJourneyDate,
  journeyLevels,
  describeNeutralOutcome,
  describeSession,
  flowAt,
  isAtRest,
  type JourneyClock,
  sessionMotionMs,
  revealAt,
  revealMs,
  easeOutMs,
  reducedMotionMs,
  withRestAt,
} from './playback.ts'
import { type FrameLoad, recordFrameLoad, initialFrameLoad, pixelRatioOf, qualityAt } from './quality.ts'

const days = createConsecutiveDays(4, '2026-11-21')
const playing = togglePlayback(initialPlayback)
const at = (playback: JourneyPlaybackState) => [sessionIndex(playback, days), playback.isPlaying]

test('[JRNY-04] starts paused at the first session; Play and Pause change nothing else', () => {
  expect(at(initialPlayback)).toEqual([0, false])
  expect(at(playing)).toEqual([0, true])
  expect(togglePlayback(playing)).toEqual(initialPlayback)
})

test('[JRNY-04] advances session by session; after the last it stops and returns to the first', () => {
  const seen = [playing]
  for (let step = 0; step < days.length; step += 1) seen.push(advancePlayback(seen.at(-1) ?? playing, days))
  expect(seen.map(at)).toEqual([
    [0, true],
    [1, true],
    [2, true],
    [3, true],
    [0, false],
  ])
  expect(seen.map(({ step }) => step)).toEqual([0, 1, 2, 3, 4])
})

test('[JRNY-04] a single session plays for its time and then stops', () => {
  expect(advancePlayback(playing, days.slice(0, 1))).toEqual({ day: '2026-11-18', isPlaying: false, step: 1 })
})

test('[JRNY-05] a manual step is clamped to the first and last session, and playback continues', () => {
  expect(at(seekPlayback(playing, days, 2))).toEqual([2, true])
  expect(at(seekPlayback(playing, days, -1))).toEqual([0, true])
  expect(at(seekPlayback(playing, days, 4))).toEqual([3, true])
  expect(at(seekPlayback(initialPlayback, days, 2))).toEqual([2, false])
})

test('[JRNY-05] seeking to the current session restarts its time', () => {
  expect(seekPlayback(playing, days, 0).step).toBe(playing.step + 1)
})

test('[JRNY-07] the shown day stays when earlier days are added or removed', () => {
  const shown = seekPlayback(playing, days, 2)
  expect(days[2]?.sessionDate).toBe('2026-11-20')
  expect(sessionIndex(shown, createConsecutiveDays(12, '2026-11-21'))).toBe(10)
  expect(sessionIndex(shown, days.slice(1))).toBe(1)
})

test('[JRNY-07] if the shown day is removed the next one is shown, or else the last one', () => {
  const shown = seekPlayback(playing, days, 1)
  const without = days.filter(({ sessionDate }) => sessionDate !== '2026-11-19')
  expect(without[sessionIndex(shown, without)]?.sessionDate).toBe('2026-11-20')
  const first = days.slice(0, 1)
  expect(sessionIndex(shown, first)).toBe(0)
  expect(advancePlayback(shown, first)).toMatchObject({ day: '2026-11-18', isPlaying: false })
})

test('[JRNY-06] does nothing without days', () => {
  expect(sessionIndex(seekPlayback(playing, days, 2), [])).toBe(0)
  expect(seekPlayback(playing, [], 3).day).toBeNull()
  expect(advancePlayback(playing, [])).toEqual({ day: null, isPlaying: false, step: 1 })
})

const today = '2026-11-21'
const describeSampleSession = (facts: DayFields, date = '2026-11-19') =>
  describeSession(createHistoryDay(date, facts), 11, 18, today)

test('[JRNY-02] the drawing’s description states the movement', () => {
  expect(describeSampleSession({ before: 1, after: 5 })).toBe(
    'Session 12 of 18, Thursday, November 19: your energy rose from Root to Throat.',
  )
  expect(describeSampleSession({ before: 5, after: 0 })).toContain(
    ': your energy settled from Throat to No Awareness.',
  )
  expect(describeSampleSession({ before: 4, after: 4 })).toContain(': your energy stayed at Heart.')
})

test('[JRNY-07] a day with one entry stays at its level, and the description names which entry it is', () => {
  const before = createHistoryDay(today, { before: 3 })
  const after = createHistoryDay(today, { after: 6 })
  expect(journeyLevels(before)).toEqual({ before: 3, after: 3 })
  expect(journeyLevels(after)).toEqual({ before: 6, after: 6 })
  expect(journeyLevels(createHistoryDay(today, { before: 1, after: 0 }))).toEqual({ before: 1, after: 0 })
  expect(describeSampleSession({ before: 3 })).toContain(
    ': your energy was at Solar Plexus before the meditation.',
  )
  expect(describeSampleSession({ after: 6 }, today)).toContain(
    ', Today: your energy was at Third Eye after the meditation.',
  )
  expect([describeNeutralOutcome(before), describeNeutralOutcome(after)]).toEqual([
    'Before only',
    'After only',
  ])
})

test('[JRNY-07] a day whose levels are of two sittings stays at the later one, without a movement', () => {
  const halves = createDayOfTwoSittings(today, { after: 6, laterBefore: 1 })
  expect(journeyLevels(halves)).toEqual({ before: 1, after: 1 })
  expect(describeNeutralOutcome(halves)).toBe('Before and after different sittings')
  expect(describeSession(halves, 0, 1, today)).toContain(
    ': your energy was at Root before one sitting and at Third Eye after another.',
  )
})

test('[JRNY-03] an outcome without a gain is described without a number', () => {
  expect(describeNeutralOutcome(createHistoryDay(today, { before: 4, after: 4 }))).toBe('Stayed at Heart')
  expect(describeNeutralOutcome(createHistoryDay(today, { before: 5, after: 1 }))).toBe('Settled at Root')
})

test('[JRNY-07] a date includes its year only if it isn’t the current one', () => {
  expect(formatJourneyDate(today, today)).toBe('Today')
  expect(formatJourneyDate('2026-01-01', today)).toBe('Thursday, January 1')
  expect(formatJourneyDate('2025-12-31', today)).toBe('Wednesday, December 31, 2025')
})

const running: JourneyClock = { wallMs: 1000, flowMs: 500, restMs: null }

describe('animation time', () => {
  test('follows wall time while running', () => {
    expect([flowAt(running, 1000), flowAt(running, 4000)]).toEqual([500, 3500])
    expect(isAtRest(running, 1e9)).toBe(false)
  })

  test('slows down evenly to a stop', () => {
    const clock: JourneyClock = { wallMs: 0, flowMs: 0, restMs: sessionMotionMs }
    const speeds = [1000, sessionMotionMs - easeOutMs / 2, sessionMotionMs - 1].map(
      (wallMs) => (flowAt(clock, wallMs + 1) - flowAt(clock, wallMs)) / 1,
    )
    expect(speeds[0]).toBeCloseTo(1)
    expect(speeds[1]).toBeCloseTo(0.5, 1)
    expect(speeds[2]).toBeCloseTo(0, 1)
    expect(flowAt(clock, sessionMotionMs)).toBeCloseTo(sessionMotionMs - easeOutMs / 2)
    expect(flowAt(clock, sessionMotionMs + 60_000)).toBe(flowAt(clock, sessionMotionMs))
    expect([isAtRest(clock, sessionMotionMs - 1), isAtRest(clock, sessionMotionMs)]).toEqual([false, true])
  })

  test('never runs backwards or jumps when its target changes', () => {
    let clock: JourneyClock = { wallMs: 0, flowMs: 0, restMs: null }
    let last = 0
    for (let wallMs = 0; wallMs < 20_000; wallMs += 16) {
      if (wallMs % 2096 === 0)
        clock = withRestAt(clock, wallMs, wallMs % 4192 === 0 ? wallMs + easeOutMs : null)
      const flowMs = flowAt(clock, wallMs)
      expect(flowMs - last).toBeGreaterThanOrEqual(0)
      expect(flowMs - last).toBeLessThanOrEqual(16.001)
      last = flowMs
    }
  })

  test('a paused session moves for less than five seconds, and is revealed before it slows down', () => {
    expect(sessionMotionMs).toBeLessThan(5000)
    expect(revealMs).toBe(1600)
    expect(revealMs).toBeLessThanOrEqual(sessionMotionMs - easeOutMs)
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
