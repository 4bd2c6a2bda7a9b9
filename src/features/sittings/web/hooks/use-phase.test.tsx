import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sittingSharingAt } from '#test/sittings/sitting.ts'
import { passTime, showPage } from '#test/web/passing-time.ts'
import { usePhase } from './use-phase.ts'

const startsAt = Date.parse('2026-11-21T12:30:00Z')
const sitting = sittingSharingAt(startsAt + 300_000)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] })
})
afterEach(() => vi.useRealTimers())

test('[PHASE-06] the phase changes at the server’s moment, and at once when the page is shown again', () => {
  vi.setSystemTime(startsAt - 60_001)
  const { result } = renderHook(() => usePhase(sitting))
  expect(result.current).toEqual({ phase: 'doors', isSilence: false, isAhead: false })
  passTime(1)
  expect(result.current.phase).toBe('gather')
  passTime(59_999)
  expect(result.current.phase).toBe('gather')
  passTime(1)
  expect(result.current.phase).toBe('bell')
  // The device slept, and its timers with it.
  vi.setSystemTime(sitting.videoAt + 180_000)
  showPage()
  expect(result.current).toEqual({ phase: 'meditation', isSilence: true, isAhead: false })
  vi.setSystemTime(sitting.videoAt + 175_000)
  showPage()
  passTime(4_999)
  expect(result.current.isSilence).toBe(false)
  passTime(1)
  expect(result.current.isSilence).toBe(true)
  vi.setSystemTime(sitting.sharingAt)
  showPage()
  expect(result.current).toEqual({ phase: 'sharing', isSilence: false, isAhead: false })
})
