// The toast region on screen: lazy load, one toast, duration, key, swipe.
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { setUpUser } from '#test/web/user.ts'
import { createToastStore, type ToastStore } from './toast-store.ts'
import { Toaster } from './toast.tsx'
import { Dialog } from './ui/dialog.tsx'

const user = setUpUser()

const region = () => screen.queryByRole('region', { name: 'Notifications (F8)' })

/** The toasts on screen; each text is also announced, by an element outside the region. */
const shown = () => [...(region()?.querySelectorAll('li') ?? [])].map((toast) => toast.textContent.trim())

const announced = () => [...document.querySelectorAll('[role=status]')].map((element) => element.textContent)

async function advanceTime(ms: number) {
  await act(() => vi.advanceTimersByTimeAsync(ms))
}

describe('once the region is loaded', () => {
  beforeEach(async () => {
    await import('./toast-viewport.tsx')
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  test('[SHELL-18] at most one toast is on screen, the newest', async () => {
    const store = createToastStore()
    render(<Toaster store={store} />)
    act(() => void store.add({ title: 'Welcome back' }))
    await advanceTime(100)
    expect(shown()).toEqual(['Welcome back'])
    act(() => void store.add({ title: 'Copied!', description: 'Referral link copied to clipboard.' }))
    await advanceTime(100)
    expect(shown()).toEqual(['Copied! Referral link copied to clipboard.'])
  })

  test('[SHELL-19] a toast closes after 5000 ms and its record stays', async () => {
    const store = createToastStore()
    render(<Toaster store={store} />)
    act(() => void store.add({ title: 'Saved' }))
    await advanceTime(0)
    await advanceTime(4_999)
    expect(shown()).toEqual(['Saved'])
    await advanceTime(1)
    expect(shown()).toEqual([])
    expect(store.records()).toMatchObject([{ title: 'Saved', open: false }])
  })

  test('[SHELL-19] a toast with a focused close button stays, and closes when the focus leaves', async () => {
    const store = createToastStore()
    render(<Toaster store={store} />)
    act(() => void store.add({ title: 'Read me' }))
    await advanceTime(50)
    const close = screen.getByRole('button', { name: 'Close notification' })
    act(() => close.focus())
    await advanceTime(10_000)
    expect(shown()).toEqual(['Read me'])
    act(() => close.blur())
    await advanceTime(1_000)
    expect(shown()).toEqual([])
  })

  test('[SHELL-20] a swipe of 50 px to the right dismisses a toast, one of 49 px does not', async () => {
    const store = createToastStore()
    render(<Toaster store={store} />)
    act(() => void store.add({ title: 'Swipe me' }))
    await advanceTime(50)
    swipe(49)
    await advanceTime(300)
    expect(shown()).toEqual(['Swipe me'])
    swipe(50)
    await advanceTime(300)
    expect(shown()).toEqual([])
  })

  test('a toast is announced once, and closing it restores the focus', async () => {
    const store = createToastStore()
    render(
      <>
        <button type="button">Before</button>
        <Toaster store={store} />
      </>,
    )
    act(() => void store.add({ title: 'Ban Failed', description: 'Again.', variant: 'destructive' }))
    await advanceTime(100)
    await advanceTime(100)
    expect(announced()).toEqual(['Notification: Ban Failed Again.'])
    expect(document.querySelector('[role=status]')?.getAttribute('aria-live')).toBe('assertive')
    act(() => screen.getByRole('button', { name: 'Before' }).focus())
    const close = screen.getByRole('button', { name: 'Close notification' })
    act(() => close.focus())
    fireEvent.click(close)
    await advanceTime(300)
    expect(shown()).toEqual([])
    expect(document.activeElement?.textContent).toBe('Before')
  })
})

test('[SHELL-20] F8 focuses the toast region, even before the first toast', async () => {
  render(<Toaster store={createToastStore()} />)
  expect(region()).toBeNull()
  const list = () => region()?.querySelector('ol') ?? null
  const press = () => document.dispatchEvent(new KeyboardEvent('keydown', { code: 'F8', key: 'F8' }))
  press()
  const focused: boolean[] = []
  // In the same task in which it appears, before effects that React may defer.
  await new Promise<void>((resolve) => {
    const observer = new MutationObserver(() => {
      if (!list()) return
      observer.disconnect()
      focused.push(document.activeElement === list())
      list()?.blur()
      press()
      focused.push(document.activeElement === list())
      resolve()
    })
    observer.observe(document.body, { childList: true, subtree: true })
  })
  expect(focused).toEqual([true, true])
})

describe('over an open dialog', () => {
  const open = (store: ToastStore) => {
    const onOpenChange = vi.fn<(open: boolean) => void>()
    render(
      <>
        <Toaster store={store} />
        <Dialog open onOpenChange={onOpenChange} title="Edit">
          <input type="search" aria-label="Search" defaultValue="" />
        </Dialog>
      </>,
    )
    return onOpenChange
  }

  test('[SHELL-24] the first Escape closes the dialog and leaves the toast', async () => {
    const store = createToastStore()
    const onOpenChange = open(store)
    act(() => void store.add({ title: 'Error', variant: 'destructive' }))
    await waitFor(() => expect(shown()).toEqual(['Error']))
    await user.keyboard('{Escape}')
    expect(onOpenChange).toHaveBeenCalledExactlyOnceWith(false)
    expect(shown()).toEqual(['Error'])
  })

  test('[SHELL-24] without a dialog Escape closes the toast; a search field with text is cleared first', async () => {
    const store = createToastStore()
    const onOpenChange = open(store)
    act(() => void store.add({ title: 'Saved' }))
    await waitFor(() => expect(shown()).toEqual(['Saved']))
    await user.type(screen.getByRole('searchbox'), 'calm')
    await user.keyboard('{Escape}')
    expect(onOpenChange).not.toHaveBeenCalled()
    act(() => (document.activeElement as HTMLElement).blur())
    await user.keyboard('{Escape}')
    await waitFor(() => expect(shown()).toEqual([]))
  })
})

function swipe(px: number) {
  const toast = region()?.querySelector('li')
  if (!toast) throw new Error('no toast to swipe')
  const at = (x: number) => ({ clientX: 100 + x, clientY: 10, button: 0, pointerId: 1, pointerType: 'touch' })
  fireEvent.pointerDown(toast, at(0))
  fireEvent.pointerMove(toast, at(20))
  fireEvent.pointerMove(toast, at(px))
  fireEvent.pointerUp(toast, at(px))
}
