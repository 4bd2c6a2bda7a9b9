// A stream with the group: what its page learns of it, and the words that it shows.
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ModelElement } from '#test/web/model-element.ts'
import { serverNow, syncServerClock } from '#web/server-clock.ts'
import type { LiveFeed } from './live-feed.ts'
import { createLivePlayer } from './live-player.ts'
import { WithGroup } from './with-group.tsx'

beforeEach(() => {
  localStorage.clear()
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
  })
  syncServerClock(Date.now(), performance.now(), performance.now())
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test.each([true, false])(
  '[STREAM-14, STREAM-23] with a place for its words (%s) or without, it is in step, and a dropped line brings no word',
  (hasControls) => {
    const dateMs = serverNow() - 60_000
    const untilMs = serverNow() + 20_000
    const element = new ModelElement()
    element.src = 'stream'
    const feed: LiveFeed = {
      segments: () => [{ start: 0, duration: (Math.min(serverNow(), untilMs) - dateMs) / 1_000, dateMs }],
      arrivedParts: () => 1,
      stopLoading: () => {},
      startLoading: () => {},
      detach: () => {},
    }
    const player = createLivePlayer(element as unknown as HTMLMediaElement, feed, () => 12_000)
    const onWithGroup = vi.fn<(isWithGroup: boolean) => void>()
    const onPause = vi.fn<() => void>()
    const shown = (isSeen: boolean) => (
      <WithGroup {...{ player, feed, isSeen, hasControls, onWithGroup, onPause }} rebuild={() => {}} />
    )
    const { container, rerender } = render(shown(false))
    act(() => void vi.advanceTimersByTime(5_000))
    expect(onWithGroup).toHaveBeenLastCalledWith(true)
    rerender(shown(true))

    // The line drops: nothing moves, for longer than a member's own line would be offered a way.
    Object.defineProperty(element, 'currentTime', { value: element.currentTime, writable: true })
    act(() => void vi.advanceTimersByTime(10_000))
    rerender(shown(false))
    act(() => void vi.advanceTimersByTime(60_000))
    expect(container.textContent).toBe('')
    expect(onPause).not.toHaveBeenCalled()
  },
)
