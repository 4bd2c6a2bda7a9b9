// Built-in identity provider: sign-up, sign-in, sign-out, and the stored data.
import { beforeAll, describe, expect, test } from 'vitest'
import { openTestApp } from '#test/open-test-app.ts'
import { setPasswordCost } from '#test/people/password-cost.ts'
import { request } from '#test/request.ts'

const app = await openTestApp()

const password = 'still water runs deep'
const account = (key: string) => ({ name: 'Sol Newcomer', email: `${key}@example.org`, password })
const signUp = (key: string, more: object = {}) =>
  request(app, 'POST /api/identity/sign-up/email', { body: { ...account(key), ...more } })
const signIn = (key: string, more: object = {}) =>
  request(app, 'POST /api/identity/sign-in/email', { body: { email: account(key).email, password, ...more } })
const identityUsers = () =>
  app.database.query.selectFrom('identity_users').selectAll().orderBy('id').execute()
const sessions = () => app.database.query.selectFrom('sessions').selectAll().orderBy('id').execute()

describe('sign-up', () => {
  test('[OPS-12] returns the uid and sets the session cookie', async () => {
    const response = await signUp('sol')
    const [user] = await identityUsers()
    expect(response).toMatchObject({
      status: 200,
      body: { user: { id: user?.id, email: 'sol@example.org', name: 'Sol Newcomer' } },
    })
    const [session] = await sessions()
    expect(session).toMatchObject({
      uid: user?.id,
      provider: 'builtin',
      emailVerified: false,
      ip: '127.0.0.1',
    })
    expect(response.headers.getSetCookie()).toHaveLength(1)
  })

  test('[AUTH-35] opens a session before there is a user row', async () => {
    const response = await signUp('early')
    const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const whoAmI = await request(app, 'GET /api/auth/session', { headers: { cookie } })
    const { user } = response.body as { user: { id: string } }
    expect(whoAmI).toMatchObject({
      status: 200,
      body: { uid: user.id, email: 'early@example.org', name: 'Sol Newcomer', emailVerified: false },
    })
    expect(await request(app, 'GET /api/auth/session')).toMatchObject({
      status: 401,
      body: { code: 'unauthenticated' },
    })
  })

  test('with a known address, in any case, is rejected without a cookie', async () => {
    await signUp('twice')
    const before = await identityUsers()
    const again = await signUp('twice', { email: 'TWICE@example.org ', password: 'another password' })
    expect(again).toMatchObject({ status: 409, body: { code: 'email-already-in-use' } })
    expect(again.headers.getSetCookie()).toEqual([])
    expect(await identityUsers()).toEqual(before)
  })

  test('twice concurrently with one address creates one account, without a server error', async () => {
    const responses = await Promise.all(Array.from({ length: 4 }, () => signUp('race')))
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
    const users = (await identityUsers()).filter(({ email }) => email === 'race@example.org')
    expect(users).toHaveLength(1)
  })

  test.each([
    ['name', { name: ' \u200B ' }],
    ['name', { name: 'Anna (Gardian Angel)' }],
    ['name', { name: 'n'.repeat(61) }],
    ['email', { email: 'no address' }],
    ['email', { email: 'ø@example.org' }],
    ['email', { email: `${'e'.repeat(255)}@example.org` }],
    ['password', { password: 'seven77' }],
    ['password', { password: 'p'.repeat(129) }],
    ['rememberMe', { rememberMe: 'yes' }],
    ['', { isAdmin: true }],
    ['', { image: 'https://evil.example/x.png' }],
  ])('with invalid input %# (%s) is rejected beside the field and creates nothing', async (path, wrong) => {
    const before = await identityUsers()
    const response = await signUp('faulty', wrong)
    expect(response).toMatchObject({ status: 400, body: { code: 'invalid', issues: [{ path }] } })
    expect(response.headers.getSetCookie()).toEqual([])
    expect(await identityUsers()).toEqual(before)
  })
})

test('sign-in rejects an address that the provider can’t use', async () => {
  const response = await signIn('ivy', { email: 'ø@example.org' })
  expect(response).toMatchObject({ status: 400, body: { code: 'invalid', issues: [{ path: 'email' }] } })
})

describe('sign-in', () => {
  beforeAll(async () => {
    await signUp('ivy')
  })

  describe('at the real cost of a hash', () => {
    setPasswordCost('real')

    test('[AUTH-12] the response is the same, and as fast, for an unknown address and a wrong password @full', async () => {
      const timed = async (key: string) => {
        const startedAt = performance.now()
        const { status, body } = await signIn(key, { password: 'a wrong password' })
        return { status, body, tookMs: performance.now() - startedAt }
      }
      const wrong = []
      const unknown = []
      for (let round = 0; round < 5; round += 1) {
        wrong.push(await timed('ivy'))
        unknown.push(await timed('nobody'))
      }
      for (const { status, body } of [...wrong, ...unknown]) {
        expect({ status, body }).toEqual({
          status: 401,
          body: {
            code: 'invalid-credential',
            message: 'Invalid email or password. Please check your credentials and try again.',
          },
        })
      }
      const quickest = (responses: { tookMs: number }[]) => Math.min(...responses.map(({ tookMs }) => tookMs))
      expect(quickest(unknown) / quickest(wrong)).toBeGreaterThan(0.5)
      expect(quickest(unknown) / quickest(wrong)).toBeLessThan(2)
    })
  })

  test('[AUTH-13] opens no session without the right password, whatever the request contains', async () => {
    const before = await sessions()
    const [user] = (await identityUsers()).filter(({ email }) => email === 'ivy@example.org')
    const headers = {
      'firebase-uid': user?.id ?? '',
      authorization: `Bearer ${user?.id}`,
      cookie: `sid=${user?.id}`,
    }
    const body = { email: 'ivy@example.org', password: 'a wrong password' }
    const rejected = await request(app, 'POST /api/identity/sign-in/email', { body, headers })
    expect(rejected.status).toBe(401)
    expect(rejected.headers.getSetCookie()).toEqual([])
    expect(await sessions()).toEqual(before)
    for (const path of ['/api/auth/session', '/api/auth/user', `/api/auth/user/${user?.id}`]) {
      const response = await request(app, `GET ${path}` as 'GET /', { headers })
      expect(response).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
    }
  })

  test('[AUTH-36] stores the token only in the cookie and its hash in the database, and the provider keeps no session', async () => {
    const response = await signIn('ivy')
    expect(response).toMatchObject({ status: 200, body: { user: { email: 'ivy@example.org' } } })
    const [cookie = ''] = response.headers.getSetCookie()
    const token = /^sid=([\w-]{43});/.exec(cookie)?.[1] ?? ''
    expect(cookie).toMatch(/; HttpOnly(;|$)/)
    expect(cookie).toMatch(/; SameSite=Lax(;|$)/)
    expect(JSON.stringify(response.body)).not.toContain(token)
    const rows = JSON.stringify(await sessions())
    expect(rows).not.toContain(token)
    expect((await sessions()).at(-1)?.tokenHash).toHaveLength(32)
    const own = await app.database.query.selectFrom('identity_sessions').selectAll().execute()
    expect(own).toEqual([])
  })

  test('[AUTH-36] grants no access by the provider’s own session', async () => {
    const [user] = await identityUsers()
    const at = new Date(app.clock.now() + 3_600_000)
    const token = 'A'.repeat(43)
    await app.database.query
      .insertInto('identity_sessions')
      .values({ id: 'own', token, userId: user?.id, expiresAt: at, createdAt: at, updatedAt: at } as never)
      .execute()
    const cookie = `sid=${token}; better-auth.session_token=${token}; __Secure-better-auth.session_token=${token}`
    const response = await request(app, 'GET /api/auth/session', {
      headers: { cookie, authorization: `Bearer ${token}` },
    })
    expect(response.status).toBe(401)
    await app.database.query.deleteFrom('identity_sessions').execute()
  })

  test('[AUTH-23] sets a cookie for 14 days if remembered, else for the browser session', async () => {
    const [remembered = ''] = (await signIn('ivy', { rememberMe: true })).headers.getSetCookie()
    const [forgotten = ''] = (await signIn('ivy', { rememberMe: false })).headers.getSetCookie()
    expect(remembered).toContain(`; Max-Age=${14 * 24 * 3600}`)
    expect(forgotten).not.toMatch(/Max-Age|Expires/i)
  })

  test('records the time and the address on the user', async () => {
    const response = await signIn('ivy')
    const { id } = (response.body as { user: { id: string } }).user
    const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const body = { email: 'ivy@example.org', name: 'Ivy', firebaseUid: id }
    await request(app, 'POST /api/auth/register', { body, headers: { cookie } })
    app.clock.advance(3_600_000)
    await signIn('ivy')
    const row = await app.database.query
      .selectFrom('users')
      .select(['lastLogin', 'lastLoginIp'])
      .where('firebaseUid', '=', id)
      .executeTakeFirst()
    expect(row).toEqual({ lastLogin: new Date(app.clock.now()).toISOString(), lastLoginIp: '127.0.0.1' })
  })

  test('of a banned member returns the reason and no cookie', async () => {
    const { id } = ((await signUp('bea')).body as { user: { id: string } }).user
    await app.database.query
      .insertInto('users')
      .values({
        name: 'Bea',
        email: 'bea@example.org',
        firebaseUid: id,
        isBanned: true,
        bannedAt: new Date(app.clock.now()),
        bannedReason: 'Unkind words',
        createdAt: new Date(app.clock.now()),
      })
      .execute()
    const before = await sessions()
    const response = await signIn('bea')
    expect(response).toMatchObject({ status: 403, body: { code: 'banned', reason: 'Unkind words' } })
    expect(response.headers.getSetCookie()).toEqual([])
    expect(await sessions()).toEqual(before)
  })
})
