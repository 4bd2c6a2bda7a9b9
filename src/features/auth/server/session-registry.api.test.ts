// Session registry on several nodes: cached authentication, and how soon invalidation takes effect.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createBusHub, type Bus } from '#server/bus/bus.ts'
import { startTestApp, type TestApp } from '#test/app.ts'
import { startStatementProxy, type StatementProxy } from '#test/database/statement-proxy.ts'
import { lastMail } from '#test/network/mails.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { cookieOf, initialPassword, signUpAccount, saveProfile, signInAgain } from '#test/people/account.ts'
import { personFields, signIn, type TestUser } from '#test/people/people.ts'
import { request, type TestResponse } from '#test/request.ts'
import { openSession } from './session.ts'

/** For a node that relies on its cache until the bus invalidates it. */
const neverTimings = { pollEveryMs: 3_600_000, freshMs: 3_600_000, writeEveryMs: 3_600_000 }

let serial = 0
const app = await openTestApp()
/** Another node, which learns of changes only from the bus. */
const other = await openTestApp({ peerOf: app, sessionTimings: neverTimings })
const ada = await signIn(app, 'ada', personFields.ada)
// Stays below the sign-in rate limits.
afterEach(() => app.clock.advance(3_600_000))

const nextKey = () => `person-${(serial += 1)}`
const account = async (on: TestApp, { cookie }: Pick<TestUser, 'cookie'>): Promise<TestResponse> =>
  request(on, 'GET /api/auth/user', { headers: { cookie } })
const session = async (on: TestApp, { cookie }: Pick<TestUser, 'cookie'>): Promise<TestResponse> =>
  request(on, 'GET /api/auth/session', { headers: { cookie } })
const asAda = (call: Parameters<typeof request>[1], body?: unknown) => request(app, call, { as: ada, body })
const summaryOf = ({ status, body }: TestResponse) => ({ status, ...(body as object) })

describe('the cache of sessions', () => {
  let proxy: StatementProxy
  let node: TestApp
  let statements: string[] = []
  beforeAll(async () => {
    proxy = await startStatementProxy(app.databaseUrl)
    node = await startTestApp({ peerOf: app, databaseUrl: proxy.url, sessionTimings: neverTimings })
    proxy.intercept((statement) => {
      // Others are those of periodic polls and of the sittings that all requests share.
      if (/\bsessions\b/.test(statement)) statements.push(statement)
      return 'pass'
    })
  })
  afterAll(async () => {
    await node.close()
    await proxy.close()
  })

  test('[T04] reads an unknown token once for concurrent requests, and a cached one not at all', async () => {
    const mia = await signIn(app, nextKey(), personFields.mia)
    statements = []
    const first = await Promise.all(Array.from({ length: 20 }, () => session(node, mia)))
    expect(first.map(({ status }) => status)).toEqual(first.map(() => 200))
    expect(statements).toHaveLength(1)
    const calls = [
      'auth/user',
      'auth/session',
      'meditation/online-count',
      'meditation/online-count/2026-11-21',
    ]
    for (const call of [...calls, ...calls]) {
      expect((await request(node, `GET /api/${call}`, { as: mia })).status).toBe(200)
    }
    expect(statements).toHaveLength(1)
  })

  test('[T04] stores nothing for an invalid token', async () => {
    const cookie = `sid=${'x'.repeat(43)}`
    statements = []
    for (const _ of [1, 2]) expect((await session(node, { cookie })).status).toBe(401)
    expect(statements).toHaveLength(2)
  })

  test('[AUTH-23] writes the last uses later in one batch, for other nodes to read', async () => {
    const brief = await signIn(app, nextKey(), personFields.mia, { remembered: false })
    for (const _ of [1, 2]) expect((await session(node, brief)).status).toBe(200)
    expect((await session(other, brief)).status).toBe(200)
    app.clock.advance(11 * 3_600_000)
    statements = []
    expect((await session(node, brief)).status).toBe(200)
    expect((await session(node, ada)).status).toBe(200)
    expect(statements.filter((statement) => statement.includes('update'))).toEqual([])
    await node.app.sessions.sync()
    expect(statements.filter((statement) => statement.includes('update'))).toHaveLength(1)
    app.clock.advance(11 * 3_600_000)
    expect((await session(other, brief)).status).toBe(200)
    app.clock.advance(12 * 3_600_000)
    for (const on of [app, node, other]) expect((await session(on, brief)).status).toBe(401)
  })
})

/**
 * Changes a member through one node and returns the response of another node from then on. `expectResponse` checks what
 * that node must know meanwhile.
 */
type Change = (user: TestUser, expectResponse: (expected: object) => Promise<void>) => Promise<object>
const changes: Record<string, Change> = {
  '[T04] a sign-out': async (user) => {
    await request(app, 'DELETE /api/auth/session', { as: user })
    return { status: 401, code: 'unauthenticated' }
  },
  '[T04] a sign-out everywhere, from another session': async ({ uid, email, name }) => {
    const identity = { uid, email, name, emailVerified: true }
    const opening = { identity, provider: 'builtin', remembered: true, address: '' }
    const { token } = await openSession(app.app.platform, opening)
    await request(app, 'DELETE /api/auth/sessions', { headers: { cookie: `sid=${token}` } })
    return { status: 401, code: 'unauthenticated' }
  },
  '[T04] the role of an administrator': async ({ userId }) => {
    await asAda(`PUT /api/admin/users/${userId}`, { isAdmin: true })
    return { status: 200, isAdmin: true }
  },
  '[USR-13] the role of a garden angel, and its loss': async ({ userId }, expectResponse) => {
    await asAda(`POST /api/admin/users/${userId}/garden-angel`)
    await expectResponse({ status: 200, isGardenAngel: true })
    await asAda(`DELETE /api/admin/users/${userId}/garden-angel`)
    return { status: 200, isGardenAngel: false }
  },
  '[T23] [AUTH-24] a ban, and that it is lifted': async ({ userId }, expectResponse) => {
    await asAda(`PUT /api/admin/users/${userId}/ban`, { reason: 'Unkind words' })
    await expectResponse({ status: 403, code: 'banned', reason: 'Unkind words' })
    await asAda(`POST /api/admin/users/${userId}/unban`)
    return { status: 401, code: 'unauthenticated' }
  },
  '[USR-15] a deletion': async ({ userId }) => {
    await asAda(`DELETE /api/admin/users/${userId}`)
    return { status: 401, code: 'unauthenticated' }
  },
  '[PROF-17] another profile, with another address to come': async (user) => {
    const pendingEmail = `next-${user.email}`
    await saveProfile(app, { ...user, name: 'Renamed' }, pendingEmail)
    return { status: 200, name: 'Renamed', pendingEmail }
  },
  '[USR-07] another record': async (user) => {
    const facts = { name: 'Recorded', email: `recorded-${user.email}` }
    await asAda(`PUT /api/admin/users/${user.userId}`, facts)
    return { status: 200, ...facts }
  },
}

async function expectChangeAt(node: TestApp, change: Change, receive: () => Promise<void>): Promise<void> {
  const user = await signIn(app, nextKey(), personFields.mia)
  const expectResponse = async (expected: object) => {
    await receive()
    expect(summaryOf(await account(node, user))).toMatchObject(expected)
  }
  await expectResponse({ status: 200, name: user.name, isAdmin: false, isGardenAngel: false })
  await expectResponse(await change(user, expectResponse))
}

describe('a change on one node', () => {
  test.each(Object.entries(changes))('%s reaches another node immediately by the bus', async (_, change) => {
    await expectChangeAt(other, change, async () => {})
  })

  test('[AUTH-16] [AUTH-35] [OPS-10] so do a registration, a verified address, its role and a new password', async () => {
    const una = await signUpAccount(app, nextKey(), { registered: false })
    expect((await account(other, una)).status).toBe(404)
    expect((await session(other, una)).body).toMatchObject({ emailVerified: false })
    const body = { email: una.email, name: una.name, firebaseUid: una.uid }
    expect((await request(app, 'POST /api/auth/register', { as: una, body })).status).toBe(201)
    expect((await account(other, una)).body).toMatchObject({ name: una.name })
    const { token } = await lastMail(app, una.email)
    const verified = await request(app, 'POST /api/identity/verify-email', { as: una, body: { token } })
    expect(verified.status).toBe(200)
    expect((await session(other, una)).body).toMatchObject({ emailVerified: true })
    app.config.adminEmails = [una.email]
    const cookie = cookieOf(await signInAgain(app, una.email))
    expect((await account(other, una)).body).toMatchObject({ isAdmin: true })
    expect((await session(other, { cookie })).status).toBe(200)
    const passwords = { currentPassword: initialPassword, newPassword: 'a quiet lake at dawn' }
    await request(app, 'POST /api/identity/change-password', { headers: { cookie }, body: passwords })
    expect([(await session(other, una)).status, (await session(other, { cookie })).status]).toEqual([
      401, 200,
    ])
  })

  test('[T04] applies to the next request, for each of many in sequence', async () => {
    const user = await signIn(app, nextKey(), personFields.mia)
    const both = () => Promise.all([account(app, user), account(other, user)])
    let isOver = false
    const requestOn = async () => {
      while (!isOver) await both()
    }
    const pending = requestOn()
    for (const isGardenAngel of [true, false, true, false, true, false]) {
      await asAda(`${isGardenAngel ? 'POST' : 'DELETE'} /api/admin/users/${user.userId}/garden-angel`)
      for (const { body } of await both()) expect(body).toMatchObject({ isGardenAngel })
    }
    isOver = true
    await pending
  })
})

describe('without the bus', () => {
  let alone: TestApp
  beforeAll(async () => {
    alone = await startTestApp({
      peerOf: app,
      bus: createBusHub().connect('alone'),
      sessionTimings: neverTimings,
    })
  })
  afterAll(() => alone.close())

  test.each(Object.entries(changes))('%s reaches another node with its next poll', async (_, change) => {
    await expectChangeAt(alone, change, () => alone.app.sessions.sync())
  })

  test('[T04] a session revoked in the database registers no one before the next poll', async () => {
    const una = await signIn(app, nextKey(), personFields.una)
    expect((await session(alone, una)).status).toBe(200)
    await app.database.query.deleteFrom('sessions').where('uid', '=', una.uid).execute()
    expect((await session(alone, una)).status).toBe(200)
    const body = { email: una.email, name: una.name, firebaseUid: una.uid }
    const response = await request(alone, 'POST /api/auth/register', { as: una, body })
    expect(response).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
  })

  test('[T04] messages that may be missed on the bus trigger a poll immediately', async () => {
    const bus = createBusHub().connect('late')
    let miss = () => {}
    const watch: Bus['watch'] = (watcher) => {
      const before = miss
      miss = () => {
        before()
        watcher.onMessagesMissed?.('other')
      }
      return bus.watch(watcher)
    }
    const late = await startTestApp({ peerOf: app, bus: { ...bus, watch }, sessionTimings: neverTimings })
    try {
      const mia = await signIn(app, nextKey(), personFields.mia)
      expect((await session(late, mia)).status).toBe(200)
      await request(app, 'DELETE /api/auth/session', { as: mia })
      expect((await session(late, mia)).status).toBe(200)
      miss()
      await expect.poll(async () => (await session(late, mia)).status).toBe(401)
    } finally {
      await late.close()
    }
  })

  test('[T04] a sign-out with a session that ended on another node takes effect immediately', async () => {
    const mia = await signIn(app, nextKey(), personFields.mia)
    expect((await session(alone, mia)).status).toBe(200)
    await request(app, 'DELETE /api/auth/session', { as: mia })
    expect((await session(alone, mia)).status).toBe(200)
    await request(alone, 'DELETE /api/auth/session', { as: mia })
    expect((await session(alone, mia)).status).toBe(401)
  })
})

test('[T04] while the database is down, cached sessions are used only for a moment @full', async () => {
  const proxy = await startStatementProxy(app.databaseUrl)
  const node = await startTestApp({
    peerOf: app,
    databaseUrl: proxy.url,
    sessionTimings: { ...neverTimings, pollEveryMs: 20, freshMs: 400 },
  })
  try {
    expect((await account(node, ada)).status).toBe(200)
    await proxy.close()
    const status = async () => (await account(node, ada)).status
    expect(await status()).toBe(200)
    await expect.poll(status, { timeout: 10_000 }).toBe(503)
  } finally {
    await node.close()
  }
})
