// Sessions: the cookie's validity and lifetime, the caller it identifies, and how sessions end.
import { describe, expect, test } from 'vitest'
import { createCookies, sessionTokenOf } from '#server/http/session-cookie.ts'
import { busEvents } from '#shared/bus-events.ts'
import { hourMs, dayMs } from '#shared/durations.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { personFields, signIn, type TestUser } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import { openSession } from './session.ts'

const app = await openTestApp()

const sessionRow = (uid: string) =>
  app.database.query
    .selectFrom('sessions')
    .selectAll()
    .where('uid', '=', uid)
    .orderBy('id', 'desc')
    .executeTakeFirst()
const userRow = (user: TestUser) =>
  app.database.query.selectFrom('users').selectAll().where('id', '=', user.userId).executeTakeFirstOrThrow()
const identityOf = ({ uid, email, name }: TestUser) => ({ uid, email, name, emailVerified: true })
const whoAmI = (cookie: string) => request(app, 'GET /api/auth/session', { headers: { cookie } })

/** Opens a session that isn't remembered, and returns its Cookie header. */
async function openShortSession(user: TestUser): Promise<string> {
  const opening = { identity: identityOf(user), provider: 'builtin', remembered: false, address: '' }
  return `sid=${(await openSession(app.app.platform, opening)).token}`
}

describe('the lifetime of a session', () => {
  test('[AUTH-23] without rememberMe is 12 hours idle, extended by use', async () => {
    const mia = await signIn(app, 'mia-idle', personFields.mia)
    const cookie = await openShortSession(mia)
    for (const waitMs of [12 * hourMs - 60_000, 12 * hourMs - 60_000]) {
      app.clock.advance(waitMs)
      expect((await whoAmI(cookie)).status).toBe(200)
      await app.app.sessions.sync()
    }
    app.clock.advance(12 * hourMs)
    expect(await whoAmI(cookie)).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
  })

  test('[AUTH-23] with rememberMe is 14 days without use', async () => {
    const mia = await signIn(app, 'mia-remembered', personFields.mia)
    app.clock.advance(14 * dayMs - 1)
    expect((await whoAmI(mia.cookie)).status).toBe(200)
    app.clock.advance(1)
    expect((await whoAmI(mia.cookie)).status).toBe(401)
  })

  test('is 30 days at most, even in constant use', async () => {
    const mia = await signIn(app, 'mia-constant', personFields.mia)
    const cookie = await openShortSession(mia)
    for (let spent = 0; spent < 60; spent += 1) {
      expect((await whoAmI(cookie)).status).toBe(200)
      // Writes the last use now, because the test clock jumps half a day.
      await app.app.sessions.sync()
      app.clock.advance(12 * hourMs - 1)
    }
    app.clock.advance(60)
    expect((await whoAmI(cookie)).status).toBe(401)
  })

  test('is extended by at most one write a minute', async () => {
    const mia = await signIn(app, 'mia-touch', personFields.mia)
    const openedAt = (await sessionRow(mia.uid))?.lastUsedAt
    app.clock.advance(59_999)
    await whoAmI(mia.cookie)
    await app.app.sessions.sync()
    expect((await sessionRow(mia.uid))?.lastUsedAt).toBe(openedAt)
    app.clock.advance(1)
    await whoAmI(mia.cookie)
    await app.app.sessions.sync()
    expect((await sessionRow(mia.uid))?.lastUsedAt).toBe(new Date(app.clock.now()).toISOString())
  })
})

describe('sessions above the limit of a user', () => {
  test('end the least recently used ones, on every node @full', async () => {
    const mia = await signIn(app, 'mia-many', personFields.mia)
    const other = await signIn(app, 'mo-many', personFields.mo)
    const remembered = { identity: identityOf(mia), provider: 'builtin', remembered: true, address: '' }
    const open = async () => {
      app.clock.advance(1_000)
      return `sid=${(await openSession(app.app.platform, remembered)).token}`
    }
    const received: unknown[] = []
    const stop = app.bus.subscribe(busEvents.sessions, (message) => received.push(message))
    const oldest = await open()
    const oldestId = (await sessionRow(mia.uid))?.id
    const brief = await openShortSession(mia)
    const briefId = (await sessionRow(mia.uid))?.id
    for (let count = 4; count <= 50; count += 1) await open()
    app.clock.advance(12 * hourMs)
    // The first session is used again; the brief one has exceeded the idle limit.
    expect((await whoAmI(mia.cookie)).status).toBe(200)
    await app.app.sessions.sync()
    expect((await whoAmI(oldest)).status).toBe(200)
    expect(received).toEqual([])
    await open()
    expect(received).toEqual([{ type: 'ended', sessionIds: [briefId] }])
    const latest = await open()
    expect(received.slice(1)).toEqual([{ type: 'ended', sessionIds: [oldestId] }])
    stop()
    const responses = await Promise.all([brief, oldest, mia.cookie, latest, other.cookie].map(whoAmI))
    expect(responses.map(({ status }) => status)).toEqual([401, 401, 200, 200, 200])
  })

  test('end also when many are opened concurrently @full', async () => {
    const mia = await signIn(app, 'mia-at-once', personFields.mia)
    await Promise.all(Array.from({ length: 60 }, () => openShortSession(mia)))
    const left = app.database.query
      .selectFrom('sessions')
      .select('id')
      .where('uid', '=', mia.uid)
      .where('revokedAt', 'is', null)
    expect(await left.execute()).toHaveLength(50)
  })
})

describe('the session cookie', () => {
  test('[AUTH-13] with a token that was never issued grants no access', async () => {
    const mia = await signIn(app, 'mia-forged', personFields.mia)
    const token = mia.cookie.replace('sid=', '')
    const hash = (await sessionRow(mia.uid))?.tokenHash.toString('base64url') ?? ''
    for (const forged of [
      '',
      'x',
      hash,
      token.slice(0, -1),
      `${token}A`,
      'A'.repeat(43),
      "' or '1'='1",
      mia.uid,
    ]) {
      expect((await whoAmI(`sid=${encodeURIComponent(forged)}`)).status).toBe(401)
    }
    expect((await whoAmI(mia.cookie)).status).toBe(200)
  })

  test('is __Host-sid and Secure over https, and sid over http', () => {
    const values: string[] = []
    for (const publicUrl of ['https://sit.example.org', 'http://127.0.0.1:3000']) {
      const brought = '__Host-sid=a; sid=b'
      values.push(sessionTokenOf({ publicUrl }, brought) ?? '')
      createCookies({ publicUrl }, brought, (value) => values.push(value)).setSession('token', null)
    }
    expect(values).toEqual([
      'a',
      '__Host-sid=token; Path=/; HttpOnly; Secure; SameSite=Lax',
      'b',
      'sid=token; Path=/; HttpOnly; SameSite=Lax',
    ])
  })

  test('[AUTH-35] identifies the user by what the provider verified', async () => {
    for (const [key, facts] of Object.entries(personFields)) {
      if (key === 'bea') continue
      const user = await signIn(app, `${key}-who`, facts)
      expect(await whoAmI(user.cookie)).toMatchObject({ status: 200, body: identityOf(user) })
    }
    expect((await whoAmI('')).status).toBe(401)
  })

  test('[AUTH-14] is required: the header firebase-uid alone grants nothing, and beside another user’s cookie it is rejected', async () => {
    const mia = await signIn(app, 'mia-header', personFields.mia)
    const mo = await signIn(app, 'mo-header', personFields.mo)
    const body = {
      name: 'Taken Over',
      email: mia.email,
      profilePicture: 'x',
      profileCompleted: true,
      isUnlisted: false,
      firebaseUid: mia.uid,
    }
    const before = await Promise.all([userRow(mia), userRow(mo)])
    const headers = { 'firebase-uid': mia.uid }
    for (const call of ['GET /api/auth/user', 'PUT /api/user/profile', 'POST /api/auth/register'] as const) {
      const more = call.startsWith('GET') ? {} : { body }
      const alone = await request(app, call, { headers, ...more })
      expect(alone).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
      const beside = await request(app, call, { as: mo, headers, ...more })
      expect(beside).toMatchObject({ status: 401, body: { code: 'identity_mismatch' } })
    }
    expect(await Promise.all([userRow(mia), userRow(mo)])).toEqual(before)
    const own = await request(app, 'GET /api/auth/user', { as: mo, headers: { 'firebase-uid': mo.uid } })
    expect(own.status).toBe(200)
  })

  test('[AUTH-24] of a banned member returns the reason until the ban is lifted, however the session ended', async () => {
    const bea = await signIn(app, 'bea-ban', personFields.bea)
    const banned = { status: 403, body: { code: 'banned', reason: 'Unkind words' } }
    expect(await whoAmI(bea.cookie)).toMatchObject(banned)
    await app.database.query
      .updateTable('sessions')
      .set({ revokedAt: new Date(app.clock.now()), revokedBy: 'ban' })
      .where('uid', '=', bea.uid)
      .execute()
    expect(await whoAmI(bea.cookie)).toMatchObject(banned)
    await app.database.query
      .updateTable('users')
      .set({ isBanned: false })
      .where('id', '=', bea.userId)
      .execute()
    await app.app.sessions.sync()
    expect(await whoAmI(bea.cookie)).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
  })

  test('gives the handler the session, the user and the address', async () => {
    const gail = await signIn(app, 'gail-caller', personFields.gail)
    const caller = await app.app.sessions.authenticate(gail.cookie.replace('sid=', ''), '192.0.2.7')
    expect(caller).toMatchObject({
      persona: 'gardenAngel',
      address: '192.0.2.7',
      session: { provider: 'builtin', ...identityOf(gail) },
      user: { id: gail.userId, uid: gail.uid, isGardenAngel: true, isBanned: false },
    })
  })
})

describe('signing out', () => {
  test('[AUTH-34] returns 204 to everyone and clears the cookie', async () => {
    for (const [key, facts] of Object.entries(personFields)) {
      const user = await signIn(app, `${key}-out`, facts)
      const response = await request(app, 'DELETE /api/auth/session', { as: user })
      expect(response).toMatchObject({ status: 204, body: null })
      expect(response.headers.getSetCookie()[0]).toMatch(/^sid=; Max-Age=0; /)
      expect((await whoAmI(user.cookie)).status).toBe(401)
    }
    expect((await request(app, 'DELETE /api/auth/session')).status).toBe(204)
    expect(
      (await request(app, 'DELETE /api/auth/session', { headers: { cookie: 'sid=nonsense' } })).status,
    ).toBe(204)
  })

  test('[OPS-12] at the provider’s own endpoint does the same', async () => {
    const mia = await signIn(app, 'mia-provider-out', personFields.mia)
    const response = await request(app, 'POST /api/identity/sign-out', { as: mia })
    expect(response).toMatchObject({ status: 200, body: { success: true } })
    expect((await whoAmI(mia.cookie)).status).toBe(401)
    expect(await sessionRow(mia.uid)).toMatchObject({ revokedBy: 'sign-out' })
  })

  test('is published on the bus once', async () => {
    const mia = await signIn(app, 'mia-bus', personFields.mia)
    const received: unknown[] = []
    const stop = app.bus.subscribe(busEvents.sessions, (message) => received.push(message))
    await request(app, 'DELETE /api/auth/session', { as: mia })
    await request(app, 'DELETE /api/auth/session', { as: mia })
    stop()
    expect(received).toEqual([{ type: 'ended', sessionIds: [(await sessionRow(mia.uid))?.id] }])
  })

  test('keeps the mark of a ban', async () => {
    const bea = await signIn(app, 'bea-mark', personFields.bea)
    const marked = { revokedAt: new Date(app.clock.now()), revokedBy: 'ban' as const }
    await app.database.query.updateTable('sessions').set(marked).where('uid', '=', bea.uid).execute()
    expect((await request(app, 'DELETE /api/auth/session', { as: bea })).status).toBe(204)
    expect(await sessionRow(bea.uid)).toMatchObject({ revokedBy: 'ban' })
  })

  test('happens to the previous session of the cookie when signing in again', async () => {
    const account = { email: 'again@example.org', password: 'still water runs deep' }
    const signUp = await request(app, 'POST /api/identity/sign-up/email', {
      body: { ...account, name: 'Again' },
    })
    const first = signUp.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const headers = { cookie: first }
    const again = await request(app, 'POST /api/identity/sign-in/email', { body: account, headers })
    const second = again.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    expect(second).not.toBe(first)
    expect((await whoAmI(first)).status).toBe(401)
    expect((await whoAmI(second)).status).toBe(200)
  })
})
