// Delivered messages: what a resync sends to a room, given what its clients have received.
import { describe, expect, test } from 'vitest'
import type { ChatMessage } from '#features/chat/contract.ts'
import { createDeliveredMessages, resyncMessageCount } from './delivered-messages.ts'

const user = { id: 7, name: 'Ana Ribeiro', profilePicture: null, isGardenAngel: false }

function message(id: number, likes = 0): ChatMessage {
  const timestamp = new Date(Date.UTC(2026, 10, 21, 12, 0, id)).toISOString()
  return { id, message: `No. ${id}`, timestamp, user, likes }
}
const from = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => message(first + index))
const delivered = (id: number) => ({ type: 'new-message' as const, message: message(id) })
const deleted = (messageId: number) => ({ type: 'message-deleted' as const, messageId })

/** The events of a resync read, as `+3` for a message and `-3` for a deletion. */
function missedEvents(
  deliveries: ReturnType<typeof createDeliveredMessages>,
  messages: readonly ChatMessage[],
  deliveredBefore = deliveries.ids(),
) {
  return deliveries.findMissed(messages, deliveredBefore).events.map((event) => {
    if (event.type === 'new-message') return `+${event.message.id}`
    return event.type === 'message-deleted' ? `-${event.messageId}` : event.type
  })
}

describe('a resync sends', () => {
  test('[I15] the undelivered messages, in order, and nothing else', () => {
    const deliveries = createDeliveredMessages()
    deliveries.recordSnapshot(1, from(1, 3))
    deliveries.record(delivered(4))
    expect(missedEvents(deliveries, from(1, 4))).toEqual([])
    expect(missedEvents(deliveries, from(1, 7))).toEqual(['+5', '+6', '+7'])
  })

  test('[I15] the deletions of messages delivered before the read, not of those sent during it', () => {
    const deliveries = createDeliveredMessages()
    deliveries.recordSnapshot(1, from(1, 5))
    const deliveredBefore = deliveries.ids()
    deliveries.record(delivered(6))
    const left = from(1, 5).filter(({ id }) => id !== 2 && id !== 5)
    expect(missedEvents(deliveries, left, deliveredBefore)).toEqual(['-2', '-5'])
  })

  test('[I15] at most as many as clients show, and none older than everyone’s snapshot', () => {
    const deliveries = createDeliveredMessages()
    deliveries.recordSnapshot(1, from(11, 40))
    for (const id of [20, 30]) deliveries.record(deleted(id))
    expect(
      missedEvents(
        deliveries,
        from(1, 40).filter(({ id }) => id !== 20 && id !== 30),
      ),
    ).toEqual([])
    expect(missedEvents(deliveries, from(1, 100))).toEqual(from(71, 100).map(({ id }) => `+${id}`))
    const few = createDeliveredMessages()
    few.recordSnapshot(1, from(11, 20))
    expect(missedEvents(few, from(9, 20))).toEqual(['+9', '+10'])
  })

  test('[I15] no deletion of messages that are merely older than the read', () => {
    const deliveries = createDeliveredMessages()
    deliveries.recordSnapshot(1, from(1, 30))
    const messagesRead = from(31, 30 + resyncMessageCount)
    for (const { id } of messagesRead) deliveries.record(delivered(id))
    expect(missedEvents(deliveries, messagesRead)).toEqual([])
    expect(missedEvents(deliveries, messagesRead.slice(1))).toContain('-31')
  })

  test('[I20] the ids of messages whose like count differs from the delivered one', () => {
    const deliveries = createDeliveredMessages()
    deliveries.recordSnapshot(1, [message(1, 2), message(2, 2), message(3)])
    deliveries.record({ type: 'message-likes-updated', messageId: 2, likes: 5 })
    const { changedLikeIds } = deliveries.findMissed(
      [message(1, 2), message(2, 6), message(3, 1), message(4, 9)],
      deliveries.ids(),
    )
    expect(changedLikeIds).toEqual([2, 3])
  })

  test('[I15] messages only in some members’ snapshots, when an earlier read completes later', () => {
    const deliveries = createDeliveredMessages()
    expect(deliveries.recordSnapshot(2, from(1, 4))).toBe(false)
    expect(deliveries.recordSnapshot(3, from(1, 6))).toBe(false)
    expect(missedEvents(deliveries, from(1, 5))).toEqual(['+5'])
    expect(deliveries.recordSnapshot(1, from(1, 3))).toBe(true)
    expect(missedEvents(deliveries, from(1, 5))).toEqual(['+4', '+5'])
  })

  test('[I15] the same when thousands were delivered meanwhile', () => {
    const deliveries = createDeliveredMessages()
    deliveries.recordSnapshot(1, [])
    for (const { id } of from(1, 5_000)) deliveries.record(id % 10 === 0 ? deleted(id) : delivered(id))
    expect(deliveries.ids().delivered.size).toBe(1_000)
    const left = from(4_000, 5_002).filter(({ id }) => id % 10 !== 0)
    expect(missedEvents(deliveries, left.slice(-resyncMessageCount))).toEqual(['+5001', '+5002'])
  })
})

describe('an event is stale', () => {
  test('[I15] when it was delivered, or would restore a deleted message', () => {
    const deliveries = createDeliveredMessages()
    deliveries.recordSnapshot(1, from(1, 2))
    deliveries.record(delivered(3))
    deliveries.record(deleted(4))
    expect([1, 2, 3, 4, 5].map((id) => deliveries.isStale(delivered(id)))).toEqual([
      true,
      true,
      true,
      true,
      false,
    ])
    expect([deliveries.isStale(deleted(4)), deliveries.isStale(deleted(1))]).toEqual([true, false])
    const likes = (messageId: number) => ({ type: 'message-likes-updated' as const, messageId, likes: 1 })
    expect([deliveries.isStale(likes(4)), deliveries.isStale(likes(1))]).toEqual([true, false])
  })
})
