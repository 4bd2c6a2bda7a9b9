// What happens to an open page: time passes, and it is shown again.
import { act } from '@testing-library/react'
import { vi } from 'vitest'

/** Advances the fake timers, and renders what they change. */
export function passTime(ms: number): void {
  act(() => void vi.advanceTimersByTime(ms))
}

/** The page comes into sight. */
export function showPage(): void {
  act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
}
