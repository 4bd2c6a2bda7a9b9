import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sittingSharingAt } from '#test/sittings/sitting.ts'
import { startFakeServer } from '#test/web/fake-server.ts'
import { passTime, showPage } from '#test/web/passing-time.ts'
import { sittingsCalls } from '../../contract.ts'
import { useRefreshedSitting } from './use-refreshed-sitting.ts'

const startsAt = Date.parse('2026-11-21T12:30:00Z')
const sitting = sittingSharingAt(startsAt + 300_000)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] })
})
afterEach(() => vi.useRealTimers())

test('[PHASE-22] the moments are read again once between 90 and 30 seconds before the bell, and when the page is shown in the sitting', () => {
  vi.setSystemTime(startsAt - 120_000)
  startFakeServer().respond(sittingsCalls.sittings, [])
  const refresh = vi.fn<() => void>()
  const { unmount } = renderHook(() => useRefreshedSitting(sitting, refresh))
  passTime(29_999)
  expect(refresh).toHaveBeenCalledTimes(0)
  passTime(60_001)
  expect(refresh).toHaveBeenCalledTimes(1)
  showPage()
  expect(refresh).toHaveBeenCalledTimes(2)
  vi.setSystemTime(sitting.endsAt)
  showPage()
  expect(refresh).toHaveBeenCalledTimes(2)
  unmount()
})

test.each([
  [0, 30_000],
  [1, 90_000],
])(
  '[PHASE-22] with a random number of %d the page reads the moments %d ms before the bell',
  (random, leadMs) => {
    vi.setSystemTime(startsAt - 120_000)
    vi.spyOn(Math, 'random').mockReturnValue(random)
    const refresh = vi.fn<() => void>()
    const { unmount } = renderHook(() => useRefreshedSitting(sitting, refresh))
    passTime(120_000 - leadMs - 1)
    expect(refresh).toHaveBeenCalledTimes(0)
    passTime(1)
    expect(refresh).toHaveBeenCalledTimes(1)
    unmount()
    vi.restoreAllMocks()
  },
)
