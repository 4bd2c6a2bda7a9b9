// The line that says when a newer version is ready: when it may speak, and what its buttons do. And the menu's offer.
import { act, cleanup, fireEvent, render, renderHook, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { setSitting } from '#web/sitting.ts'
import { isGoodMoment, watchWriting } from './good-moment.ts'
import { keepInstallOffer } from './install-offer.ts'
import { install, useInstallWay } from './install-way.ts'
import { createWishes, UpdateNote } from './update-note.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  setSitting(false)
  document.body.replaceChildren()
})

const words = () => screen.queryByText(/A new version is ready|A part of this page/)?.textContent ?? null

function show() {
  const wishes = createWishes()
  const reload = vi.fn<() => void>()
  render(<UpdateNote wishes={wishes} reload={reload} />)
  return { wishes, reload }
}

it('waits for the end of a sitting, and reloads at a press alone', () => {
  const { wishes, reload } = show()
  setSitting(true)
  act(() => wishes.make('newer'))
  act(() => void vi.advanceTimersByTime(60_000))
  expect(words()).toBeNull()
  setSitting(false)
  act(() => void vi.advanceTimersByTime(1_000))
  expect(words()).toBe('A new version is ready')
  expect(reload).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: 'Reload' }))
  expect(reload).toHaveBeenCalledOnce()
})

it('goes at ‘Later’ and comes back after four hours, however often it is told', () => {
  const { wishes } = show()
  act(() => wishes.make('newer'))
  fireEvent.click(screen.getByRole('button', { name: 'Later' }))
  act(() => wishes.make('newer'))
  act(() => void vi.advanceTimersByTime(4 * 3_600_000 - 1))
  expect(words()).toBeNull()
  act(() => void vi.advanceTimersByTime(1))
  expect(words()).toBe('A new version is ready')
})

it('remembers a newer version of which it was told before, or while, a part was missing', () => {
  for (const order of [
    ['newer', 'missing'],
    ['missing', 'newer'],
  ] as const) {
    const { wishes } = show()
    for (const wish of order) act(() => wishes.make(wish))
    expect(words()).toContain('A part of this page didn’t come')
    fireEvent.click(screen.getByRole('button', { name: 'Later' }))
    expect(words()).toBeNull()
    act(() => void vi.advanceTimersByTime(4 * 3_600_000))
    expect(words()).toBe('A new version is ready')
    cleanup()
  }
})

it('answers a press whose part is gone also in a sitting, but not over a dialog', () => {
  const { wishes } = show()
  setSitting(true)
  const dialog = document.body.appendChild(document.createElement('div'))
  dialog.setAttribute('role', 'dialog')
  act(() => wishes.make('missing'))
  expect(words()).toBeNull()
  dialog.remove()
  act(() => void vi.advanceTimersByTime(1_000))
  expect(words()).toContain('A part of this page didn’t come')
})

it('finds no moment good while something is typed and unsent, covered, asked or playing', () => {
  const stop = watchWriting()
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
  expect(isGoodMoment()).toBe(true)
  fireEvent.input(screen.getByLabelText('volume'), { target: { value: '30' } })
  expect(isGoodMoment()).toBe(true)
  for (const label of ['name', 'diary']) {
    fireEvent.input(screen.getByLabelText(label), { target: { value: 'A thought' } })
    expect(isGoodMoment()).toBe(false)
    fireEvent.input(screen.getByLabelText(label), { target: { value: '' } })
    expect(isGoodMoment()).toBe(true)
  }
  for (const [name, value] of [
    ['role', 'dialog'],
    ['role', 'alertdialog'],
    ['role', 'menu'],
    ['data-asks', ''],
  ] as const) {
    const part = document.body.appendChild(document.createElement('div'))
    part.setAttribute(name, value)
    expect(isGoodMoment()).toBe(false)
    part.remove()
  }
  const film = screen.getByLabelText('film')
  Object.defineProperties(film, { paused: { value: false }, ended: { value: false } })
  expect(isGoodMoment()).toBe(false)
  stop()
})

it('keeps the browser’s offer for the menu, for one press', () => {
  keepInstallOffer()
  const { result } = renderHook(() => useInstallWay())
  expect(result.current).toBeNull()
  const prompt = vi.fn<() => void>()
  const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt })
  act(() => void window.dispatchEvent(offer))
  expect(offer.defaultPrevented).toBe(true)
  expect(result.current).toBe('offered')
  act(() => install())
  expect(prompt).toHaveBeenCalledOnce()
  expect(result.current).toBeNull()
})

it('says how to install by hand where the device makes no offer', () => {
  Object.defineProperty(navigator, 'standalone', { value: false, configurable: true })
  vi.spyOn(navigator, 'maxTouchPoints', 'get').mockReturnValue(5)
  expect(renderHook(() => useInstallWay()).result.current).toBe('byHand')
  Reflect.deleteProperty(navigator, 'standalone')
  vi.restoreAllMocks()
})
