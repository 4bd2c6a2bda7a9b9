// Limits that nodes count together: the bus decides, and this node's own count takes over without it.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTestClock } from '#test/clock.ts'
import { createRateLimiter } from './rate-limit.ts'
import { createSharedRateLimiter } from './shared-rate-limit.ts'

const size = { perMinute: 60, burst: 2 }
type TakeToken = Parameters<typeof createSharedRateLimiter>[1]['takeToken']

const limiterWith = (takeToken: TakeToken) =>
  createSharedRateLimiter(createRateLimiter(createTestClock()), { takeToken })
const never = () => new Promise<number>(() => undefined)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('[T51] the bus decides, and gets hashes instead of accounts and addresses', async () => {
  const keys: string[] = []
  const limiter = limiterWith(async (key) => {
    keys.push(key)
    return keys.length > 1 ? 1_234 : 0
  })
  expect(await limiter.take('sign-in una@example.org', size)).toBe(0)
  expect(await limiter.take('sign-in una@example.org', size)).toBe(1_234)
  expect(keys).toEqual(Array(2).fill(expect.stringMatching(/^[\w-]{43}$/)))
})

test.each<[string, TakeToken]>([
  ['without a bus', null],
  ['with a bus that fails', () => Promise.reject(new Error('no connection'))],
  ['with a bus that lost its counts', async () => 0],
])('[T51] %s, the node counts alone', async (_, takeToken) => {
  const limiter = limiterWith(takeToken)
  const waits = [await limiter.take('a', size), await limiter.take('a', size), await limiter.take('a', size)]
  expect(waits).toEqual([0, 0, 1_000])
})

test('[T51] a slow bus is waited for 100 ms, and not again for a second', async () => {
  const takeToken = vi.fn<() => Promise<number>>(never)
  const limiter = limiterWith(takeToken)
  let waitMs: number | undefined
  void limiter.take('a', size).then((value) => (waitMs = value))
  await vi.advanceTimersByTimeAsync(99)
  expect(waitMs).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1)
  expect(waitMs).toBe(0)
  expect(await limiter.take('a', size)).toBe(0)
  expect(await limiter.take('a', size)).toBe(1_000)
  expect(takeToken).toHaveBeenCalledOnce()
  await vi.advanceTimersByTimeAsync(1_000)
  void limiter.take('a', size)
  expect(takeToken).toHaveBeenCalledTimes(2)
})
