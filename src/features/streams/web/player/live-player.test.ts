// The group's player on a stream, with a model of the media element. A page is where room clock − lead is, and nothing plays
// early.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ModelElement } from '#test/web/model-element.ts'
import { createGroupPlayback } from '#web/player/group/group-playback.ts'
import { serverNow, syncServerClock } from '#web/server-clock.ts'
import { leadAt, moveLead, stillLead } from '../../moving-lead.ts'
import type { DatedSegment } from '../../segment-dates.ts'
import type { LiveFeed } from './live-feed.ts'
import { createLivePlayer } from './live-player.ts'

beforeEach(() => {
  localStorage.clear()
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
  })
  // The device's clock is wrong by an hour.
  syncServerClock(Date.now() + 3_600_000, performance.now(), performance.now())
})
afterEach(() => vi.useRealTimers())

const allTime = { startsAtMs: 0, mediaSeconds: Number.POSITIVE_INFINITY }

interface Sent {
  /** When what is at position 0 was spoken, against now. */
  fromMs: number
  /** A silence of the teacher's line: after so many seconds of segments, so long. */
  gap?: { after: number; ms: number }
}

/** A page in a stream whose segments of 2 s arrive as they are spoken, with the group 12 s behind. */
function follow({ fromMs, gap }: Sent) {
  const firstMs = serverNow() + fromMs
  const element = new ModelElement()
  const all: DatedSegment[] = []
  const segments = (): DatedSegment[] => {
    for (let start = all.length * 2; ; start += 2) {
      const dateMs = firstMs + start * 1_000 + (gap && start >= gap.after ? gap.ms : 0)
      if (dateMs + 2_000 > serverNow()) return all
      all.push({ start, duration: 2, dateMs })
    }
  }
  let hasStamps = true
  const feed: LiveFeed = {
    segments: () => (hasStamps ? segments() : []),
    arrivedParts: () => segments().length,
    stopLoading: () => {},
    startLoading: () => {},
    detach: () => {},
  }
  let lead = stillLead(12_000)
  const player = createLivePlayer(element as unknown as HTMLMediaElement, feed, () =>
    leadAt(lead, serverNow()),
  )
  element.src = 'stream'
  const playback = createGroupPlayback()
  const stop = playback.start(player, allTime)
  const pass = (ms: number) => {
    for (let left = ms; left > 0; left -= 250) {
      vi.advanceTimersByTime(250)
      element.dispatchEvent(new Event('timeupdate'))
    }
  }
  /** The moment it plays, against room clock − 12 s; null while it doesn't play. */
  const drift = () => {
    if (element.paused) return null
    const segment = segments().findLast(({ start }) => start <= element.currentTime)
    if (!segment) return null
    const dateMs = segment.dateMs + (element.currentTime - segment.start) * 1_000
    return Math.round((dateMs - (serverNow() - 12_000)) / 10) / 100
  }
  const setLead = (leadMs: number) => {
    lead = moveLead(lead, leadMs, serverNow())
  }
  const setStamps = (areThere: boolean) => {
    hasStamps = areThere
  }
  return { element, playback, pass, drift, setLead, setStamps, stop }
}

test('[STREAM-03, STREAM-16] a latecomer is at the group’s second at once', () => {
  const { element, playback, pass, drift, stop } = follow({ fromMs: -60_000 })
  pass(1_000)
  expect(element.commands.filter((command) => command.startsWith('seek'))).toEqual(['seek 48'])
  expect(Math.abs(drift() ?? 9)).toBeLessThanOrEqual(0.4)
  pass(20_000)
  expect(playback.getSnapshot().status).toBe('in-step')
  expect(Math.abs(drift() ?? 9)).toBeLessThanOrEqual(0.4)
  stop()
})

test('[STREAM-03] the first words wait until they are due, and then play without a press', () => {
  const { element, playback, pass, drift, stop } = follow({ fromMs: -4_000 })
  pass(7_500)
  expect(element.paused).toBe(true)
  expect(playback.getSnapshot().status).toBe('waiting')
  pass(1_000)
  expect(element.paused).toBe(false)
  expect(drift()).toBeCloseTo(0, 1)
  pass(30_000)
  expect(playback.getSnapshot().status).toBe('in-step')
  expect(element.commands.filter((command) => command.startsWith('seek'))).toEqual(['seek 0'])
  stop()
})

test('[STREAM-03, STREAM-14] what was sent after a gap waits until it is due', () => {
  const { element, pass, drift, stop } = follow({ fromMs: -60_000, gap: { after: 56, ms: 10_000 } })
  const drifts: number[] = []
  let pausedMs = 0
  for (let step = 0; step < 160; step += 1) {
    pass(250)
    const now = drift()
    if (now === null) pausedMs += 250
    else drifts.push(now)
  }
  // It notices at the next quarter of a second.
  expect(drifts.filter((each) => each > 0.6)).toEqual([])
  expect(Math.min(...drifts)).toBeGreaterThan(-0.6)
  expect(pausedMs).toBeGreaterThanOrEqual(9_500)
  expect(element.paused).toBe(false)
  stop()
})

test('[STREAM-04] at a new lead the page moves by stretches of 4 %, and never seeks', () => {
  const { element, pass, drift, setLead, stop } = follow({ fromMs: -60_000 })
  pass(5_000)
  element.commands.length = 0
  setLead(22_000)
  pass(500_000)
  expect(drift()).toBeGreaterThan(-10.5)
  expect(drift()).toBeLessThan(-9.5)
  expect(element.commands).toEqual([])
  expect(new Set(element.rates)).toEqual(new Set([0.96, 1]))
  stop()
})

test('[STREAM-03] a stall in a stretch marks no browser as one that stalls by itself', () => {
  const { element, pass, setLead, stop } = follow({ fromMs: -60_000 })
  pass(5_000)
  setLead(18_000)
  for (let left = 100; left > 0 && element.playbackRate === 1; left -= 1) pass(250)
  expect(element.playbackRate).toBe(0.96)
  Object.defineProperty(element, 'seeking', { value: true })
  pass(1_000)
  expect(element.playbackRate).toBe(1)
  expect(localStorage.length).toBe(0)
  stop()
})

test('[STREAM-16] a pause is the member’s own, before and after which nothing else plays it', () => {
  const { element, playback, pass, stop } = follow({ fromMs: -60_000 })
  pass(3_000)
  element.stop()
  expect(playback.getSnapshot().status).toBe('own-pace')
  pass(60_000)
  expect(element.paused).toBe(true)
  stop()
})

test('[STREAM-14] a stream that has ended is no pause of its member', () => {
  const { element, playback, pass, stop } = follow({ fromMs: -60_000 })
  pass(3_000)
  element.currentTime = element.duration
  element.stop()
  pass(5_000)
  expect(playback.getSnapshot().status).toBe('waiting')
  stop()
})

test('[STREAM-03] a page that goes while it waits plays nothing afterwards', () => {
  const { element, pass, stop } = follow({ fromMs: -4_000 })
  pass(2_000)
  stop()
  pass(60_000)
  expect(element.paused).toBe(true)
})

const vanishing: readonly [string, Sent & { stallMs?: number }, number][] = [
  ['before it plays', { fromMs: -60_000 }, 0],
  ['while it plays', { fromMs: -60_000 }, 10_000],
  ['while its first words wait', { fromMs: -4_000 }, 2_000],
  ['while what was sent after a gap waits', { fromMs: -60_000, gap: { after: 56, ms: 10_000 } }, 10_000],
  ['after a stall', { fromMs: -60_000, stallMs: 20_000 }, 10_000],
]

test.each(vanishing)(
  '[STREAM-14, STREAM-17] stamps that vanish %s are no pause of its member; once they are back it is in step',
  (_, { stallMs = 0, ...sent }, afterMs) => {
    const { element, playback, pass, drift, setStamps, stop } = follow(sent)
    const statuses = new Set<string>()
    playback.subscribe(() => statuses.add(playback.getSnapshot().status))
    pass(afterMs)
    const stallsAt = element.currentTime
    for (let left = stallMs; left > 0; left -= 250) {
      pass(250)
      element.currentTime = stallsAt
    }
    setStamps(false)
    pass(60_000)
    setStamps(true)
    pass(60_000)
    expect([...statuses]).not.toContain('own-pace')
    expect(playback.getSnapshot().status).toBe('in-step')
    expect(Math.abs(drift() ?? 9)).toBeLessThanOrEqual(0.6)
    stop()
  },
)
