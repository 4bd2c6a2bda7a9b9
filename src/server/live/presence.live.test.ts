// Presence: what other clients receive, and what the endpoints return.
import { describe, expect, test } from 'vitest'
import { listActivePictureUrls } from '#features/profile/server/sql.ts'
import { roomOfDay } from '#shared/live/room-key.ts'
import { openTestChannel, type TestChannel } from '#test/live/live-channel.ts'
import { connectLive, type TestLiveClient } from '#test/live/live-client.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { signIn, signInPeople, type TestUser } from '#test/people/people.ts'
import { request } from '#test/request.ts'

const today = '2026-11-21'

const app = await openTestApp({ isUnlimited: true })
const people = await signInPeople(app)

/** Runs with a node that removes members `presenceGraceMs` after their last socket vanished. */
async function withNode(presenceGraceMs: number, work: (node: TestChannel) => Promise<void>): Promise<void> {
  const node = await openTestChannel(app, { isIsolated: true, timings: { presenceGraceMs } })
  try {
    await work(node)
  } finally {
    await node.close()
  }
}

async function joined(node: TestChannel, person: TestUser): Promise<TestLiveClient> {
  const client = await connectLive(node, { as: person })
  await client.join(today)
  return client
}

const isCount = (count: number) => (frame: { onlineCount: number }) => frame.onlineCount === count

test('[LIVE-06] a new name and picture are sent to the room at once, and to rooms the socket joins later', () =>
  withNode(60_000, async (node) => {
    const mia = await joined(node, people.mia)
    const zoe = await signIn(app, 'zoe-renamed', { name: 'Zoe' })
    const [here, there] = [await joined(node, zoe), await connectLive(app, { as: zoe })]
    const [, profilePicture = ''] = await listActivePictureUrls(app.database.query)
    const profile = { name: 'Zoë', email: zoe.email, profilePicture, profileCompleted: true }
    const body = { ...profile, firebaseUid: zoe.uid }
    expect((await request(app, 'PUT /api/user/profile', { as: zoe, body })).status).toBe(200)
    const renamed = { id: zoe.userId, name: 'Zoë', profilePicture }
    await mia.next('online-count-updated', ({ onlineUsers }) => onlineUsers[0]?.name === 'Zoë')
    expect(node.channel.presence.newest(roomOfDay(today), 0, 1)).toEqual([renamed])
    await there.join(today)
    expect(app.app.live.presence.newest(roomOfDay(today), 0, 50)).toEqual([renamed])
    here.send({ type: 'leave-session' })
    await mia.next('user-left')
    here.send({ type: 'join-session', userId: zoe.userId, sessionDate: today })
    expect((await mia.next('user-joined')).user).toEqual(renamed)
    await there.close()
  }))

describe('joining and leaving', () => {
  test('[LIVE-06] [LIVE-19] are sent to all members of a small room, with the new count', () =>
    withNode(60_000, async (node) => {
      const mia = await joined(node, people.mia)
      await mia.whenCaughtUp()
      const firstFrames = ['initial-messages', 'user-joined', 'online-count-updated']
      expect(mia.frames.map(({ type }) => type)).toEqual(firstFrames)
      const mo = await joined(node, people.mo)
      const { user } = await mia.next('user-joined', (frame) => frame.user.id === people.mo.userId)
      expect(user).toEqual({
        id: people.mo.userId,
        name: people.mo.name,
        profilePicture: expect.any(String) as string,
      })
      const { onlineUsers } = await mia.next('online-count-updated', isCount(2))
      expect(onlineUsers.map(({ id }) => id)).toEqual([people.mo.userId, people.mia.userId])
      mo.send({ type: 'leave-session' })
      expect((await mia.next('user-left')).userId).toBe(people.mo.userId)
      await mia.next('online-count-updated', isCount(1))
    }))

  test('[LIVE-07] [I17] of one of two tabs sends no event; of the last one it does', () =>
    withNode(1, async (node) => {
      const mia = await joined(node, people.mia)
      const first = await joined(node, people.mo)
      const second = await joined(node, people.mo)
      expect(node.channel.presence.count(roomOfDay(today))).toBe(2)
      first.send({ type: 'leave-session' })
      await first.whenCaughtUp()
      await second.close()
      await mia.next('user-left')
      expect(mia.count('user-left')).toBe(1)
      expect(mia.count('user-joined')).toBe(2)

      const third = await joined(node, people.mo)
      const fourth = await joined(node, people.mo)
      third.terminate()
      await third.closed
      fourth.send({ type: 'chat-message', text: 'one tab is left' })
      await mia.next('new-message')
      expect(mia.count('user-left')).toBe(1)
      fourth.terminate()
      await mia.next('user-left')
      expect(mia.count('user-joined')).toBe(3)
    }))

  test('[LIVE-30] [LIVE-19] a reconnect within the grace period sends no events', () =>
    withNode(60_000, async (node) => {
      const mia = await joined(node, people.mia)
      const mo = await joined(node, people.mo)
      await mia.next('online-count-updated', isCount(2))
      const before = mia.frames.length
      mo.terminate()
      await mo.closed
      const again = await joined(node, people.mo)
      again.send({ type: 'chat-message', text: 'back' })
      await mia.next('new-message')
      expect(mia.frames.slice(before).map(({ type }) => type)).toEqual(['new-message'])
      expect(node.channel.presence.count(roomOfDay(today))).toBe(2)
      again.send({ type: 'leave-session' })
      await mia.next('user-left')
    }))

  test('[LIVE-30] a member who rejoined within the grace period stays when it is over @full', () =>
    withNode(3_000, async (node) => {
      const [mia, mo, gail] = [
        await joined(node, people.mia),
        await joined(node, people.mo),
        await joined(node, people.gail),
      ]
      mo.terminate()
      await mo.closed
      const again = await joined(node, people.mo)
      // Her grace period started after his: if his were still running, it would end first.
      gail.terminate()
      expect((await mia.next('user-left')).userId).toBe(people.gail.userId)
      await again.whenCaughtUp()
      expect(mia.count('user-left')).toBe(1)
      expect(node.channel.presence.count(roomOfDay(today))).toBe(2)
    }))

  test('[LIVE-30] [I16] a member who is away for longer is removed, and the count is never wrong', () =>
    withNode(1, async (node) => {
      const mia = await joined(node, people.mia)
      for (let round = 0; round < 5; round += 1) {
        const mo = await joined(node, people.mo)
        expect(node.channel.presence.count(roomOfDay(today))).toBe(2)
        mo.terminate()
        await mia.next('user-left')
        expect(node.channel.presence.newest(roomOfDay(today), 0, 50).map(({ id }) => id)).toEqual([
          people.mia.userId,
        ])
      }
      await mia.close()
      await expect.poll(() => node.channel.presence.count(roomOfDay(today))).toBe(0)
    }))

  test('[LIVE-30] a socket that has joined no room adds no member', () =>
    withNode(1, async (node) => {
      const mia = await connectLive(node, { as: people.mia })
      await mia.whenCaughtUp()
      expect(node.channel.presence.count(roomOfDay(today))).toBe(0)
      expect(node.channel.presence.newest(roomOfDay(today), 0, 50)).toEqual([])
    }))
})

describe('the endpoints', () => {
  test('[LIVE-08] [LIVE-20] return the distinct members of the room, the newest first', async () => {
    // A member who just vanished still counts for the grace period.
    await expect.poll(() => app.app.live.presence.count(roomOfDay(today)), { timeout: 10_000 }).toBe(0)
    const clients = await Promise.all([people.mia, people.mia].map((as) => connectLive(app, { as })))
    for (const client of clients) await client.join(today)
    const mo = await connectLive(app, { as: people.mo })
    await mo.join(today)
    for (const path of ['online-count', `online-count/${today}`, `online-count?date=${today}`] as const) {
      const { status, body } = await request(app, `GET /api/meditation/${path}`, { as: people.ned })
      expect({ status, body }).toEqual({ status: 200, body: { count: 2 } })
    }
    const other = await request(app, 'GET /api/meditation/online-count/2026-11-20', { as: people.mia })
    expect(other.body).toEqual({ count: 0 })
    const all = await request(app, `GET /api/meditation/online-users/${today}`, { as: people.mia })
    expect(all.body).toMatchObject([{ id: people.mo.userId }, { id: people.mia.userId }])
    const second = await request(app, `GET /api/meditation/online-users/${today}?page=2&limit=1`, {
      as: people.mia,
    })
    expect(second.body).toEqual([
      { id: people.mia.userId, name: people.mia.name, profilePicture: expect.any(String) as string },
    ])
    const beyond = await request(app, `GET /api/meditation/online-users/${today}?page=3&limit=1`, {
      as: people.mia,
    })
    expect(beyond.body).toEqual([])
    for (const client of [...clients, mo]) {
      client.send({ type: 'leave-session' })
      await client.close()
    }
    expect(app.app.live.presence.count(roomOfDay(today))).toBe(0)
  })
})

describe('a large room', () => {
  test('[LIVE-06] [LIVE-19] doesn’t announce the 51st member and shows the newest 50 @full', async () => {
    const group = await crowd(51)
    await withNode(60_000, async (node) => {
      const clients: TestLiveClient[] = []
      for (const person of group.slice(0, 50)) clients.push(await joined(node, person))
      const [first] = clients
      await first?.next('online-count-updated', isCount(50))
      expect(first?.count('user-joined')).toBe(50)
      const last = await joined(node, group[50]!)
      const { onlineUsers } = await first!.next('online-count-updated', isCount(51))
      expect(onlineUsers.map(({ id }) => id)).toEqual(
        group
          .slice(1)
          .map(({ userId }) => userId)
          .toReversed(),
      )
      expect(first?.count('user-joined')).toBe(50)
      expect(node.channel.presence.newest(roomOfDay(today), 0, 200)).toHaveLength(51)
      last.send({ type: 'leave-session' })
      await first?.next('online-count-updated', isCount(50))
      expect(first?.count('user-left')).toBe(0)
      clients[49]?.send({ type: 'leave-session' })
      await first?.next('user-left')
    })
  })
})

async function crowd(size: number): Promise<TestUser[]> {
  const group: TestUser[] = []
  for (let index = 0; index < size; index += 1) {
    group.push(await signIn(app, `crowd-${index}`, { name: `Crowd ${index}` }))
  }
  return group
}
