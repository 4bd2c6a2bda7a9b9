// The bus outbox: order, limits and resending.
import { expect, test } from 'vitest'
import { createBusOutbox } from './redis-outbox.ts'

function fill(count: number, limits: Partial<Parameters<typeof createBusOutbox>[0]> = {}) {
  const outbox = createBusOutbox({ maxMessages: 100, maxChars: 1_000, retentionMs: 3_000, ...limits })
  const add = (text: string) => outbox.add('room', text)
  for (let number = 1; number <= count; number += 1) add('x')
  const next = (maxChars = 100) => outbox.next(maxChars).map(({ number }) => number)
  return { outbox, add, next }
}

test('messages are sent in order, and a batch with unknown outcome is resent first', () => {
  const { outbox, add, next } = fill(5)
  expect(next(2)).toEqual([1, 2])
  outbox.acknowledge(0)
  expect(next(2)).toEqual([3, 4])
  add('x')
  outbox.requeue()
  expect(outbox.isEmpty()).toBe(false)
  expect(next()).toEqual([3, 4, 5, 6])
  expect(outbox.isEmpty()).toBe(false)
  outbox.acknowledge(0)
  expect(outbox.isEmpty()).toBe(true)
})

test('an oversized message gets its own batch', () => {
  const { outbox, add, next } = fill(1)
  add('a long text')
  add('x')
  const portions = [next(3), next(3), next(3)]
  expect(portions).toEqual([[1], [2], [3]])
  outbox.acknowledge(0)
})

test('beyond the limits the oldest messages are dropped, including a requeued batch', () => {
  const { outbox, add, next } = fill(5, { maxMessages: 3 })
  expect(outbox.takeDroppedCount()).toBe(2)
  expect(outbox.takeDroppedCount()).toBe(0)
  expect(next(2)).toEqual([3, 4])
  for (const text of ['x', 'x']) add(text)
  outbox.requeue()
  expect(outbox.takeDroppedCount()).toBe(2)
  expect(next()).toEqual([5, 6, 7])

  const long = fill(3, { maxChars: 12 })
  long.add('x'.repeat(10))
  expect(long.outbox.takeDroppedCount()).toBe(1)
  expect(long.next()).toEqual([2, 3, 4])
  long.outbox.acknowledge(0)
  long.add('x'.repeat(12))
  expect(long.outbox.takeDroppedCount()).toBe(0)
})

test('messages accepted within three seconds before an outage are resent, however long the outage lasted', () => {
  const { outbox, add, next } = fill(4)
  for (const takenAtMs of [0, 1_000, 3_000, 4_001]) {
    next(1)
    outbox.acknowledge(takenAtMs)
  }
  add('x')
  outbox.requeueAcknowledged()
  expect(next()).toEqual([3, 4, 5])
  outbox.acknowledge(60_000)
  outbox.requeueAcknowledged()
  expect(next()).toEqual([3, 4, 5])
})

test('a batch has consecutive numbers only', () => {
  const { outbox, add, next } = fill(2, { maxMessages: 4 })
  next()
  outbox.acknowledge(0)
  for (const text of ['3', '4', '5', '6']) add(text)
  add('7')
  // Of 1 and 2, which are recalled, and 4 to 7, the last four remain.
  outbox.requeueAcknowledged()
  expect(next()).toEqual([4, 5, 6, 7])
  outbox.acknowledge(0)

  const other = fill(2, { maxChars: 10 })
  other.next()
  other.outbox.acknowledge(0)
  other.add('long as it is')
  other.add('x')
  other.outbox.requeueAcknowledged()
  expect([other.next(), other.next()]).toEqual([[1, 2], [4]])
})
