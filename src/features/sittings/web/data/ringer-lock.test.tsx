// Which tab rings the bell, with and without locks.
import { act, renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { showPage } from '#test/web/passing-time.ts'
import { useRingerLock } from './ringer-lock.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function stubLocks(locks: { request: () => Promise<unknown> } | undefined): void {
  vi.stubGlobal('navigator', Object.create(navigator, { locks: { value: locks } }))
}

function show(visibility: DocumentVisibilityState): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibility)
  showPage()
}

test('[SHELL-32, PHASE-10] without locks, as on plain http, the last visible tab rings, also with the screen off', async () => {
  stubLocks(undefined)
  const { result, rerender } = renderHook(useRingerLock, { initialProps: true })
  expect(result.current).toBe(true)
  show('hidden')
  expect(result.current).toBe(true)
  const other = new BroadcastChannel('sitting-bell')
  other.postMessage(null)
  await waitFor(() => expect(result.current).toBe(false))
  show('visible')
  expect(result.current).toBe(true)
  rerender(false)
  expect(result.current).toBe(false)
  other.close()
})

test('[PHASE-10] the tab that gets the lock rings, visible or not', () => {
  const waiting: (() => unknown)[] = []
  stubLocks({
    request: (...args: unknown[]) => new Promise(() => waiting.push(args.at(-1) as () => unknown)),
  })
  const { result, unmount } = renderHook(useRingerLock, { initialProps: true })
  show('hidden')
  expect(result.current).toBe(false)
  act(() => void waiting[0]?.())
  expect(result.current).toBe(true)
  unmount()
})
