// Whether the frames of a motion come late.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchFrames } from './watch-frames.ts'

let draw: (() => void) | null = null

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
  vi.stubGlobal('requestAnimationFrame', (onFrame: () => void) => {
    draw = onFrame
    return 1
  })
  vi.stubGlobal('cancelAnimationFrame', () => {
    draw = null
  })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function drawFrames(count: number, everyMs: number) {
  for (let frame = 0; frame < count; frame += 1) {
    vi.advanceTimersByTime(everyMs)
    draw?.()
  }
}

test('[STAGE-03] fewer than eight frames a second are late, which is said once', () => {
  const onLate = vi.fn<() => void>()
  watchFrames(onLate)
  drawFrames(40, 100)
  expect(onLate).not.toHaveBeenCalled()
  drawFrames(10, 150)
  expect(onLate).toHaveBeenCalledTimes(1)
  drawFrames(20, 150)
  expect(onLate).toHaveBeenCalledTimes(1)
})

test.each([
  ['stopped', (stop: () => void) => stop()],
  ['hidden', () => void document.dispatchEvent(new Event('visibilitychange'))],
])('[STAGE-03] %s, it judges no longer', (_, end) => {
  const onLate = vi.fn<() => void>()
  end(watchFrames(onLate))
  drawFrames(10, 500)
  expect(onLate).not.toHaveBeenCalled()
})
