// Media retry: what the network interrupted plays again by itself; other failures stay.
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PlayerStage } from './player-stage.ts'
import { useMediaRetry, type MediaFailure } from './use-media-retry.ts'

const network = 2
const decode = 3

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.stubGlobal('MediaError', { MEDIA_ERR_DECODE: decode })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A video whose reload fails until `restoreLine` is called. */
function showVideo({ wasLoaded = true, startsPaused = false } = {}) {
  let isPaused = startsPaused
  const video = document.createElement('video')
  let errorCode: number | null = null
  let isLineUp = false
  Object.defineProperty(video, 'error', { get: () => (errorCode === null ? null : { code: errorCode }) })
  Object.defineProperty(video, 'paused', { get: () => isPaused })
  Object.defineProperty(video, 'readyState', { get: () => 0 })
  const send = (type: string) => void video.dispatchEvent(new Event(type))
  const failWith = (code: number) => {
    errorCode = code
    send('error')
    // As Chromium does.
    isPaused = true
    send('pause')
  }
  const reload = vi.fn<() => void>(() => {
    errorCode = null
    send('loadstart')
    isPaused = false
    send('play')
    if (isLineUp) send('playing')
    else failWith(network)
  })
  const initialProps = {
    streamFailure: null as MediaFailure | null,
    isStuck: false,
    isConnected: true,
    stage: 'own' as PlayerStage,
  }
  const { result, rerender } = renderHook((props) => useMediaRetry(video, { ...props, reload }), {
    initialProps,
  })
  act(() => {
    if (wasLoaded) send('loadedmetadata')
    if (!startsPaused) send('play')
  })
  const fail = (code = network) => act(() => failWith(code))
  const change = (next: Partial<typeof initialProps>) => rerender({ ...initialProps, ...next })
  return { fail, reload, result, change, restoreLine: () => (isLineUp = true) }
}

/** Each second renders what the second before has changed. */
function wait(seconds: number) {
  for (let second = 0; second < seconds; second += 1) act(() => void vi.advanceTimersByTime(1_000))
}

test('[MED-41] an interrupted video is loaded again with a growing delay, until it plays', () => {
  const { fail, reload, result, restoreLine } = showVideo()
  fail()
  expect(result.current).toEqual({ isInterrupted: true, isRetrying: true })
  wait(3)
  expect(reload).toHaveBeenCalledTimes(1)
  wait(1)
  expect(reload).toHaveBeenCalledTimes(1)
  wait(30)
  const calls = reload.mock.calls.length
  expect(calls).toBeGreaterThanOrEqual(3)
  restoreLine()
  wait(30)
  expect(reload).toHaveBeenCalledTimes(calls + 1)
  expect(result.current).toEqual({ isInterrupted: false, isRetrying: false })
  wait(300)
  expect(reload).toHaveBeenCalledTimes(calls + 1)
})

test('[MED-41] after eight attempts a person is asked; a line that returns is tried all the same', () => {
  const { fail, reload, result, change, restoreLine } = showVideo()
  fail()
  wait(600)
  expect(reload).toHaveBeenCalledTimes(8)
  expect(result.current).toEqual({ isInterrupted: true, isRetrying: false })
  act(() => void window.dispatchEvent(new Event('online')))
  expect(reload).toHaveBeenCalledTimes(9)
  change({ isConnected: false })
  restoreLine()
  change({ isConnected: true })
  expect(reload).toHaveBeenCalledTimes(10)
  expect(result.current.isInterrupted).toBe(false)
})

test('[MED-41] a stream and a stuck video come back with the line, too', () => {
  const { reload, result, change } = showVideo()
  change({ streamFailure: 'network' })
  wait(3)
  expect(reload).toHaveBeenCalledTimes(1)

  expect(result.current.isInterrupted).toBe(true)
  const stuck = showVideo()
  stuck.change({ isStuck: true })
  wait(60)
  expect(stuck.reload).not.toHaveBeenCalled()
  stuck.restoreLine()
  act(() => void window.dispatchEvent(new Event('online')))
  expect(stuck.reload).toHaveBeenCalledTimes(1)
})

test('[MED-41] what was never there, is broken, was paused or is covered isn’t loaded again', () => {
  const missing = showVideo({ wasLoaded: false })
  missing.fail()
  const broken = showVideo()
  broken.fail(decode)
  const paused = showVideo({ startsPaused: true })
  paused.fail()
  const covered = showVideo()
  covered.change({ stage: 'cover' })
  covered.fail()
  wait(300)
  act(() => void window.dispatchEvent(new Event('online')))
  for (const { reload, result } of [missing, broken, paused, covered]) {
    expect(reload).not.toHaveBeenCalled()
    expect(result.current.isInterrupted).toBe(false)
  }
})
