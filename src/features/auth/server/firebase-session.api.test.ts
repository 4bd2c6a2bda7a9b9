// Firebase session exchange: valid and invalid ID tokens, and the page's content security policy.
import { Buffer } from 'node:buffer'
import { generateKeyPairSync, sign } from 'node:crypto'
import { SignJWT, UnsecuredJWT, type JWTPayload } from 'jose'
import { describe, expect, test } from 'vitest'
import { parseRanges } from '#server/addresses/address-ranges.ts'
import { createTestClock } from '#test/clock.ts'
import { closeAfterAll } from '#test/close-after-all.ts'
import { startFakeFirebase } from '#test/fakes/firebase.ts'
import { createSigner } from '#test/fakes/signer.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { cookieOf } from '#test/people/account.ts'
import { request } from '#test/request.ts'
import { identityOfPage, createWebDir } from '#test/web/web-dir.ts'
import { createFirebaseIdentity } from './identity-firebase.ts'

const clock = createTestClock()
/** Signs with a key that isn't published. */
const stranger = createSigner()
const webDir = await createWebDir()
const firebase = closeAfterAll(await startFakeFirebase({ clock }))
const signer = firebase.signers[0]!
const { config, externalProviders } = firebase.appOptions()
const trustedProxies = parseRanges('127.0.0.0/8')
const app = await openTestApp({
  clock,
  externalProviders,
  webDir,
  config: { ...config, trustedProxies },
})

let serial = 0
/** Uses a new IP address each time, to stay below the rate limits. */
const exchange = (body: object, headers: Record<string, string> = {}) => {
  serial += 1
  return request(app, 'POST /api/auth/session', {
    body,
    headers: { 'x-forwarded-for': `198.51.100.${serial % 250}`, ...headers },
  })
}
const sessions = () => app.database.query.selectFrom('sessions').selectAll().orderBy('id').execute()
const sol = {
  uid: 'aSolOfFirebase0123456789abcd',
  email: 'sol@example.org',
  emailVerified: true,
  name: 'Sol',
}

describe('a fresh Firebase token', () => {
  test('[AUTH-33, AUTH-13, OPS-11] returns 201, the identity and the session cookie', async () => {
    const response = await exchange({ idToken: await firebase.idToken(sol) })
    const identity = { ...sol, provider: 'firebase' }
    expect(response).toMatchObject({ status: 201, body: identity })
    const whoAmI = await request(app, 'GET /api/auth/session', { headers: { cookie: cookieOf(response) } })
    expect(whoAmI).toMatchObject({ status: 200, body: identity })
    expect((await sessions()).at(-1)).toMatchObject({ provider: 'firebase', uid: sol.uid })
  })

  test('[AUTH-36] is exchanged for one session cookie and stored nowhere', async () => {
    const idToken = await firebase.idToken(sol)
    const response = await exchange({ idToken })
    const [cookie = '', ...others] = response.headers.getSetCookie()
    expect(others).toEqual([])
    const token = /^sid=([\w-]{43});/.exec(cookie)?.[1] ?? ''
    expect(cookie).toMatch(/; HttpOnly; SameSite=Lax$/)
    expect(JSON.stringify(response.body)).not.toContain(token)
    expect(JSON.stringify(await sessions())).not.toContain(token)
    expect((await sessions()).at(-1)?.tokenHash).toHaveLength(32)
    // The Firebase token itself grants no access, neither as a cookie nor as a bearer token.
    const headers = { cookie: `sid=${idToken}; __session=${idToken}`, authorization: `Bearer ${idToken}` }
    expect((await request(app, 'GET /api/auth/session', { headers })).status).toBe(401)
  })

  test('[AUTH-23] opens a session of 14 days with rememberMe', async () => {
    const idToken = await firebase.idToken(sol)
    const [remembered] = (await exchange({ idToken, rememberMe: true })).headers.getSetCookie()
    expect(remembered).toContain(`; Max-Age=${14 * 24 * 3600}`)
  })

  test('revokes the previous session of the cookie', async () => {
    const before = cookieOf(await exchange({ idToken: await firebase.idToken(sol) }))
    await exchange({ idToken: await firebase.idToken(sol) }, { cookie: before })
    expect((await request(app, 'GET /api/auth/session', { headers: { cookie: before } })).status).toBe(401)
  })

  test.each([
    ['Sol Newcomer', 'Sol Newcomer'],
    ['', 'sol-named'],
    [undefined, 'sol-named'],
    ['Admin', 'sol-named'],
    ['\u202E  ', 'sol-named'],
    ['n'.repeat(70), 'n'.repeat(60)],
  ])('with the name %j gives the display name %j', async (name, becomes) => {
    const user = { uid: 'named', email: 'sol-named@example.org', ...(name === undefined ? {} : { name }) }
    const { body } = await exchange({ idToken: await firebase.idToken(user) })
    expect(body).toMatchObject({ name: becomes })
  })
})

/** The default claims with overrides; undefined omits a claim. */
const claimed = (others: Record<string, unknown>): JWTPayload => ({ ...firebase.claims(sol), ...others })
const nowSeconds = () => Math.floor(clock.now() / 1000)
const withClaims = (others: Record<string, unknown>) => () => signer.sign(claimed(others))
const customAudience =
  'https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit'
const operator = 'firebase-adminsdk@sit-together.iam.gserviceaccount.com'

/** T02: tokens that every verifier must reject. */
const wrongTokens: readonly (readonly [string, () => Promise<string> | string])[] = [
  ['no token', () => 'not a token'],
  ['three empty parts', () => '..'],
  ['a number', () => '1.2.3'],
  ['one that nobody signed', () => new UnsecuredJWT(claimed({})).encode()],
  [
    'one that says so and is signed',
    async () => {
      const [, payload, signature] = (await signer.sign(claimed({}))).split('.')
      const header = Buffer.from(JSON.stringify({ alg: 'none', kid: signer.kid })).toString('base64url')
      return [header, payload, signature].join('.')
    },
  ],
  [
    'one by HS256 with the public key for its secret',
    () =>
      new SignJWT(claimed({}))
        .setProtectedHeader({ alg: 'HS256', kid: signer.kid })
        .sign(Buffer.from(String(signer.publicKey.export({ format: 'pem', type: 'spki' })))),
  ],
  ['one by RS512', () => signer.sign(claimed({}), { alg: 'RS512' })],
  [
    'one by an elliptic key',
    () =>
      new SignJWT(claimed({}))
        .setProtectedHeader({ alg: 'ES256', kid: signer.kid })
        .sign(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey),
  ],
  ['one without a kid', () => signer.sign(claimed({}), { kid: undefined })],
  ['one with a kid that nobody published', () => signer.sign(claimed({}), { kid: 'unknown' })],
  ['one by another key under a known kid', () => stranger.sign(claimed({}), { kid: signer.kid })],
  ['one that brings its own key', () => stranger.sign(claimed({}), { kid: signer.kid, jwk: stranger.jwk() })],
  [
    'one whose claims were changed',
    async () => {
      const [header, , signature] = (await signer.sign(claimed({}))).split('.')
      const payload = Buffer.from(JSON.stringify(claimed({ sub: 'victim' }))).toString('base64url')
      return [header, payload, signature].join('.')
    },
  ],
  [
    'one with an extension that must be understood',
    () => {
      const parts = [{ alg: 'RS256', kid: signer.kid, crit: ['x'], x: true }, claimed({})]
      const text = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
      return `${text}.${sign('sha256', Buffer.from(text), signer.privateKey).toString('base64url')}`
    },
  ],
  ['one for another project', withClaims({ aud: 'another-project' })],
  ['one for several', withClaims({ aud: ['sit-together', 'another-project'] })],
  ['one without an audience', withClaims({ aud: undefined })],
  ['one by another project', withClaims({ iss: 'https://securetoken.google.com/another-project' })],
  ['one by Google itself', withClaims({ iss: 'https://accounts.google.com' })],
  ['one without an issuer', withClaims({ iss: undefined })],
  ['a session cookie', withClaims({ iss: 'https://session.firebase.google.com/sit-together' })],
  ['a custom token', withClaims({ aud: customAudience, iss: operator, sub: operator, uid: sol.uid })],
  ['one of nobody', withClaims({ sub: undefined })],
  ['one of an empty uid', withClaims({ sub: '' })],
  ['one of a number', withClaims({ sub: 7 })],
  ['one of a uid of 129 characters', withClaims({ sub: 'x'.repeat(129) })],
  ['one that has ended', () => withClaims({ exp: nowSeconds() })()],
  ['one that never ends', withClaims({ exp: undefined })],
  ['one that begins later', () => withClaims({ nbf: nowSeconds() + 60 })()],
  ['one of a time to come', () => withClaims({ iat: nowSeconds() + 31 })()],
  ['one that doesn’t say when', withClaims({ iat: undefined })],
  ['one of a sign-in more than 5 minutes ago', () => withClaims({ auth_time: nowSeconds() - 301 })()],
  ['one of a sign-in to come', () => withClaims({ auth_time: nowSeconds() + 31 })()],
  ['one of no sign-in', withClaims({ auth_time: undefined })],
  ['one without an address', withClaims({ email: undefined })],
  ['one whose address is none', withClaims({ email: 'no address' })],
  ['one of a tenant', withClaims({ firebase: { tenant: 'guests' } })],
]

describe('[T02] an invalid Firebase token', () => {
  test.each(wrongTokens)('%s opens no session and reveals no reason', async (_what, make) => {
    const before = await sessions()
    const response = await exchange({ idToken: await make() })
    expect(response).toMatchObject({
      status: 401,
      body: {
        code: 'invalid-credential',
        message: 'Invalid email or password. Please check your credentials and try again.',
      },
    })
    expect(response.headers.getSetCookie()).toEqual([])
    expect(await sessions()).toEqual(before)
    // Lets the next test's unknown kid trigger a refetch.
    clock.advance(30_000)
  })

  test('is logged with the reason, but without the token', async () => {
    const lines: string[] = []
    const warn = (facts: object) => lines.push(JSON.stringify(facts))
    const { platform } = app.app
    const log = { info: warn, warn, error: warn }
    const { settings } = firebase
    const provider = createFirebaseIdentity(
      { ...platform, log },
      app.app.jobs,
      settings,
      firebase.appOptions().externalProviders,
    )
    const part = 'identity'
    try {
      for (const [others, facts] of [
        [{ aud: 'another-project' }, { code: 'ERR_JWT_CLAIM_VALIDATION_FAILED', claim: 'aud' }],
        [{ exp: nowSeconds() }, { code: 'ERR_JWT_EXPIRED', claim: 'exp' }],
        [{ email: 'no address' }, { claim: 'email' }],
        [{ iat: nowSeconds() + 31 }, { claim: 'iat' }],
        [{ auth_time: nowSeconds() - 301 }, { claim: 'auth_time' }],
        [{ firebase: { tenant: 'guests' } }, { claim: 'firebase' }],
      ] as const) {
        lines.length = 0
        await expect(provider.tokens?.verify(await withClaims(others)())).rejects.toMatchObject({
          errorResponse: { status: 401 },
        })
        expect(lines).toEqual([JSON.stringify({ part, ...facts })])
      }
      lines.length = 0
      await expect(
        provider.tokens?.verify(await signer.sign(claimed({}), { kid: 'none' })),
      ).rejects.toMatchObject({ errorResponse: { status: 401 } })
      expect(lines).toEqual([JSON.stringify({ part, code: 'no such key' })])
    } finally {
      await provider.close()
    }
  })

  test('within the limits is valid', async () => {
    const bounds = [
      { auth_time: nowSeconds() - 300 },
      { iat: nowSeconds() + 30, auth_time: nowSeconds() + 30 },
      { exp: nowSeconds() + 1 },
      { sub: 'x'.repeat(128) },
      { firebase: undefined, email_verified: undefined },
    ]
    for (const [index, others] of bounds.entries()) {
      const idToken = await withClaims({ sub: `bounds-${index}`, email: 'bounds@example.org', ...others })()
      expect((await exchange({ idToken })).status).toBe(201)
    }
  })

  test('in a body without a token, or with further fields, is rejected', async () => {
    for (const idToken of [undefined, '', 7, 'x'.repeat(8_193)]) {
      expect(await exchange({ idToken })).toMatchObject({ status: 400, body: { code: 'invalid' } })
    }
    const body = { idToken: await firebase.idToken(sol), uid: 'victim' }
    expect(await exchange(body)).toMatchObject({ status: 400, body: { code: 'invalid' } })
  })
})

test('[T03] an unsigned token is valid only for the emulator, and never in production', async () => {
  const { platform } = app.app
  const settings = { ...firebase.settings, emulatorHost: '127.0.0.1:9' }
  const { externalProviders } = firebase.appOptions()
  const trying = createFirebaseIdentity(platform, app.app.jobs, settings, externalProviders)
  const production = { ...platform, config: { ...platform.config, production: true } }
  const serious = createFirebaseIdentity(production, app.app.jobs, settings, externalProviders)
  try {
    expect(trying.page).toMatchObject({ firebase: { emulatorUrl: 'http://127.0.0.1:9' } })
    const unsigned = new UnsecuredJWT(claimed({})).encode()
    expect(await trying.tokens?.verify(unsigned)).toMatchObject({ subject: sol.uid })
    const rejection = { errorResponse: { status: 401 } }
    const late = new UnsecuredJWT(claimed({ auth_time: nowSeconds() - 301 })).encode()
    for (const token of [late, await firebase.idToken(sol)])
      await expect(trying.tokens?.verify(token)).rejects.toMatchObject(rejection)
    await expect(serious.tokens?.verify(unsigned)).rejects.toMatchObject(rejection)
  } finally {
    await Promise.all([trying.close(), serious.close()])
  }
})

describe('the public keys of Firebase', () => {
  test('are fetched again when Google signs with another key', async () => {
    clock.advance(30_000)
    firebase.signers.unshift(stranger)
    expect((await exchange({ idToken: await stranger.sign(claimed({})) })).status).toBe(201)
    expect((await exchange({ idToken: await signer.sign(claimed({})) })).status).toBe(201)
  })

  test('[F19] that can’t be fetched affect no open session, and new sign-ins get 503', async () => {
    const cookie = cookieOf(await exchange({ idToken: await firebase.idToken(sol) }))
    firebase.server.isUp = false
    clock.advance(19_845_000 + 3_600_000)
    const before = await sessions()
    const response = await exchange({ idToken: await firebase.idToken(sol) })
    expect(response).toMatchObject({
      status: 503,
      body: {
        code: 'unavailable',
        message: 'The service is resting for a moment. Please try again shortly.',
      },
    })
    expect(response.headers.get('retry-after')).toBe('10')
    expect(await sessions()).toEqual(before)
    expect((await request(app, 'GET /api/auth/session', { headers: { cookie } })).status).toBe(200)
    firebase.server.isUp = true
    clock.advance(10_000)
    expect((await exchange({ idToken: await firebase.idToken(sol) })).status).toBe(201)
  })
})

test('[API-24] one user has 10 attempts a minute from one address, and others there have their own', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.5' }
  const ask = async (uid: string) =>
    (await exchange({ idToken: await firebase.idToken({ ...sol, uid }) }, headers)).status
  for (let count = 0; count < 10; count += 1) expect(await ask('often')).toBe(201)
  expect(await ask('often')).toBe(429)
  expect(await ask('seldom')).toBe(201)
})

test.each([
  ['sign-up/email', { name: 'Sol', email: 'sol@example.org', password: 'still water runs deep' }],
  ['sign-in/email', { email: 'sol@example.org', password: 'still water runs deep' }],
  ['request-password-reset', { email: 'sol@example.org' }],
  ['reset-password', { token: 'x', newPassword: 'still water runs deep' }],
  ['send-verification-email', {}],
  ['change-password', { currentPassword: 'x', newPassword: 'still water runs deep' }],
  ['sign-in/social', { provider: 'google' }],
] as const)('[OPS-11] the built-in provider’s endpoint %s responds with 404', async (path, body) => {
  const cookie = cookieOf(await exchange({ idToken: await firebase.idToken(sol) }))
  const response = await request(app, `POST /api/identity/${path}`, { body, headers: { cookie } })
  expect(response).toMatchObject({ status: 404, body: { code: 'not_found' } })
})

test('[AUTH-34] signing out ends the session, as with any provider', async () => {
  const cookie = cookieOf(await exchange({ idToken: await firebase.idToken(sol) }))
  expect((await request(app, 'DELETE /api/auth/session', { headers: { cookie } })).status).toBe(204)
  expect((await request(app, 'GET /api/auth/session', { headers: { cookie } })).status).toBe(401)
})

describe('the page with Firebase as the provider', () => {
  const pageAt = async (path: string) => {
    const response = await fetch(app.url + path)
    const csp = (response.headers.get('content-security-policy') ?? '').split(';').map((part) => part.trim())
    const policy: Record<string, string[]> = Object.fromEntries(
      csp.map((part) => [part.split(' ', 1)[0] ?? '', part.split(' ').slice(1)]),
    )
    return { html: await response.text(), headers: response.headers, policy }
  }

  test('[OPS-11] contains the project’s settings', async () => {
    expect(identityOfPage((await pageAt('/settings')).html)).toEqual({
      provider: 'firebase',
      google: true,
      contact: null,
      firebase: {
        apiKey: 'an-api-key-of-the-test',
        authDomain: 'sit-together.firebaseapp.com',
        projectId: 'sit-together',
      },
    })
  })

  test('[T31] may connect to Firebase and open its window at /auth only', async () => {
    const elsewhere = await pageAt('/meditation')
    expect(elsewhere.headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(JSON.stringify(elsewhere.policy)).not.toMatch(/google|firebase/)
    for (const path of ['/auth', '/auth?ref=ABCD2345']) {
      const { headers, policy } = await pageAt(path)
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups')
      expect(policy).toEqual({
        ...elsewhere.policy,
        'script-src': [...(elsewhere.policy['script-src'] ?? []), 'https://apis.google.com'],
        'frame-src': ['https://sit-together.firebaseapp.com'],
        'connect-src': [
          "'self'",
          'https://identitytoolkit.googleapis.com',
          'https://securetoken.googleapis.com',
          ...(elsewhere.policy['connect-src'] ?? []).filter((source) => source.startsWith('ws:')),
        ],
      })
      // The other headers common to all responses.
      for (const name of [
        'x-content-type-options',
        'referrer-policy',
        'permissions-policy',
        'x-frame-options',
      ])
        expect([name, headers.get(name)]).toEqual([name, elsewhere.headers.get(name)])
    }
    for (const path of ['/authority', '/auth/x', '/x/auth'])
      expect((await pageAt(path)).headers.get('cross-origin-opener-policy')).toBe('same-origin')
    // The client-side router shows the same screen at these paths.
    for (const path of ['/auth/', '/Auth', '/%61uth', '//auth', '/auth/%2F']) {
      const response = await fetch(`${app.url}${path}?ref=ABCD2345`, { redirect: 'manual' })
      const { status, headers } = response
      expect([path, status, headers.get('location')]).toEqual([path, 302, '/auth?ref=ABCD2345'])
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    }
  })
})
