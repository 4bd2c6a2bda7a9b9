// Lazy imports: on request, after reconnecting, and again after a failure.
import { act, renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { errorMessageOf } from './error-message.ts'
import { importPart, importWhenOnline, onImportFailed, useLazyImport } from './use-lazy-import.ts'

const loadPart = async () => 'the part'

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

it('requests nothing while offline, and resumes when the connection is back', async () => {
  const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const asked = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'))
  const load = vi.fn<() => Promise<string>>(async () => 'the part')
  const { result, unmount } = renderHook(() => useLazyImport(load))
  act(() => result.current[1]())
  act(() => result.current[1]())
  await waitFor(() => expect(asked).toHaveBeenCalledTimes(1))
  await act(() => new Promise((resolve) => setImmediate(resolve)))
  expect(load).not.toHaveBeenCalled()
  isOnline.mockReturnValue(true)
  act(() => void window.dispatchEvent(new Event('online')))
  await waitFor(() => expect(result.current[0]).toBe('the part'))
  expect(load).toHaveBeenCalledTimes(1)
  unmount()
  isOnline.mockReturnValue(false)
  const again = renderHook(() => useLazyImport(load))
  act(() => again.result.current[1]())
  await waitFor(() => expect(again.result.current[0]).toBe('the part'))
})

it('loads at once if the server is reachable without a network', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(null))
  const { result } = renderHook(() => useLazyImport(loadPart))
  act(() => result.current[1]())
  await waitFor(() => expect(result.current[0]).toBe('the part'))
})

it('reports a part that fails to load while online, and retries on the next request', async () => {
  const missing = vi.fn<() => void>()
  const stop = onImportFailed(missing)
  const told = vi.spyOn(console, 'info').mockImplementation(() => undefined)
  const load = vi.fn<() => Promise<string>>(async () => 'the part').mockRejectedValueOnce(new Error('Gone.'))
  const { result } = renderHook(() => useLazyImport(load))
  act(() => result.current[1]())
  await waitFor(() => expect(told).toHaveBeenCalledTimes(1))
  expect(missing).toHaveBeenCalledTimes(1)
  stop()
  act(() => result.current[1]())
  await waitFor(() => expect(result.current[0]).toBe('the part'))
})

it('[SHELL-38] tells a part that is gone from a failure of the work itself, and reports it', async () => {
  const missing = vi.fn<() => void>()
  const stop = onImportFailed(missing)
  vi.spyOn(console, 'info').mockImplementation(() => undefined)
  const failure = await importPart(() => Promise.reject(new TypeError('404'))).catch(
    (error: unknown) => error,
  )
  expect(errorMessageOf(failure, 'Failed to crop image.')).toBe(
    'A part of this page didn’t load. Please reload the page and try again.',
  )
  expect(errorMessageOf(new TypeError('404'), 'Failed to crop image.')).toBe('Failed to crop image.')
  expect(missing).toHaveBeenCalledTimes(1)
  stop()
})

it('says nothing about a part that fails as the page is left, and loads it if the page comes back', async () => {
  const told = vi.spyOn(console, 'info').mockImplementation(() => undefined)
  const load = vi.fn<() => Promise<string>>(async () => 'the part').mockRejectedValueOnce(new Error('Gone.'))
  const { result } = renderHook(() => useLazyImport(load))
  act(() => {
    window.dispatchEvent(new Event('pagehide'))
    result.current[1]()
  })
  await act(() => new Promise((resolve) => setImmediate(resolve)))
  expect(load).toHaveBeenCalledTimes(1)
  expect(told).not.toHaveBeenCalled()
  window.dispatchEvent(new Event('pageshow'))
  await waitFor(() => expect(result.current[0]).toBe('the part'))
})

it('waits the same way from the start of a navigation on, and retries if the page stays', async () => {
  vi.useFakeTimers()
  const told = vi.spyOn(console, 'info').mockImplementation(() => undefined)
  const load = vi.fn<() => Promise<string>>(async () => 'the part').mockRejectedValueOnce(new Error('Gone.'))
  window.dispatchEvent(new Event('beforeunload'))
  const part = importPart(() => importWhenOnline(load))
  await vi.advanceTimersByTimeAsync(9_000)
  expect(load).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await part).toBe('the part')
  expect(told).not.toHaveBeenCalled()
})
