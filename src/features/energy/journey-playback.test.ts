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
