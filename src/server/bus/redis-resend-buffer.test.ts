// The resend buffer of the bus: order, limits and resending.
import { expect, test } from 'vitest'
import { createResendBuffer } from './redis-resend-buffer.ts'

function fill(count: number, limits: Partial<Parameters<typeof createResendBuffer>[0]> = {}) {
  const resendBuffer = createResendBuffer({
    maxMessages: 100,
    maxChars: 1_000,
    retentionMs: 3_000,
    ...limits,
  })
  const add = (text: string) => resendBuffer.add('room', text)
  for (let number = 1; number <= count; number += 1) add('x')
  const next = (maxChars = 100) => resendBuffer.next(maxChars).map(({ number }) => number)
  return { resendBuffer, add, next }
}

test('messages are sent in order, and a batch with unknown outcome is resent first', () => {
  const { resendBuffer, add, next } = fill(5)
  expect(next(2)).toEqual([1, 2])
  resendBuffer.acknowledge(0)
  expect(next(2)).toEqual([3, 4])
  add('x')
  resendBuffer.requeue()
  expect(resendBuffer.isEmpty()).toBe(false)
  expect(next()).toEqual([3, 4, 5, 6])
  expect(resendBuffer.isEmpty()).toBe(false)
  resendBuffer.acknowledge(0)
  expect(resendBuffer.isEmpty()).toBe(true)
})

test('an oversized message gets its own batch', () => {
  const { resendBuffer, add, next } = fill(1)
  add('a long text')
  add('x')
  const portions = [next(3), next(3), next(3)]
  expect(portions).toEqual([[1], [2], [3]])
  resendBuffer.acknowledge(0)
})

test('beyond the limits the oldest messages are dropped, including a requeued batch', () => {
  const { resendBuffer, add, next } = fill(5, { maxMessages: 3 })
  expect(resendBuffer.takeDroppedCount()).toBe(2)
  expect(resendBuffer.takeDroppedCount()).toBe(0)
  expect(next(2)).toEqual([3, 4])
  for (const text of ['x', 'x']) add(text)
  resendBuffer.requeue()
  expect(resendBuffer.takeDroppedCount()).toBe(2)
  expect(next()).toEqual([5, 6, 7])

  const long = fill(3, { maxChars: 12 })
  long.add('x'.repeat(10))
  expect(long.resendBuffer.takeDroppedCount()).toBe(1)
  expect(long.next()).toEqual([2, 3, 4])
  long.resendBuffer.acknowledge(0)
  long.add('x'.repeat(12))
  expect(long.resendBuffer.takeDroppedCount()).toBe(0)
})

test('messages accepted within three seconds before an outage are resent, however long the outage lasted', () => {
  const { resendBuffer, add, next } = fill(4)
  for (const takenAtMs of [0, 1_000, 3_000, 4_001]) {
    next(1)
    resendBuffer.acknowledge(takenAtMs)
  }
  add('x')
  resendBuffer.requeueAcknowledged()
  expect(next()).toEqual([3, 4, 5])
  resendBuffer.acknowledge(60_000)
  resendBuffer.requeueAcknowledged()
  expect(next()).toEqual([3, 4, 5])
})

test('a batch has consecutive numbers only', () => {
  const { resendBuffer, add, next } = fill(2, { maxMessages: 4 })
  next()
  resendBuffer.acknowledge(0)
  for (const text of ['3', '4', '5', '6']) add(text)
  add('7')
  // Of 1 and 2, which are recalled, and 4 to 7, the last four remain.
  resendBuffer.requeueAcknowledged()
  expect(next()).toEqual([4, 5, 6, 7])
  resendBuffer.acknowledge(0)

  const other = fill(2, { maxChars: 10 })
  other.next()
  other.resendBuffer.acknowledge(0)
  other.add('long as it is')
  other.add('x')
  other.resendBuffer.requeueAcknowledged()
  expect([other.next(), other.next()]).toEqual([[1, 2], [4]])
})
