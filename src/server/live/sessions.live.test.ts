// Sockets whose session or permission ends, or whose server stops.
import { describe, expect, test } from 'vitest'
import { busEvents, type SessionEvent } from '#shared/bus-events.ts'
import { roomOfDay } from '#shared/live/room-key.ts'
import { openTestChannel } from '#test/live/live-channel.ts'
import {
  connectLive,
  rejectedUpgrade,
  type LiveAddress,
  type TestLiveClient,
} from '#test/live/live-client.ts'
import { startTcpProxy } from '#test/network/tcp-proxy.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { signIn, signInPeople, type TestUser } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import { liveTimings } from './timings.ts'

const today = '2026-11-21'

const app = await openTestApp()
const people = await signInPeople(app)

async function joined(person: TestUser, to: LiveAddress = app): Promise<TestLiveClient> {
  const client = await connectLive(to, { as: person })
  await client.join(today)
  return client
}

describe('a session that ends', () => {
  test('[LIVE-26] by signing out closes its sockets with 4401, at once and visibly to all members', async () => {
    const paul = await signIn(app, 'paul', { name: 'Paul' })
    const [mia, one, two] = [
      await joined(people.mia),
      await joined(paul),
      await connectLive(app, { as: paul }),
    ]
    expect((await request(app, 'DELETE /api/auth/session', { as: paul })).status).toBe(204)
    expect(await Promise.all([one.closed, two.closed])).toEqual([4401, 4401])
    await mia.next('user-left', ({ userId }) => userId === paul.userId)
    expect((await rejectedUpgrade(app, { as: paul })).status).toBe(401)
    await mia.close()
  })

  test('[LIVE-26] [T23] by a ban sends access-denied with the reason, then closes with 4403', async () => {
    const quinn = await signIn(app, 'quinn', { name: 'Quinn' })
    const [mia, one, two] = [
      await joined(people.mia),
      await joined(quinn),
      await connectLive(app, { as: quinn }),
    ]
    await app.bus.publish(busEvents.sessions, {
      type: 'banned',
      userId: quinn.userId,
      reason: 'Unkind words',
    })
    for (const client of [one, two]) {
      expect(await client.next('access-denied')).toEqual({ type: 'access-denied', reason: 'Unkind words' })
      expect(await client.closed).toBe(4403)
    }
    await mia.next('user-left', ({ userId }) => userId === quinn.userId)
    expect(mia.count('access-denied')).toBe(0)
    await mia.close()
  })

  test('[LIVE-26] by the deletion of the account closes with 4401', async () => {
    const rosa = await signIn(app, 'rosa', { name: 'Rosa' })
    const client = await joined(rosa)
    await app.bus.publish(busEvents.sessions, { type: 'erased', userId: rosa.userId })
    expect(await client.closed).toBe(4401)
  })

  test('[LIVE-26] ignores messages sent after it', async () => {
    const sam = await signIn(app, 'sam', { name: 'Sam' })
    const client = await joined(sam)
    const ending = app.bus.publish(busEvents.sessions, { type: 'erased', userId: sam.userId })
    client.send({ type: 'chat-message', text: 'after the end' })
    await ending
    expect(await client.closed).toBe(4401)
    const rows = await app.database.query
      .selectFrom('chat_messages')
      .selectAll()
      .where('userId', '=', sam.userId)
      .execute()
    expect(rows).toEqual([])
  })

  test('[LIVE-26] [T23] during its upgrade’s checks gets no socket', async () => {
    const endings: SessionEvent[] = [
      { type: 'banned', userId: people.mo.userId, reason: 'Just now' },
      { type: 'erased', userId: people.mo.userId },
    ]
    const expected = [
      { status: 403, body: { code: 'banned', reason: 'Just now' } },
      { status: 401, body: { code: 'unauthenticated' } },
    ]
    for (const [index, ending] of endings.entries()) {
      const node = await openTestChannel(app, {
        sessions: {
          ...app.app.sessions,
          authenticate: async (token, address) => {
            const caller = await app.app.sessions.authenticate(token, address)
            await app.bus.publish(busEvents.sessions, ending)
            return caller
          },
        },
      })
      expect(await rejectedUpgrade(node, { as: people.mo })).toMatchObject(expected[index] ?? {})
      await node.close()
    }
  })

  test('[LIVE-26] affects only itself: bus messages about others end nothing', async () => {
    const mia = await joined(people.mia)
    await app.bus.publish(busEvents.sessions, { type: 'ended', sessionIds: [1_000_000] })
    await app.bus.publish(busEvents.sessions, { type: 'banned', userId: people.mo.userId, reason: 'x' })
    await mia.whenCaughtUp()
    expect(await mia.close()).toBe(1000)
  })
})

describe('too many tabs', () => {
  test('[LIVE-29] the ninth socket of a member closes the oldest with 4008, and no member leaves', async () => {
    const tess = await signIn(app, 'tess', { name: 'Tess' })
    const mia = await joined(people.mia)
    const tabs: TestLiveClient[] = []
    for (let count = 0; count < 8; count += 1) tabs.push(await joined(tess))
    const ninth = await joined(tess)
    expect(await tabs[0]?.closed).toBe(4008)
    for (const tab of [...tabs.slice(1), ninth]) await tab.whenCaughtUp()
    const tenth = await joined(tess)
    expect(await tabs[1]?.closed).toBe(4008)
    await mia.whenCaughtUp()
    expect(mia.count('user-left')).toBe(0)
    for (const tab of [...tabs.slice(2), ninth, tenth, mia]) await tab.close()
  })
})

describe('a server that stops', () => {
  test('[T19] closes every socket with 1012, sends no leave events, and accepts no more', async () => {
    const node = await openTestChannel(app, { timings: { closeTimeoutMs: 300 } })
    const [mia, mo] = [await joined(people.mia, node), await joined(people.mo, node)]
    // A client that never responds to the close delays no one.
    mo.stopReading()
    const closing = node.channel.close()
    expect(await mia.closed).toBe(1012)
    const late = await rejectedUpgrade(node, { as: people.ada })
    expect(late).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    expect(late.headers['retry-after']).toBe('5')
    await closing
    await node.close()
    expect(mia.count('user-left')).toBe(0)
  })

  test('[LIVE-30] a client that doesn’t respond to two pings is cut, and leaves the room @full', async () => {
    const node = await openTestChannel(app, {
      isIsolated: true,
      timings: { heartbeatMs: 60, presenceGraceMs: 1 },
    })
    const [mia, mo] = [await joined(people.mia, node), await joined(people.mo, node)]
    mo.stopReading()
    expect((await mia.next('user-left')).userId).toBe(people.mo.userId)
    const from = mia.count('heartbeat')
    await expect.poll(() => mia.count('heartbeat')).toBeGreaterThan(from + 3)
    await mia.whenCaughtUp()
    expect(node.channel.presence.count(roomOfDay(today))).toBe(1)
    await node.close()
  })

  test('[F10] connections that die silently are cut within two and a half rounds @full', async () => {
    const timings = { heartbeatMs: 600, presenceGraceMs: 1, presenceTickMs: 1 }
    expect(liveTimings.heartbeatMs * 2.5).toBe(75_000)
    const node = await openTestChannel(app, { isIsolated: true, timings })
    const line = await startTcpProxy(node.url)
    // The others' ping slots all come after hers.
    const mia = await joined(people.mia, node)
    const group = [people.mo, people.gail, people.ada]
    const lost = []
    for (const as of group) lost.push(await joined(as, { ...node, url: line.url.slice(0, -1) }))
    await mia.next('user-joined', ({ user }) => user.id === people.ada.userId)
    const last = lost.at(-1)
    await last?.next('heartbeat')
    await Promise.all([mia, ...lost].map((client) => client.whenCaughtUp()))
    line.blackhole()
    const from = mia.frames.length
    for (const { userId } of group) await mia.next('user-left', (left) => left.userId === userId)
    const beats = mia.frames.slice(from).filter(({ type }) => type === 'heartbeat').length
    expect(beats).toBe(2)
    expect(node.channel.presence.count(roomOfDay(today))).toBe(1)
    await line.close()
    await node.close()
  })
})
