// One room on several nodes: presence, messages and revocations on one node reach the others.
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { ServerMessage } from '#app/live-messages.ts'
import type { ChatClientMessage } from '#features/chat/contract.ts'
import { createChatMessageHandler } from '#features/chat/server/messages.ts'
import { createChatFeature } from '#features/chat/server/room/room-chat.ts'
import { listActivePictureUrls } from '#features/profile/server/sql.ts'
import { roomOfDay } from '#shared/live/room-key.ts'
import type { TestApp } from '#test/app.ts'
import { openTestChannel, type TestChannel } from '#test/live/live-channel.ts'
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
import type { Sender } from './room-feature.ts'

const today = '2026-11-21'

const one = await openTestApp({ isUnlimited: true })
const two = await openTestApp({ isUnlimited: true, peerOf: one })
const people = await signInPeople(one)

const clients: TestLiveClient[] = []
afterEach(async () => {
  for (const client of clients.splice(0)) {
    client.send({ type: 'leave-session' })
    await client.close()
  }
  await vi.waitUntil(() => counts().every((count) => count === 0))
})

const counts = () => [one, two].map(({ app }) => app.live.presence.count(roomOfDay(today)))
async function join(as: TestUser, to: LiveAddress): Promise<TestLiveClient> {
  const client = await joinLive(to, as, today)
  clients.push(client)
  return client
}
type PresenceFrame = Extract<ServerMessage, { type: 'online-count-updated' }>
const leaves = (client: TestLiveClient, of: TestUser) =>
  client.frames.filter((frame) => frame.type === 'user-left' && frame.userId === of.userId).length
const joins = (client: TestLiveClient, of: TestUser) =>
  client.frames.filter((frame) => frame.type === 'user-joined' && frame.user.id === of.userId).length
const left = (client: TestLiveClient, of: TestUser) =>
  client.next('user-left', ({ userId }) => userId === of.userId)
const seen = (client: TestLiveClient, of: TestUser) =>
  client.next('user-joined', ({ user }) => user.id === of.userId)

async function fetchOnlineIds(app: TestApp, day = today): Promise<number[]> {
  const { body } = await request(app, `GET /api/meditation/online-users/${day}`, { as: people.mia })
  return (body as { id: number }[]).map(({ id }) => id)
}

describe('presence', () => {
  test('[LIVE-08] [LIVE-20] is the same on every node, and pages continue across nodes', async () => {
    const group = [people.mia, people.mo, people.gail, people.ada]
    for (const [index, person] of group.entries()) {
      await join(person, index % 2 === 0 ? one : two)
      one.clock.advance(1)
    }
    const ids = group.map(({ userId }) => userId).toReversed()
    for (const app of [one, two]) {
      await expect.poll(() => fetchOnlineIds(app)).toEqual(ids)
      const online = await request(app, `GET /api/meditation/online-count/${today}`, { as: people.mia })
      expect(online.body).toEqual({ count: 4 })
      const paged = await request(app, `GET /api/meditation/online-users/${today}?page=2&limit=3`, {
        as: people.mia,
      })
      expect(paged.body).toMatchObject([{ id: people.mia.userId }])
    }
  })

  test('[LIVE-06] [LIVE-19] is sent to all members by their own node, with the same count and order', async () => {
    const [here, there] = [await join(people.mia, one), await join(people.mo, two)]
    await seen(here, people.mo)
    const whole = ({ onlineCount }: { onlineCount: number }) => onlineCount === 2
    const presenceFrame = await here.next('online-count-updated', whole)
    await expect
      .poll(() => there.frames.findLast(({ type }) => type === 'online-count-updated'))
      .toEqual(presenceFrame)
    there.send({ type: 'leave-session' })
    await left(here, people.mo)
    expect([joins(here, people.mo), leaves(here, people.mo)]).toEqual([1, 1])
  })

  test('[LIVE-07] [I17] has each member once, until their last tab on any node closes', async () => {
    const here = await join(people.mia, one)
    const tabs = [await join(people.mo, one), await join(people.mo, two), await join(people.mo, two)]
    const there = await join(people.gail, two)
    await expect.poll(counts).toEqual([3, 3])
    for (const tab of tabs.slice(0, 2)) {
      tab.send({ type: 'leave-session' })
      await tab.close()
    }
    sendChatMessage(tabs[2]!, 'one tab is left')
    for (const witness of [here, there]) await witness.next('new-message')
    expect(counts()).toEqual([3, 3])
    tabs[2]?.send({ type: 'leave-session' })
    for (const witness of [here, there]) {
      await left(witness, people.mo)
      expect(leaves(witness, people.mo)).toBe(1)
    }
    expect([joins(here, people.mo), joins(there, people.mo)]).toEqual([1, 0])
  })

  test('[LIVE-06] shows a member’s new name on a node where they have no socket @full', async () => {
    const zoe = await signIn(one, 'zoe', { name: 'Zoe' })
    const here = await join(people.mia, one)
    await join(zoe, two)
    await seen(here, zoe)
    const [, profilePicture = ''] = await listActivePictureUrls(one.database.query)
    const body = {
      name: 'Zoë',
      email: zoe.email,
      profilePicture,
      profileCompleted: true,
      firebaseUid: zoe.uid,
    }
    expect((await request(two, 'PUT /api/user/profile', { as: zoe, body })).status).toBe(200)
    await here.next('online-count-updated', ({ onlineUsers }) =>
      onlineUsers.some(({ name, profilePicture: shown }) => name === 'Zoë' && shown === profilePicture),
    )
  })

  test('[LIVE-08] is known on a node without members, which doesn’t read messages', async () => {
    let readings = 0
    const idle = await openTestChannel(one, {
      initialMessages: async () => {
        readings += 1
        return []
      },
    })
    const here = await join(people.mia, one)
    await expect.poll(() => idle.channel.presence.count(roomOfDay(today))).toBe(1)
    sendChatMessage(here, 'is anybody there?')
    await here.next('new-message')
    here.send({ type: 'leave-session' })
    await expect.poll(() => idle.channel.presence.count(roomOfDay(today))).toBe(0)
    expect(readings).toBe(0)
    await idle.close()
  })
})

describe('an unlisted member', () => {
  const choose = (as: TestUser, isUnlisted: boolean) =>
    request(one, 'PUT /api/user/unlisted', { as, body: { isUnlisted } })
  const hasCount = (count: number, of: TestUser, isListed: boolean) => (frame: PresenceFrame) =>
    frame.onlineCount === count && frame.onlineUsers.some(({ id }) => id === of.userId) === isListed

  let third: TestChannel
  beforeAll(async () => {
    third = await openTestChannel(one)
  })
  afterAll(() => third.close())

  /** A moderator among the witnesses: moderators see no more (TRUST-03). */
  const joinWitnesses = async () => [
    await join(people.mia, one),
    await join(people.gail, two),
    await join(people.mo, third),
  ]

  test('[TRUST-01] [TRUST-03] counts on three nodes, and is in no list and no frame', async () => {
    const witnesses = await joinWitnesses()
    const quin = await signIn(one, 'quin', { name: 'Quin Unlisted' })
    expect(await choose(quin, true)).toMatchObject({ status: 200, body: { isUnlisted: true } })
    const tabs = [await join(quin, two), await join(quin, third)]
    for (const witness of witnesses) await witness.next('online-count-updated', hasCount(4, quin, false))
    expect([...counts(), third.channel.presence.count(roomOfDay(today))]).toEqual([4, 4, 4])
    for (const app of [one, two]) expect(await fetchOnlineIds(app)).not.toContain(quin.userId)
    for (const tab of tabs) tab.send({ type: 'leave-session' })
    for (const witness of witnesses) {
      await witness.next('online-count-updated', hasCount(3, quin, false))
      expect(witness.texts.join('')).not.toContain(quin.name)
      expect(leaves(witness, quin)).toBe(0)
    }
  })

  test('[TRUST-01] [LIVE-30] disappears also after their connection is lost, while they still count', async () => {
    const here = await join(people.mia, one)
    const quin = await signIn(one, 'quin-lost', { name: 'Quin' })
    const own = await join(quin, two)
    await seen(here, quin)
    own.terminate()
    await own.closed
    await choose(quin, true)
    await left(here, quin)
    expect(counts()).toEqual([2, 2])
    expect(await fetchOnlineIds(two)).toEqual([people.mia.userId])
    // Back, and away for good.
    const again = await join(quin, two)
    again.send({ type: 'leave-session' })
    await expect.poll(counts).toEqual([1, 1])
  })

  test('[TRUST-02] is shown with what they write', async () => {
    const quin = await signIn(one, 'quin-writes', { name: 'Quin' })
    await choose(quin, true)
    const [mia, own] = [await join(people.mia, one), await join(quin, two)]
    sendChatMessage(own, 'Good morning')
    expect((await mia.next('new-message')).message.user).toMatchObject({ id: quin.userId, name: 'Quin' })
    expect(await fetchOnlineIds(two)).not.toContain(quin.userId)
  })

  test('[TRUST-01] disappears and appears within a second of the choice, on all nodes @full', async () => {
    const witnesses = await joinWitnesses()
    const quin = await signIn(one, 'quin-later', { name: 'Quin' })
    const own = await join(quin, two)
    for (const witness of witnesses) await seen(witness, quin)
    for (const isUnlisted of [true, false, true]) {
      const before = witnesses.map(({ frames }) => frames.length)
      await choose(quin, isUnlisted)
      const chosenAtMs = performance.now()
      for (const [index, witness] of witnesses.entries()) {
        const isNew = (frame: PresenceFrame) => witness.frames.indexOf(frame) >= (before[index] ?? 0)
        const matches = hasCount(4, quin, !isUnlisted)
        await witness.next('online-count-updated', (frame) => isNew(frame) && matches(frame))
      }
      // Their other pages know it, too.
      await own.next('account-changed')
      expect(performance.now() - chosenAtMs).toBeLessThan(1_000)
    }
    expect(witnesses.map((witness) => [joins(witness, quin), leaves(witness, quin)])).toEqual(
      witnesses.map(() => [2, 2]),
    )
  })
})

describe('events that close a socket', () => {
  const ends = {
    ban: (of: TestUser) =>
      request(one, `PUT /api/admin/users/${of.userId}/ban`, { as: people.gail, body: { reason: 'Unkind' } }),
    deletion: (of: TestUser) => request(one, `DELETE /api/admin/users/${of.userId}`, { as: people.ada }),
    'sign-out': (of: TestUser) => request(one, 'DELETE /api/auth/session', { as: of }),
  }

  test.each([
    ['ban', 4403],
    ['deletion', 4401],
    ['sign-out', 4401],
  ] as const)(
    '[LIVE-26] [I12] a %s on one node closes sockets on the other within a second, and is announced once',
    async (how, code) => {
      const person = await signIn(one, `to-go-${how}`, { name: 'Gone Soon' })
      const [here, there] = [await join(people.mia, one), await join(people.mo, two)]
      const sockets = [
        await join(person, two),
        await join(person, one),
        await connectLive(two, { as: person }),
      ]
      for (const witness of [here, there]) await seen(witness, person)
      const { status } = await ends[how](person)
      const respondedAtMs = performance.now()
      expect(status).toBeLessThan(300)
      expect(await Promise.all(sockets.map((socket) => socket.closed))).toEqual([code, code, code])
      expect(performance.now() - respondedAtMs).toBeLessThan(1_000)
      expect(sockets.map((socket) => socket.count('access-denied'))).toEqual(
        sockets.map(() => (how === 'ban' ? 1 : 0)),
      )
      for (const witness of [here, there]) {
        await left(witness, person)
        expect(leaves(witness, person)).toBe(1)
      }
    },
  )
})

describe('a node that has left', () => {
  test('[I15] publishes messages stored during its shutdown, though their author has disconnected', async () => {
    const bus = one.hub.connect('stopping')
    const store = createChatMessageHandler({ ...one.app.platform, bus })
    let begin = () => {}
    let letGo = () => {}
    const started = new Promise<void>((resolve) => (begin = resolve))
    const held = new Promise<void>((resolve) => (letGo = resolve))
    const stopping = await openTestChannel(one, {
      bus,
      timings: { presenceGraceMs: 50 },
      features: [
        {
          ...createChatFeature(one.app.platform),
          handlers: {
            'chat-message': async (sender: Sender, message: ChatClientMessage) => {
              begin()
              await held
              return store(sender, message)
            },
          },
        },
      ],
    })
    const here = await join(people.mia, one)
    const author = await joinLive(stopping, people.mo, today)
    sendChatMessage(author, 'the last word')
    await started
    const stopped = stopping.close()
    expect(await author.closed).toBe(1012)
    letGo()
    expect((await here.next('new-message')).message.message).toBe('the last word')
    await stopped
  })
})
