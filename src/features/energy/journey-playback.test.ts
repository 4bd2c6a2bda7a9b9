// Journey playback state: steps, ends, and days that change meanwhile.
import { expect, test } from 'vitest'
import { createConsecutiveDays } from '#test/energy-history.ts'
import {
  advancePlayback,
  initialPlayback,
  seekPlayback,
  type JourneyPlaybackState,
  sessionIndex,
  togglePlayback,
} from './journey-playback.ts'

const days = createConsecutiveDays(4, '2026-11-21')
const playing = togglePlayback(initialPlayback)
const at = (playback: JourneyPlaybackState) => [sessionIndex(playback, days), playback.isPlaying]

test('[JRNY-04] it opens paused at the first session, and Play and Pause change nothing else', () => {
  expect(at(initialPlayback)).toEqual([0, false])
  expect(at(playing)).toEqual([0, true])
  expect(togglePlayback(playing)).toEqual(initialPlayback)
})

test('[JRNY-04] it goes from session to session, and from the last it stops and returns to the first', () => {
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

test('[JRNY-04] a single session has its time, and then it stops', () => {
  expect(advancePlayback(playing, days.slice(0, 1))).toEqual({ day: '2026-11-18', isPlaying: false, step: 1 })
})

test('[JRNY-05] a step by hand ends at the first and at the last session, and playing goes on', () => {
  expect(at(seekPlayback(playing, days, 2))).toEqual([2, true])
  expect(at(seekPlayback(playing, days, -1))).toEqual([0, true])
  expect(at(seekPlayback(playing, days, 4))).toEqual([3, true])
  expect(at(seekPlayback(initialPlayback, days, 2))).toEqual([2, false])
})

test('[JRNY-05] a return to the session that is shown gives it its whole time anew', () => {
  expect(seekPlayback(playing, days, 0).step).toBe(playing.step + 1)
})

test('[JRNY-07] the day that is shown stays, when days come before it or go', () => {
  const shown = seekPlayback(playing, days, 2)
  expect(days[2]?.sessionDate).toBe('2026-11-20')
  expect(sessionIndex(shown, createConsecutiveDays(12, '2026-11-21'))).toBe(10)
  expect(sessionIndex(shown, days.slice(1))).toBe(1)
})

test('[JRNY-07] when the day itself is gone the next is shown, at the end the last one', () => {
  const shown = seekPlayback(playing, days, 1)
  const without = days.filter(({ sessionDate }) => sessionDate !== '2026-11-19')
  expect(without[sessionIndex(shown, without)]?.sessionDate).toBe('2026-11-20')
  const first = days.slice(0, 1)
  expect(sessionIndex(shown, first)).toBe(0)
  expect(advancePlayback(shown, first)).toMatchObject({ day: '2026-11-18', isPlaying: false })
})

test('[JRNY-06] without days nothing moves', () => {
  expect(sessionIndex(seekPlayback(playing, days, 2), [])).toBe(0)
  expect(seekPlayback(playing, [], 3).day).toBeNull()
  expect(advancePlayback(playing, [])).toEqual({ day: null, isPlaying: false, step: 1 })
})
