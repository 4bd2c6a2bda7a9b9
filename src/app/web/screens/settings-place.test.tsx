import { cleanup, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { passTime } from '#test/web/passing-time.ts'
import { onceNamed, remindersId, useNamedPlace } from './settings-place.ts'

const scrolled = vi.fn<() => void>()
let grow: () => void
beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(scrolled)
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(onResize: () => void) {
        grow = onResize
      }
      observe() {}
      disconnect() {
        grow = () => undefined
      }
    },
  )
  grow = () => undefined
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  scrolled.mockClear()
  history.replaceState(null, '', '/settings')
})

function Place() {
  const place = useRef<HTMLDivElement>(null)
  useNamedPlace(place, remindersId)
  return <div ref={place} tabIndex={-1} role="group" aria-label="Reminders" />
}

test('[REM-01] a link to the reminders leads there, and stays while the page above grows', () => {
  history.replaceState(null, '', '/settings#reminders')
  render(<Place />)
  expect(document.activeElement).toBe(screen.getByRole('group'))
  passTime(20)
  expect(scrolled).toHaveBeenCalledTimes(1)
  grow()
  expect(scrolled).toHaveBeenCalledTimes(2)
  window.dispatchEvent(new Event('wheel'))
  grow()
  expect(scrolled).toHaveBeenCalledTimes(2)
})

test('without their name in the address nothing moves', () => {
  render(<Place />)
  passTime(20)
  grow()
  expect(document.activeElement).toBe(document.body)
  expect(scrolled).not.toHaveBeenCalled()
})

test('[PROF-31] a part waits until the address names one of its places', async () => {
  const named = vi.fn<() => void>()
  const waits = onceNamed(['notices', remindersId]).then(named)
  const go = (hash: string) => {
    history.replaceState(null, '', `/settings#${hash}`)
    window.dispatchEvent(new Event('hashchange'))
    return vi.advanceTimersByTimeAsync(0)
  }
  await go('bell')
  expect(named).not.toHaveBeenCalled()
  await go('notices')
  expect(named).toHaveBeenCalledTimes(1)
  await waits
})
