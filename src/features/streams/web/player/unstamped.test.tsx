// A stream without stamps: it plays as it comes, and its page says so where it is read on demand.
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ModelElement } from '#test/web/model-element.ts'
import { groupStatus } from '#web/player/group/group-status.ts'
import { Unstamped } from './unstamped.tsx'

afterEach(cleanup)

function show(refusal: DOMException | null = null) {
  const element = new ModelElement()
  element.refusal = refusal
  const onPause = vi.fn<() => void>()
  const { container, unmount } = render(
    <Unstamped element={element as unknown as HTMLMediaElement} onPause={onPause} />,
  )
  element.src = 'stream'
  return { element, onPause, container, unmount }
}

test('[STREAM-17] it plays as it comes, is never sought, and shows nothing', () => {
  const { element, onPause, container, unmount } = show()
  expect([element.paused, groupStatus()]).toEqual([false, 'Not in step with the group'])
  expect(element.commands).toEqual(['src', 'play'])
  expect(container.textContent).toBe('')
  element.stop()
  expect(onPause).toHaveBeenCalledTimes(1)
  unmount()
  expect(groupStatus()).toBeNull()
})

test('[STREAM-14, STREAM-17] its end is no pause of its member', () => {
  const { element, onPause } = show()
  element.currentTime = element.duration
  element.stop()
  expect(onPause).not.toHaveBeenCalled()
})

test('[STREAM-17] refused by the browser, it waits for a press', async () => {
  const { onPause } = show(new DOMException('', 'NotAllowedError'))
  await vi.waitFor(() => expect(onPause).toHaveBeenCalledTimes(1))
})
