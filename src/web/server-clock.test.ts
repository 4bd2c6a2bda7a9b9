// Server clock: which samples the page adopts, and a device that slept.
import { afterEach, describe, expect, test, vi } from 'vitest'
import { minuteMs } from '#shared/durations.ts'
import { showPage } from '#test/web/passing-time.ts'
import { runOnTime } from './run-on-time.ts'
import { serverNow, syncServerClock, timeRequest, watchServerClock } from './server-clock.ts'

const serverMs = 2_000_000_000_000
const offBy = (expectedMs: number) => Math.abs(serverNow() - performance.now() - expectedMs)

test('[TIME-01] the fastest recent response sets the clock, and one that contradicts it resets it', () => {
  syncServerClock(serverMs + 5, 0, 10)
  expect(offBy(serverMs)).toBeLessThanOrEqual(1)
  // A slower sample, within its own error bound.
  syncServerClock(serverMs + 1_900, 1_000, 2_000)
  expect(offBy(serverMs)).toBeLessThanOrEqual(1)
  // A slow sample an hour later, after the device slept and `performance.now()` stopped.
  syncServerClock(serverMs + 3_600_000 + 2_250, 2_000, 2_500)
  expect(offBy(serverMs + 3_600_000)).toBeLessThanOrEqual(1)
})

test('[SYNC-03] of eight responses with delays of up to 150 ms one way, the quickest sets the clock', () => {
  const startMs = 10_000
  // There and back, in milliseconds; the quickest is off by half the difference of its two ways.
  const ways = [
    [150, 40],
    [90, 140],
    [30, 150],
    [120, 110],
    [26, 20],
    [80, 60],
    [60, 100],
    [140, 35],
  ] as const
  ways.forEach(([there, back], index) => {
    const sentAtMs = startMs + index * 400
    syncServerClock(serverMs + sentAtMs + there, sentAtMs, sentAtMs + there + back)
  })
  expect(offBy(serverMs)).toBeLessThanOrEqual(4)
  // Once the eight are older than five minutes, a slower one counts again.
  syncServerClock(serverMs + 400_000 + 150, 400_000, 400_300)
  expect(offBy(serverMs)).toBeLessThanOrEqual(1)
})

describe('a device that slept', () => {
  const stops: (() => void)[] = []
  afterEach(() => {
    for (const stop of stops.splice(0)) stop()
    vi.useRealTimers()
  })

  /** The page knows the server's clock, which is a day behind the browser's. */
  function open() {
    vi.useFakeTimers()
    const respond = (wrongBy = 0) =>
      syncServerClock(Date.now() - 86_400_000 - wrongBy, performance.now(), performance.now())
    respond()
    const read = vi.fn<() => Promise<void>>(async () => undefined)
    stops.push(watchServerClock(read))
    const times: number[] = []
    // Its own next moment is far ahead.
    stops.push(runOnTime(() => (times.push(serverNow()), 60 * minuteMs)))
    const atFirstMs = times.splice(0)[0] ?? 0
    return { respond, read, sinceFirst: () => times.map((ms) => Math.round((ms - atFirstMs) / 1_000)) }
  }
  /** The browser's clock goes on, while timers and `performance.now()` stop. */
  const sleep = (ms: number) => vi.setSystemTime(Date.now() + ms)

  test('[PHASE-06] the time is right at once when the page is shown, which also reads the server’s clock', () => {
    const { read, respond, sinceFirst } = open()
    sleep(28 * minuteMs)
    showPage()
    expect(sinceFirst().at(-1)).toBe(28 * 60)
    expect(read).toHaveBeenCalledTimes(1)
    respond()
    expect(sinceFirst().at(-1)).toBe(28 * 60)
    vi.advanceTimersByTime(minuteMs)
    showPage()
    expect(sinceFirst().at(-1)).toBe(29 * 60)
  })

  test('[PHASE-06] back from the browser’s cache too', () => {
    const { read, sinceFirst } = open()
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }))
    expect(read).toHaveBeenCalledTimes(0)
    sleep(5 * minuteMs)
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
    expect(read).toHaveBeenCalledTimes(1)
    expect(sinceFirst().at(-1)).toBe(300)
  })

  test('[PHASE-06] a page that stayed visible notices the sleep within a second, and reads the clock once', () => {
    const { read, sinceFirst } = open()
    sleep(5 * minuteMs)
    vi.advanceTimersByTime(1_000)
    expect(sinceFirst()).toEqual([301])
    vi.advanceTimersByTime(5_000)
    expect(read).toHaveBeenCalledTimes(1)
    expect(sinceFirst()).toEqual([301])
  })

  test('[TIME-01] a device whose clock was set ahead: the next response corrects the time, and the timers', () => {
    const { respond, sinceFirst } = open()
    sleep(3 * 86_400_000)
    showPage()
    expect(sinceFirst().at(-1)).toBe(3 * 86_400)
    respond(3 * 86_400_000)
    expect(sinceFirst().at(-1)).toBe(0)
    vi.advanceTimersByTime(5_000)
    expect(sinceFirst().at(-1)).toBe(0)
  })

  test('[TIME-01] a response that waited in a sleeping device says nothing', () => {
    const { sinceFirst } = open()
    const timed = timeRequest()
    const serverTimeMs = serverNow()
    sleep(5 * minuteMs)
    timed(serverTimeMs)
    showPage()
    expect(sinceFirst().at(-1)).toBe(300)
  })
})
