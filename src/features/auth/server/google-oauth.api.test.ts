// Google sign-in with the built-in provider: the redirect and callback, account linking, and rejections.
import { beforeEach, describe, expect, test } from 'vitest'
import { parseRanges } from '#server/addresses/address-ranges.ts'
import { createTestClock } from '#test/clock.ts'
import { closeAfterAll } from '#test/close-after-all.ts'
import { raceUncommittedChange } from '#test/database/lock-race.ts'
import { startFakeGoogle, type GoogleAccount } from '#test/fakes/google.ts'
import { createSigner } from '#test/fakes/signer.ts'
import { lastMail, mailsOf } from '#test/network/mails.ts'
import { openTestApp } from '#test/open-test-app.ts'
import {
  cookieOf,
  initialPassword,
  signInBuiltinMember,
  signUpAccount,
  saveProfile,
  signInAgain,
} from '#test/people/account.ts'
import { personFields, signIn } from '#test/people/people.ts'
import { request, type TestResponse } from '#test/request.ts'
import { identityOfPage, createWebDir } from '#test/web/web-dir.ts'
import { createGoogleLinkCheck } from './external-identity/account-linking.ts'
import { openSession } from './session.ts'

const clock = createTestClock()
const limitsExempt = parseRanges('127.0.0.0/8')
const webDir = await createWebDir()
const google = closeAfterAll(await startFakeGoogle({ clock }))
const { config, externalProviders } = google.appOptions()
const adminEmails = ['boss@example.org']
const settings = { ...config, limitsExempt, adminEmails }
const app = await openTestApp({ clock, externalProviders, webDir, config: settings })
const ada = await signIn(app, 'ada', personFields.ada)
beforeEach(() => {
  google.forgedClaims = {}
  google.server.isUp = true
})

interface OAuthAttempt {
  /** URL of Google's page. */
  url: string
  /** The Cookie header that this browser sends with the callback. */
  cookie: string
}

const callback = '/api/identity/callback/google'
const startGoogleSignIn = async (rememberMe?: boolean): Promise<OAuthAttempt> => {
  const body = { provider: 'google', ...(rememberMe === undefined ? {} : { rememberMe }) }
  const response = await request(app, 'POST /api/identity/sign-in/social', { body })
  expect(response.status).toBe(200)
  return { url: (response.body as { url: string }).url, cookie: cookieOf(response) }
}
/** The callback URL from Google's page; `person` is null if the user declines. */
const atGoogle = async ({ url }: OAuthAttempt, user: GoogleAccount | null): Promise<URL> => {
  google.account = user
  const response = await fetch(url, { redirect: 'manual' })
  return new URL(response.headers.get('location') ?? '')
}
const returnFromGoogle = (query: string, cookie: string) =>
  request(app, `GET ${callback}${query}`, { headers: { cookie, origin: '' } })
const signInByGoogle = async (user: GoogleAccount | null, rememberMe?: boolean): Promise<TestResponse> => {
  const flow = await startGoogleSignIn(rememberMe)
  return returnFromGoogle((await atGoogle(flow, user)).search, flow.cookie)
}
const redirectOf = ({ status, headers }: TestResponse) => `${status} ${headers.get('location')}`
const signedInRedirect = '303 /meditation'
const failedRedirect = (code = 'failed') => `303 /auth?failed=${code}`
const sessionCookie = ({ headers }: TestResponse) =>
  headers.getSetCookie().find((cookie) => /^sid=[\w-]{43};/.test(cookie)) ?? ''
const whoAmI = (response: TestResponse) =>
  request(app, 'GET /api/auth/session', { headers: { cookie: sessionCookie(response).split(';')[0] ?? '' } })
const uidOf = async (response: TestResponse) => ((await whoAmI(response)).body as { uid: string }).uid
const sessions = () => app.database.query.selectFrom('sessions').select('id').execute()
const uidsOf = async (subject: string) => {
  const links = app.database.query.selectFrom('outside_identities').select('uid')
  return (await links.where('subject', '=', subject).execute()).map(({ uid }) => uid)
}
const opening = { provider: 'builtin', remembered: false, address: '' }
const googleProof = { provider: 'google', emailVerified: true, signedInMs: clock.now(), name: 'G' } as const
const sol = { sub: '100000000000000000001', email: 'Sol@example.org', name: 'Sol of Google' }

describe('the redirect to Google', () => {
  test('[OPS-11] leads to Google’s sign-in page, with a new secret in the browser each time', async () => {
    const [flow, other] = [await startGoogleSignIn(), await startGoogleSignIn()]
    const { searchParams: asked } = new URL(flow.url)
    expect(Object.fromEntries(asked)).toEqual({
      client_id: 'sit.apps.googleusercontent.com',
      redirect_uri: `${app.url}${callback}`,
      response_type: 'code',
      scope: 'openid email profile',
      prompt: 'select_account',
      state: expect.stringMatching(/^[\w-]{43}$/) as string,
      nonce: expect.stringMatching(/^[\w-]{43}$/) as string,
      code_challenge: expect.stringMatching(/^[\w-]{43}$/) as string,
      code_challenge_method: 'S256',
    })
    const secret = flow.cookie.replace('google=', '')
    expect(secret).toMatch(/^[\w-]{43}$/)
    expect(flow.url).not.toContain(secret)
    expect(other.cookie).not.toBe(flow.cookie)
    for (const key of ['state', 'nonce', 'code_challenge'])
      expect(new URL(other.url).searchParams.get(key)).not.toBe(asked.get(key))
  })

  test('[AUTH-36] sets an HttpOnly cookie for ten minutes', async () => {
    const response = await request(app, 'POST /api/identity/sign-in/social', { body: { provider: 'google' } })
    expect(response.headers.getSetCookie()[0]).toMatch(
      /^google=[\w-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/,
    )
  })

  test('exists for no other provider', async () => {
    for (const provider of ['github', '', undefined]) {
      const response = await request(app, 'POST /api/identity/sign-in/social', { body: { provider } })
      expect(response).toMatchObject({ status: 400, body: { code: 'invalid' } })
    }
  })
})

describe('a new Google user', () => {
  test('[AUTH-13] gets a session and is registered as with a password', async () => {
    const response = await signInByGoogle(sol)
    expect(redirectOf(response)).toBe(signedInRedirect)
    expect(response.headers.getSetCookie()[0]).toMatch(/^google=; Max-Age=0;/)
    const { body } = await whoAmI(response)
    const identity = { email: 'sol@example.org', name: sol.name, emailVerified: true, provider: 'builtin' }
    expect(body).toMatchObject(identity)
    const { uid } = body as { uid: string }
    const registered = await request(app, 'POST /api/auth/register', {
      headers: { cookie: sessionCookie(response).split(';')[0] ?? '' },
      body: { firebaseUid: uid, email: 'sol@example.org', name: sol.name },
    })
    expect(registered).toMatchObject({ status: 201, body: { email: 'sol@example.org' } })
    // The next sign-in finds the same account, even if the address at Google has changed.
    expect(await uidOf(await signInByGoogle({ ...sol, email: 'sol.at.home@example.org' }))).toBe(uid)
    expect(await mailsOf(app, 'sol@example.org')).toEqual([])
  })

  test('[AUTH-23] is remembered for 14 days with rememberMe', async () => {
    expect(sessionCookie(await signInByGoogle(sol, true))).toContain(`; Max-Age=${14 * 24 * 3600};`)
    expect(sessionCookie(await signInByGoogle(sol))).not.toContain('Max-Age')
  })

  test('resolves to the account that a concurrent transaction inserted with the address', async () => {
    const flow = await startGoogleSignIn()
    const { search } = await atGoogle(flow, { sub: '2b', email: 'moment@example.org' })
    const [at, email] = [new Date(clock.now()), 'moment@example.org']
    const facts = { email, name: 'Mo', emailVerified: true, createdAt: at, updatedAt: at }
    const outcome = await raceUncommittedChange(
      app,
      (tx) =>
        tx
          .insertInto('identity_users')
          .values({ id: 'of-this-moment', ...facts })
          .execute(),
      () => returnFromGoogle(search, flow.cookie),
    )
    if (outcome.status === 'rejected') throw outcome.reason
    expect(await uidOf(outcome.value)).toBe('of-this-moment')
  })

  test('[AUTH-37] gets a verification mail if Google hasn’t verified the address', async () => {
    const response = await signInByGoogle({ sub: '3', email: 'unsure@example.org', emailVerified: false })
    expect(redirectOf(response)).toBe(signedInRedirect)
    expect((await whoAmI(response)).body).toMatchObject({ emailVerified: false })
    expect((await lastMail(app, 'unsure@example.org')).token).not.toBe('')
    // Sent only once; Settings can resend it.
    await signInByGoogle({ sub: '3', email: 'unsure@example.org', emailVerified: false })
    expect(await mailsOf(app, 'unsure@example.org')).toHaveLength(1)
  })

  test('[AUTH-38] can choose a password by mail, and then use both', async () => {
    const user = { sub: '4', email: 'both@example.org' }
    const uid = await uidOf(await signInByGoogle(user))
    await request(app, 'POST /api/identity/request-password-reset', { body: { email: user.email } })
    const { token } = await lastMail(app, user.email)
    const body = { token, newPassword: initialPassword }
    expect((await request(app, 'POST /api/identity/reset-password', { body })).status).toBe(200)
    const response = await signInAgain(app, user.email)
    expect(response).toMatchObject({ status: 200, body: { user: { id: uid } } })
    expect(await uidOf(await signInByGoogle(user))).toBe(uid)
  })

  test('[OPS-10] becomes an administrator by ADMIN_EMAILS', async () => {
    const response = await signInByGoogle({ sub: '5', email: 'boss@example.org', name: 'Bo' })
    const uid = await uidOf(response)
    const { body } = await request(app, 'POST /api/auth/register', {
      headers: { cookie: sessionCookie(response).split(';')[0] ?? '' },
      body: { firebaseUid: uid, email: 'boss@example.org', name: 'Bo' },
    })
    expect(body).toMatchObject({ isAdmin: true })
  })
})

describe('[T33] an existing account with the Google address', () => {
  test('is linked if both sides verified the address, and keeps its password', async () => {
    const member = await signUpAccount(app, 'linked', { verified: true })
    const response = await signInByGoogle({ sub: '11', email: member.email })
    expect(await uidOf(response)).toBe(member.uid)
    expect((await signInAgain(app, member.email)).status).toBe(200)
    expect(await uidOf(await signInByGoogle({ sub: '11', email: member.email, emailVerified: false }))).toBe(
      member.uid,
    )
    const subjects = (await mailsOf(app, member.email)).map(({ subject }) => subject)
    expect(
      subjects.filter((subject) => subject.endsWith('New sign-in method for your account')),
    ).toHaveLength(1)
  })

  test('is unlinked from an earlier Google user when its owner sets a password', async () => {
    const stranger = { sub: '13', email: 'victim@example.org', emailVerified: false }
    const before = await signInByGoogle(stranger)
    const uid = await uidOf(before)
    await request(app, 'POST /api/identity/request-password-reset', { body: { email: stranger.email } })
    const { token } = await lastMail(app, stranger.email)
    const body = { token, newPassword: initialPassword }
    expect((await request(app, 'POST /api/identity/reset-password', { body })).status).toBe(200)
    expect((await whoAmI(before)).status).toBe(401)
    expect(redirectOf(await signInByGoogle(stranger))).toBe(failedRedirect('email-already-in-use'))
    // The owner's own Google account still signs in.
    expect(await uidOf(await signInByGoogle({ ...stranger, sub: '13b', emailVerified: true }))).toBe(uid)
  })

  test('[T47] is unlinked by a new password or a change of the address @full', async () => {
    const member = await signUpAccount(app, 'links-end', { verified: true })
    const user = { sub: '14', email: member.email }
    await signInByGoogle(user)
    const passwords = { currentPassword: initialPassword, newPassword: 'another still water' }
    await request(app, 'POST /api/identity/change-password', { as: member, body: passwords })
    expect(await uidsOf(user.sub)).toEqual([])
    await signInByGoogle(user)
    expect(await uidsOf(user.sub)).toEqual([member.uid])
    await saveProfile(app, member, 'links-end-now@example.org')
    const { token } = await lastMail(app, 'links-end-now@example.org')
    await request(app, 'POST /api/identity/verify-email', { as: member, body: { token } })
    expect(await uidsOf(user.sub)).toEqual([])
    expect(redirectOf(await signInByGoogle(user))).toBe(failedRedirect('email-already-in-use'))
  })

  test('gives the session its stored email state', async () => {
    const member = await signUpAccount(app, 'held', { verified: true })
    await signInByGoogle({ sub: '15', email: member.email })
    const proof = { ...googleProof, subject: '15', email: member.email }
    const identity = { uid: member.uid, email: 'former@example.org', name: 'Hal', emailVerified: false }
    const checkProof = createGoogleLinkCheck(proof, member.uid)
    await openSession(app.app.platform, { ...opening, identity, checkProof })
    const latest = await app.database.query.selectFrom('sessions').selectAll().orderBy('id', 'desc').execute()
    expect(latest[0]).toMatchObject({ email: member.email, emailVerified: true })
  })

  test.each([
    ['the server hasn’t verified it', false, {}],
    ['Google hasn’t verified it', true, { emailVerified: false }],
    ['Google isn’t authoritative for it', true, { hd: null }],
  ])('isn’t linked if %s', async (...facts) => {
    const [what, verified, atTheirs] = facts
    const member = await signInBuiltinMember(
      app,
      `not-linked-${what.replace(/\W/g, '-').toLowerCase()}`,
      verified,
    )
    const before = await sessions()
    const response = await signInByGoogle({ sub: `12 ${what}`, email: member.email, ...atTheirs })
    expect(redirectOf(response)).toBe(failedRedirect('email-already-in-use'))
    expect(sessionCookie(response)).toBe('')
    expect(await sessions()).toEqual(before)
  })
})

describe('a member from a period with Firebase', () => {
  const member = async (key: string) => {
    const user = await signIn(app, key, personFields.mia)
    const { uid, email } = user
    const facts = { provider: 'firebase' as const, emailVerified: true, createdAt: new Date(clock.now()) }
    await app.database.query
      .insertInto('outside_identities')
      .values({ ...facts, subject: `fb-${key}`, uid, email })
      .execute()
    return user
  }

  test('[AUTH-38] keeps the account with a password chosen by mail', async () => {
    const mia = await member('mia-back')
    await request(app, 'POST /api/identity/request-password-reset', { body: { email: mia.email } })
    const { token } = await lastMail(app, mia.email)
    const newPassword = { token, newPassword: initialPassword }
    expect((await request(app, 'POST /api/identity/reset-password', { body: newPassword })).status).toBe(200)
    const response = await signInAgain(app, mia.email)
    expect(response).toMatchObject({ status: 200, body: { user: { id: mia.uid } } })
  })

  test('keeps the address from strangers who sign up with it', async () => {
    const mia = await member('mia-kept')
    const body = { name: 'Mia', email: mia.email, password: 'a password of a stranger' }
    const signUp = await request(app, 'POST /api/identity/sign-up/email', { body })
    expect(signUp).toMatchObject({ status: 409, body: { code: 'email-already-in-use' } })
    expect((await signInAgain(app, mia.email, body.password)).status).toBe(401)
  })

  test('keeps the account with Google sign-in', async () => {
    const mia = await member('mia-by-google')
    expect(await uidOf(await signInByGoogle({ sub: '40', email: mia.email }))).toBe(mia.uid)
  })

  test('[T33] isn’t linked by an address that Firebase hadn’t verified', async () => {
    const mia = await member('mia-unsure')
    await app.database.query
      .updateTable('outside_identities')
      .set({ emailVerified: false })
      .where('uid', '=', mia.uid)
      .execute()
    expect(await uidOf(await signInByGoogle({ sub: '41', email: mia.email }))).not.toBe(mia.uid)
  })
})

test('[AUTH-24] a banned member gets no session', async () => {
  const user = { sub: '20', email: 'bea@example.org', name: 'Bea' }
  const member = await signInBuiltinMember(app, 'bea')
  await signInByGoogle(user)
  const reason = { reason: 'Unkind words' }
  await request(app, `POST /api/admin/users/${member.userId}/ban`, { as: ada, body: reason })
  const response = await signInByGoogle(user)
  expect(redirectOf(response)).toBe(failedRedirect('banned'))
  expect(sessionCookie(response)).toBe('')
})

test('[USR-15] a deleted member leaves no data, and a new sign-in creates a new account', async () => {
  const user = { sub: '21', email: 'gone@example.org' }
  const member = await signInBuiltinMember(app, 'gone')
  await signInByGoogle(user)
  await request(app, `DELETE /api/admin/users/${member.userId}`, { as: ada })
  expect(await uidsOf('21')).toEqual([])
  expect(await app.database.query.selectFrom('identity_removals').select('subject').execute()).toEqual([])
  const uid = await uidOf(await signInByGoogle(user))
  expect(uid).not.toBe(member.uid)
  const proof = { ...googleProof, subject: '21', email: user.email }
  const opened = openSession(app.app.platform, {
    ...opening,
    identity: { ...proof, uid: member.uid },
    checkProof: createGoogleLinkCheck(proof, member.uid),
  })
  await expect(opened).rejects.toMatchObject({ errorResponse: { status: 401 } })
})

describe('[T05] a rejected Google sign-in', () => {
  const expectRejected = async (response: Promise<TestResponse>, code = 'failed') => {
    const before = await sessions()
    const { headers, ...rest } = await response
    expect(redirectOf({ headers, ...rest })).toBe(failedRedirect(code))
    expect(sessionCookie({ headers, ...rest })).toBe('')
    expect(await sessions()).toEqual(before)
  }

  test('[AUTH-09] the user declined', () => expectRejected(signInByGoogle(null), 'cancelled'))

  test('the state of another browser, an expired one, or none', async () => {
    const [mine, other] = [await startGoogleSignIn(), await startGoogleSignIn()]
    const code = (await atGoogle(mine, sol)).searchParams.get('code')
    await expectRejected(returnFromGoogle(`?state=x&code=${code}`, mine.cookie))
    await expectRejected(returnFromGoogle(`?code=${code}`, mine.cookie))
    const { search } = await atGoogle(mine, sol)
    for (const cookie of [other.cookie, '', 'google=', 'google=.remembered', `google=${'A'.repeat(43)}`])
      await expectRejected(returnFromGoogle(search, cookie))
    for (const query of [
      '',
      '?error=server_error',
      '?code=4/x',
      '?state=x&code=4/x',
      '?state=&state=&code=4/x',
    ])
      await expectRejected(returnFromGoogle(query, mine.cookie))
    const state = new URLSearchParams(search).get('state')
    await expectRejected(returnFromGoogle(`?state=${state}`, mine.cookie))
    await expectRejected(returnFromGoogle(`?state=${state}&code=4/made-up`, mine.cookie))
  })

  test('a state that was used before', async () => {
    const flow = await startGoogleSignIn()
    const { search } = await atGoogle(flow, sol)
    expect(redirectOf(await returnFromGoogle(search, flow.cookie))).toBe(signedInRedirect)
    await expectRejected(returnFromGoogle(search, flow.cookie))
  })

  test.each([
    ['with another nonce', { nonce: 'another' }],
    ['without a nonce', { nonce: undefined }],
    ['for another client', { aud: 'another.apps.googleusercontent.com' }],
    ['of another issuer', { iss: 'https://securetoken.google.com/sit-together' }],
    ['without a subject', { sub: undefined }],
    ['without an address', { email: undefined }],
    ['that has expired', { exp: Math.floor(createTestClock().now() / 1000) - 1 }],
  ])('a token %s', async (_what, forged) => {
    google.forgedClaims = forged
    await expectRejected(signInByGoogle(sol))
  })

  test('a token that Google didn’t sign', async () => {
    const { signer } = google
    try {
      google.signer = createSigner(signer.kid)
      await expectRejected(signInByGoogle(sol))
    } finally {
      google.signer = signer
    }
  })

  test('any sign-in while Google is unreachable', async () => {
    const flow = await startGoogleSignIn()
    const { search } = await atGoogle(flow, sol)
    google.server.isUp = false
    await expectRejected(returnFromGoogle(search, flow.cookie), 'unavailable')
  })
})

test('the callback redirects to a page even on a server error', async () => {
  const flow = await startGoogleSignIn()
  const { search } = await atGoogle(flow, { sub: '30', email: 'fault@example.org' })
  await app.database.query.schema
    .alterTable('outside_identities')
    .renameTo('outside_identities_away')
    .execute()
  try {
    expect(redirectOf(await returnFromGoogle(search, flow.cookie))).toBe(failedRedirect('unavailable'))
    // Also for a failure before the handler runs.
    await app.database.query.schema.alterTable('sessions').renameTo('sessions_away').execute()
    expect(redirectOf(await returnFromGoogle(search, `sid=${'A'.repeat(43)}`))).toBe(
      failedRedirect('unavailable'),
    )
  } finally {
    await app.database.query.schema.alterTable('sessions_away').renameTo('sessions').execute()
    await app.database.query.schema
      .alterTable('outside_identities_away')
      .renameTo('outside_identities')
      .execute()
  }
})

test('[T31, OPS-11] the page offers Google sign-in without further CSP sources, also at /auth', async () => {
  const [auth, elsewhere] = await Promise.all(['/auth', '/settings'].map((path) => fetch(app.url + path)))
  expect(identityOfPage((await auth?.text()) ?? '')).toEqual({
    provider: 'builtin',
    google: true,
    contact: null,
  })
  for (const name of ['content-security-policy', 'cross-origin-opener-policy'])
    expect(auth?.headers.get(name)).toBe(elsewhere?.headers.get(name))
  expect(auth?.headers.get('cross-origin-opener-policy')).toBe('same-origin')
})
