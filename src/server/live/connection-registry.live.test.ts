// Connection revalidation when callers change, also without bus events.
import { describe, expect, test } from 'vitest'
import { parseRanges } from '#server/addresses/address-ranges.ts'
import { createBusHub } from '#server/bus/bus.ts'
import { startTestApp, type TestApp } from '#test/app.ts'
import { closeAfterAll } from '#test/close-after-all.ts'
import { connectLive, joinLive, rejectedUpgrade, sendChatMessage } from '#test/live/live-client.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { signIn, signInPeople, type TestUser } from '#test/people/people.ts'
import { request } from '#test/request.ts'

const today = '2026-11-21'
const bannedAddress = '198.41.0.4'

const config = { trustedProxies: parseRanges('127.0.0.0/8') }
const never = { pollEveryMs: 3_600_000, freshMs: 3_600_000, writeEveryMs: 3_600_000 }
const app = await openTestApp({ config })
/** Another node that the bus doesn't reach, and that polls sessions only on request. */
const alone = await openTestApp({
  peerOf: app,
  bus: createBusHub().connect('alone'),
  sessionTimings: never,
  config,
})
const people = await signInPeople(app)
const witness = closeAfterAll(await joinLive(alone, people.mo, today))

let serial = 0
const signInSomeone = (facts: object = {}) =>
  signIn(app, `someone-${(serial += 1)}`, { name: `Someone ${serial}`, ...facts })
const pollSessions = () => alone.app.sessions.sync()
const change = ({ userId }: TestUser, facts: object) =>
  app.database.query.updateTable('users').set(facts).where('id', '=', userId).execute()
const ban = ({ userId }: TestUser) =>
  request(app, `PUT /api/admin/users/${userId}/ban`, { as: people.gail, body: { reason: 'Unkind words' } })

test('[LIVE-32] a change of roles is sent to all of the member’s own sockets, and a change of name is not', async () => {
  const nia = await signInSomeone()
  const clients = [await joinLive(app, nia, today), await connectLive(app, { as: nia })]
  const expectSent = async () => {
    for (const client of clients)
      expect(await client.next('account-changed')).toEqual({ type: 'account-changed' })
  }
  const role = `/api/admin/users/${nia.userId}/garden-angel` as const
  await request(app, `POST ${role}`, { as: people.ada })
  await expectSent()
  await request(app, `PUT /api/admin/users/${nia.userId}`, { as: people.ada, body: { name: 'Nia Anders' } })
  await clients[0]?.next('online-count-updated', ({ onlineUsers }) =>
    onlineUsers.some(({ name }) => name === 'Nia Anders'),
  )
  await request(app, `DELETE ${role}`, { as: people.ada })
  await expectSent()
  for (const client of clients) {
    expect(client.count('account-changed')).toBe(2)
    await client.close()
  }
})

test('[LIVE-32] [LIVE-08] a page without a room receives role changes on every node, and doesn’t count as online', async () => {
  const node = await startTestApp({ peerOf: app })
  const [nia, other] = [await signInSomeone(), await signInSomeone()]
  const clients = [await connectLive(app, { as: nia }), await connectLive(node, { as: nia })]
  const stranger = await connectLive(node, { as: other })
  await request(app, `POST /api/admin/users/${nia.userId}/garden-angel`, { as: people.ada })
  const grantedAtMs = performance.now()
  for (const client of clients) await client.next('account-changed')
  expect(performance.now() - grantedAtMs).toBeLessThan(1_000)
  await stranger.whenCaughtUp()
  expect(stranger.count('account-changed')).toBe(0)
  const online = await request(app, `GET /api/meditation/online-users/${today}`, { as: nia })
  const count = await request(app, `GET /api/meditation/online-count/${today}`, { as: nia })
  const ids = (online.body as { id: number }[]).map(({ id }) => id)
  expect(ids).not.toContain(nia.userId)
  expect(count.body).toEqual({ count: ids.length })
  for (const client of [...clients, stranger]) await client.close()
  await node.close()
})

test('[LIVE-32] a page that connects with outdated roles is notified at once', async () => {
  const nia = await signInSomeone()
  const shown = (persona: string) => connectLive(app, { as: nia, path: `/ws?persona=${persona}` })
  const fresh = await shown('member')
  await request(app, `POST /api/admin/users/${nia.userId}/garden-angel`, { as: people.ada })
  await fresh.next('account-changed')
  const [late, current] = [await shown('member'), await shown('gardenAngel')]
  await late.next('account-changed')
  await current.whenCaughtUp()
  expect(current.count('account-changed')).toBe(0)
  expect(fresh.count('account-changed')).toBe(1)
  for (const client of [fresh, late, current]) await client.close()
})

describe('a node that the bus doesn’t reach', () => {
  test('[I12] [T23] [T04] disconnects a banned member by its regular poll: within 5 s, with the reason @full', async () => {
    const usual = await startTestApp({ peerOf: app, bus: createBusHub().connect('usual') })
    const quinn = await signInSomeone()
    const [one, two] = [await joinLive(usual, quinn, today), await connectLive(usual, { as: quinn })]
    const mia = await joinLive(usual, people.mia, today)
    expect((await ban(quinn)).status).toBe(200)
    const bannedAtMs = performance.now()
    for (const client of [one, two]) {
      expect(await client.next('access-denied')).toMatchObject({ reason: 'Unkind words' })
      expect(await client.closed).toBe(4403)
    }
    expect((await request(usual, 'GET /api/auth/session', { as: quinn })).status).toBe(403)
    expect(performance.now() - bannedAtMs).toBeLessThan(5_000)
    await mia.next('user-left', ({ userId }) => userId === quinn.userId)
    expect((await rejectedUpgrade(usual, { as: quinn })).status).toBe(403)
    await mia.close()
    await usual.close()
  })

  test('[LIVE-26] [T04] closes the sockets of an ended session, and no others of its member', async () => {
    const rosa = await signInSomeone()
    const client = await joinLive(alone, rosa, today)
    const other = await joinLive(alone, people.mia, today)
    await request(app, 'DELETE /api/auth/session', { as: rosa })
    await change(people.mia, { email: 'mia.elsewhere@example.org' })
    await pollSessions()
    expect(await client.closed).toBe(4401)
    await witness.next('user-left', ({ userId }) => userId === rosa.userId)
    // Leaves explicitly, so that no grace period delays `user-left`.
    other.send({ type: 'leave-session' })
    await witness.next('user-left', ({ userId }) => userId === people.mia.userId)
    expect(await other.close()).toBe(1000)
  })

  test('[LIVE-26] closes the sockets of an erased member, and of one whose profile is no longer complete', async () => {
    const [gone, undone] = [await signInSomeone(), await signInSomeone()]
    const clients = [await joinLive(alone, gone, today), await joinLive(alone, undone, today)]
    await request(app, `DELETE /api/admin/users/${gone.userId}`, { as: people.ada })
    await change(undone, { profileCompleted: false })
    await pollSessions()
    expect(await Promise.all(clients.map(({ closed }) => closed))).toEqual([4401, 1008])
  })

  test('[LIVE-19] [T11] shows a new name in the room, once, and no other data of its member', async () => {
    const sam = await signInSomeone()
    const clients = [await joinLive(alone, sam, today), await joinLive(alone, sam, today)]
    const showing = (name: string) =>
      witness.next('online-count-updated', ({ onlineUsers }) =>
        onlineUsers.some((user) => user.id === sam.userId && user.name === name),
      )
    await showing(sam.name)
    const countBefore = witness.count('online-count-updated')
    await change(sam, { email: 'sam.elsewhere@example.org', isGardenAngel: true })
    await pollSessions()
    await change(sam, { name: 'Samantha' })
    await pollSessions()
    const { onlineUsers } = await showing('Samantha')
    const { profilePicture } = await app.database.query
      .selectFrom('users')
      .select('profilePicture')
      .where('id', '=', sam.userId)
      .executeTakeFirstOrThrow()
    expect(onlineUsers).toContainEqual({ id: sam.userId, name: 'Samantha', profilePicture })
    expect(witness.count('online-count-updated')).toBe(countBefore + 1)
    for (const client of clients) expect(await client.close()).toBe(1000)
  })
})

describe('an administrator in a socket from a banned address', () => {
  const from = { 'x-forwarded-for': bannedAddress }
  const join = async (to: TestApp, as: TestUser) => {
    const client = await connectLive(to, { as, headers: from })
    await client.join(today)
    return client
  }

  test('[API-14] [LIVE-26] is disconnected with the reason when the role is revoked, at once over the bus', async () => {
    const rising = await signInSomeone({ isAdmin: true })
    const client = await join(app, rising)
    const ada = await join(app, people.ada)
    const body = { ipAddress: bannedAddress, reason: 'Floods the chat', expiresAt: null }
    const banned = await request(app, 'POST /api/admin/ip-bans', { as: people.ada, body })
    expect(banned.status).toBe(201)
    sendChatMessage(client, 'still here')
    await ada.next('new-message', ({ message }) => message.user.id === rising.userId)
    const demoted = await request(app, `PUT /api/admin/users/${rising.userId}`, {
      as: people.ada,
      body: { isAdmin: false },
    })
    expect(demoted.status).toBe(200)
    const demotedAtMs = performance.now()
    expect(await client.next('access-denied')).toMatchObject({ reason: 'Floods the chat' })
    expect(await client.closed).toBe(4403)
    expect(performance.now() - demotedAtMs).toBeLessThan(1_000)
    await ada.whenCaughtUp()
    expect(ada.count('access-denied')).toBe(0)
    await ada.close()
  })
})
