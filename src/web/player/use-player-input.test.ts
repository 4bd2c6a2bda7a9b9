// Player input: what a key does that is held.
import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { usePlayerKeys } from './use-player-input.ts'

test('[MED-12] a held key toggles once, and doesn’t scroll the page; seeking and the volume repeat', () => {
  const player = document.createElement('section')
  const video = document.createElement('video')
  player.append(video)
  const facts = { paused: true, currentTime: 0 }
  Object.defineProperty(video, 'paused', { get: () => facts.paused })
  Object.defineProperty(video, 'duration', { get: () => 100 })
  Object.defineProperty(video, 'currentTime', {
    get: () => facts.currentTime,
    set: (seconds: number) => {
      facts.currentTime = seconds
    },
  })
  const play = vi.spyOn(video, 'play').mockResolvedValue()
  const toggleCaptions = vi.fn<() => void>()
  const { unmount } = renderHook(() =>
    usePlayerKeys({ player, video, onReplay: null, toggleCaptions, canSeek: true }),
  )
  const hold = (key: string) => {
    for (const repeat of [false, true, true, true, true]) {
      const event = new KeyboardEvent('keydown', { key, repeat, bubbles: true, cancelable: true })
      act(() => void video.dispatchEvent(event))
      expect(event.defaultPrevented).toBe(true)
    }
  }
  hold(' ')
  hold('k')
  expect(play).toHaveBeenCalledTimes(2)
  hold('m')
  expect(video.muted).toBe(true)
  hold('c')
  expect(toggleCaptions).toHaveBeenCalledTimes(1)
  hold('ArrowRight')
  expect(facts.currentTime).toBe(25)
  hold('ArrowDown')
  expect(video.volume).toBeLessThan(0.6)
  unmount()
})
