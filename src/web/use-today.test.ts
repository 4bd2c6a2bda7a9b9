// Today advances at Chicago's midnight, also when a hidden tab's timers are late.
import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { testEras } from '#test/community-days.ts'
import { passTime, showPage } from '#test/web/passing-time.ts'
import { communityZone, setZoneEras } from './community-days.ts'
import { useToday } from './use-today.ts'

afterEach(() => vi.useRealTimers())

test('[TIME-01] the day changes at midnight in Chicago by itself', () => {
  vi.useFakeTimers({ now: Temporal.Instant.from('2026-11-22T05:57:30.000Z').epochMilliseconds })
  const { result } = renderHook(() => useToday())
  expect(result.current).toBe('2026-11-21')
  passTime(149_999)
  expect(result.current).toBe('2026-11-21')
  passTime(1)
  expect(result.current).toBe('2026-11-22')
})

test('[TIME-01] a tab that becomes visible after days updates at once', () => {
  vi.useFakeTimers({ now: Temporal.Instant.from('2026-11-21T18:00:00.000Z').epochMilliseconds })
  const { result } = renderHook(() => useToday())
  vi.setSystemTime('2026-11-24T18:00:00.000Z')
  showPage()
  expect(result.current).toBe('2026-11-24')
})

test('[COM-05] a change of the zone moves the day of an open screen at once, and its next midnight', () => {
  onTestFinished(() => setZoneEras(testEras))
  vi.useFakeTimers({ now: Temporal.Instant.from('2026-11-21T18:00:00.000Z').epochMilliseconds })
  const { result } = renderHook(() => [useToday(), communityZone()])
  act(() => setZoneEras([{ fromDay: '0001-01-01', zone: 'Pacific/Auckland' }]))
  expect(result.current).toEqual(['2026-11-22', 'Pacific/Auckland'])
  // A zone that begins the day after.
  const pending = { fromDay: '2026-11-23', zone: 'Asia/Tokyo' }
  act(() => setZoneEras([{ fromDay: '0001-01-01', zone: 'Pacific/Auckland' }, pending]))
  expect(result.current).toEqual(['2026-11-22', 'Pacific/Auckland'])
  passTime(Date.parse('2026-11-22T15:00:00Z') - Date.now() - 1)
  expect(result.current[0]).toBe('2026-11-22')
  passTime(1)
  expect(result.current).toEqual(['2026-11-23', 'Asia/Tokyo'])
})
