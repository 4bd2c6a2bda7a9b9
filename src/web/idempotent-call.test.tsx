// Idempotency keys: one per intent, however often the call is retried.
import { act, renderHook } from '@testing-library/react'
import type {} from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { energyCalls, type MoodEntry } from '#features/energy/contract.ts'
import { historyCalls } from '#features/history/contract.ts'
import { startFakeServer, type FakeServer } from '#test/web/fake-server.ts'
import { withQueryClient } from '#test/web/render-screen.tsx'
import { setSignedInUid } from './call.ts'
import { clearDrafts } from './drafts.ts'
import { callWithIdempotencyKey, fnv1aDigest } from './idempotent-call.ts'
import { useCallMutation } from './use-call.ts'

const sent = {
  sessionDate: '2026-11-21',
  emotionLevel: 6,
  moodType: 'pre',
  notes: null,
  comment: null,
} as const
const entry: MoodEntry = {
  ...sent,
  id: 1,
  userId: 7,
  createdAt: '2026-11-21T18:00:00.000Z',
  isSample: false,
  sittingId: null,
  reflectionOptIn: false,
}

beforeEach(() => setSignedInUid('uid-mia'))
afterEach(() => {
  clearDrafts()
  setSignedInUid(null)
})

/** Opens a form that saves entries; each `press` returns its result. */
function openForm() {
  const hook = renderHook(() => useCallMutation(energyCalls.saveEntry), { wrapper: withQueryClient() })
  const press = (emotionLevel = 6) =>
    act(() =>
      hook.result.current
        .mutateAsync({ body: { ...sent, emotionLevel } })
        .then(() => 'saved')
        .catch(() => 'failed'),
    )
  return { press, close: hook.unmount }
}

const idempotencyKeysOf = ({ calls }: FakeServer) =>
  calls.map(({ headers }) => headers.get('idempotency-key'))

test('[I28] a failed call is retried under the same key until it succeeds', async () => {
  const server = startFakeServer()
  const { press } = openForm()
  server.failConnection(energyCalls.saveEntry)
  expect(await press()).toBe('failed')
  server.failWith(energyCalls.saveEntry, 'internal')
  expect(await press()).toBe('failed')
  server.respond(energyCalls.saveEntry, entry)
  expect(await press()).toBe('saved')
  expect(await press()).toBe('saved')
  const [first, second, third, next] = idempotencyKeysOf(server)
  expect(first).toMatch(/^[0-9a-f]{32}$/)
  expect([second, third]).toEqual([first, first])
  expect(next).toMatch(/^[0-9a-f]{32}$/)
  expect(next).not.toBe(first)
})

test('[I28] a reopened screen reuses the key; a changed body or another member gets a new one', async () => {
  const server = startFakeServer()
  server.failConnection(energyCalls.saveEntry)
  const { press, close } = openForm()
  await press()
  close()
  const again = openForm()
  await again.press()
  await again.press(5)
  setSignedInUid('uid-mo')
  await again.press(5)
  const [first, second, changed, another] = idempotencyKeysOf(server)
  expect(second).toBe(first)
  expect(new Set([first, changed, another]).size).toBe(3)
  expect(JSON.stringify(localStorage)).toContain('attempt')
  clearDrafts()
  expect(JSON.stringify(localStorage)).not.toContain('attempt')
})

test('[I28] a key_reused error discards the key', async () => {
  const server = startFakeServer()
  server.failWith(energyCalls.saveEntry, 'key_reused')
  const { press } = openForm()
  await press()
  await press()
  const [first, second] = idempotencyKeysOf(server)
  expect(second).not.toBe(first)
})

test('[I28] concurrent presses share a key, and a late result doesn’t clear the next attempt', async () => {
  const server = startFakeServer()
  const release = server.respondLater(energyCalls.saveEntry, entry)
  const press = (emotionLevel: number) =>
    callWithIdempotencyKey(energyCalls.saveEntry, { body: { ...sent, emotionLevel } })
  const both = Promise.all([press(6), press(6)])
  server.failConnection(energyCalls.saveEntry)
  await expect(press(5)).rejects.toThrow('Failed to fetch')
  release()
  expect(await both).toEqual([entry, entry])
  await expect(press(5)).rejects.toThrow('Failed to fetch')
  const [first, second, changed, changedAgain] = idempotencyKeysOf(server)
  expect(second).toBe(first)
  expect(changed).not.toBe(first)
  expect(changedAgain).toBe(changed)
})

test('[I28] a call that isn’t idempotent sends no key', async () => {
  const server = startFakeServer()
  server.respond(historyCalls.addSamples, { days: 30 })
  const hook = renderHook(() => useCallMutation(historyCalls.addSamples), { wrapper: withQueryClient() })
  await act(() => hook.result.current.mutateAsync({}))
  expect(idempotencyKeysOf(server)).toEqual([null])
})

test('a digest is short, stable, and differs for different input', () => {
  // Published FNV-1a test vectors.
  expect(fnv1aDigest('')).toBe('811c9dc5-0')
  expect(fnv1aDigest('a')).toBe('e40c292c-1')
  expect(fnv1aDigest('foobar')).toBe('bf9cf968-6')
  const picture = 'A'.repeat(7_000_000)
  expect(fnv1aDigest(picture)).toMatch(/^[0-9a-f]{8}-7000000$/)
  const others = [
    `${picture.slice(0, -1)}B`,
    `B${picture.slice(1)}`,
    `${picture}A`,
    '',
    '水',
    '火',
    '\0',
    '\0\0',
  ]
  expect(new Set([picture, ...others].map(fnv1aDigest)).size).toBe(others.length + 1)
})

test('[I28] the saved attempt is short, whatever the size of the input', async () => {
  const server = startFakeServer()
  server.failConnection(energyCalls.saveEntry)
  const long = 'A sentence of the diary. '.repeat(40_000)
  const press = (comment: string) =>
    callWithIdempotencyKey(energyCalls.saveEntry, { body: { ...sent, comment } })
  await expect(press(long)).rejects.toThrow('Failed to fetch')
  expect(JSON.stringify(localStorage).length).toBeLessThan(300)
  expect(JSON.stringify(localStorage)).not.toContain('diary')
  await expect(press(long)).rejects.toThrow('Failed to fetch')
  await expect(press(`${long}!`)).rejects.toThrow('Failed to fetch')
  const [first, second, changed] = idempotencyKeysOf(server)
  expect(second).toBe(first)
  expect(changed).not.toBe(first)
})

test('[I28] concurrent inputs keep separate keys until each succeeds', async () => {
  const server = startFakeServer()
  server.failConnection(energyCalls.saveEntry)
  const press = (emotionLevel: number) =>
    callWithIdempotencyKey(energyCalls.saveEntry, { body: { ...sent, emotionLevel } }, { keyPerInput: true })
  await expect(press(6)).rejects.toThrow('Failed to fetch')
  await expect(press(5)).rejects.toThrow('Failed to fetch')
  server.respond(energyCalls.saveEntry, entry)
  for (const level of [6, 5, 6]) await press(level)
  const [six, five, sixAgain, fiveAgain, anotherSix] = idempotencyKeysOf(server)
  expect([sixAgain, fiveAgain]).toEqual([six, five])
  expect(new Set([six, five, anotherSix]).size).toBe(3)
  expect(JSON.stringify(localStorage)).not.toContain('attempt')
})
