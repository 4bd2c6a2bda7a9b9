// Room chat: messages that arrive while reads are in progress, in every relevant order.
import { afterEach, expect, test } from 'vitest'
import type { ChatMessage } from '#features/chat/contract.ts'
import { roomOfDay } from '#shared/live/room-key.ts'
import type { LikeCount } from './chat-queries.ts'
import { createRoomChat } from './room-chat.ts'

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
    messages: [] as ((messages: ChatMessage[]) => void)[],
  }
  const sent: string[] = []
  const chat = createRoomChat({
    room: {
      key: roomOfDay('2026-11-21'),
      encode: (event) => Buffer.from(JSON.stringify(event)),
      broadcast: (frame) => sent.push(eventOf(frame)),
      sendTo: () => {},
      sendToModerators: () => {},
    },
    timings: { likesTickMs: 1, resyncRetryMs: 1 },
    queries: {
      initialMessages: () => new Promise((resolve) => pendingReads.latest.push(resolve)),
      recentMessages: () => new Promise((resolve) => pendingReads.resync.push(resolve)),
      countLikes: () => new Promise((resolve) => pendingReads.likes.push(resolve)),
      messages: () => new Promise((resolve) => pendingReads.messages.push(resolve)),
    },
    onError: (error) => sent.push(String(error)),
  })
  closing.push(chat.close)
  let joining = 0
  const enter = () => {
    joining += 1
    void chat.onJoin({ userId: 1, mayModerate: false }).then((takeFrames) => {
      takeFrames()
      joining -= 1
    })
  }
  const whenJoined = () => expect.poll(() => joining, { interval: 1 }).toBe(0)
  const waitForReads = (kind: keyof typeof pendingReads, count: number) =>
    expect.poll(() => pendingReads[kind].length, { interval: 1 }).toBe(count)
  return { chat, pendingReads, sent, enter, whenJoined, waitForReads }
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
  if (type === 'message-restored') return `+${said?.id} again`
  if (type === 'message-folded') return `${messageId} folded`
  return type === 'message-deleted' ? `-${messageId}` : `${messageId} liked ${likes}`
}

test('[I20] a like during a resync read is read again after its message was sent', async () => {
  const { chat, pendingReads, sent, enter, whenJoined, waitForReads } = createControlledChat()
  enter()
  pendingReads.latest[0]?.([])
  await whenJoined()
  chat.onGap()
  chat.onEvent({ type: 'likes-changed', messageId: 1 })
  await waitForReads('likes', 1)
  pendingReads.likes[0]?.([{ messageId: 1, likes: 1 }])
  await expect.poll(() => sent).toEqual(['1 liked 1'])
  pendingReads.resync[0]?.([message(1, 0)])
  await waitForReads('likes', 2)
  pendingReads.likes[1]?.([{ messageId: 1, likes: 1 }])
  await expect.poll(() => sent).toEqual(['1 liked 1', '+1', '1 liked 1'])
})

test('[I20] a like that arrives before its message is read again after the message', async () => {
  const { chat, pendingReads, sent, enter, whenJoined, waitForReads } = createControlledChat()
  enter()
  pendingReads.latest[0]?.([])
  await whenJoined()
  chat.onEvent({ type: 'likes-changed', messageId: 1 })
  await waitForReads('likes', 1)
  pendingReads.likes[0]?.([{ messageId: 1, likes: 1 }])
  await expect.poll(() => sent).toEqual(['1 liked 1'])
  chat.onEvent({ type: 'new-message', message: message(1, 0) })
  await waitForReads('likes', 2)
  pendingReads.likes[1]?.([{ messageId: 1, likes: 1 }])
  await expect.poll(() => sent).toEqual(['1 liked 1', '+1', '1 liked 1'])
})

test('[I15] a resync requested before the first join runs after it', async () => {
  const { chat, pendingReads, sent, enter, waitForReads } = createControlledChat()
  chat.onGap()
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
  chat.onGap()
  enter()
  expect(pendingReads.latest).toHaveLength(2)
})

test('[T40] joins share one read, however often a pending resync is requested', async () => {
  const { chat, pendingReads, sent, enter, whenJoined, waitForReads } = createControlledChat()
  enter()
  pendingReads.latest[0]?.([message(1)])
  await whenJoined()
  // The first starts a read, the second waits for it.
  for (let count = 0; count < 2; count += 1) chat.onGap()
  enter()
  for (let count = 0; count < 5; count += 1) {
    chat.onGap()
    enter()
  }
  expect(pendingReads.latest).toHaveLength(2)
  pendingReads.latest[1]?.([message(1)])
  pendingReads.resync[0]?.([message(1)])
  await waitForReads('resync', 2)
  pendingReads.resync[1]?.([message(1), message(2)])
  await expect.poll(() => sent).toEqual(['+2'])
  chat.onGap()
  await waitForReads('resync', 3)
})

test('[I15] a member who joins with an older snapshot is sent what the others already have', async () => {
  const { chat, pendingReads, sent, enter, waitForReads } = createControlledChat()
  enter()
  // No join shares a stale read.
  chat.onEvent({ type: 'likes-changed', messageId: 7 })
  enter()
  pendingReads.latest[1]?.([message(1), message(2)])
  await new Promise(setImmediate)
  pendingReads.latest[0]?.([message(1)])
  await waitForReads('resync', 1)
  pendingReads.resync[0]?.([message(1), message(2)])
  await expect.poll(() => sent).toEqual(['+2'])
})

test('[I14] [I15] an event is sent once, and none restores a deleted message', async () => {
  const { chat, pendingReads, sent, waitForReads } = createControlledChat()
  const said = { type: 'new-message', message: message(1) } as const
  const gone = { type: 'message-deleted', messageId: 1 } as const
  const liked = { type: 'likes-changed', messageId: 1 } as const
  for (const event of [said, said, liked]) chat.onEvent(event)
  pendingReads.likes[0]?.([{ messageId: 1, likes: 2 }])
  await expect.poll(() => sent).toEqual(['+1', '1 liked 2'])
  for (const event of [gone, gone, said, liked]) chat.onEvent(event)
  await waitForReads('likes', 2)
  pendingReads.likes[1]?.([{ messageId: 1, likes: 2 }])
  await new Promise(setImmediate)
  expect(sent).toEqual(['+1', '1 liked 2', '-1'])
})
