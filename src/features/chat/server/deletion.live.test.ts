// Deleted messages: gone for members who are connected, who join, and who reconnect.
import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { ServerMessage } from '#app/live-messages.ts'
import { chatReducer, initialChatLog } from '#features/chat/chat-reducer.ts'
import { defaultTestTime } from '#test/clock.ts'
import { makeMessage } from '#test/data/factories.ts'
import { openTestChannel } from '#test/live/live-channel.ts'
import {
  connectLive,
  joinLive,
  sendChatMessage,
  type LiveAddress,
  type TestLiveClient,
} from '#test/live/live-client.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { signIn, signInPeople, type TestUser } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import { roomEvents } from './room/room-events.ts'
import { latestMessages } from './sql/messages.ts'

const app = await openTestApp({ isUnlimited: true })
const people = await signInPeople(app)

const today = '2026-11-21'
const requestDeletion = (id: number, as: TestUser | null) =>
  request(app, `DELETE /api/messages/${id}`, { as })
const rowOf = (id: number) =>
  app.database.query.selectFrom('chat_messages').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const shown = (day = today) => latestMessages(app.database.query, day, 1_000)
const idsIn = (messages: readonly { id: number }[]) => messages.map(({ id }) => id)

describe('a deletion', () => {
  test('[CHAT-14] by a moderator is sent to the whole room, for any author', async () => {
    const node = await openTestChannel(app)
    const clients = [await joinLive(app, people.mia, today), await joinLive(node, people.mo, today)]
    const outside = await connectLive(app, { as: people.mia })
    for (const [author, moderator] of [
      [people.mia, people.gail],
      [people.gail, people.ada],
      [people.ada, people.gail],
    ] as const) {
      const id = await makeMessage(app, author)
      expect(await requestDeletion(id, moderator)).toMatchObject({ status: 200, body: { success: true } })
      for (const client of clients) {
        expect(await client.next('message-deleted')).toEqual({ type: 'message-deleted', messageId: id })
      }
    }
    await outside.whenCaughtUp()
    expect(outside.count('message-deleted')).toBe(0)
    await node.close()
  })

  test('[CHAT-14] of a deleted or unknown message is 404 and sends no event; of 10 concurrent ones, one succeeds', async () => {
    const client = await joinLive(app, people.mia, today)
    const id = await makeMessage(app, people.mo)
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, index) => requestDeletion(id, index % 2 ? people.ada : people.gail)),
    )
    const statuses = responses.map(({ status }) => status)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, ...Array<number>(9).fill(404)])
    expect(await requestDeletion(2_000_000_000, people.gail)).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    })
    await client.whenCaughtUp()
    expect(client.count('message-deleted')).toBe(1)
    await client.close()
  })

  test('[CHAT-15] by any other member, even the author, is 403 and changes nothing', async () => {
    const id = await makeMessage(app, people.mia)
    for (const person of [people.mia, people.mo]) {
      expect(await requestDeletion(id, person)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    }
    expect((await requestDeletion(id, null)).status).toBe(401)
    expect(await rowOf(id)).toMatchObject({ deletedAt: null, deletedBy: null })
  })

  test('[DATA-06] keeps the row for moderation, with its deleter and time', async () => {
    const id = await makeMessage(app, people.mia, { text: 'unkind' })
    await requestDeletion(id, people.gail)
    expect(await rowOf(id)).toEqual({
      id,
      userId: people.mia.userId,
      message: 'unkind',
      timestamp: defaultTestTime,
      sessionDate: today,
      clientMessageId: null,
      deletedAt: defaultTestTime,
      deletedBy: people.gail.userId,
      storedAt: expect.any(String) as string,
      foldedAt: null,
      heldAt: null,
    })
  })

  test('[CHAT-14] [LIVE-04] leaves joining members the latest 30 remaining messages; deleting an older one sends an event too', async () => {
    const day = '2026-11-20'
    const node = await openTestChannel(app, {
      durationOf: async () => 24 * 60,
    })
    const ids: number[] = []
    for (let count = 0; count < 35; count += 1) ids.push(await makeMessage(app, people.mo, { day }))
    const stayed = await joinLive(node, people.mia, day)
    const [first = 0, beyond = 0, middle = 0] = [ids[5], ids[1], ids[20]]
    for (const id of [beyond, middle]) {
      await requestDeletion(id, people.gail)
      expect((await stayed.next('message-deleted')).messageId).toBe(id)
    }
    const { messages } = await (await connectLive(node, { as: people.mo })).join(day)
    const left = ids.filter((id) => id !== beyond && id !== middle)
    expect(idsIn(messages)).toEqual(left.slice(-30))
    expect(idsIn(messages)[1]).toBe(first)
    const { body } = await request(app, `GET /api/meditation/chat/${day}`, { as: people.mia })
    expect(idsIn((body as { messages: { id: number }[] }).messages)).toEqual(left.slice(-30))
    await node.close()
  })
})

describe('an author whose message was deleted before its echo arrived', () => {
  test('[I14] [CHAT-14] receives the deletion on a resend, and the message stays deleted', async () => {
    const [author, other] = [await joinLive(app, people.mia, today), await joinLive(app, people.mo, today)]
    sendChatMessage(author, 'sent once', 'deleted-meanwhile')
    const { message } = await other.next('new-message')
    await author.close()
    await requestDeletion(message.id, people.gail)
    await other.next('message-deleted')
    const again = await joinLive(app, people.mia, today)
    sendChatMessage(again, 'sent once', 'deleted-meanwhile')
    expect(await again.next('message-deleted')).toEqual({
      type: 'message-deleted',
      messageId: message.id,
      clientMessageId: 'deleted-meanwhile',
    })
    await other.whenCaughtUp()
    expect([again.count('new-message'), other.count('new-message'), other.count('message-deleted')]).toEqual([
      0, 1, 1,
    ])
    expect((await rowOf(message.id)).deletedAt).not.toBeNull()
    for (const client of [again, other]) await client.close()
  })
})

test('[I15] [LIVE-14] a deletion during a join reaches the new member after the messages that were read', async () => {
  const id = await makeMessage(app, people.mo)
  const reading = createBlockedReads()
  const node = await openTestChannel(app, { initialMessages: reading.initialMessages })
  const client = await connectLive(node, { as: people.mia })
  const joining = client.join(today)
  await reading.isMade()
  await requestDeletion(id, people.gail)
  reading.letGo()
  expect(idsIn((await joining).messages)).toContain(id)
  expect(client.frames.slice(0, 2)).toMatchObject([
    { type: 'initial-messages' },
    { type: 'message-deleted', messageId: id },
  ])
  expect(idsIn(logOf(client))).not.toContain(id)
  await node.close()
})

test('[I15] a message arriving from another node after its deletion is not shown', async () => {
  const client = await joinLive(app, people.mia, today)
  sendChatMessage(client, 'overtaken')
  const { message } = await client.next('new-message')
  await requestDeletion(message.id, people.gail)
  await app.bus.publish(roomEvents(today), { type: 'new-message', message })
  await app.bus.publish(roomEvents(today), { type: 'likes-changed', messageId: message.id })
  sendChatMessage(client, 'the next one')
  await client.next('new-message', (frame) => frame.message.message === 'the next one')
  expect(client.count('new-message')).toBe(2)
  expect(client.count('message-likes-updated')).toBe(0)
  await client.close()
})

describe('members who lose the channel repeatedly', () => {
  test.each([1])(
    '[I15] [LIVE-14] all show the same messages at the end, without deleted ones (storm %i)',
    async (seed) => {
      const node = await openTestChannel(app)
      const random = createRandom(seed)
      const group = await Promise.all(
        Array.from({ length: 6 }, (_, index) =>
          signIn(app, `storm-${seed}-${index}`, { name: `Storm ${index}` }),
        ),
      )
      const members: Member[] = []
      for (const [index, person] of group.entries()) {
        const to = index % 2 === 0 ? app : node
        members.push({ person, to, client: await joinLive(to, person, today) })
      }
      for (let step = 0; step < 40; step += 1) await runRandomActions(members, random)
      for (const member of members) await reconnect(member)

      const all = await shown()
      for (const { client } of members) {
        const shownHere = logOf(client)
        expect(idsIn(shownHere)).toEqual(idsIn(all).slice(-shownHere.length))
      }
      for (let count = 0; count < 30; count += 1)
        await sendMessage(members[count % members.length]!, `end ${count}`)
      const last = (await shown()).at(-1)
      const digests = await Promise.all(
        members.map(async ({ client }) => {
          await expect.poll(() => logOf(client).at(-1)?.id).toBe(last?.id)
          return digestOf(logOf(client))
        }),
      )
      const truth = digestOf(await latestMessages(app.database.query, today, 30))
      expect(digests).toEqual(digests.map(() => truth))
      for (const { client } of members) await client?.close()
      await node.close()
    },
    60_000,
  )
})

/** Reads of the latest messages that start at once and resolve when the test releases them. */
function createBlockedReads() {
  let letGo = () => {}
  let isMade = false
  const gate = new Promise<void>((resolve) => {
    letGo = resolve
  })
  return {
    initialMessages: async (day: string) => {
      const messages = await latestMessages(app.database.query, day, 30)
      isMade = true
      await gate
      return messages
    },
    isMade: () => expect.poll(() => isMade).toBe(true),
    letGo: () => letGo(),
  }
}

interface Member {
  person: TestUser
  to: LiveAddress
  /** Null while the member is away. */
  client: TestLiveClient | null
}

/** Four kinds of actions at once: members write, moderators delete, sockets break and reconnect. */
async function runRandomActions(members: Member[], random: () => number): Promise<void> {
  const order = members.toSorted(() => random() - 0.5)
  await Promise.all(order.slice(0, 4).map((member, index) => runRandomAction(member, index, random)))
}

async function runRandomAction(member: Member, index: number, random: () => number): Promise<void> {
  if (index === 0) {
    const messages = await shown()
    const chosen = messages[messages.length - 1 - Math.floor(random() * Math.min(messages.length, 40))]
    if (chosen) await requestDeletion(chosen.id, people.gail)
    return
  }
  if (member.client === null) {
    await reconnect(member)
    return
  }
  if (random() < 0.6) {
    await sendMessage(member, `step ${Math.floor(random() * 1_000)}`)
    return
  }
  member.client.terminate()
  member.client = null
}

async function reconnect(member: Member): Promise<void> {
  member.client ??= await joinLive(member.to, member.person, today)
}

async function sendMessage(member: Member, text: string): Promise<void> {
  await reconnect(member)
  const { client, person } = member
  if (client === null) return
  sendChatMessage(client, text)
  await client.next('new-message', ({ message }) => message.user.id === person.userId)
}

/** The messages that a member's page shows, by the page's own reducer. */
function logOf(client: TestLiveClient | null): readonly { id: number; message: string }[] {
  return (client?.frames ?? []).reduce(applyFrame, initialChatLog()).messages
}

function applyFrame(
  log: ReturnType<typeof initialChatLog>,
  frame: ServerMessage,
): ReturnType<typeof initialChatLog> {
  if (frame.type === 'initial-messages')
    return chatReducer(log, { type: 'initial', messages: frame.messages })
  if (frame.type === 'new-message') return chatReducer(log, { type: 'message', message: frame.message })
  if (frame.type === 'message-deleted')
    return chatReducer(log, { type: 'deleted', messageId: frame.messageId })
  return log
}

function digestOf(messages: readonly { id: number; message: string }[]): string {
  const text = JSON.stringify(messages.map(({ id, message }) => [id, message]))
  return createHash('sha256').update(text).digest('hex')
}

/** A seeded sequence of numbers in [0, 1). */
function createRandom(seed: number): () => number {
  let state = seed * 2_654_435_761
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e37_79b9) | 0
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32
  }
}
