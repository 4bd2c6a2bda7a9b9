// Lazy parts: when they load, what is drawn until then, and again after a failure.
import { act, render, screen, waitFor } from '@testing-library/react'
import type { ComponentType } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { lazyPart } from './lazy-part.tsx'
import { onImportFailed, startPreloads } from './use-lazy-import.ts'

interface NamedProps {
  name: string
  open?: boolean
}

const Named = ({ name }: NamedProps) => <p>{`The part of ${name}`}</p>

const mockLoad = () => vi.fn<() => Promise<ComponentType<NamedProps>>>(async () => Named)

const part = () => screen.queryByText('The part of Ada')

const nextTask = () => act(() => new Promise((resolve) => setImmediate(resolve)))

afterEach(() => {
  vi.restoreAllMocks()
})

it('loads when it is drawn, with its placeholder until then', async () => {
  const load = mockLoad()
  const Part = lazyPart(load, ({ name }) => <p>{`The place of ${name}`}</p>)
  await nextTask()
  expect(load).not.toHaveBeenCalled()
  render(<Part name="Ada" />)
  expect(screen.getByText('The place of Ada')).toBeTruthy()
  await waitFor(() => expect(part()).not.toBeNull())
  expect(screen.queryByText('The place of Ada')).toBeNull()
  expect(load).toHaveBeenCalledTimes(1)
})

it('is drawn at once after a preload, which loads it once for all places', async () => {
  const load = mockLoad()
  const Part = lazyPart(load)
  Part.preload()
  Part.preload()
  await nextTask()
  const { container } = render(
    <>
      <Part name="Ada" />
      <Part name="Mo" />
    </>,
  )
  expect(container.textContent).toBe('The part of AdaThe part of Mo')
  expect(load).toHaveBeenCalledTimes(1)
})

it('doesn’t load a dialog that is closed, until it opens', async () => {
  const load = mockLoad()
  const Part = lazyPart(load)
  const { rerender } = render(<Part name="Ada" open={false} />)
  await nextTask()
  expect(load).not.toHaveBeenCalled()
  rerender(<Part name="Ada" open />)
  await waitFor(() => expect(part()).not.toBeNull())
})

it('requests nothing while offline, and resumes when the connection is back', async () => {
  const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const asked = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'))
  const load = mockLoad()
  const Part = lazyPart(load)
  const { unmount } = render(<Part name="Ada" />)
  Part.preload()
  await waitFor(() => expect(asked).toHaveBeenCalledTimes(1))
  await nextTask()
  expect(load).not.toHaveBeenCalled()
  isOnline.mockReturnValue(true)
  act(() => void window.dispatchEvent(new Event('online')))
  await waitFor(() => expect(part()).not.toBeNull())
  expect(load).toHaveBeenCalledTimes(1)
  unmount()
  isOnline.mockReturnValue(false)
  render(<Part name="Ada" />)
  expect(part()).not.toBeNull()
})

it('loads at once if the server is reachable without a network', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(null))
  const Part = lazyPart(mockLoad())
  render(<Part name="Ada" />)
  await waitFor(() => expect(part()).not.toBeNull())
})

it('loads a later part in the background, or at once by its preload, and reports a failure', async () => {
  const [load, loadSooner, loadGone] = [
    mockLoad(),
    mockLoad(),
    mockLoad().mockRejectedValue(new Error('Gone.')),
  ]
  const Part = lazyPart(load, null, { isLater: true })
  const Sooner = lazyPart(loadSooner, null, { isLater: true })
  const Gone = lazyPart(loadGone, null, { isLater: true })
  const missing = vi.fn<() => void>()
  const stop = onImportFailed(missing)
  render(
    <>
      <Part name="Mo" />
      <Sooner name="Ada" />
      <Gone name="Una" />
    </>,
  )
  await nextTask()
  expect(loadSooner).not.toHaveBeenCalled()
  act(() => Sooner.preload())
  await waitFor(() => expect(part()).not.toBeNull())
  expect(load).not.toHaveBeenCalled()
  act(() => startPreloads())
  expect(await screen.findByText('The part of Mo')).toBeTruthy()
  await waitFor(() => expect(missing).toHaveBeenCalledTimes(1))
  stop()
})

/** Drawn once, with a first load that has failed while online. */
async function showFailed() {
  const missing = vi.fn<() => void>()
  const stop = onImportFailed(missing)
  const load = mockLoad().mockRejectedValueOnce(new Error('Gone.'))
  const Part = lazyPart(load)
  const { rerender, unmount } = render(<Part name="Ada" />)
  await waitFor(() => expect(missing).toHaveBeenCalledTimes(1))
  stop()
  rerender(<Part name="Ada" />)
  await nextTask()
  expect(load).toHaveBeenCalledTimes(1)
  return { Part, unmount }
}

it('reports a part that fails to load while online, and tries again when it is next drawn', async () => {
  const { Part, unmount } = await showFailed()
  unmount()
  render(<Part name="Ada" />)
  await waitFor(() => expect(part()).not.toBeNull())
})

it('tries again when it is next preloaded, and appears where it is drawn', async () => {
  const { Part } = await showFailed()
  act(() => Part.preload())
  await waitFor(() => expect(part()).not.toBeNull())
})

it('says nothing about a part that fails as the page is left, and loads it if the page comes back', async () => {
  const told = vi.spyOn(console, 'info').mockImplementation(() => undefined)
  const load = mockLoad().mockRejectedValueOnce(new Error('Gone.'))
  const Part = lazyPart(load)
  window.dispatchEvent(new Event('pagehide'))
  render(<Part name="Ada" />)
  await nextTask()
  expect(load).toHaveBeenCalledTimes(1)
  expect(told).not.toHaveBeenCalled()
  window.dispatchEvent(new Event('pageshow'))
  await waitFor(() => expect(part()).not.toBeNull())
})
