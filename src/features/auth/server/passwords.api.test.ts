// Passwords: reset by mailed link, and change with the current password.
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { connectDatabase } from '#server/db/database.ts'
import { closeAfterAll } from '#test/close-after-all.ts'
import { countLockWaiters } from '#test/database/lock-race.ts'
import { eventually } from '#test/eventually.ts'
import { connectLive } from '#test/live/live-client.ts'
import { lastMail, mailsOf } from '#test/network/mails.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { cookieOf, initialPassword, signUpAccount, saveProfile, signInAgain } from '#test/people/account.ts'
import { personFields, signIn, type TestUser } from '#test/people/people.ts'
import { request } from '#test/request.ts'

const app = await openTestApp({ isUnlimited: true })
/** Sees the waiting statements when they have taken all connections of the app. */
const observer = closeAfterAll(connectDatabase(app.databaseUrl, { maxConnections: 1 }))

const newPassword = 'a lake without wind'
const requestReset = (email: string) =>
  request(app, 'POST /api/identity/request-password-reset', { body: { email } })
const reset = (token: string, password = newPassword, cookie = '') =>
  request(app, 'POST /api/identity/reset-password', {
    body: { token, newPassword: password },
    ...(cookie === '' ? {} : { headers: { cookie } }),
  })
const change = (as: TestUser, currentPassword: string, password = newPassword) =>
  request(app, 'POST /api/identity/change-password', {
    as,
    body: { currentPassword, newPassword: password },
  })
const whoAmI = (cookie: string) => request(app, 'GET /api/auth/session', { headers: { cookie } })
const sessionsOf = ({ uid }: TestUser) =>
  app.database.query.selectFrom('sessions').selectAll().where('uid', '=', uid).orderBy('id').execute()
const linkTo = async (email: string) => {
  await requestReset(email)
  return (await lastMail(app, email)).token
}
/** Waits until `count` statements wait for locks, or until `isOver` returns true. */
const waitsForLocks = (count: number, isOver = () => false) =>
  eventually(async () => {
    expect(isOver() || (await countLockWaiters(observer.query)) >= count).toBe(true)
  }, 30_000)
const ban = ({ userId }: TestUser) =>
  app.database.query
    .updateTable('users')
    .set({ isBanned: true, bannedAt: new Date(app.clock.now()), bannedReason: 'Unkind words' })
    .where('id', '=', userId)
    .execute()

describe('requesting a reset link', () => {
  test('[AUTH-12] [T32] the response is the same for known and unknown addresses, and mails only to known ones', async () => {
    const sol = await signUpAccount(app, 'sol-asks', { verified: true })
    const before = (await mailsOf(app)).length
    const responses = [
      await requestReset(sol.email),
      await requestReset('nobody@example.org'),
      await requestReset(' SOL-ASKS@Example.org'),
    ]
    for (const { status, body } of responses)
      expect({ status, body }).toEqual({ status: 200, body: { status: true } })
    const mails = (await mailsOf(app)).slice(before)
    expect(mails.map(({ to }) => to)).toEqual([sol.email, sol.email])
    expect(mails[0]).toMatchObject({ subject: 'Stillwater: Choose a new password' })
    expect(mails[0]?.text).toContain(`Hello ${sol.name},`)
    expect(mails[0]?.text).toContain(`${app.url}/auth?reset=${mails[0]?.token}`)
    expect(mails[0]?.html).toContain(`href="${app.url}/auth?reset=${mails[0]?.token}"`)
  })

  test('[AUTH-12] responds before the address is looked up', async () => {
    const sol = await signUpAccount(app, 'sol-times')
    const before = (await mailsOf(app)).length
    await app.database.transaction(async (tx) => {
      await sql`lock table identity_users in access exclusive mode`.execute(tx)
      // Lookups of the account wait until this transaction ends.
      expect((await requestReset(sol.email)).status).toBe(200)
      expect((await requestReset('nobody@example.org')).status).toBe(200)
    })
    expect((await mailsOf(app)).slice(before).map(({ to }) => to)).toEqual([sol.email])
  })

  test('rejects an invalid address beside its field', async () => {
    for (const email of ['', 'no address', 7, null]) {
      expect(
        await request(app, 'POST /api/identity/request-password-reset', { body: { email } }),
      ).toMatchObject({
        status: 400,
        body: { code: 'invalid', issues: [{ path: 'email' }] },
      })
    }
  })

  test('[AUTH-36] stores only the hash of the link', async () => {
    const sol = await signUpAccount(app, 'sol-hash')
    const token = await linkTo(sol.email)
    expect(token).toMatch(/^[\w-]{43}$/)
    const rows = await app.database.query.selectFrom('mailed_links').selectAll().execute()
    expect(rows.map(({ tokenHash }) => tokenHash.length)).toEqual(rows.map(() => 32))
    expect(JSON.stringify(rows)).not.toContain(token)
  })
})

describe('following a reset link', () => {
  test('[AUTH-38] sets the password, signs in here, and ends all other sessions and their sockets', async () => {
    const sol = await signUpAccount(app, 'sol-follows')
    await saveProfile(app, sol)
    const other = cookieOf(await signInAgain(app, sol.email))
    const sockets = await Promise.all(
      [sol.cookie, other].map((cookie) => connectLive(app, { as: { ...sol, cookie } })),
    )
    const startedAtMs = performance.now()
    const response = await reset(await linkTo(sol.email))
    expect(response).toMatchObject({ status: 200, body: { status: true } })
    expect(await Promise.all(sockets.map(({ closed }) => closed))).toEqual([4401, 4401])
    expect(performance.now() - startedAtMs).toBeLessThan(5_000)
    expect(await whoAmI(cookieOf(response))).toMatchObject({
      status: 200,
      body: { uid: sol.uid, email: sol.email, emailVerified: true },
    })
    for (const cookie of [sol.cookie, other]) expect((await whoAmI(cookie)).status).toBe(401)
    expect((await sessionsOf(sol)).map(({ revokedBy }) => revokedBy)).toEqual(['password', 'password', null])
    expect((await signInAgain(app, sol.email)).status).toBe(401)
    expect((await signInAgain(app, sol.email, newPassword)).status).toBe(200)
    expect(await app.database.query.selectFrom('identity_sessions').selectAll().execute()).toEqual([])
  })

  test('works once, within an hour, and invalidates other links', async () => {
    const sol = await signUpAccount(app, 'sol-once')
    const [first, second] = [await linkTo(sol.email), await linkTo(sol.email)]
    const rejected = { status: 400, body: { code: 'invalid-link' } }
    app.clock.advance(3_600_000)
    expect(await reset(first)).toMatchObject(rejected)
    const third = await linkTo(sol.email)
    app.clock.advance(3_599_999)
    const fourth = await linkTo(sol.email)
    expect((await reset(third)).status).toBe(200)
    for (const token of [first, second, third, fourth, 'nonsense', 'A'.repeat(43)]) {
      expect(await reset(token, 'yet another password')).toMatchObject(rejected)
    }
    expect((await signInAgain(app, sol.email, newPassword)).status).toBe(200)
  })

  test('of another purpose, or to a former address, changes nothing', async () => {
    const sol = await signUpAccount(app, 'sol-kind')
    const verification = (await lastMail(app, sol.email)).token
    expect(await reset(verification)).toMatchObject({ status: 400, body: { code: 'invalid-link' } })
    const token = await linkTo(sol.email)
    await app.database.query
      .updateTable('identity_users')
      .set({ email: 'elsewhere@example.org' })
      .where('id', '=', sol.uid)
      .execute()
    expect(await reset(token)).toMatchObject({ status: 400, body: { code: 'invalid-link' } })
  })

  test('20 times concurrently sets one password, without a server error', async () => {
    const sol = await signUpAccount(app, 'sol-race')
    const token = await linkTo(sol.email)
    const passwords = Array.from({ length: 20 }, (_, index) => `${newPassword} ${index}`)
    const [resets] = await app.database.transaction(async (tx) => {
      await tx.updateTable('identity_users').set({ name: 'Sol' }).where('id', '=', sol.uid).execute()
      const started = Promise.all(passwords.map((password) => reset(token, password)))
      await waitsForLocks(3)
      return [started]
    })
    const responses = await resets
    const winners = passwords.filter((_, index) => responses[index]?.status === 200)
    expect(winners).toHaveLength(1)
    expect(responses.filter(({ status }) => status === 400)).toHaveLength(19)
    expect((await signInAgain(app, sol.email, winners[0])).status).toBe(200)
    expect((await sessionsOf(sol)).filter(({ revokedBy }) => revokedBy === null)).toHaveLength(2)
  }, 60_000)

  test('with a password that is too short is rejected beside the field, and the link stays valid', async () => {
    const sol = await signUpAccount(app, 'sol-short')
    const token = await linkTo(sol.email)
    expect(await reset(token, 'seven77')).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'newPassword' }] },
    })
    expect((await reset(token)).status).toBe(200)
  })

  test('replaces the session that was open on that page', async () => {
    const sol = await signUpAccount(app, 'sol-place')
    const mia = await signIn(app, 'mia-place', personFields.mia)
    const response = await reset(await linkTo(sol.email), newPassword, mia.cookie)
    expect(response.status).toBe(200)
    expect((await whoAmI(mia.cookie)).status).toBe(401)
    expect(await whoAmI(cookieOf(response))).toMatchObject({ body: { uid: sol.uid } })
  })

  test('[AUTH-24] sets the password of a banned member and returns the ban’s reason', async () => {
    const bea = await signUpAccount(app, 'bea-reset')
    const token = await linkTo(bea.email)
    await ban(bea)
    const response = await reset(token)
    expect(response).toMatchObject({ status: 403, body: { code: 'banned', reason: 'Unkind words' } })
    expect(response.headers.getSetCookie()).toEqual([])
    expect((await signInAgain(app, bea.email)).status).toBe(401)
    expect((await signInAgain(app, bea.email, newPassword)).status).toBe(403)
  })

  test('[AUTH-38] works for a user who hasn’t registered yet, who can register then', async () => {
    const una = await signUpAccount(app, 'una-reset', { registered: false })
    const response = await reset(await linkTo(una.email))
    expect(response.status).toBe(200)
    const headers = { cookie: cookieOf(response) }
    expect(await request(app, 'GET /api/auth/user', { headers })).toMatchObject({ status: 404 })
    const body = { email: una.email, name: una.name, firebaseUid: una.uid }
    expect((await request(app, 'POST /api/auth/register', { headers, body })).status).toBe(201)
  })

  test('[T33] takes an address back from a stranger who signed up with it, with everything they prepared', async () => {
    const squatter = await signUpAccount(app, 'victim')
    await saveProfile(app, squatter, 'squatter@example.org')
    const theirs = (await lastMail(app, 'squatter@example.org')).token
    const again = await request(app, 'POST /api/identity/sign-up/email', {
      body: { name: 'Vera Holm', email: squatter.email, password: newPassword },
    })
    expect(again).toMatchObject({ status: 409, body: { code: 'email-already-in-use' } })
    const response = await reset(await linkTo(squatter.email))
    expect(response.status).toBe(200)
    expect((await whoAmI(squatter.cookie)).status).toBe(401)
    expect((await signInAgain(app, squatter.email)).status).toBe(401)
    const taken = await request(app, 'POST /api/identity/verify-email', { body: { token: theirs } })
    expect(taken).toMatchObject({ status: 400, body: { code: 'invalid-link' } })
    const headers = { cookie: cookieOf(response) }
    const registered = await request(app, 'POST /api/auth/register', {
      headers,
      body: { email: squatter.email, name: 'Vera Holm', firebaseUid: squatter.uid },
    })
    expect(registered).toMatchObject({ status: 200, body: { email: squatter.email, pendingEmail: null } })
  })

  test('[AUTH-38] invalidates a concurrent sign-in with the old password', async () => {
    const sol = await signUpAccount(app, 'sol-under-way')
    const { database } = app
    const signingIn = await database.transaction(async (tx) => {
      await tx
        .updateTable('identity_accounts')
        .set({ password: 'another' })
        .where('userId', '=', sol.uid)
        .execute()
      let hasResponse = false
      const response = signInAgain(app, sol.email).finally(() => {
        hasResponse = true
      })
      await waitsForLocks(1, () => hasResponse)
      return [response]
    })
    expect(await signingIn[0]).toMatchObject({ status: 401, body: { code: 'invalid-credential' } })
    expect(await sessionsOf(sol)).toHaveLength(1)
  })
})

describe('changing the password', () => {
  test('[PROF-25] sets the new one, ends all other sessions, and mails a notification', async () => {
    const sol = await signUpAccount(app, 'sol-changes', { verified: true, name: 'Sol & <b>Luna</b>' })
    const other = cookieOf(await signInAgain(app, sol.email))
    expect(await change(sol, initialPassword)).toMatchObject({ status: 200, body: { status: true } })
    expect((await whoAmI(sol.cookie)).status).toBe(200)
    expect((await whoAmI(other)).status).toBe(401)
    expect((await sessionsOf(sol)).map(({ revokedBy }) => revokedBy)).toEqual([null, 'password'])
    expect((await signInAgain(app, sol.email)).status).toBe(401)
    expect((await signInAgain(app, sol.email, newPassword)).status).toBe(200)
    const mail = await lastMail(app, sol.email)
    expect(mail.subject).toBe('Stillwater: Your password was changed')
    expect(mail.text).toContain('Hello Sol & <b>Luna</b>,')
    expect(mail.html).toContain('Hello Sol &amp; &lt;b&gt;Luna&lt;/b&gt;,')
    expect(await app.database.query.selectFrom('identity_sessions').selectAll().execute()).toEqual([])
  })

  test('[PROF-25] with a wrong current password, or a new one that is too short, is rejected beside the field', async () => {
    const sol = await signUpAccount(app, 'sol-wrong')
    const other = cookieOf(await signInAgain(app, sol.email))
    expect(await change(sol, 'not the password')).toMatchObject({
      status: 400,
      body: {
        code: 'invalid',
        issues: [{ path: 'currentPassword', message: 'That is not your current password.' }],
      },
    })
    expect(await change(sol, initialPassword, 'seven77')).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'newPassword', message: 'A password has at least 8 characters.' }] },
    })
    expect((await whoAmI(other)).status).toBe(200)
    expect((await signInAgain(app, sol.email)).status).toBe(200)
    expect((await mailsOf(app, sol.email)).map(({ subject }) => subject)).toEqual([
      'Stillwater: Confirm your email address',
    ])
  })

  test('[T33] invalidates mailed links and cancels a pending email change', async () => {
    const sol = await signUpAccount(app, 'sol-calls-off')
    expect(await saveProfile(app, sol, 'thief@example.org')).toMatchObject({
      body: { pendingEmail: 'thief@example.org' },
    })
    const { token } = await lastMail(app, 'thief@example.org')
    const forgotten = await linkTo(sol.email)
    await change(sol, initialPassword)
    expect((await request(app, 'POST /api/identity/verify-email', { body: { token } })).status).toBe(400)
    expect((await reset(forgotten)).status).toBe(400)
    expect(await request(app, 'GET /api/auth/user', { as: sol })).toMatchObject({
      body: { pendingEmail: null },
    })
  })

  test('twice concurrently with the same current password succeeds once', async () => {
    const sol = await signUpAccount(app, 'sol-two')
    const responses = await Promise.all([
      change(sol, initialPassword, 'a lake at dawn'),
      change(sol, initialPassword, 'a lake at dusk'),
    ])
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
  })

  test('[API-18] is allowed to a banned member, but not to an anonymous visitor', async () => {
    const bea = await signUpAccount(app, 'bea-changes')
    await ban(bea)
    expect((await change(bea, initialPassword)).status).toBe(200)
    expect(await change({ ...bea, cookie: '' }, newPassword)).toMatchObject({ status: 401 })
  })
})
