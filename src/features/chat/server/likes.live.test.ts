// Like counts in a room: fast, few frames for many likes, and consistent on every node in the end.
import { describe, expect, test } from 'vitest'
import { makeMessage } from '#test/data/factories.ts'
import { openTestChannel, type TestChannel } from '#test/live/live-channel.ts'
import { connectLive, joinLive, sendChatMessage, type TestLiveClient } from '#test/live/live-client.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { signIn, signInPeople, type TestUser } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import { countLikesByMessage } from './sql/likes.ts'
import { latestMessages } from './sql/messages.ts'

const today = '2026-11-21'
const tickMs = 250

const app = await openTestApp({ isUnlimited: true })
const people = await signInPeople(app)
const crowd = await Promise.all(
  Array.from({ length: 24 }, (_, index) => signIn(app, `crowd-${index}`, { name: `Crowd ${index}` })),
)

const like = (id: number, as: TestUser) => request(app, `POST /api/messages/${id}/like`, { as })
const unlike = (id: number, as: TestUser) => request(app, `DELETE /api/messages/${id}/like`, { as })
const updates = (client: TestLiveClient, messageId: number) =>
  client.frames.flatMap((frame) =>
    frame.type === 'message-likes-updated' && frame.messageId === messageId ? [frame.likes] : [],
  )
const storedLikeCount = async (messageId: number) =>
  (await countLikesByMessage(app.database.query, [messageId]))[0]?.likes

async function withNode(
  changes: Parameters<typeof openTestChannel>[1],
  work: (node: TestChannel) => Promise<void>,
): Promise<void> {
  const node = await openTestChannel(app, changes)
  try {
    await work(node)
  } finally {
    await node.close()
  }
}

/** The like count of a message that a newly joined client receives. */
async function likesOnJoining(node: TestChannel, messageId: number): Promise<number | undefined> {
  const client = await connectLive(node, { as: people.mo })
  const { messages } = await client.join(today)
  await client.close()
  return messages.find(({ id }) => id === messageId)?.likes
}

describe('a like', () => {
  test('[CHAT-11] reaches every member of its day’s room, on every node, as the same frame', () =>
    withNode({}, async (node) => {
      const id = await makeMessage(app, people.mo)
      const yesterday = await makeMessage(app, people.mo, { day: '2026-11-20' })
      const clients = [await joinLive(app, people.mia, today), await joinLive(node, people.mo, today)]
      await like(id, people.gail)
      for (const client of clients) {
        expect(await client.next('message-likes-updated')).toEqual({
          type: 'message-likes-updated',
          messageId: id,
          likes: 1,
        })
      }
      await like(yesterday, people.gail)
      await unlike(id, people.gail)
      for (const client of clients) {
        const isOfToday = (frame: { messageId: number }) => frame.messageId === id
        expect((await client.next('message-likes-updated', isOfToday)).likes).toBe(0)
        await client.whenCaughtUp()
        expect(updates(client, yesterday)).toEqual([])
        await client.close()
      }
    }))

  test('[LIVE-33] is sent to the liker’s own sockets on every node, and to no other member', () =>
    withNode({}, async (node) => {
      const [id, other] = [await makeMessage(app, people.gail), await makeMessage(app, people.gail)]
      const own = [
        await joinLive(app, people.mia, today),
        await joinLive(app, people.mia, today),
        await joinLive(node, people.mia, today),
      ]
      const witness = await joinLive(node, people.mo, today)
      for (const [change, liked] of [[like, true] as const, [unlike, false] as const]) {
        const { version } = (await change(id, people.mia)).body as { version: number }
        for (const client of own)
          expect(await client.next('own-like')).toEqual({ type: 'own-like', messageId: id, liked, version })
        // Without effect: nothing is sent.
        await change(id, people.mia)
      }
      // Every frame of the others' likes that the witness gets is sent before this one.
      await like(other, people.mo)
      expect(await witness.next('own-like')).toMatchObject({ messageId: other, liked: true })
      expect(witness.count('own-like')).toBe(1)
      for (const client of own) expect(client.count('own-like')).toBe(2)
      for (const client of [...own, witness]) await client.close()
    }))

  test('[LIVE-33] [CHAT-32] and concurrent un-likes of one member are ordered by their versions @full', () =>
    withNode({}, async (node) => {
      const id = await makeMessage(app, people.gail)
      const own = [await joinLive(app, people.mia, today), await joinLive(node, people.mia, today)]
      const turns = Array.from({ length: 60 }, (_, turn) => turn % 2 === 0)
      const responses = await Promise.all(
        turns.map(async (liked) => {
          const { body } = await (liked ? like : unlike)(id, people.mia)
          return { liked, version: (body as { version?: number }).version }
        }),
      )
      const changes = responses
        .filter(({ version }) => version !== undefined)
        .toSorted((a, b) => Number(a.version) - Number(b.version))
      expect(changes.map(({ liked }) => liked)).toEqual(changes.map((_, index) => index % 2 === 0))
      expect(Number(changes.at(-1)?.liked)).toBe(await storedLikeCount(id))
      const marker = await makeMessage(app, people.gail)
      await like(marker, people.mia)
      for (const client of own) {
        await client.next('own-like', ({ messageId }) => messageId === marker)
        const sent = client.frames.flatMap((frame) =>
          frame.type === 'own-like' && frame.messageId === id ? [frame] : [],
        )
        expect(sent.toSorted((a, b) => a.version - b.version)).toMatchObject(changes)
        await client.close()
      }
    }))

  test('[CHAT-11] is part of the message: 0 in a new one, the count for joining members', async () => {
    const client = await joinLive(app, people.mia, today)
    sendChatMessage(client, 'as yet unliked')
    const { message } = await client.next('new-message')
    expect(message.likes).toBe(0)
    for (const person of [people.mo, people.gail]) await like(message.id, person)
    const initial = await (await connectLive(app, { as: people.ada })).join(today)
    expect(initial.messages.find(({ id }) => id === message.id)?.likes).toBe(2)
    await client.close()
  })
})

describe('many likes', () => {
  test('[CHAT-11] [I20] are sent at most once per tick, and the last count is correct', async () => {
    const ids = await Promise.all([1, 2, 3].map(() => makeMessage(app, people.mo)))
    const client = await joinLive(app, people.mia, today)
    const fromMs = performance.now()
    await Promise.all(crowd.flatMap((person) => ids.map((id) => like(id, person))))
    for (const id of ids) {
      await expect.poll(() => updates(client, id).at(-1), { timeout: 10_000 }).toBe(crowd.length)
    }
    const ticks = Math.floor((performance.now() - fromMs) / tickMs) + 1
    for (const id of ids) {
      expect(updates(client, id).length).toBeLessThanOrEqual(ticks)
      expect(updates(client, id).at(-1)).toBe(await storedLikeCount(id))
    }
    await client.close()
  })

  test('[I20] and concurrent un-likes converge to the number of rows for every member, on two nodes @full', () =>
    withNode({ timings: { likesTickMs: 5 } }, async (node) => {
      const ids = await Promise.all([1, 2].map(() => makeMessage(app, people.mo)))
      const clients = [await joinLive(app, people.mia, today), await joinLive(node, people.mo, today)]
      await Promise.all(
        crowd.flatMap((person, index) =>
          ids.flatMap((id) => [
            like(id, person),
            unlike(id, person),
            ...(index % 2 === 0 ? [like(id, person)] : []),
          ]),
        ),
      )
      // Every earlier count is published before this one.
      for (const id of ids) await like(id, people.ada)
      for (const id of ids) {
        const expected = await storedLikeCount(id)
        for (const client of clients) {
          await expect.poll(() => updates(client, id).at(-1), { timeout: 5_000 }).toBe(expected)
        }
      }
      // The first like triggers the read of all outstanding counts, and the second reads nothing else.
      const counts: number[][] = []
      for (let turn = 0; turn < 2; turn += 1) {
        const marker = await makeMessage(app, people.mo)
        await like(marker, people.mia)
        for (const client of clients) {
          await client.next('message-likes-updated', ({ messageId }) => messageId === marker)
        }
        counts.push(clients.map((client) => client.count('message-likes-updated')))
      }
      expect(counts[1]).toEqual(counts[0]?.map((count) => count + 1))
      for (const id of ids) {
        const expected = await storedLikeCount(id)
        for (const client of clients) expect(updates(client, id).at(-1)).toBe(expected)
      }
      for (const client of clients) await client.close()
    }))

  test('[I20] [CHAT-11] joining members get the current count at once, even before the tick sends it', () =>
    withNode({ timings: { likesTickMs: 60_000 } }, async (node) => {
      const id = await makeMessage(app, people.mo)
      const client = await joinLive(node, people.mia, today)
      await like(id, people.gail)
      await client.next('message-likes-updated')
      expect(await likesOnJoining(node, id)).toBe(1)
      for (const person of [people.mia, people.mo]) await like(id, person)
      expect(await likesOnJoining(node, id)).toBe(3)
      expect(client.count('message-likes-updated')).toBe(1)
      await client.close()
    }))

  test('[I20] that arrive during a join are included for the next joining member', () => {
    const readings: (() => void)[] = []
    const initialMessages = async (day: string) => {
      const messages = await latestMessages(app.database.query, day, 30)
      await new Promise<void>((resolve) => {
        readings.push(resolve)
      })
      return messages
    }
    return withNode({ timings: { likesTickMs: 60_000 }, initialMessages }, async (node) => {
      const [id, other] = [await makeMessage(app, people.mo), await makeMessage(app, people.mo)]
      const client = await connectLive(node, { as: people.mia })
      const joining = client.join(today)
      await expect.poll(() => readings.length).toBe(1)
      // The first like is read at once, the second one tick later.
      for (const messageId of [other, id]) await like(messageId, people.gail)
      readings[0]?.()
      await joining
      const next = likesOnJoining(node, id)
      await expect.poll(() => readings.length).toBe(2)
      readings[1]?.()
      expect(await next).toBe(1)
      await client.close()
    })
  })

  test('[CHAT-11] are sent when the database is back, if it was unavailable for the count', () => {
    let failures = 3
    return withNode(
      {
        timings: { likesTickMs: 5 },
        countLikes: (ids) => {
          if (failures === 0) return countLikesByMessage(app.database.query, ids)
          failures -= 1
          return Promise.reject(Object.assign(new Error('down'), { code: 'ECONNREFUSED' }))
        },
      },
      async (node) => {
        const id = await makeMessage(app, people.mo)
        const client = await joinLive(node, people.mia, today)
        await like(id, people.gail)
        expect((await client.next('message-likes-updated')).likes).toBe(1)
        expect(failures).toBe(0)
      },
    )
  })
})
