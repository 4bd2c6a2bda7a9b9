// Video state: when the player shows loading, by what the video element reports.
import { act, renderHook } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { isWaiting, useVideoState, type PlaybackState } from './video-state.ts'

afterEach(() => vi.useRealTimers())

const haveCurrentData = 2
const haveFutureData = 3

const playback = (facts: Partial<PlaybackState>): PlaybackState => ({
  paused: false,
  ended: false,
  seeking: false,
  currentTime: 40,
  readyState: haveCurrentData,
  ...facts,
})

describe('[MED-38] the player is loading', () => {
  const seeking = { waiting: true, seconds: 40 }

  it('until the video advances after a seek, even where the browser reports no more data', () => {
    expect(isWaiting(seeking, playback({}), 'seeked')).toBe(true)
    expect(isWaiting(seeking, playback({}), 'timeupdate')).toBe(true)
    expect(isWaiting(seeking, playback({ currentTime: 40.2 }), 'timeupdate')).toBe(false)
  })

  it('during a seek, and when the time goes back', () => {
    expect(isWaiting(seeking, playback({ currentTime: 120, seeking: true }), 'timeupdate')).toBe(true)
    expect(isWaiting(seeking, playback({ currentTime: 12 }), 'timeupdate')).toBe(true)
  })

  it('when the browser says so, and no longer once it has data, is paused or ended', () => {
    const playing = { waiting: false, seconds: 40 }
    expect(isWaiting(playing, playback({}), 'waiting')).toBe(true)
    expect(isWaiting(seeking, playback({ readyState: haveFutureData }), 'canplay')).toBe(false)
    expect(isWaiting(seeking, playback({ readyState: haveFutureData }), 'timeupdate')).toBe(false)
    expect(isWaiting(seeking, playback({ paused: true }), 'waiting')).toBe(false)
    expect(isWaiting(seeking, playback({ ended: true }), 'waiting')).toBe(false)
  })
})

it('[SYNC-33, MED-38] a video that says it plays but doesn’t move is loading after 2 s, until it moves', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const video = document.createElement('video')
  const facts = { paused: false, ended: false, readyState: 4, currentTime: 0.047 }
  for (const name of ['paused', 'ended', 'readyState', 'currentTime'] as const)
    Object.defineProperty(video, name, { get: () => facts[name] })
  const { result, unmount } = renderHook(() => useVideoState(video))
  const moveFor = (seconds: number, by: number) => {
    for (let second = 0; second < seconds; second += 1) {
      facts.currentTime += by
      act(() => void vi.advanceTimersByTime(1_000))
    }
  }
  moveFor(5, 1)
  expect(result.current.waiting).toBe(false)
  moveFor(3, 0)
  expect(result.current.waiting).toBe(true)
  facts.currentTime += 0.2
  act(() => void video.dispatchEvent(new Event('timeupdate')))
  expect(result.current.waiting).toBe(false)
  facts.paused = true
  moveFor(5, 0)
  expect(result.current.waiting).toBe(false)
  unmount()
})
