// When the picture of a stream is seen, and its sound heard.
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ModelElement } from '#test/web/model-element.ts'
import { usePictureSeen, useWasSeen } from './use-picture-seen.ts'
import { useSoundRise } from './use-sound-rise.ts'

beforeEach(() =>
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
  }),
)
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const atRest = { isWithGroup: false, isResting: false, isStopped: false }

function watchPicture() {
  const element = new ModelElement()
  element.src = 'stream'
  const { result, rerender } = renderHook(
    (options: typeof atRest) => {
      const isSeen = usePictureSeen(element as unknown as HTMLMediaElement, options)
      useSoundRise(element as unknown as HTMLMediaElement, isSeen)
      return { isSeen, wasSeen: useWasSeen(isSeen) }
    },
    { initialProps: atRest },
  )
  const pass = (ms: number) =>
    act(() => {
      for (let left = ms; left > 0; left -= 250) {
        vi.advanceTimersByTime(250)
        element.dispatchEvent(new Event('timeupdate'))
      }
    })
  const set = (options: Partial<typeof atRest>) => rerender({ ...atRest, ...options })
  return { element, seen: () => result.current.isSeen, wasSeen: () => result.current.wasSeen, pass, set }
}

test('[STREAM-13] the picture is seen once it moves with the group; its sound rises over three seconds', () => {
  const { element, seen, wasSeen, pass, set } = watchPicture()
  void element.play()
  pass(2_000)
  expect([seen(), element.volume]).toEqual([false, 0])
  set({ isWithGroup: true })
  pass(250)
  expect([seen(), wasSeen()]).toEqual([true, false])
  pass(1_500)
  expect(element.volume).toBeGreaterThan(0.3)
  expect(element.volume).toBeLessThan(0.7)
  pass(1_500)
  expect([seen(), wasSeen(), element.volume]).toEqual([true, true, 1])
})

test('[STREAM-14] a picture that stops stays for four seconds, and comes again with its sound at the volume that was', () => {
  const { element, seen, pass, set } = watchPicture()
  set({ isWithGroup: true })
  void element.play()
  pass(5_000)
  element.volume = 0.4
  element.pause()
  pass(3_500)
  expect(seen()).toBe(true)
  pass(750)
  expect([seen(), element.volume]).toEqual([false, 0])
  void element.play()
  pass(500)
  expect(seen()).toBe(true)
  pass(3_000)
  expect(element.volume).toBe(0.4)
})

test('[STREAM-14] a stream that ends is gone at once', () => {
  const { element, seen, pass, set } = watchPicture()
  set({ isWithGroup: true })
  void element.play()
  pass(5_000)
  set({ isStopped: true })
  expect([seen(), element.volume]).toEqual([false, 0])
})

test('[STREAM-16] a picture that its member has paused stays', () => {
  const { element, seen, pass, set } = watchPicture()
  set({ isWithGroup: true })
  void element.play()
  pass(5_000)
  element.pause()
  set({ isResting: true })
  pass(60_000)
  expect(seen()).toBe(true)
})
