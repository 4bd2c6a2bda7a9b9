// Video state: when the player shows loading, by what the video element reports.
import { describe, expect, it } from 'vitest'
import { isWaiting, type PlaybackState } from './video-state.ts'

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

  it('until the picture advances after a seek, even where the browser reports no more data', () => {
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
