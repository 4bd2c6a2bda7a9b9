import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { eventually } from '#test/eventually.ts'
import { sittingSharingAt } from '#test/sittings/sitting.ts'
import { startFakeServer } from '#test/web/fake-server.ts'
import { serverNow, syncServerClock } from '#web/server-clock.ts'
import { sittingsCalls } from '../../contract.ts'
import { silenceOnPage } from '../data/silence-on-page.ts'
import { useSeat } from './use-seat.ts'

const sitting = sittingSharingAt(Date.parse('2026-11-21T12:35:00Z'))

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] })
})
afterEach(() => vi.useRealTimers())

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

test('[PHASE-24] who begins a sitting has a seat in it as soon as the page shows that one', () => {
  startFakeServer().respond(sittingsCalls.sittings, [])
  const { result, rerender, unmount } = renderHook(
    ({ id, isUnderWay }) => useSeat({ id }, { isUnderWay, isWatched: true }),
    { initialProps: { id: sitting.id, isUnderWay: true } },
  )
  const begunId = sitting.id + 1
  act(() => result.current.takeIn(begunId))
  expect(result.current).toMatchObject({ isTaken: false, wasTaken: false })
  rerender({ id: begunId, isUnderWay: false })
  expect(result.current.isTaken).toBe(false)
  rerender({ id: begunId, isUnderWay: true })
  expect(result.current).toMatchObject({ isTaken: true, wasTaken: true })
  act(() => result.current.leave())
  expect(result.current.isTaken).toBe(false)
  unmount()
})

test('[STREAM-23] a pause without a seat, as in a sharing, ends with the sitting', () => {
  const { result, rerender } = renderHook(
    ({ isUnderWay }) => useSeat(sitting, { isUnderWay, isWatched: true }),
    { initialProps: { isUnderWay: true } },
  )
  act(() => result.current.setOnOwn(true))
  expect(result.current).toMatchObject({ isTaken: false, isOnOwn: true })
  rerender({ isUnderWay: false })
  expect(result.current.isOnOwn).toBe(false)
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

test('[SEQ-12, SYNC-21] while the sound of a silence runs, the screen may switch off', async () => {
  vi.useRealTimers()
  startFakeServer().respond(sittingsCalls.sittings, [])
  const held = { now: 0 }
  const request = () => {
    held.now += 1
    return Promise.resolve({ release: () => Promise.resolve((held.now -= 1)) })
  }
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { wakeLock: { request } }))
  let isRunning = true
  let onChange = () => {}
  silenceOnPage.set({
    read: () => ({ isHeard: true, atMs: 0 }),
    isRunning: () => isRunning,
    onChange: (listener) => {
      onChange = listener
      return () => {}
    },
    yieldStroke: () => {},
  })
  const { result, unmount } = renderHook(() => useSeat(sitting, { isUnderWay: true, isWatched: true }))
  act(() => result.current.take())
  await act(() => Promise.resolve())
  expect(held.now).toBe(0)
  isRunning = false
  act(() => onChange())
  await eventually(() => expect(held.now).toBe(1))
  isRunning = true
  act(() => onChange())
  await eventually(() => expect(held.now).toBe(0))
  unmount()
  silenceOnPage.set(null)
  vi.unstubAllGlobals()
})
