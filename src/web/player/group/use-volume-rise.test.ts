import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { serverNow } from '#web/server-clock.ts'
import { useVolumeRise } from './use-volume-rise.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance', 'Date'] }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function start(volume: number, startsInMs = 0) {
  const video = document.createElement('video')
  video.volume = volume
  const startsAtMs = serverNow() + startsInMs
  const { unmount } = renderHook(() => useVolumeRise(video, startsAtMs))
  const play = () => act(() => void video.dispatchEvent(new Event('play')))
  play()
  return { video, unmount, play }
}

test('[STAGE-05] at the group’s start the volume rises over two seconds to what it was', () => {
  const { video } = start(0.8)
  expect(video.volume).toBe(0)
  vi.advanceTimersByTime(1_000)
  expect(video.volume).toBeCloseTo(0.4)
  vi.advanceTimersByTime(1_000)
  expect(video.volume).toBe(0.8)
})

test('[STAGE-05] a later start sounds at once, and so does one whose volume the member changes', () => {
  expect(start(0.8, -60_000).video.volume).toBe(0.8)
  const { video } = start(0.8)
  vi.advanceTimersByTime(500)
  video.volume = 0.6
  vi.advanceTimersByTime(2_000)
  expect(video.volume).toBe(0.6)
})

test('[STAGE-05] a rise that is cut short gives the volume back, also by a second start', () => {
  const { video, unmount, play } = start(0.8)
  vi.advanceTimersByTime(500)
  play()
  vi.advanceTimersByTime(2_000)
  expect(video.volume).toBe(0.8)
  play()
  expect(video.volume).toBe(0.8)
  unmount()
  const second = start(0.8)
  vi.advanceTimersByTime(500)
  second.unmount()
  expect(second.video.volume).toBe(0.8)
})
