// Token buckets with an injected clock.
import { expect, test } from 'vitest'
import { createTestClock } from '#test/clock.ts'
import { createRateLimiter } from './rate-limit.ts'

const size = { perMinute: 60, burst: 5 }

test('allows one burst, then refills token by token', () => {
  const clock = createTestClock()
  const limiter = createRateLimiter(clock)
  for (let index = 0; index < 5; index += 1) expect(limiter.take('a', size)).toBe(0)
  expect(limiter.take('a', size)).toBe(1_000)
  clock.advance(999)
  expect(limiter.take('a', size)).toBe(1)
  clock.advance(1)
  expect(limiter.take('a', size)).toBe(0)
  expect(limiter.take('a', size)).toBe(1_000)
})

test('each key has its own bucket', () => {
  const limiter = createRateLimiter(createTestClock())
  for (let index = 0; index < 5; index += 1) limiter.take('a', size)
  expect(limiter.take('a', size)).toBeGreaterThan(0)
  expect(limiter.take('b', size)).toBe(0)
})

test('a refund returns one token, and never more than the bucket holds', () => {
  const limiter = createRateLimiter(createTestClock())
  for (let index = 0; index < 5; index += 1) limiter.take('a', size)
  limiter.refund('a', size)
  expect([limiter.take('a', size), limiter.take('a', size)]).toEqual([0, 1_000])
  for (let index = 0; index < 9; index += 1) limiter.refund('a', size)
  for (let index = 0; index < 5; index += 1) expect(limiter.take('a', size)).toBe(0)
  expect(limiter.take('a', size)).toBe(1_000)
})

test('[F16] a clock that steps back neither locks out forever nor refills', () => {
  const clock = createTestClock()
  const limiter = createRateLimiter(clock)
  for (let index = 0; index < 5; index += 1) limiter.take('a', size)
  clock.advance(-3_600_000)
  expect(limiter.take('a', size)).toBe(1_000)
  clock.advance(1_000)
  expect(limiter.take('a', size)).toBe(0)
})

test('full buckets are evicted', () => {
  const clock = createTestClock()
  const limiter = createRateLimiter(clock)
  for (let index = 0; index < 100; index += 1) limiter.take(`key-${index}`, size)
  expect(limiter.bucketCount()).toBe(100)
  clock.advance(120_000)
  limiter.take('one', size)
  expect(limiter.bucketCount()).toBe(1)
})
