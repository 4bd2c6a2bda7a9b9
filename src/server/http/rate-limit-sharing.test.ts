// Rate limits across nodes: three limiters on one bus, with an injected clock.
import { expect, test } from 'vitest'
import { createTestClock } from '#test/clock.ts'
import { createBusHub } from '../bus/bus.ts'
import { createRateLimiter } from './rate-limit.ts'

const size = { perMinute: 60, burst: 60 }
type PublishedSpend = { atMs: number; spent: [string, number, number, number][] }

function threeNodes() {
  const clock = createTestClock()
  const hub = createBusHub()
  const buses = ['one', 'two', 'three'].map((nodeId) => hub.connect(nodeId))
  const limiters = buses.map((bus) => createRateLimiter(clock, bus))
  const published: (PublishedSpend & { from: string })[] = []
  hub.connect('witness').subscribe('limits', (message, from) => {
    published.push({ ...(message as PublishedSpend), from })
  })
  /** Takes tokens on a node; returns how many it got. */
  const take = (node: number, count: number, key = 'a', ofSize = size) =>
    Array.from({ length: count }, () => limiters[node]?.take(key, ofSize)).filter((waitMs) => waitMs === 0)
      .length
  return { clock, hub, buses, limiters, published, take }
}

test('spends of one node reach the others a quarter of a second later', () => {
  const { clock, take, limiters } = threeNodes()
  expect(take(0, 60)).toBe(60)
  clock.advance(249)
  expect(limiters[1]?.take('a', size)).toBe(0)
  clock.advance(1)
  expect([take(1, 5), take(2, 5)]).toEqual([0, 0])
  // The excess must be waited for: 61 were taken, and a quarter token refilled since publication.
  clock.advance(250)
  expect(limiters[2]?.take('a', size)).toBe(1_750)
})

test('a clock that steps back doesn’t stop publishing', () => {
  const { clock, published, take } = threeNodes()
  take(0, 60)
  clock.advance(-3_600_000)
  clock.advance(250)
  expect(published.map(({ from }) => from)).toEqual(['one'])
})

test('a client that uses all nodes at once gets one burst plus refills in total', () => {
  const { clock, take } = threeNodes()
  let taken = 0
  for (let nowMs = 0; nowMs < 180_000; nowMs += 100) {
    for (const node of [0, 1, 2]) taken += take(node, 1)
    clock.advance(100)
  }
  const allowed = size.burst + 180
  expect(taken).toBeGreaterThan(allowed * 0.97)
  // Within 250 ms each node may accept requests that the others don't know of.
  expect(taken).toBeLessThan(allowed + 10)
})

test('a burst taken on every node within one interval is paid back before more tokens are granted', () => {
  const { clock, take } = threeNodes()
  expect([take(0, 100), take(1, 100), take(2, 100)]).toEqual([60, 60, 60])
  clock.advance(250)
  clock.advance(59_000)
  expect([take(0, 1), take(1, 1), take(2, 1)]).toEqual([0, 0, 0])
  // The debt is at most a burst (plus a token per node), so no lockout is long.
  clock.advance(6_000)
  expect(take(0, 1)).toBe(1)
})

test('small spends aren’t published, and received spends aren’t published again', () => {
  const { clock, published, take } = threeNodes()
  // With four nodes the threshold is an eighth of the burst.
  for (const node of [0, 1]) expect(take(node, 7)).toBe(7)
  clock.advance(250)
  expect(published).toEqual([])
  take(0, 2)
  clock.advance(250)
  expect(published).toEqual([{ from: 'one', atMs: clock.now(), spent: [['a', 9, 60, 60]] }])
  // With that much known use, the other node's few tokens are published too; the third has none to publish.
  clock.advance(250)
  expect(published.slice(1)).toEqual([{ from: 'two', atMs: clock.now(), spent: [['a', 7, 60, 60]] }])
  clock.advance(10_000)
  expect(published).toHaveLength(2)
})

test('spends refilled below the threshold aren’t published', () => {
  const { clock, published, take, limiters } = threeNodes()
  take(0, 7)
  clock.advance(5_000)
  take(0, 7)
  clock.advance(250)
  expect(published.map(({ spent }) => spent)).toEqual([[['a', 9, 60, 60]]])
  take(0, 7, 'b')
  clock.advance(120_000)
  take(0, 1)
  expect(limiters[0]?.bucketCount()).toBe(1)
})

test('a late message counts from the time of the spend', () => {
  const { clock, buses, take } = threeNodes()
  void buses[0]?.publish('limits', { atMs: clock.now() - 30_000, spent: [['a', 60, 60, 60]] })
  expect(take(1, 60)).toBe(30)
  void buses[0]?.publish('limits', { spent: 'nonsense' })
  expect(take(1, 60)).toBe(0)
})

test('a message has at most five hundred keys, largest spends first', () => {
  const { clock, published, take } = threeNodes()
  for (let key = 0; key < 600; key += 1) take(0, key < 100 ? 10 : 11, `key-${key}`)
  clock.advance(250)
  expect(published).toHaveLength(1)
  expect(new Set(published[0]?.spent.map(([, tokens]) => tokens))).toEqual(new Set([11]))
  clock.advance(250)
  expect(published.map(({ spent }) => spent.length)).toEqual([500, 100])
})

test('a single node publishes nothing; a later peer learns earlier spends with the next one', async () => {
  const clock = createTestClock()
  const hub = createBusHub()
  const published: unknown[] = []
  const bus = hub.connect('one')
  bus.subscribe('limits', (message) => published.push(message))
  const limiter = createRateLimiter(clock, bus)
  for (let index = 0; index < 60; index += 1) limiter.take('a', size)
  clock.advance(250)
  expect(published).toEqual([])
  const late = createRateLimiter(clock, hub.connect('late'))
  clock.advance(1_000)
  limiter.take('a', size)
  clock.advance(250)
  expect(late.take('a', size)).toBeGreaterThan(0)
  for (let index = 0; index < 60; index += 1) limiter.take('b', size)
  limiter.close()
  await bus.close()
  clock.advance(250)
  expect(published).toHaveLength(1)
})
