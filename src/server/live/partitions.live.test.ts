// Bus partitions: what the clients of a node receive once it detects missed messages.
import { createHash } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import type { ServerMessage } from '#app/live-messages.ts'
import { chatReducer, initialChatLog, type ChatLog } from '#features/chat/chat-reducer.ts'
import type { ChatMessage } from '#features/chat/contract.ts'
import { roomEvents } from '#features/chat/server/room/room-events.ts'
import { deleteMessage, insertSentMessage, latestMessages } from '#features/chat/server/sql/messages.ts'
import { busEvents } from '#shared/bus-events.ts'
import { roomOfDay } from '#shared/live/room-key.ts'
import { startTestApp } from '#test/app.ts'
import { makeMessage } from '#test/data/factories.ts'
import { countLockWaiters } from '#test/database/lock-race.ts'
import { startStatementProxy } from '#test/database/statement-proxy.ts'
import { openTestChannel, type TestChannel } from '#test/live/live-channel.ts'
import { joinLive, sendChatMessage, type TestLiveClient } from '#test/live/live-client.ts'
import { createLossyBus, type LossyBus } from '#test/live/lossy-bus.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { signIn, signInPeople, type TestUser } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import { createSeededRandom } from '#test/seeded-random.ts'

const today = '2026-11-21'

const nodes: LossyNode[] = []

const app = await openTestApp({ isUnlimited: true })
const people = await signInPeople(app)
afterEach(async () => {
  for (const node of nodes.splice(0)) await node.close()
  await app.database.query.deleteFrom('chat_messages').execute()
})

interface LossyNode extends TestChannel {
  bus: LossyBus
}

async function openNode(
  name: string,
  random = createSeededRandom(1),
  changes: Parameters<typeof openTestChannel>[1] = {},
): Promise<LossyNode> {
  const bus = createLossyBus(app.hub.connect(name), random)
  const timings = { likesTickMs: 5, resyncRetryMs: 5, ...changes.timings }
  const node = { ...(await openTestChannel(app, { ...changes, bus, timings })), bus }
  nodes.push(node)
  return node
}

/** Leaves the app's room, which stays open. */
async function leaveAndClose(client: TestLiveClient): Promise<void> {
  client.send({ type: 'leave-session' })
  await client.close()
}

const storedMessages = () => latestMessages(app.database.query, today, 30)

/** The messages that a member's page shows, by the page's own reducer. */
function displayedMessages(client: TestLiveClient): readonly ChatMessage[] {
  return client.frames.reduce(applyFrame, initialChatLog()).messages
}

function applyFrame(log: ChatLog, frame: ServerMessage): ChatLog {
  switch (frame.type) {
    case 'initial-messages':
      return chatReducer(log, { type: 'initial', messages: frame.messages })
    case 'new-message':
      return chatReducer(log, { type: 'message', message: frame.message })
    case 'message-deleted':
      return chatReducer(log, { type: 'deleted', messageId: frame.messageId })
    case 'message-likes-updated':
      return chatReducer(log, { ...frame, type: 'likes' })
    default:
      return log
  }
}

function digestOf(messages: readonly ChatMessage[]): string {
  const text = JSON.stringify(messages.map(({ id, message, likes = 0 }) => [id, message, likes]))
  return createHash('sha256').update(text).digest('hex')
}

/** Messages that a client received more than once. */
function duplicateDeliveries(client: TestLiveClient): string[] {
  const received = client.frames.flatMap((frame) => {
    if (frame.type === 'new-message') return [`+${frame.message.id}`]
    return frame.type === 'message-deleted' ? [`-${frame.messageId}`] : []
  })
  return received.filter((one, index) => received.indexOf(one) !== index)
}

describe('a node that missed something', () => {
  test('[I15] [I13] sends its members the missed messages, once, from one read, and other nodes’ members nothing', async () => {
    let readings = 0
    const node = await openNode('deaf', createSeededRandom(1), {
      recentMessages: (day, limit) => {
        readings += 1
        return latestMessages(app.database.query, day, limit)
      },
    })
    const first = await makeMessage(app, people.gail, { text: 'to be deleted' })
    const [here, there] = [await joinLive(app, people.mia, today), await joinLive(node, people.mo, today)]
    sendChatMessage(there, 'heard by both')
    const { message: second } = await here.next('new-message')
    node.bus.setLossRate(1)
    sendChatMessage(here, 'missed')
    const { message: third } = await here.next('new-message', ({ message }) => message.message === 'missed')
    await request(app, `DELETE /api/messages/${first}`, { as: people.gail })
    await request(app, `POST /api/messages/${second.id}/like`, { as: people.gail })
    const later = await joinLive(node, people.gail, today)
    const before = there.frames.length
    for (let count = 0; count < 5; count += 1) node.bus.heal()
    await there.next('message-likes-updated')
    // After a start the meditation is sent once too, when missed events may have changed it.
    const others = ['online-count-updated', 'user-joined', 'user-left', 'session-changed']
    expect(there.frames.slice(before).filter(({ type }) => !others.includes(type))).toEqual([
      { type: 'message-deleted', messageId: first },
      { type: 'new-message', message: third },
      { type: 'message-likes-updated', messageId: second.id, likes: 1 },
    ])
    // One for the first request, and one for all requests during that read.
    expect(readings).toBe(2)
    for (const client of [here, there, later]) {
      await expect.poll(() => digestOf(displayedMessages(client))).toBe(digestOf(await storedMessages()))
    }
    expect(here.count('new-message')).toBe(2)
    await leaveAndClose(here)
  })

  test('[I13] [I15] sends messages stored by a node that crashed before publishing, when the database is back', async () => {
    let failures = 3
    const node = await openNode('alive', createSeededRandom(1), {
      recentMessages: (day, limit) => {
        failures -= 1
        if (failures >= 0) return Promise.reject(Object.assign(new Error('down'), { code: 'ECONNREFUSED' }))
        return latestMessages(app.database.query, day, limit)
      },
    })
    const there = await joinLive(node, people.mo, today)
    const ids = [await makeMessage(app, people.mia), await makeMessage(app, people.mia)]
    node.bus.heal()
    for (const id of ids) expect((await there.next('new-message')).message.id).toBe(id)
    await deleteMessage(app.database.query, ids[0]!, { deletedAt: new Date(), deletedBy: people.gail.userId })
    node.bus.heal()
    expect((await there.next('message-deleted')).messageId).toBe(ids[0])
    // A delayed bus event is no longer new.
    await app.bus.publish(roomEvents(today), { type: 'message-deleted', messageId: ids[0]! })
    const [left] = await storedMessages()
    await app.bus.publish(roomEvents(today), { type: 'new-message', message: left! })
    sendChatMessage(there, 'the last word')
    await there.next('new-message', ({ message }) => message.message === 'the last word')
    expect([duplicateDeliveries(there), failures]).toEqual([[], -2])
  })
})

describe('a write with an unknown outcome', () => {
  test('[I13] [I15] [F04] is sent to all rooms as it is in the table, when the database is back @full', async () => {
    const proxy = await startStatementProxy(app.databaseUrl)
    const beside = await startTestApp({ peerOf: app, databaseUrl: proxy.url })
    const clients = [await joinLive(app, people.mia, today), await joinLive(beside, people.mo, today)]
    const [here, there] = [clients[0]!, clients[1]!]
    /** Runs work whose last statement is committed while its response is lost. */
    const unheard = async (
      statement: RegExp,
      act: () => Promise<unknown>,
      isDone: () => Promise<boolean>,
    ) => {
      proxy.intercept((text) => (statement.test(text) ? 'deafen' : 'pass'))
      const acting = act()
      await expect.poll(isDone).toBe(true)
      proxy.intercept(() => 'pass')
      proxy.cut()
      await acting
    }
    await unheard(
      /insert into chat_messages/,
      async () => {
        sendChatMessage(there, 'did that arrive?')
        expect((await there.next('error')).code).toBe('unavailable')
      },
      async () => (await storedMessages()).length === 1,
    )
    const messages = await Promise.all(
      clients.map(async (client) => (await client.next('new-message')).message),
    )
    expect(messages[0]).toMatchObject({ message: 'did that arrive?', user: { id: people.mo.userId } })
    expect(messages[1]).toEqual(messages[0])
    await unheard(
      /^commit$/i,
      async () => {
        const { status } = await request(beside, `DELETE /api/messages/${messages[0]?.id}`, {
          as: people.gail,
        })
        expect(status).toBe(503)
      },
      async () => (await storedMessages()).length === 0,
    )
    for (const client of clients) await client.next('message-deleted')
    await leaveAndClose(here)
    await beside.close()
    await proxy.close()
  })

  test('[I13] [I15] is read once more when it may have been committed later', async () => {
    let readings = 0
    const node = await openNode('one', createSeededRandom(1), {
      timings: { uncertainCommitMs: 100 },
      recentMessages: async (day, limit) => {
        const messages = await latestMessages(app.database.query, day, limit)
        readings += 1
        return messages
      },
    })
    const there = await joinLive(node, people.mo, today)
    await app.bus.publish(busEvents.rooms, { type: 'in-doubt' })
    await expect.poll(() => readings, { interval: 5 }).toBe(1)
    const id = await makeMessage(app, people.mia)
    expect((await there.next('new-message')).message.id).toBe(id)
    expect(readings).toBe(2)
  })

  test('[I13] [I15] is read again when its node has crashed, possibly before the commit @full', async () => {
    let readings = 0
    let death = Promise.resolve()
    const dying = await openTestChannel(app)
    const node = await openNode('left', createSeededRandom(1), {
      timings: { uncertainCommitMs: 300 },
      recentMessages: async (day, limit) => {
        const messages = await latestMessages(app.database.query, day, limit)
        readings += 1
        return messages
      },
    })
    const [here, there] = [await joinLive(dying, people.mia, today), await joinLive(node, people.mo, today)]
    await app.database.transaction(async (tx) => {
      await tx.selectFrom('users').select('id').where('id', '=', people.mia.userId).forUpdate().execute()
      sendChatMessage(here, 'my last words')
      await expect.poll(() => countLockWaiters(app.database.query)).toBe(1)
      death = dying.crash()
      node.bus.heal()
      await expect.poll(() => readings, { interval: 5 }).toBe(1)
    })
    await death
    expect((await there.next('new-message')).message.message).toBe('my last words')
    expect(readings).toBe(2)
  })

  test('[I13] [I14] is sent to all by a resend on another node, once, in the room of its day', async () => {
    const [one, two] = [await openNode('one'), await openNode('two')]
    const yesterday = '2026-11-20'
    const here = await joinLive(one, people.mia, today)
    const there = await joinLive(two, people.mo, today)
    // Committed by nodes that then died.
    for (const [sessionDate, clientMessageId] of [
      [today, 'sent-again'],
      [yesterday, 'sent-again-later'],
    ] as const) {
      await insertSentMessage(app.database.query, {
        isHeld: false,
        userId: people.mia.userId,
        message: clientMessageId,
        timestamp: new Date(app.clock.now()),
        sessionDate,
        clientMessageId,
      })
    }
    sendChatMessage(here, 'sent-again-later', 'sent-again-later')
    for (let count = 0; count < 3; count += 1) sendChatMessage(here, 'sent-again', 'sent-again')
    expect((await there.next('new-message')).message).toMatchObject({ clientMessageId: 'sent-again' })
    // One is the broadcast, and four are replies.
    await expect.poll(() => here.count('new-message')).toBe(5)
    await there.whenCaughtUp()
    expect(there.count('new-message')).toBe(1)
  })
})

describe('three nodes that miss part of all messages', () => {
  test('[I15] [I20] show all members the same in the end, nothing twice', async () => {
    const random = createSeededRandom(1)
    const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)]!
    const three = [
      await openNode('one', random),
      await openNode('two', random),
      await openNode('three', random),
    ]
    const speakers: { person: TestUser; client: TestLiveClient }[] = []
    for (let index = 0; index < 6; index += 1) {
      const person = await signIn(app, `speaker-${index}`, { name: `Speaker ${index}` })
      speakers.push({ person, client: await joinLive(three[index % 3]!, person, today) })
    }
    const step = async (index: number) => {
      const [{ person, client }, chosen] = [pick(speakers), pick(await storedMessages())]
      if (index % 2 === 0 || !chosen) {
        sendChatMessage(client, `word ${index}`)
        await client.next('new-message', ({ message }) => message.user.id === person.userId)
      } else if (random() < 0.3) await request(app, `DELETE /api/messages/${chosen.id}`, { as: people.gail })
      else await request(app, `POST /api/messages/${chosen.id}/like`, { as: person })
    }
    for (let index = 0; index < 72; index += 1) {
      if (index % 8 === 2) pick(three).bus.setLossRate(0.7)
      if (index % 16 === 12) pick(three).bus.heal()
      await step(index)
    }
    for (const { bus } of three) bus.heal()
    for (const { client } of speakers) {
      // Read each time: the last word may be stored only now.
      const isWhole = async () => digestOf(displayedMessages(client)) === digestOf(await storedMessages())
      await expect.poll(isWhole, { timeout: 10_000 }).toBe(true)
      expect(duplicateDeliveries(client)).toEqual([])
    }
    expect(three.reduce((sum, { bus }) => sum + bus.lostCount(), 0)).toBeGreaterThan(30)
    const counts = () => three.map(({ channel }) => channel.presence.count(roomOfDay(today)))
    await expect.poll(counts, { timeout: 10_000 }).toEqual([6, 6, 6])
  })
})
