// The update banner: when it may appear, and its buttons. When the worker is checked, and the menu's install item.
import { act, cleanup, fireEvent, render, renderHook, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { pageCommunity, setCommunity } from '#web/community.ts'
import { setVisitActive } from '#web/visit-state.ts'
import { captureInstallPrompt } from './install-prompt.ts'
import { canPrompt, trackUnsentInput } from './prompt-timing.ts'
import { registerServiceWorker } from './pwa.tsx'
import { createReloadPromptStore, UpdateBanner } from './update-banner.tsx'
import { promptInstall, useInstallState } from './use-install-state.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  setVisitActive(false)
  document.body.replaceChildren()
})

const bannerText = () => screen.queryByText(/A new version is ready|Part of this page/)?.textContent ?? null

function show() {
  const store = createReloadPromptStore()
  const reload = vi.fn<() => void>()
  render(<UpdateBanner store={store} reload={reload} />)
  return { store, reload }
}

it('the update banner waits until the sitting ends, and reloads only on a press', () => {
  const { store, reload } = show()
  setVisitActive(true)
  act(() => store.request('newer'))
  act(() => void vi.advanceTimersByTime(60_000))
  expect(bannerText()).toBeNull()
  setVisitActive(false)
  act(() => void vi.advanceTimersByTime(1_000))
  expect(bannerText()).toBe('A new version is ready')
  expect(reload).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: 'Reload' }))
  expect(reload).toHaveBeenCalledOnce()
})

it('‘Later’ hides the banner for four hours, however many requests arrive', () => {
  const { store } = show()
  act(() => store.request('newer'))
  fireEvent.click(screen.getByRole('button', { name: 'Later' }))
  act(() => store.request('newer'))
  act(() => void vi.advanceTimersByTime(4 * 3_600_000 - 1))
  expect(bannerText()).toBeNull()
  act(() => void vi.advanceTimersByTime(1))
  expect(bannerText()).toBe('A new version is ready')
})

it('a newer version reported before or while a part was missing is announced later', () => {
  for (const order of [
    ['newer', 'missing'],
    ['missing', 'newer'],
  ] as const) {
    const { store } = show()
    for (const reason of order) act(() => store.request(reason))
    expect(bannerText()).toContain('Part of this page didn’t load')
    fireEvent.click(screen.getByRole('button', { name: 'Later' }))
    expect(bannerText()).toBeNull()
    act(() => void vi.advanceTimersByTime(4 * 3_600_000))
    expect(bannerText()).toBe('A new version is ready')
    cleanup()
  }
})

it('a missing part is reported during a sitting too, but not over a dialog', () => {
  const { store } = show()
  setVisitActive(true)
  const dialog = document.body.appendChild(document.createElement('div'))
  dialog.setAttribute('role', 'dialog')
  act(() => store.request('missing'))
  expect(bannerText()).toBeNull()
  dialog.remove()
  act(() => void vi.advanceTimersByTime(1_000))
  expect(bannerText()).toContain('Part of this page didn’t load')
})

it('canPrompt is false with unsent input, an overlay, another prompt or a playing video', () => {
  const stop = trackUnsentInput()
  render(
    <>
      <input aria-label="name" />
      <input aria-label="volume" type="range" />
      <textarea aria-label="diary" />
      <video aria-label="film">
        <track kind="captions" />
      </video>
    </>,
  )
  expect(canPrompt()).toBe(true)
  fireEvent.input(screen.getByLabelText('volume'), { target: { value: '30' } })
  expect(canPrompt()).toBe(true)
  for (const label of ['name', 'diary']) {
    fireEvent.input(screen.getByLabelText(label), { target: { value: 'A thought' } })
    expect(canPrompt()).toBe(false)
    fireEvent.input(screen.getByLabelText(label), { target: { value: '' } })
    expect(canPrompt()).toBe(true)
  }
  for (const [name, value] of [
    ['role', 'dialog'],
    ['role', 'alertdialog'],
    ['role', 'menu'],
    ['data-asks', ''],
  ] as const) {
    const part = document.body.appendChild(document.createElement('div'))
    part.setAttribute(name, value)
    expect(canPrompt()).toBe(false)
    part.remove()
  }
  const film = screen.getByLabelText('film')
  Object.defineProperties(film, { paused: { value: false }, ended: { value: false } })
  expect(canPrompt()).toBe(false)
  stop()
})

it('the browser’s install prompt is deferred for the menu, and works once', () => {
  captureInstallPrompt()
  const { result } = renderHook(() => useInstallState())
  expect(result.current).toBeNull()
  const prompt = vi.fn<() => void>()
  const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt })
  act(() => void window.dispatchEvent(offer))
  expect(offer.defaultPrevented).toBe(true)
  expect(result.current).toBe('prompt')
  act(() => promptInstall())
  expect(prompt).toHaveBeenCalledOnce()
  expect(result.current).toBeNull()
})

it('shows manual install instructions on devices without an install prompt', () => {
  Object.defineProperty(navigator, 'standalone', { value: false, configurable: true })
  vi.spyOn(navigator, 'maxTouchPoints', 'get').mockReturnValue(5)
  expect(renderHook(() => useInstallState()).result.current).toBe('manual')
  Reflect.deleteProperty(navigator, 'standalone')
  vi.restoreAllMocks()
})

it('[COM-04] a change of name, logo or color brings a new offline page within three minutes, but not during a visit', async () => {
  const update = vi.fn<() => Promise<void>>().mockResolvedValue()
  const registration = Object.assign(new EventTarget(), {
    active: null,
    waiting: null,
    installing: null,
    update,
  })
  const workers = Object.assign(new EventTarget(), {
    controller: null,
    register: async () => registration,
    getRegistration: async () => registration,
  })
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: workers })
  const community = pageCommunity()
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, 'serviceWorker')
    setCommunity(community)
  })
  await registerServiceWorker(() => {})
  const checksAfter = (minutes: number) => {
    vi.advanceTimersByTime(minutes * 60_000)
    return update.mock.calls.length
  }
  expect(checksAfter(3)).toBe(0)
  setCommunity({ ...community, welcome: 'Come in.' })
  expect(checksAfter(3)).toBe(0)
  setCommunity({ ...community, name: 'Pond & Reed' })
  setVisitActive(true)
  expect(checksAfter(3)).toBe(0)
  setVisitActive(false)
  expect(checksAfter(3)).toBe(1)
  expect(checksAfter(6)).toBe(1)
})
