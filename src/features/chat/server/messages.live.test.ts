// chat-message end to end, with two or more members, down to the table.
import { describe, expect, test } from 'vitest'
import { connectDatabase, type Executor } from '#server/db/database.ts'
import { roomOfDay } from '#shared/live/room-key.ts'
import { defaultTestTime } from '#test/clock.ts'
import { raceUncommittedChange } from '#test/database/lock-race.ts'
import { openAdmission, openTestChannel } from '#test/live/live-channel.ts'
import {
  connectLive,
  joinLive,
  sendChatMessage,
  type LiveAddress,
  type TestLiveClient,
} from '#test/live/live-client.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { signIn, signInPeople, type TestUser } from '#test/people/people.ts'
import { createChatMessageHandler, createRoomQueue } from './messages.ts'

const today = '2026-11-21'

const app = await openTestApp({ isUnlimited: true })
const people = await signInPeople(app)

const joined = (person: TestUser, to: LiveAddress = app) => joinLive(to, person, today)

const stored = (userId: number) =>
  app.database.query
    .selectFrom('chat_messages')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('id')
    .execute()

const lastFrame = (client: TestLiveClient) =>
  client.texts.filter((text) => text.startsWith('{"type":"new-message"')).at(-1)

test('[QUIET-03] a message is judged by the room’s limits at the moment of its arrival', async () => {
  const speak = createChatMessageHandler(app.app.platform)
  const nora = await signIn(app, 'nora', { name: 'Nora' })
  const sender = { user: { id: nora.userId }, persona: 'member', room: roomOfDay('2020-01-01') } as const
  const paused = async () => ({ openUntilMs: Number.POSITIVE_INFINITY, pausedUntilMs: app.clock.now() + 1 })
  await expect(speak({ ...sender, admission: paused }, { text: 'After the bell' })).rejects.toThrow(
    'chat_paused',
  )
  expect(await speak({ ...sender, admission: openAdmission }, { text: 'Before the bell' })).toBeNull()
  expect((await stored(nora.userId)).map(({ message }) => message)).toEqual(['Before the bell'])
})

describe('a message', () => {
  test('[LIVE-05] [T07] reaches every member, its author too, as the same frame', async () => {
    const clients = [
      await joined(people.mia),
      await joined(people.mia),
      await joined(people.mo),
      await joined(people.gail),
    ]
    const [mia, , mo, gail] = clients
    sendChatMessage(mia!, 'Good morning, everyone. ☀️', 'from-mia-1')
    for (const client of clients) await client.next('new-message')
    const [row] = await stored(people.mia.userId)
    expect(JSON.parse(lastFrame(mo!) ?? '')).toEqual({
      type: 'new-message',
      message: {
        id: row?.id,
        message: 'Good morning, everyone. ☀️',
        timestamp: defaultTestTime,
        user: {
          id: people.mia.userId,
          name: people.mia.name,
          profilePicture: expect.stringMatching(/^\/media\//) as string,
          isGardenAngel: false,
        },
        likes: 0,
        clientMessageId: 'from-mia-1',
      },
    })
    expect(new Set(clients.map(lastFrame)).size).toBe(1)
    sendChatMessage(gail!, 'Welcome')
    const { message } = await mia!.next('new-message')
    expect(message.user).toMatchObject({ id: people.gail.userId, isGardenAngel: true })
    expect(message).not.toHaveProperty('clientMessageId')
    for (const client of clients) await client.close()
  })

  test('[DATA-06] is stored with its member, text, time and day', async () => {
    const nia = await signIn(app, 'nia', { name: 'Nia' })
    const client = await joined(nia)
    sendChatMessage(client, ' Good evening ', 'from-nia-1')
    const { message } = await client.next('new-message')
    expect(await stored(nia.userId)).toEqual([
      {
        id: message.id,
        userId: nia.userId,
        message: 'Good evening',
        timestamp: defaultTestTime,
        sessionDate: today,
        clientMessageId: 'from-nia-1',
        deletedAt: null,
        deletedBy: null,
        storedAt: expect.any(String) as string,
        foldedAt: null,
        heldAt: null,
      },
    ])
    await client.close()
  })

  test('[LIVE-05] reaches the members of its room on every node, and no others', async () => {
    const node = await openTestChannel(app)
    const [here, there] = [await joined(people.mia), await joined(people.mo, node)]
    const outside = await connectLive(node, { as: people.ada })
    sendChatMessage(here, 'to the other node')
    await there.next('new-message')
    sendChatMessage(there, 'and back')
    for (const client of [here, there]) {
      await client.next('new-message', ({ message }) => message.message === 'and back')
    }
    expect(lastFrame(here)).toBe(lastFrame(there))
    await outside.whenCaughtUp()
    expect(outside.frames).toEqual([])
    await node.close()
    await here.close()
  })

  test('[CHAT-27] carries the garden angel tag while its author has the role, on the same socket', async () => {
    const angel = await signIn(app, 'angel', { name: 'Angel', isGardenAngel: true })
    const client = await joined(angel)
    for (const isGardenAngel of [true, false, true]) {
      await app.database.query
        .updateTable('users')
        .set({ isGardenAngel })
        .where('id', '=', angel.userId)
        .execute()
      sendChatMessage(client, 'with or without')
      expect((await client.next('new-message')).message.user.isGardenAngel).toBe(isGardenAngel)
    }
    await client.close()
  })

  test('[LIVE-15] is committed when its author receives it: another connection reads it at once', async () => {
    const wren = await signIn(app, 'wren', { name: 'Wren' })
    const client = await joined(wren)
    const other = connectDatabase(app.databaseUrl, { maxConnections: 1 })
    for (let count = 1; count <= 20; count += 1) {
      sendChatMessage(client, `word ${count}`)
      const { message } = await client.next('new-message')
      const row = await other.query
        .selectFrom('chat_messages')
        .select('message')
        .where('id', '=', message.id)
        .executeTakeFirst()
      expect(row).toEqual({ message: `word ${count}` })
    }
    await other.close()
    await client.close()
  })

  test('[I15] is sent in order of time and id, however many members write at once', async () => {
    const group = [people.mia, people.mo, people.gail, people.ada]
    const clients: TestLiveClient[] = []
    for (const person of group) clients.push(await joined(person))
    for (let count = 0; count < 10; count += 1)
      for (const client of clients) sendChatMessage(client, `word ${count}`)
    for (const client of clients) {
      await expect.poll(() => client.count('new-message'), { timeout: 15_000 }).toBe(40)
    }
    const received = clients[0]!.frames.flatMap((frame) =>
      frame.type === 'new-message' ? [frame.message] : [],
    )
    expect(received).toEqual(
      received.toSorted((a, b) =>
        a.timestamp === b.timestamp ? a.id - b.id : a.timestamp < b.timestamp ? -1 : 1,
      ),
    )
    const { messages } = await (await connectLive(app, { as: people.mia })).join(today)
    expect(messages).toEqual(received.slice(-30))
    for (const client of clients) await client.close()
  })
})

test('[F16] a message in the queue is not rejected because the wall clock was set', async () => {
  const quest = await signIn(app, 'quest', { name: 'Quest' })
  const speak = createChatMessageHandler(app.app.platform)
  const sender = {
    user: { id: quest.userId },
    room: roomOfDay(today),
    persona: 'member' as const,
    admission: openAdmission,
  }
  const lockAuthor = (tx: Executor) =>
    tx.selectFrom('users').select('id').where('id', '=', quest.userId).forUpdate().execute()
  const outcome = await raceUncommittedChange(app, lockAuthor, () => {
    const sends = ['first', 'second'].map((text) => speak(sender, { text }))
    app.clock.advance(60_000)
    return Promise.all(sends)
  })
  app.clock.set(defaultTestTime)
  expect(outcome).toEqual({ status: 'fulfilled', value: [null, null] })
  expect((await stored(quest.userId)).map(({ message }) => message)).toEqual(['first', 'second'])
})

test('[F16] a message that waits in the queue for more than 5 s gets unavailable', async () => {
  let nowMs = 0
  const serialize = createRoomQueue(() => nowMs)
  let store = (_: string) => {}
  const first = serialize(today, () => new Promise<string>((resolve) => (store = resolve)))
  const [second, third] = [
    serialize(today, async () => 'second'),
    serialize('2026-11-20', async () => 'third'),
  ]
  await third
  nowMs = 5_001
  store('first')
  expect(await Promise.allSettled([first, second])).toMatchObject([
    { value: 'first' },
    { reason: { errorResponse: { body: { code: 'unavailable' } } } },
  ])
})

describe('a message that is resent', () => {
  test('[I14] is stored once from 20 concurrent sends, and shown once to the others', async () => {
    const zoe = await signIn(app, 'zoe', { name: 'Zoe' })
    const [other, ...tabs] = [
      await joined(people.mo),
      await joined(zoe),
      await joined(zoe),
      await joined(zoe),
    ]
    for (let count = 0; count < 20; count += 1)
      sendChatMessage(tabs[count % tabs.length]!, 'only once', 'zoe-only-once')
    // 20 responses: one reaches all three tabs, 19 reach only the sender.
    const responses = () => tabs.reduce((sum, tab) => sum + tab.count('new-message'), 0)
    await expect.poll(responses, { timeout: 15_000 }).toBe(22)
    const rows = await stored(zoe.userId)
    expect(rows).toHaveLength(1)
    await other.whenCaughtUp()
    expect(other.count('new-message')).toBe(1)
    const ids = tabs.flatMap((tab) =>
      tab.frames.flatMap((f) => (f.type === 'new-message' ? [f.message.id] : [])),
    )
    expect(new Set(ids)).toEqual(new Set([rows[0]?.id]))
    for (const client of [other, ...tabs]) await client.close()
  })

  test('[I14] on two nodes at the same time is stored once as well', async () => {
    const abe = await signIn(app, 'abe', { name: 'Abe' })
    const node = await openTestChannel(app)
    const [here, there] = [await joined(abe), await joined(abe, node)]
    for (let count = 0; count < 20; count += 1) {
      sendChatMessage(here, 'both', `abe-both-${count}`)
      sendChatMessage(there, 'both', `abe-both-${count}`)
    }
    const responses = () => here.count('new-message') + there.count('new-message')
    await expect.poll(responses, { timeout: 15_000 }).toBe(60)
    expect(await stored(abe.userId)).toHaveLength(20)
    await node.close()
    await here.close()
  })

  test('[I14] returns the stored text, whatever the resend contains; another member may use the same id', async () => {
    const [mia, mo] = [await joined(people.mia), await joined(people.mo)]
    sendChatMessage(mia, 'first words', 'the-same-id')
    await mia.next('new-message')
    app.clock.advance(60_000)
    sendChatMessage(mia, 'other words', 'the-same-id')
    expect((await mia.next('new-message')).message).toMatchObject({
      message: 'first words',
      timestamp: defaultTestTime,
    })
    app.clock.set(defaultTestTime)
    sendChatMessage(mo, 'words of mine', 'the-same-id')
    expect(
      (await mo.next('new-message', ({ message }) => message.user.id === people.mo.userId)).message.message,
    ).toBe('words of mine')
    await Promise.all([mia.close(), mo.close()])
  })
})
