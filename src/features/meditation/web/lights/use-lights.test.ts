import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useKeepsLights } from './keep-lights.ts'
import { useLights } from './use-lights.ts'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  localStorage.clear()
})

const isDown = () => document.documentElement.dataset.lights !== undefined

test('[STAGE-01, STAGE-02] they go down while the member sits; raising them holds for this sitting', () => {
  const { result, rerender } = renderHook(
    ({ id, isSitting }: { id: number; isSitting: boolean }) => useLights(id, isSitting),
    { initialProps: { id: 1, isSitting: false } },
  )
  expect(isDown()).toBe(false)
  rerender({ id: 1, isSitting: true })
  expect(isDown()).toBe(true)
  act(() => result.current.raise())
  expect([isDown(), result.current.isRaised]).toEqual([false, true])
  act(() => result.current.lower())
  expect([isDown(), result.current.isRaised]).toEqual([true, false])
  act(() => result.current.raise())
  rerender({ id: 2, isSitting: true })
  expect(isDown()).toBe(true)
  rerender({ id: 2, isSitting: false })
  expect(isDown()).toBe(false)
})

test('[STAGE-02] the choice to keep them on is saved, and one press takes them down all the same', () => {
  const choice = renderHook(() => useKeepsLights())
  act(() => choice.result.current.setKeepsLights(true))
  const { result } = renderHook(() => useLights(1, true))
  expect([isDown(), result.current.isRaised]).toEqual([false, true])
  act(() => result.current.lower())
  expect(isDown()).toBe(true)
})

test('[STAGE-01] once the room is dark, a page that was scrolled down is at its head', () => {
  vi.useFakeTimers()
  window.scrollTo(0, 300)
  const { result } = renderHook(() => useLights(1, true))
  expect([result.current.isDark, window.scrollY]).toEqual([false, 300])
  act(() => void vi.runAllTimers())
  expect([result.current.isDark, window.scrollY]).toEqual([true, 0])
})

test('[STAGE-01] raised again within seconds, the light has its six seconds anew', () => {
  vi.useFakeTimers()
  const { result } = renderHook(() => useLights(1, true))
  const isRising = () => document.documentElement.dataset.lightsRise !== undefined
  act(() => result.current.raise())
  act(() => void vi.advanceTimersByTime(3_000))
  act(() => result.current.lower())
  act(() => result.current.raise())
  act(() => void vi.advanceTimersByTime(5_000))
  expect(isRising()).toBe(true)
  act(() => void vi.advanceTimersByTime(1_000))
  expect(isRising()).toBe(false)
})
