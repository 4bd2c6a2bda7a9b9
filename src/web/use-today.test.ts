// Today advances at Chicago's midnight, also when a hidden tab's timers are late.
import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useToday } from './use-today.ts'

afterEach(() => vi.useRealTimers())

test('[TIME-01] the day changes at midnight in Chicago by itself', () => {
  vi.useFakeTimers({ now: Temporal.Instant.from('2026-11-22T05:57:30.000Z').epochMilliseconds })
  const { result } = renderHook(() => useToday())
  expect(result.current).toBe('2026-11-21')
  act(() => void vi.advanceTimersByTime(149_999))
  expect(result.current).toBe('2026-11-21')
  act(() => void vi.advanceTimersByTime(1))
  expect(result.current).toBe('2026-11-22')
})

test('[TIME-01] a tab that becomes visible after days updates at once', () => {
  vi.useFakeTimers({ now: Temporal.Instant.from('2026-11-21T18:00:00.000Z').epochMilliseconds })
  const { result } = renderHook(() => useToday())
  vi.setSystemTime('2026-11-24T18:00:00.000Z')
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  expect(result.current).toBe('2026-11-24')
})
