// Email verification, and the administrators it promotes.
import { describe, expect, test } from 'vitest'
import { lastMail, mailsOf } from '#test/network/mails.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { cookieOf, saveProfile, signUpAccount, signInAgain } from '#test/people/account.ts'
import { personFields, signIn, type TestUser } from '#test/people/people.ts'
import { request } from '#test/request.ts'

const adminEmails = [
  'boss@example.org',
  'chief@example.org',
  'head@example.org',
  'first@example.org',
  'second@example.org',
  'banned@example.org',
  'race@example.org',
  'owned@example.org',
]
const app = await openTestApp({ isUnlimited: true, config: { adminEmails } })

/** Confirms without a session, as a press in another browser does, or in the session of `as`. */
const verify = (token: string, as?: TestUser) =>
  request(app, 'POST /api/identity/verify-email', { body: { token }, headers: { cookie: as?.cookie ?? '' } })
const describeLink = (token: string, as?: TestUser) =>
  request(app, 'POST /api/identity/mailed-link', { body: { token }, headers: { cookie: as?.cookie ?? '' } })
const sendAgain = (as: TestUser) => request(app, 'POST /api/identity/send-verification-email', { as })
const whoAmI = (as: TestUser) => request(app, 'GET /api/auth/session', { as })
const register = (as: TestUser) =>
  request(app, 'POST /api/auth/register', {
    as,
    body: { email: as.email, name: as.name, firebaseUid: as.uid },
  })
const identityOf = ({ uid }: TestUser) =>
  app.database.query
    .selectFrom('identity_users')
    .select(['email', 'emailVerified'])
    .where('id', '=', uid)
    .executeTakeFirst()
const isAdmin = async ({ uid }: TestUser) =>
  (
    await app.database.query
      .selectFrom('users')
      .select('isAdmin')
      .where('firebaseUid', '=', uid)
      .executeTakeFirst()
  )?.isAdmin
const invalid = { status: 400, body: { code: 'invalid-link' } }

describe('the mailed verification link', () => {
  test('[AUTH-37] is sent after sign-up, opens Settings, and isn’t required to take part', async () => {
    const sol = await signUpAccount(app, 'sol-mail', { name: 'Buy at http://evil.example' })
    const mail = await lastMail(app, sol.email)
    expect(mail).toMatchObject({
      subject: 'Stillwater: Confirm your email address',
      from: 'Stillwater <no-reply@localhost>',
    })
    expect(mail.text).toContain(`${app.url}/settings?verified=${mail.token}`)
    expect(mail.text + mail.html).not.toContain('evil')
    expect(mail.text).toContain(`created with this email address, ${sol.email}.`)
    expect(await whoAmI(sol)).toMatchObject({ status: 200, body: { emailVerified: false } })
    expect((await request(app, 'GET /api/auth/user', { as: sol })).status).toBe(200)
  })

  test('[AUTH-37] verifies the address in every session immediately, and does nothing the second time', async () => {
    const sol = await signUpAccount(app, 'sol-verifies')
    const other = { ...sol, cookie: cookieOf(await signInAgain(app, sol.email)) }
    const { token } = await lastMail(app, sol.email)
    for (let time = 0; time < 2; time += 1) {
      expect(await verify(token)).toMatchObject({ status: 200, body: { status: true, email: sol.email } })
    }
    for (const as of [sol, other]) {
      expect(await whoAmI(as)).toMatchObject({ status: 200, body: { emailVerified: true } })
    }
    expect(await identityOf(sol)).toEqual({ email: sol.email, emailVerified: true })
    expect(await app.database.query.selectFrom('identity_sessions').selectAll().execute()).toEqual([])
  })

  test('[AUTH-37] is valid for a day, and a made-up one is invalid', async () => {
    const sol = await signUpAccount(app, 'sol-late')
    const { token } = await lastMail(app, sol.email)
    app.clock.advance(24 * 3_600_000)
    for (const wrong of [token, 'nonsense', 'A'.repeat(43), `${token}A`])
      expect(await verify(wrong)).toMatchObject(invalid)
    expect(await identityOf(sol)).toMatchObject({ emailVerified: false })
    await sendAgain({ ...sol, cookie: cookieOf(await signInAgain(app, sol.email)) })
    app.clock.advance(24 * 3_600_000 - 1)
    expect((await verify((await lastMail(app, sol.email)).token)).status).toBe(200)
  })

  test('can’t be replaced by a password reset link', async () => {
    const sol = await signUpAccount(app, 'sol-other-kind')
    await request(app, 'POST /api/identity/request-password-reset', { body: { email: sol.email } })
    expect(await verify((await lastMail(app, sol.email)).token)).toMatchObject(invalid)
  })

  test('changes nothing on GET', async () => {
    const sol = await signUpAccount(app, 'sol-get')
    const { token } = await lastMail(app, sol.email)
    expect((await request(app, `GET /settings?verified=${token}`)).status).toBeLessThan(500)
    expect((await request(app, `GET /api/identity/verify-email?token=${token}`)).status).toBe(405)
    expect(await identityOf(sol)).toMatchObject({ emailVerified: false })
  })

  test('used 20 times concurrently succeeds each time and changes the address once', async () => {
    const sol = await signUpAccount(app, 'sol-twenty')
    const { token } = await lastMail(app, sol.email)
    const responses = await Promise.all(Array.from({ length: 20 }, () => verify(token)))
    for (const { status, body } of responses) {
      expect({ status, body }).toEqual({ status: 200, body: { status: true, email: sol.email } })
    }
    expect(await identityOf(sol)).toMatchObject({ emailVerified: true })
  })
})

describe('what a mailed link would do', () => {
  test('[AUTH-49] is described without doing it: the address, whether it is a change, and whose account it is', async () => {
    const sol = await signUpAccount(app, 'sol-described')
    const { token } = await lastMail(app, sol.email)
    const first = { purpose: 'verify', email: sol.email, isChange: false, isDone: false, needsSignIn: false }
    expect(await describeLink(token)).toMatchObject({ status: 200, body: { ...first, isOwn: false } })
    expect(await describeLink(token, sol)).toMatchObject({ body: { ...first, isOwn: true } })
    expect(await identityOf(sol)).toMatchObject({ emailVerified: false })
    await verify(token)
    expect(await describeLink(token)).toMatchObject({ body: { isDone: true } })
    await saveProfile(app, sol, 'sol-redescribed@example.org')
    const change = await lastMail(app, 'sol-redescribed@example.org')
    expect(change.text).toContain('The account at Stillwater that now uses s…@example.org asks to use')
    const next = {
      purpose: 'verify',
      email: 'sol-redescribed@example.org',
      isChange: true,
      needsSignIn: true,
    }
    expect(await describeLink(change.token)).toMatchObject({ body: { ...next, isOwn: false } })
    await request(app, 'POST /api/identity/request-password-reset', { body: { email: sol.email } })
    expect(await describeLink((await lastMail(app, sol.email)).token)).toMatchObject({
      body: { purpose: 'reset', email: sol.email },
    })
    expect(await describeLink('nonsense')).toMatchObject(invalid)
  })

  test('[T70] [PROF-17] a change of address is confirmed only in a session of its account', async () => {
    const sol = await signUpAccount(app, 'sol-changes', { verified: true })
    const other = await signUpAccount(app, 'sol-reads', { verified: true })
    await saveProfile(app, sol, 'sol-changed@example.org')
    const { token } = await lastMail(app, 'sol-changed@example.org')
    for (const as of [undefined, other])
      expect(await verify(token, as)).toMatchObject({ status: 403, body: { code: 'wrong_account' } })
    expect(await identityOf(sol)).toMatchObject({ email: sol.email })
    expect((await verify(token, sol)).status).toBe(200)
    expect(await identityOf(sol)).toMatchObject({ email: 'sol-changed@example.org' })
  })
})

describe('resending the verification mail', () => {
  test('[PROF-25] mails a new link while the address is unverified, and nothing afterwards', async () => {
    const sol = await signUpAccount(app, 'sol-again')
    expect(await mailsOf(app, sol.email)).toHaveLength(1)
    expect(await sendAgain(sol)).toMatchObject({ status: 200, body: { status: true } })
    // It waits: a mailbox gets one an hour (T71).
    expect(await mailsOf(app, sol.email)).toHaveLength(1)
    app.clock.advance(3_600_000)
    const [first, second] = await mailsOf(app, sol.email)
    expect(first?.token).not.toBe(second?.token)
    expect((await verify(first?.token ?? '')).status).toBe(200)
    expect((await verify(second?.token ?? '')).status).toBe(200)
    expect(await sendAgain(sol)).toMatchObject({ status: 200, body: { status: true } })
    expect(await mailsOf(app, sol.email)).toHaveLength(2)
  })

  test('[API-18] is allowed to a banned member, but not to an anonymous visitor', async () => {
    const bea = await signIn(app, 'bea-again', personFields.bea)
    expect((await sendAgain(bea)).status).toBe(200)
    expect(await sendAgain({ ...bea, cookie: '' })).toMatchObject({
      status: 401,
      body: { code: 'unauthenticated' },
    })
  })
})

describe('ADMIN_EMAILS', () => {
  test('[OPS-10] promotes a user who registers first and verifies the address later', async () => {
    const boss = await signUpAccount(app, 'boss')
    expect(await isAdmin(boss)).toBe(false)
    await signInAgain(app, boss.email)
    expect(await isAdmin(boss)).toBe(false)
    await verify((await lastMail(app, boss.email)).token, boss)
    expect(await isAdmin(boss)).toBe(true)
  })

  test('[OPS-10] promotes a user who verifies the address first, and the registration returns the role', async () => {
    const chief = await signUpAccount(app, 'chief', { registered: false, verified: true })
    expect(await register(chief)).toMatchObject({ status: 201, body: { isAdmin: true } })
    expect(await isAdmin(chief)).toBe(true)
  })

  test('[T70] [OPS-10] a listed address is confirmed only in a session of its account', async () => {
    const stranger = await signUpAccount(app, 'owned')
    const other = await signUpAccount(app, 'owned-other', { verified: true })
    const { token } = await lastMail(app, stranger.email)
    for (const as of [undefined, other]) {
      expect(await describeLink(token, as)).toMatchObject({ body: { isOwn: false, needsSignIn: true } })
      expect(await verify(token, as)).toMatchObject({ status: 403, body: { code: 'wrong_account' } })
    }
    expect(await identityOf(stranger)).toMatchObject({ emailVerified: false })
    expect(await isAdmin(stranger)).toBe(false)
    expect(await verify(token, stranger)).toMatchObject({ status: 200 })
    expect(await isAdmin(stranger)).toBe(true)
  })

  test('[T70] [OPS-10] an address confirmed outside its account’s sessions gives no role once it is listed', async () => {
    const early = await signUpAccount(app, 'early')
    const { token } = await lastMail(app, early.email)
    expect((await verify(token)).status).toBe(200)
    adminEmails.push(early.email)
    await signInAgain(app, early.email)
    expect(await isAdmin(early)).toBe(false)
    expect((await verify(token, early)).status).toBe(200)
    expect(await isAdmin(early)).toBe(true)
  })

  test('[OPS-10] counts an address verified by a reset link', async () => {
    const head = await signUpAccount(app, 'head')
    await request(app, 'POST /api/identity/request-password-reset', { body: { email: head.email } })
    const { token } = await lastMail(app, head.email)
    await request(app, 'POST /api/identity/reset-password', {
      body: { token, newPassword: 'a lake without wind' },
    })
    expect(await isAdmin(head)).toBe(true)
  })

  test('[OPS-10] promotes a user who was verified before the address was listed, at the next sign-in', async () => {
    const first = await signUpAccount(app, 'first', { verified: true })
    const users = app.database.query.updateTable('users').where('id', '=', first.userId)
    await users.set({ isAdmin: false }).execute()
    // Simulates a user without any role decision.
    await users.set({ isAdminDecided: false }).execute()
    await signInAgain(app, first.email)
    expect(await isAdmin(first)).toBe(true)
  })

  test('[OPS-10] promotes a user once, with an activity entry, and not again after the role was revoked', async () => {
    const second = await signUpAccount(app, 'second', { verified: true })
    expect(await isAdmin(second)).toBe(true)
    await app.database.query
      .updateTable('users')
      .set({ isAdmin: false })
      .where('id', '=', second.userId)
      .execute()
    await signInAgain(app, second.email)
    expect(await isAdmin(second)).toBe(false)
    const lines = await app.database.query
      .selectFrom('activities')
      .select(['actorId', 'action', 'before', 'after'])
      .where('targetId', '=', second.userId)
      .execute()
    expect(lines).toEqual([
      {
        actorId: null,
        action: 'user.update',
        before: { isAdmin: false },
        after: { isAdmin: true, way: 'admin-emails' },
      },
    ])
  })

  test('[OPS-10] matches the provider’s address, and promotes no one else', async () => {
    const mallory = await signUpAccount(app, 'mallory', { verified: true })
    const move = (from: string, to: string) =>
      app.database.query.updateTable('users').set({ email: to }).where('email', '=', from).execute()
    await move('boss@example.org', 'former-boss@example.org')
    await move(mallory.email, 'boss@example.org')
    await signInAgain(app, mallory.email)
    expect(await isAdmin(mallory)).toBe(false)
  })

  test('[OPS-10] doesn’t promote a banned member', async () => {
    const banned = await signUpAccount(app, 'banned')
    const ban = { isBanned: true, bannedAt: new Date(app.clock.now()), bannedReason: 'Unkind words' }
    await app.database.query.updateTable('users').set(ban).where('id', '=', banned.userId).execute()
    expect((await verify((await lastMail(app, banned.email)).token, banned)).status).toBe(200)
    expect(await isAdmin(banned)).toBe(false)
  })

  test('[OPS-10] promotes a user who registers and verifies the address concurrently', async () => {
    const user = await signUpAccount(app, 'race', { registered: false })
    const { token } = await lastMail(app, user.email)
    await Promise.all([register(user), verify(token, user), register(user), verify(token, user)])
    expect(await isAdmin(user)).toBe(true)
  })
})
