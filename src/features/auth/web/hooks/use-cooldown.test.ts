// Mail cooldown: starts immediately, counts down by the second, and ends.
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useCooldown } from './use-cooldown.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const advanceTime = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

it('[PROF-25] the first mail may be sent immediately, and the next after a minute', async () => {
  const { result } = renderHook(() => useCooldown())
  expect(result.current.secondsLeft).toBe(0)
  await advanceTime(5_000)
  act(() => result.current.start())
  expect(result.current.secondsLeft).toBe(60)
  await advanceTime(1_000)
  expect(result.current.secondsLeft).toBe(59)
  await advanceTime(58_000)
  expect(result.current.secondsLeft).toBe(1)
  await advanceTime(1_000)
  expect(result.current.secondsLeft).toBe(0)
  expect(vi.getTimerCount()).toBe(0)
  act(() => result.current.start())
  expect(result.current.secondsLeft).toBe(60)
})
