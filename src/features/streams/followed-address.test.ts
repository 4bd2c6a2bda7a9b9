// An outside stream, read by read.
import { describe, expect, test } from 'vitest'
import { hourMs } from '#shared/durations.ts'
import {
  followPlaylist,
  msToNextRead,
  nothingFollowed,
  stateOfFollowed,
  type Followed,
} from './followed-address.ts'

const startMs = 1_800_000_000_000

interface Source {
  /** How far the encoder's clock is ahead at a segment; null for no stamps. */
  aheadMs?: (seq: number) => number | null
  isEnded?: boolean
  /** It is away from this segment on. */
  until?: number
}

/** Its playlist at a moment: segments of 2 s, each listed half a second after its end. */
function playlistAt(nowMs: number, { aheadMs = () => 0, isEnded = false, until = Infinity }: Source) {
  const lastSeq = Math.min(until, Math.floor((nowMs - 500 - startMs) / 2_000) - 1)
  const segments = Array.from({ length: 6 }, (_, index) => lastSeq - 5 + index)
    .filter((seq) => seq >= 0)
    .map((seq) => {
      const ahead = aheadMs(seq)
      return { seq, durationMs: 2_000, stampMs: ahead === null ? null : startMs + seq * 2_000 + ahead }
    })
  return { kind: 'media' as const, targetMs: 2_000, segments, isEnded }
}

function follow(source: Source, { fromMs = 20_000, reads = 60, before = nothingFollowed } = {}) {
  let followed: Followed = before
  let nowMs = startMs + fromMs
  for (let read = 0; read < reads; read += 1) {
    nowMs = startMs + fromMs + read * 2_000
    followed = followPlaylist(followed, playlistAt(nowMs, source), nowMs)
  }
  return { followed, nowMs, ...stateOfFollowed(followed, nowMs) }
}

describe('the state of an address', () => {
  test('[STREAM-11] it is on with the first new segment, and off 3 target durations and 4 s after the last', () => {
    expect(follow({}, { reads: 1 })).toMatchObject({ state: 'off', leadMs: 12_000, offsetMs: 0 })
    expect(follow({}, { reads: 2 }).state).toBe('on')
    const { followed, nowMs } = follow({ until: 20 }, { reads: 17 })
    const lastMs = followed.arrivedAtMs ?? 0
    expect(nowMs).toBeGreaterThan(lastMs)
    expect(stateOfFollowed(followed, lastMs + 10_000).state).toBe('on')
    expect(stateOfFollowed(followed, lastMs + 10_001).state).toBe('off')
  })

  test('[STREAM-11] an old playlist that doesn’t grow never is on', () => {
    expect(follow({ until: 4 }, { fromMs: hourMs, reads: 30 }).state).toBe('off')
  })

  test('[STREAM-11] it has ended with its list, and is on once more segments come', () => {
    const first = follow({}, { reads: 10 })
    const ended = follow({ isEnded: true }, { reads: 1, fromMs: 40_000, before: first.followed })
    expect(ended.state).toBe('ended')
    expect(follow({}, { reads: 2, fromMs: 42_000, before: ended.followed }).state).toBe('on')
  })

  test('[STREAM-11] numbers that fall are a new start, not new segments', () => {
    const first = follow({}, { fromMs: hourMs, reads: 10 })
    const again = followPlaylist(first.followed, playlistAt(startMs + 20_000, {}), first.nowMs + 11_000)
    expect(stateOfFollowed(again, first.nowMs + 11_000).state).toBe('off')
  })

  test('[STREAM-17] without stamps it is on, and nothing is measured', () => {
    expect(follow({ aheadMs: () => null })).toMatchObject({ state: 'on', leadMs: 12_000, offsetMs: 0 })
  })
})

describe('its offset', () => {
  const shortest = 500
  const betweenReads = 2_000
  test.each([0, 3 * hourMs, -3 * hourMs])(
    '[STREAM-05] of a clock %s ms ahead is its opposite, a read late at most',
    (ahead) => {
      const { offsetMs, leadMs } = follow({ aheadMs: () => ahead })
      expect(offsetMs + ahead).toBeGreaterThanOrEqual(shortest)
      expect(offsetMs + ahead).toBeLessThanOrEqual(shortest + betweenReads)
      expect(leadMs).toBeGreaterThanOrEqual(6_000)
    },
  )

  test.each([40_000, -40_000])(
    '[STREAM-05] a jump by %s ms is told at once, with the segment from which on it holds; the offset stays',
    (byMs) => {
      const aheadMs = (seq: number) => (seq < 40 ? 0 : byMs)
      const before = follow({ aheadMs }, { reads: 30 })
      const jumped = follow({ aheadMs }, { fromMs: 20_000 + 30 * 2_000, reads: 4, before: before.followed })
      expect(before.jump).toBeNull()
      expect(jumped).toMatchObject({ jump: { seq: 40, byMs }, offsetMs: before.offsetMs })
      // A later one: what is before it has the clock of the first.
      const again = (seq: number) => (seq < 60 ? byMs : 0)
      const fromMs = jumped.nowMs - startMs + 2_000
      const second = follow({ aheadMs: again }, { fromMs, reads: 30, before: jumped.followed })
      expect(second).toMatchObject({ jump: { seq: 60, byMs: -byMs }, offsetMs: before.offsetMs - byMs })
    },
  )

  test('[STREAM-05] a jump that is read late leaves the offset where it was: the encoder went on', () => {
    const aheadMs = (seq: number) => (seq < 38 ? 0 : 40_000)
    const { followed, nowMs, offsetMs } = follow({ aheadMs }, { reads: 30 })
    const late = followPlaylist(followed, playlistAt(nowMs + 2_000, { aheadMs }), nowMs + 3_400)
    expect(stateOfFollowed(late, nowMs + 3_400)).toMatchObject({ jump: { seq: 38, byMs: 40_000 }, offsetMs })
  })

  test('[STREAM-05] numbers that fall begin without a jump', () => {
    const aheadMs = (seq: number) => (seq < 40 ? 0 : 40_000)
    const jumped = follow({ aheadMs }, { reads: 60 })
    const again = followPlaylist(jumped.followed, playlistAt(startMs + 20_000, {}), jumped.nowMs + 2_000)
    expect(stateOfFollowed(again, jumped.nowMs + 2_000).jump).toBeNull()
  })
})

test.each([
  [1_000, 2_000],
  [4_000, 4_000],
  [10_000, 6_000],
])('[STREAM-11] a target duration of %s ms is read each %s ms', (targetMs, ms) => {
  expect(msToNextRead({ ...nothingFollowed, targetMs })).toBe(ms)
})
