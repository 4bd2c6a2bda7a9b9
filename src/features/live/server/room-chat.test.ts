// Room chat: messages that arrive while reads are in progress, in every relevant order.
import { afterEach, expect, test } from 'vitest'
import type { ChatMessage } from '#features/chat/contract.ts'
import { createRoomChat, type LikeCount } from './room-chat.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

const user = { id: 7, name: 'Ana Ribeiro', profilePicture: null, isGardenAngel: false }

function message(id: number, likes = 0): ChatMessage {
  const timestamp = new Date(Date.UTC(2026, 10, 21, 12, 0, id)).toISOString()
  return { id, message: `No. ${id}`, timestamp, user, likes }
}

/** A chat whose reads the test completes, and the events it sends, as `+3`, `-3` and `3 liked 2`. */
function createControlledChat() {
  const pendingReads = {
    latest: [] as ((messages: ChatMessage[]) => void)[],
    resync: [] as ((messages: ChatMessage[]) => void)[],
    likes: [] as ((counts: LikeCount[]) => void)[],
  }
  const sent: string[] = []
  const chat = createRoomChat({
    timings: { likesTickMs: 1, resyncRetryMs: 1 },
    queries: {
      latest: () => new Promise((resolve) => pendingReads.latest.push(resolve)),
      latestForResync: () => new Promise((resolve) => pendingReads.resync.push(resolve)),
      countLikes: () => new Promise((resolve) => pendingReads.likes.push(resolve)),
      onError: (error) => sent.push(String(error)),
    },
    fanOut: { write: (frame) => sent.push(eventOf(frame)), close: () => {} },
  })
  closing.push(chat.close)
  const enter = () =>
    chat.joinSnapshot.read(
      () => {},
      () => {},
    )
  const waitForReads = (kind: keyof typeof pendingReads, count: number) =>
    expect.poll(() => pendingReads[kind].length, { interval: 1 }).toBe(count)
  return { chat, pendingReads, sent, enter, waitForReads }
}

function eventOf(frame: Buffer): string {
  const text = frame.toString()
  const event: unknown = JSON.parse(text.slice(text.indexOf('{')))
  const {
    type,
    message: said,
    messageId,
    likes,
  } = event as {
    type: string
    message?: ChatMessage
    messageId?: number
    likes?: number
  }
  if (type === 'new-message') return `+${said?.id}`
  return type === 'message-deleted' ? `-${messageId}` : `${messageId} liked ${likes}`
}

test('[I20] a like during a resync read is counted again after its message was sent', async () => {
  const { chat, pendingReads, sent, enter, waitForReads } = createControlledChat()
  enter()
  pendingReads.latest[0]?.([])
  await expect.poll(() => chat.joinSnapshot.hasWaiters()).toBe(false)
  chat.resync()
  chat.likesChanged(1)
  await waitForReads('likes', 1)
  pendingReads.likes[0]?.([{ messageId: 1, likes: 1 }])
  await expect.poll(() => sent).toEqual(['1 liked 1'])
  pendingReads.resync[0]?.([message(1, 0)])
  await waitForReads('likes', 2)
  pendingReads.likes[1]?.([{ messageId: 1, likes: 1 }])
  await expect.poll(() => sent).toEqual(['1 liked 1', '+1', '1 liked 1'])
})

test('[I20] a like that arrives before its message is counted again after the message', async () => {
  const { chat, pendingReads, sent, enter, waitForReads } = createControlledChat()
  enter()
  pendingReads.latest[0]?.([])
  await expect.poll(() => chat.joinSnapshot.hasWaiters()).toBe(false)
  chat.likesChanged(1)
  await waitForReads('likes', 1)
  pendingReads.likes[0]?.([{ messageId: 1, likes: 1 }])
  await expect.poll(() => sent).toEqual(['1 liked 1'])
  chat.broadcast({ type: 'new-message', message: message(1, 0) })
  await waitForReads('likes', 2)
  pendingReads.likes[1]?.([{ messageId: 1, likes: 1 }])
  await expect.poll(() => sent).toEqual(['1 liked 1', '+1', '1 liked 1'])
})

test('[I15] a resync requested before the first join runs after it', async () => {
  const { chat, pendingReads, sent, enter, waitForReads } = createControlledChat()
  chat.resync()
  enter()
  expect(pendingReads.resync).toHaveLength(0)
  pendingReads.latest[0]?.([message(1)])
  await waitForReads('resync', 1)
  pendingReads.resync[0]?.([message(1), message(2)])
  await expect.poll(() => sent).toEqual(['+2'])
})

test('[I15] a member who joins after a resync request gets no snapshot read before it', async () => {
  const { chat, pendingReads, enter } = createControlledChat()
  enter()
  pendingReads.latest[0]?.([message(1)])
  await new Promise(setImmediate)
  enter()
  expect(pendingReads.latest).toHaveLength(1)
  chat.resync()
  enter()
  expect(pendingReads.latest).toHaveLength(2)
})

test('[T40] joins share one read, however often a pending resync is requested', async () => {
  const { chat, pendingReads, sent, enter, waitForReads } = createControlledChat()
  enter()
  pendingReads.latest[0]?.([message(1)])
  await expect.poll(() => chat.joinSnapshot.hasWaiters()).toBe(false)
  // The first starts a read, the second waits for it.
  for (let count = 0; count < 2; count += 1) chat.resync()
  enter()
  for (let count = 0; count < 5; count += 1) {
    chat.resync()
    enter()
  }
  expect(pendingReads.latest).toHaveLength(2)
  pendingReads.latest[1]?.([message(1)])
  pendingReads.resync[0]?.([message(1)])
  await waitForReads('resync', 2)
  pendingReads.resync[1]?.([message(1), message(2)])
  await expect.poll(() => sent).toEqual(['+2'])
  chat.resync()
  await waitForReads('resync', 3)
})

test('[I15] a member who joins with an older snapshot is sent what the others already have', async () => {
  const { chat, pendingReads, sent, enter, waitForReads } = createControlledChat()
  enter()
  // No join shares a stale read.
  chat.joinSnapshot.invalidate()
  enter()
  pendingReads.latest[1]?.([message(1), message(2)])
  await new Promise(setImmediate)
  pendingReads.latest[0]?.([message(1)])
  await waitForReads('resync', 1)
  pendingReads.resync[0]?.([message(1), message(2)])
  await expect.poll(() => sent).toEqual(['+2'])
})

test('[I14] [I15] an event is sent once, and none restores a deleted message', () => {
  const { chat, sent } = createControlledChat()
  const said = { type: 'new-message', message: message(1) } as const
  const gone = { type: 'message-deleted', messageId: 1 } as const
  const liked = { type: 'message-likes-updated', messageId: 1, likes: 2 } as const
  for (const event of [said, said, liked, gone, gone, said, liked]) chat.broadcast(event)
  expect(sent).toEqual(['+1', '1 liked 2', '-1'])
})
