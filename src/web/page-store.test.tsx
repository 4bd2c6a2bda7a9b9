// Page stores: who is notified of a change, and what a reset of the page clears.
import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { createPageStore } from './page-store.ts'
import { resetPage } from './reset-page.ts'

test('[AUTH-26] a reset clears values of the member, and leaves those of the screen', () => {
  const ofMember = createPageStore('member', '')
  const ofScreen = createPageStore('screen', false)
  const shown = renderHook(() => [ofMember.use(), ofScreen.use()])
  act(() => {
    ofMember.set('Mia')
    ofScreen.set(true)
  })
  expect(shown.result.current).toEqual(['Mia', true])
  act(resetPage)
  expect(shown.result.current).toEqual(['', true])
})

test('only a change notifies', () => {
  const value = createPageStore('screen', 0)
  const listener = vi.fn<() => void>()
  const stop = value.subscribe(listener)
  value.set(0)
  value.set(1)
  value.set(1)
  expect(listener).toHaveBeenCalledOnce()
  stop()
  value.set(2)
  expect(listener).toHaveBeenCalledOnce()
})
