// A page that is mute for a time: what plays, what starts meanwhile, and what its member had muted.
import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { pageMute, usePageMute } from './page-mute.ts'

afterEach(() => act(() => pageMute.set(false)))

/** Also one that isn't in the document, as sound alone is. */
const sound = () => new Audio()

test('[HALL-04] every player is mute while the page is, also one that starts or turns its sound on to start', () => {
  const [heard, later] = [sound(), sound()]
  renderHook(() => usePageMute(heard))
  act(() => pageMute.set(true))
  expect(heard.muted).toBe(true)
  heard.muted = false
  heard.dispatchEvent(new Event('playing'))
  expect(heard.muted).toBe(true)
  const { rerender } = renderHook(({ element }) => usePageMute(element), {
    initialProps: { element: null as HTMLMediaElement | null },
  })
  rerender({ element: later })
  expect(later.muted).toBe(true)
  act(() => pageMute.set(false))
  expect([heard.muted, later.muted]).toEqual([false, false])
})

test('[HALL-04] what its member had muted stays so', () => {
  const muted = sound()
  muted.muted = true
  renderHook(() => usePageMute(muted))
  act(() => pageMute.set(true))
  act(() => pageMute.set(false))
  expect(muted.muted).toBe(true)
})
