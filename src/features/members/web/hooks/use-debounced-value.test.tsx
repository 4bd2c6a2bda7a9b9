// Debounced text: the value changes only after a pause in typing.
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useDebouncedValue } from './use-members.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('[USR-01] text is applied after a pause in typing, and empty text immediately', () => {
  const { result, rerender } = renderHook((text: string) => useDebouncedValue(text), { initialProps: '' })
  const rest = (ms: number) =>
    act(() => {
      vi.advanceTimersByTime(ms)
    })
  rerender('m')
  rest(200)
  rerender('mi')
  rest(249)
  expect(result.current).toBe('')
  rest(1)
  expect(result.current).toBe('mi')
  rerender('')
  expect(result.current).toBe('')
})
