import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { eventually } from '#test/eventually.ts'
import type { Sitting } from '../../sitting.ts'
import { startFakeServer } from '#test/web/fake-server.ts'
import { serverNow, syncServerClock } from '#web/server-clock.ts'
import { sittingsCalls } from '../../contract.ts'
import { usePhase, useRefreshedSitting, useSeat } from './use-sitting.ts'

const startsAt = Date.parse('2026-11-21T12:30:00Z')
const sitting: Sitting = {
  id: 1,
  scheduleId: 1,
  day: '2026-11-21',
  version: 1,
  doorsAt: startsAt - 900_000,
  gatherAt: startsAt - 60_000,
  startsAt,
  videoAt: startsAt + 8_000,
  sharingAt: startsAt + 308_000,
  endsAt: startsAt + 1_208_000,
  mediaSeconds: 180,
  keepsTempo: false,
  cancelled: false,
  cancelNote: null,
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] })
})
afterEach(() => vi.useRealTimers())

const pass = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms)
  })
const show = () =>
  act(() => {
    document.dispatchEvent(new Event('visibilitychange'))
  })

test('[PHASE-06] the phase changes at the server’s moment, and at once when the page is shown again', () => {
  vi.setSystemTime(startsAt - 60_001)
  const { result } = renderHook(() => usePhase(sitting))
  expect(result.current).toEqual({ phase: 'doors', isSilence: false, isAhead: false })
  pass(1)
  expect(result.current.phase).toBe('gather')
  pass(59_999)
  expect(result.current.phase).toBe('gather')
  pass(1)
  expect(result.current.phase).toBe('bell')
  // The device slept, and its timers with it.
  vi.setSystemTime(sitting.videoAt + 180_000)
  show()
  expect(result.current).toEqual({ phase: 'meditation', isSilence: true, isAhead: false })
  vi.setSystemTime(sitting.videoAt + 175_000)
  show()
  pass(4_999)
  expect(result.current.isSilence).toBe(false)
  pass(1)
  expect(result.current.isSilence).toBe(true)
  vi.setSystemTime(sitting.sharingAt)
  show()
  expect(result.current).toEqual({ phase: 'sharing', isSilence: false, isAhead: false })
})

test('[PHASE-22] the moments are read again once between 90 and 30 seconds before the bell, and when the page is shown in the sitting', () => {
  vi.setSystemTime(startsAt - 120_000)
  startFakeServer().respond(sittingsCalls.sittings, [])
  const refresh = vi.fn<() => void>()
  const { unmount } = renderHook(() => useRefreshedSitting(sitting, refresh))
  pass(29_999)
  expect(refresh).toHaveBeenCalledTimes(0)
  pass(60_001)
  expect(refresh).toHaveBeenCalledTimes(1)
  show()
  expect(refresh).toHaveBeenCalledTimes(2)
  vi.setSystemTime(sitting.endsAt)
  show()
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
    pass(120_000 - leadMs - 1)
    expect(refresh).toHaveBeenCalledTimes(0)
    pass(1)
    expect(refresh).toHaveBeenCalledTimes(1)
    unmount()
    vi.restoreAllMocks()
  },
)

test('[PHASE-08, SYNC-03] a seat says what the browser refused, reads the clock four times, and is free again after the sitting', async () => {
  vi.useRealTimers()
  const server = startFakeServer()
  server.respond(sittingsCalls.sittings, [])
  const request = () => Promise.reject(new Error('denied'))
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { wakeLock: { request } }))
  const { result, rerender } = renderHook(
    ({ isUnderWay }) => useSeat(sitting, { isUnderWay, isWatched: true }),
    {
      initialProps: { isUnderWay: true },
    },
  )
  expect(result.current.isTaken).toBe(false)
  act(() => result.current.take())
  expect(result.current.isTaken).toBe(true)
  // Without an audio context, as here, there is no sound either.
  await eventually(() => expect(result.current.refused.toSorted()).toEqual(['screen', 'sound']))
  await eventually(() => expect(server.count(sittingsCalls.sittings)).toBe(4))
  rerender({ isUnderWay: false })
  expect(result.current).toMatchObject({ isTaken: false, refused: [] })
  vi.unstubAllGlobals()
})

test('[PHASE-12] a reload keeps in which sitting the seat was taken, until its sharing ends', () => {
  startFakeServer().respond(sittingsCalls.sittings, [])
  localStorage.clear()
  const open = (id: number) =>
    renderHook(({ isUnderWay }) => useSeat({ id }, { isUnderWay, isWatched: true }), {
      initialProps: { isUnderWay: true },
    })
  const before = open(sitting.id)
  expect(before.result.current.wasTaken).toBe(false)
  act(() => before.result.current.take())
  expect(before.result.current.wasTaken).toBe(true)
  before.unmount()
  const reloaded = open(sitting.id)
  expect(reloaded.result.current).toMatchObject({ isTaken: false, wasTaken: true })
  const other = open(sitting.id + 1)
  expect(other.result.current.wasTaken).toBe(false)
  other.rerender({ isUnderWay: false })
  reloaded.rerender({ isUnderWay: false })
  expect(reloaded.result.current.wasTaken).toBe(false)
  expect(open(sitting.id).result.current.wasTaken).toBe(false)
  expect(localStorage).toHaveLength(0)
})

test('[PHASE-12] a seat that is taken in another tab offers the ending here, too, until the member signs out there', () => {
  localStorage.clear()
  const { result } = renderHook(() => useSeat(sitting, { isUnderWay: true, isWatched: true }))
  expect(result.current.wasTaken).toBe(false)
  const inOtherTab = (change: () => void, key: string | null) =>
    act(() => {
      change()
      window.dispatchEvent(new StorageEvent('storage', { key }))
    })
  inOtherTab(() => localStorage.setItem('draft::seat', String(sitting.id)), 'draft::seat')
  expect(result.current).toMatchObject({ isTaken: false, wasTaken: true })
  inOtherTab(() => localStorage.setItem('draft::other', 'text'), 'draft::other')
  expect(result.current.wasTaken).toBe(true)
  inOtherTab(() => localStorage.clear(), null)
  expect(result.current.wasTaken).toBe(false)
})

test('[PHASE-08] a wake lock that the browser neither grants nor refuses counts as refused, until it’s granted', async () => {
  startFakeServer().respond(sittingsCalls.sittings, [])
  let grant = () => {}
  const granted = new Promise((resolve) => {
    grant = () => resolve({ release: () => Promise.resolve() })
  })
  const wakeLock = { request: () => granted }
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { wakeLock }))
  const { result, unmount } = renderHook(() => useSeat(sitting, { isUnderWay: true, isWatched: true }))
  act(() => result.current.take())
  await act(() => vi.advanceTimersByTimeAsync(2_999))
  expect(result.current.refused).not.toContain('screen')
  await act(() => vi.advanceTimersByTimeAsync(1))
  expect(result.current.refused).toContain('screen')
  grant()
  await act(() => vi.advanceTimersByTimeAsync(0))
  expect(result.current.refused).not.toContain('screen')
  unmount()
  vi.unstubAllGlobals()
})

test('[SYNC-03] with a seat the clock is read four times after a sleep', async () => {
  vi.useRealTimers()
  const server = startFakeServer()
  server.respond(sittingsCalls.sittings, [])
  const { result, unmount } = renderHook(() => useSeat(sitting, { isUnderWay: true, isWatched: false }))
  const jump = (ms: number) =>
    act(() => syncServerClock(serverNow() + ms, performance.now(), performance.now()))
  jump(100_000)
  expect(server.count(sittingsCalls.sittings)).toBe(0)
  act(() => result.current.take())
  await eventually(() => expect(server.count(sittingsCalls.sittings)).toBe(4))
  jump(100_000)
  await eventually(() => expect(server.count(sittingsCalls.sittings)).toBe(8))
  unmount()
})
