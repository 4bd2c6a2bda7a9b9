// Lazy imports: on request, again after a failure, and while the page is left.
import { act, renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { errorMessageOf } from './error-message.ts'
import { importPart, importWhenOnline, onImportFailed, useLazyImport } from './use-lazy-import.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

it('reports a part that fails to load while online, and retries on the next request', async () => {
  const missing = vi.fn<() => void>()
  const stop = onImportFailed(missing)
  const told = vi.spyOn(console, 'info').mockImplementation(() => undefined)
  const load = vi.fn<() => Promise<string>>(async () => 'the part').mockRejectedValueOnce(new Error('Gone.'))
  const { result } = renderHook(() => useLazyImport(load))
  act(() => result.current[1]())
  act(() => result.current[1]())
  await waitFor(() => expect(told).toHaveBeenCalledTimes(1))
  expect(missing).toHaveBeenCalledTimes(1)
  stop()
  act(() => result.current[1]())
  await waitFor(() => expect(result.current[0]).toBe('the part'))
  expect(load).toHaveBeenCalledTimes(2)
})

it('[SHELL-38] tells a part that is gone from a failure of the work itself, and reports it', async () => {
  const missing = vi.fn<() => void>()
  const stop = onImportFailed(missing)
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

it('says nothing about a part that fails as a navigation starts, and loads it if the page stays', async () => {
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
