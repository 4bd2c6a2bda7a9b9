// Toast store: which records it keeps, and for how long.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createToastStore } from './toast-store.ts'
import { setMeditating } from './visit-state.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('[SHELL-18] a new toast replaces the previous one', () => {
  const store = createToastStore()
  store.add({ title: 'Welcome back' })
  store.add({ title: 'Signed out successfully' })
  expect(store.records().map(({ title, open }) => ({ title, open }))).toEqual([
    { title: 'Signed out successfully', open: true },
  ])
})

test('[SHELL-19] a record is removed 1,000,000 ms after its toast closed, not before', () => {
  const store = createToastStore()
  const id = store.add({ title: 'Copied!' })
  vi.advanceTimersByTime(2_000_000)
  expect(store.records()).toHaveLength(1)
  store.close(id)
  expect(store.records()).toMatchObject([{ id, open: false }])
  vi.advanceTimersByTime(999_999)
  expect(store.records()).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(store.records()).toEqual([])
})

test('[SHELL-18] [SHELL-19] the removal of a replaced toast doesn’t remove its successor', () => {
  const store = createToastStore()
  const first = store.add({ title: 'First' })
  store.close(first)
  vi.advanceTimersByTime(1_000)
  const second = store.add({ title: 'Second' })
  store.close(second)
  vi.advanceTimersByTime(999_000)
  expect(store.records()).toMatchObject([{ id: second }])
  vi.advanceTimersByTime(1_000)
  expect(store.records()).toEqual([])
})

test('closing twice, or an unknown id, changes nothing and notifies no listener', () => {
  const store = createToastStore()
  const id = store.add({ title: 'Once' })
  store.close(id)
  const listener = vi.fn<() => void>()
  store.subscribe(listener)
  const before = store.records()
  store.close(id)
  store.close(id + 1)
  expect(store.records()).toBe(before)
  expect(listener).not.toHaveBeenCalled()
})

test('listeners are notified until they unsubscribe', () => {
  const store = createToastStore()
  const listener = vi.fn<() => void>()
  const leave = store.subscribe(listener)
  store.add({ title: 'Told' })
  leave()
  store.add({ title: 'Not told' })
  expect(listener).toHaveBeenCalledTimes(1)
})

test('[PHASE-11] while everyone sits the newest toast waits for the end', () => {
  const store = createToastStore()
  setMeditating(true)
  store.add({ title: 'Saved' })
  store.add({ title: 'Copied!' })
  expect(store.records()).toEqual([])
  setMeditating(false)
  expect(store.records()).toMatchObject([{ title: 'Copied!', open: true }])
})
