// Large crowds: the cost of join storms, busy rooms, and clients that don't read.
import { describe, expect, test } from 'vitest'
import { roomEvents } from '#features/chat/server/room/room-events.ts'
import { roomOfDay } from '#shared/live/room-key.ts'
import { wall } from '#test/community-days.ts'
import { makeKnownMembers } from '#test/data/factories.ts'
import { openTestChannel, type TestChannel } from '#test/live/live-channel.ts'
import { connectLive, joinLive, type TestLiveClient } from '#test/live/live-client.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { signIn, type TestUser } from '#test/people/people.ts'

const today = '2026-11-21'
const size = 200

const app = await openTestApp({ isUnlimited: true })
const people: TestUser[] = []
for (let index = 0; index < size; index += 1) {
  people.push(await signIn(app, `person-${index}`, { name: `Person ${index}` }))
}

async function joinMany(node: TestChannel, count: number): Promise<TestLiveClient[]> {
  const clients = await Promise.all(people.slice(0, count).map((as) => connectLive(node, { as })))
  await Promise.all(clients.map((client) => client.join(today)))
  return clients
}

test('[LIVE-19] [LIVE-06] a storm of 200 joins costs each member few frames, and every member has the count @full', async () => {
  const reads: (() => void)[] = []
  const node = await openTestChannel(app, {
    initialMessages: () =>
      new Promise((resolve) => {
        reads.push(() => resolve([]))
      }),
  })
  const clients = await Promise.all(people.map((as) => connectLive(node, { as })))
  const joins = clients.map((client) => client.join(today))
  await Promise.all(clients.map((client) => client.whenCaughtUp()))
  // All joins share one read of the latest messages.
  expect(reads).toHaveLength(1)
  const startedAtMs = performance.now()
  reads[0]?.()
  await Promise.all(joins)
  await expectFewFrames(clients, startedAtMs)
  expect(clients.map((client) => client.count('initial-messages'))).toEqual(clients.map(() => 1))
  expect(reads).toHaveLength(1)
  await node.close()
})

test('[LIVE-19] [LIVE-08] [I16] the same over three nodes: no more bytes for any member, and one count @full', async () => {
  const nodes = [await openTestChannel(app), await openTestChannel(app), await openTestChannel(app)]
  const clients = await Promise.all(people.map((as, index) => connectLive(nodes[index % 3]!, { as })))
  const startedAtMs = performance.now()
  await Promise.all(clients.map((client) => client.join(today)))
  await expectFewFrames(clients, startedAtMs)
  const [first, ...others] = nodes.map(({ channel }) => channel.presence.newest(roomOfDay(today), 0, size))
  expect(first).toHaveLength(size)
  for (const other of others) expect(other).toEqual(first)
  for (const node of nodes) await node.close()
})

/** Expects every client to receive the full count. The number of frames may grow with time, not with the crowd. */
async function expectFewFrames(clients: readonly TestLiveClient[], startedAtMs: number): Promise<void> {
  const isWhole = (frame: { onlineCount: number }) => frame.onlineCount === size
  const knows = (client: TestLiveClient) =>
    client.frames.some((frame) => frame.type === 'online-count-updated' && isWhole(frame))
  await Promise.all(
    clients.map(async (client) => knows(client) || (await client.next('online-count-updated', isWhole))),
  )
  const ticks = Math.ceil((performance.now() - startedAtMs) / 250)
  const [userBytes, framesMax] = [160, ticks + 2]
  for (const client of clients) {
    // One frame on joining, and one per tick of the storm.
    expect(client.count('online-count-updated')).toBeLessThanOrEqual(framesMax)
    expect(client.count('user-joined')).toBeLessThanOrEqual(50)
    expect(client.bytes).toBeLessThan(50 * userBytes * (framesMax + 1))
  }
}

describe('a busy room', () => {
  test('[LIVE-05] of more than 50 gets every message, in order, several at a time, the same bytes for all @full', async () => {
    const node = await openTestChannel(app)
    const clients = await joinMany(node, 60)
    const total = 40
    const [first, second] = clients
    for (let index = 0; index < total; index += 1) {
      clients[index % 3]?.send({ type: 'chat-message', text: `message ${index}` })
    }
    await Promise.all(
      clients.map((client) =>
        expect.poll(() => client.count('new-message'), { timeout: 15_000 }).toBe(total),
      ),
    )
    const messagesOf = (client: TestLiveClient | undefined) =>
      client?.texts.filter((text) => text.startsWith('{"type":"new-message"')) ?? []
    const ids = first?.frames.flatMap((frame) => (frame.type === 'new-message' ? [frame.message.id] : []))
    expect(ids).toEqual(ids?.toSorted((a, b) => a - b))
    for (const client of clients) expect(messagesOf(client)).toEqual(messagesOf(second))
    await node.close()
  })
})

describe('a room with too many messages', () => {
  test('[T76, QUIET-06] newcomers use three quarters of a burst of 100; known members and moderators have the rest', async () => {
    const { platform } = app.app
    const limited = { ...platform, config: { ...app.config, limitsExempt: [] } }
    const node = await openTestChannel(app, { platform: limited })
    const newcomers = await joinMany(node, 21)
    const [mia, gail] = [
      await signIn(app, 'mia', { name: 'Mia Member' }),
      await signIn(app, 'gail', { name: 'Gail Gardner', isGardenAngel: true }),
    ]
    await makeKnownMembers(app, [mia])
    const [known, angel] = [await joinLive(node, mia, today), await joinLive(node, gail, today)]
    const errors = () => newcomers.reduce((sum, client) => sum + client.count('error'), 0)
    const says = async (client: TestLiveClient, text: string) => {
      client.send({ type: 'chat-message', text })
      await client.next('new-message', ({ message }) => message.message === text)
    }
    // The first message asks whether its sender is known.
    await says(known, 'Good morning')
    for (let round = 1; round <= 5; round += 1) {
      for (const client of newcomers) client.send({ type: 'chat-message', text: `round ${round}` })
    }
    await expect.poll(errors, { timeout: 15_000 }).toBe(31)
    const rejected = newcomers.find((client) => client.count('error') > 0)
    expect(await rejected?.next('error')).toMatchObject({
      code: 'rate_limited',
      scope: 'room',
      retryAfterMs: 67,
    })
    await says(known, 'Still heard')
    await says(angel, 'All is well')
    // The rejected ones aren't muted: a moment later there is room.
    app.clock.advance(1_500)
    if (rejected) await says(rejected, 'A moment later')
    expect(errors()).toBe(31)
    expect([known, angel].map((client) => client.count('error'))).toEqual([0, 0])
    await node.close()
  })
})

describe('a client that doesn’t read', () => {
  test('[F08] [T19] is cut with its unsent data, while the others keep receiving everything @full', async () => {
    const node = await openTestChannel(app, { isIsolated: true, timings: { presenceGraceMs: 1 } })
    const [listener, stalled] = (await joinMany(node, 2)) as [TestLiveClient, TestLiveClient]
    stalled.stopReading()
    const user = { id: 1, name: 'Mia', profilePicture: null, isGardenAngel: false }
    const message = '🌊'.repeat(250)
    let sent = 0
    // Ids that no stored message has.
    const firstId = 1_000_000
    // The kernel buffers some megabytes first; then the server's own 256 KB fill up.
    while (node.channel.presence.count(roomOfDay(today)) === 2 && sent < 40_000) {
      for (let count = 0; count < 100; count += 1) {
        sent += 1
        const event = { id: firstId + sent, message, timestamp: wall('2026-11-21 12:00'), user }
        await app.bus.publish(roomEvents(today), { type: 'new-message', message: event })
      }
      await expect.poll(() => listener.count('new-message'), { timeout: 15_000 }).toBe(sent)
    }
    expect(node.channel.presence.newest(roomOfDay(today), 0, 50).map(({ id }) => id)).toEqual([
      people[0]?.userId,
    ])
    await listener.next('user-left', ({ userId }) => userId === people[1]?.userId)
    await node.close()
  }, 60_000)
})
