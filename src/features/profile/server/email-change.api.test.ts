// Email change: requested, confirmed, canceled, or already taken.
import { describe, expect, test } from 'vitest'
import { lastMail, mailsOf } from '#test/network/mails.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { initialPassword, signUpAccount, saveProfile, signInAgain } from '#test/people/account.ts'
import type { TestUser } from '#test/people/people.ts'
import { request } from '#test/request.ts'

const app = await openTestApp()

const verify = (token: string, cookie = '') =>
  request(app, 'POST /api/identity/verify-email', { body: { token }, headers: { cookie } })
const account = (as: TestUser) => request(app, 'GET /api/auth/user', { as })
const whoAmI = (as: TestUser) => request(app, 'GET /api/auth/session', { as })
const identityOf = ({ uid }: TestUser) =>
  app.database.query
    .selectFrom('identity_users')
    .select(['email', 'emailVerified'])
    .where('id', '=', uid)
    .executeTakeFirst()
const invalid = { status: 400, body: { code: 'invalid-link' } }
/** A mailbox gets one such mail an hour (T71). */
const mailboxPauseMs = 3_600_000

const open = async (key: string) => {
  const person = await signUpAccount(app, key, { verified: true })
  // Avoids the rate limits of these calls, which other tests cover.
  app.clock.advance(600_000)
  return person
}

describe('requesting an email change', () => {
  test('[PROF-17] saves the rest, keeps the old address, and mails a link to the new one and a notification to the old one', async () => {
    const sol = await open('sol-moves')
    const response = await saveProfile(app, { ...sol, name: 'Sol Movedon' }, ' New-Sol@Example.org ')
    expect(response).toMatchObject({
      status: 200,
      body: {
        email: sol.email,
        pendingEmail: 'new-sol@example.org',
        name: 'Sol Movedon',
        profileCompleted: true,
      },
    })
    expect(await account(sol)).toMatchObject({ body: response.body as object })
    expect(await identityOf(sol)).toEqual({ email: sol.email, emailVerified: true })
    const link = await lastMail(app, 'new-sol@example.org')
    expect(link.text).toContain(`${app.url}/settings?verified=${link.token}`)
    expect(link.text).not.toContain('Sol')
    const mail = await lastMail(app, sol.email)
    expect(mail).toMatchObject({ subject: 'Stillwater: Your email address is about to change', token: '' })
    expect(mail.text).toContain('Hello Sol Movedon,')
    expect(mail.text).not.toContain('new-sol')
  })

  test('[PROF-17] the same request again sends no mail, even ten times at once @full', async () => {
    const sol = await open('sol-repeats')
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => saveProfile(app, sol, 'once@example.org')),
    )
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200))
    app.clock.advance(60_000)
    await saveProfile(app, sol, 'ONCE@example.org')
    expect(await mailsOf(app, 'once@example.org')).toHaveLength(1)
    expect(
      (await mailsOf(app, sol.email)).filter(({ subject }) => subject.includes('about to change')),
    ).toHaveLength(1)
  })

  test('[PROF-17] requesting the current address cancels the change, and the mailed link stays invalid', async () => {
    const sol = await open('sol-stays')
    await saveProfile(app, sol, 'regret@example.org')
    const { token } = await lastMail(app, 'regret@example.org')
    expect(await saveProfile(app, sol)).toMatchObject({ status: 200, body: { pendingEmail: null } })
    expect(await verify(token)).toMatchObject(invalid)
    app.clock.advance(mailboxPauseMs)
    await saveProfile(app, sol, 'regret@example.org')
    expect(await verify(token)).toMatchObject(invalid)
    expect((await verify((await lastMail(app, 'regret@example.org')).token, sol.cookie)).status).toBe(200)
  })

  test('[PROF-17] of two consecutive requests, only the later one can be confirmed', async () => {
    const sol = await open('sol-twice')
    await saveProfile(app, sol, 'earlier@example.org')
    const earlier = await lastMail(app, 'earlier@example.org')
    await saveProfile(app, sol, 'later@example.org')
    expect(await verify(earlier.token)).toMatchObject(invalid)
    expect((await verify((await lastMail(app, 'later@example.org')).token, sol.cookie)).status).toBe(200)
  })

  test('[PROF-17] a link for an address that is neither current nor pending is invalid', async () => {
    const sol = await open('sol-elsewhere')
    await saveProfile(app, sol, 'elsewhere@example.org')
    const { token } = await lastMail(app, 'elsewhere@example.org')
    await app.database.query
      .updateTable('users')
      .set({ pendingEmail: null })
      .where('id', '=', sol.userId)
      .execute()
    expect(await verify(token)).toMatchObject(invalid)
    expect(await identityOf(sol)).toEqual({ email: sol.email, emailVerified: true })
  })

  test('[PROF-17] the link can be mailed again', async () => {
    const sol = await open('sol-resends')
    await saveProfile(app, sol, 'again@example.org')
    expect(await mailsOf(app, 'again@example.org')).toHaveLength(1)
    app.clock.advance(mailboxPauseMs)
    expect((await request(app, 'POST /api/identity/send-verification-email', { as: sol })).status).toBe(200)
    const mails = await mailsOf(app, 'again@example.org')
    expect(mails).toHaveLength(2)
    expect((await verify(mails[0]?.token ?? '', sol.cookie)).status).toBe(200)
    expect(await account(sol)).toMatchObject({ body: { email: 'again@example.org' } })
  })

  test('[API-24] the limit is five an hour; the sixth request changes nothing', async () => {
    const sol = await open('sol-restless')
    for (let time = 1; time <= 5; time += 1) {
      expect((await saveProfile(app, sol, `restless-${time}@example.org`)).status).toBe(200)
    }
    const sixth = await saveProfile(app, { ...sol, name: 'Not Saved' }, 'restless-6@example.org')
    expect(sixth).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
    expect(await account(sol)).toMatchObject({
      body: { pendingEmail: 'restless-5@example.org', name: sol.name },
    })
    app.clock.advance(12 * 60_000)
    expect((await saveProfile(app, sol, 'restless-6@example.org')).status).toBe(200)
  })
})

describe('re-authentication for an email change', () => {
  const proofRefused = (issues?: object[]) => ({
    status: 401,
    body: { code: 'reauth_required', ...(issues && { issues }) },
  })

  test('[T47] [PROF-27] an old session changes nothing without the password or with a wrong one', async () => {
    const sol = await open('sol-open-laptop')
    const thief = { ...sol, name: 'Renamed By Thief' }
    expect(await saveProfile(app, thief, 'thief-0@example.org', null)).toMatchObject(proofRefused())
    const wrong = { password: 'not the one' }
    expect(await saveProfile(app, thief, 'thief-0@example.org', wrong)).toMatchObject(
      proofRefused([{ path: 'password', message: 'That is not your password.' }]),
    )
    expect(await account(sol)).toMatchObject({ body: { name: sol.name, pendingEmail: null } })
    expect(await mailsOf(app, 'thief-0@example.org')).toEqual([])
    expect((await saveProfile(app, sol, 'own-choice@example.org')).status).toBe(200)
  })

  test('[PROF-27] a recent sign-in suffices; saving other fields or the current address needs no proof', async () => {
    const sol = await signUpAccount(app, 'sol-just-came', { verified: true })
    expect((await saveProfile(app, sol, 'just-came@example.org', null)).status).toBe(200)
    app.clock.advance(600_000)
    expect((await saveProfile(app, sol, 'JUST-CAME@example.org', null)).status).toBe(200)
    expect((await saveProfile(app, sol)).status).toBe(200)
  })

  test('[T47] the limit is twenty password attempts an hour, over all purposes @full', async () => {
    const sol = await open('sol-guessed')
    const responses: number[] = []
    for (let guess = 0; guess < 21; guess += 1) {
      app.clock.advance(7_000)
      responses.push(
        (await saveProfile(app, sol, 'guessed@example.org', { password: `guess ${guess}` })).status,
      )
    }
    expect(responses).toEqual([...Array.from({ length: 20 }, () => 401), 429])
  })
})

describe('confirming the change', () => {
  test('[PROF-17] replaces the old address everywhere at once; a second confirmation changes nothing', async () => {
    const sol = await open('sol-confirms')
    await saveProfile(app, sol, 'confirmed@example.org')
    const { token } = await lastMail(app, 'confirmed@example.org')
    for (let time = 0; time < 2; time += 1) {
      expect(await verify(token, sol.cookie)).toMatchObject({
        status: 200,
        body: { email: 'confirmed@example.org' },
      })
    }
    expect(await account(sol)).toMatchObject({ body: { email: 'confirmed@example.org', pendingEmail: null } })
    expect(await whoAmI(sol)).toMatchObject({ body: { email: 'confirmed@example.org', emailVerified: true } })
    expect(await identityOf(sol)).toEqual({ email: 'confirmed@example.org', emailVerified: true })
    expect((await signInAgain(app, sol.email)).status).toBe(401)
    expect((await signInAgain(app, 'confirmed@example.org', initialPassword)).status).toBe(200)
    expect(await app.database.query.selectFrom('identity_sessions').selectAll().execute()).toEqual([])
  })

  test('[PROF-17] revokes the links mailed to the old address', async () => {
    const sol = await open('sol-old-links')
    await request(app, 'POST /api/identity/request-password-reset', { body: { email: sol.email } })
    const { token } = await lastMail(app, sol.email)
    await saveProfile(app, sol, 'fresh@example.org')
    await verify((await lastMail(app, 'fresh@example.org')).token, sol.cookie)
    const links = app.database.query.selectFrom('mailed_links').select(['purpose', 'email'])
    expect(
      await links.where('uid', '=', sol.uid).orderBy('createdAt').orderBy('purpose', 'desc').execute(),
    ).toEqual([
      { purpose: 'verify', email: 'fresh@example.org' },
      { purpose: 'undo-email-change', email: sol.email },
    ])
    const body = { token, newPassword: 'a lake without wind' }
    expect(await request(app, 'POST /api/identity/reset-password', { body })).toMatchObject(invalid)
  })

  test('[PROF-17] twenty concurrent confirmations get the same response and change it once @full', async () => {
    const sol = await open('sol-many')
    await saveProfile(app, sol, 'many@example.org')
    const { token } = await lastMail(app, 'many@example.org')
    const responses = await Promise.all(Array.from({ length: 20 }, () => verify(token, sol.cookie)))
    for (const { status, body } of responses) {
      expect({ status, body }).toEqual({ status: 200, body: { status: true, email: 'many@example.org' } })
    }
    expect(await account(sol)).toMatchObject({ body: { email: 'many@example.org', pendingEmail: null } })
  })
})

describe('an address of another account', () => {
  test('[T32] gets the same response as any other, and no link is mailed, on repeated requests either', async () => {
    const owner = await open('owner')
    const sol = await open('sol-greedy')
    const before = await mailsOf(app, owner.email)
    expect(await saveProfile(app, sol, owner.email)).toMatchObject({
      status: 200,
      body: { email: sol.email, pendingEmail: owner.email },
    })
    await request(app, 'POST /api/identity/send-verification-email', { as: sol })
    expect(await mailsOf(app, owner.email)).toEqual(before)
    expect((await signInAgain(app, owner.email)).status).toBe(200)
  })

  test('[DATA-02] taken after the link was mailed: 409, and nothing changes @full', async () => {
    const sol = await open('sol-slow')
    await saveProfile(app, sol, 'quick@example.org')
    const { token } = await lastMail(app, 'quick@example.org')
    app.clock.advance(mailboxPauseMs)
    const quick = await open('quick')
    expect(await verify(token, sol.cookie)).toMatchObject({ status: 409, body: { code: 'email_taken' } })
    expect(await account(sol)).toMatchObject({
      body: { email: sol.email, pendingEmail: 'quick@example.org' },
    })
    expect(await identityOf(sol)).toEqual({ email: sol.email, emailVerified: true })
    expect(await whoAmI(sol)).toMatchObject({ body: { email: sol.email } })
    expect(await identityOf(quick)).toEqual({ email: quick.email, emailVerified: true })
  })

  test('[DATA-02] also applies if the address is only in the app’s own table @full', async () => {
    const other = await open('renamed')
    await app.database.query
      .updateTable('users')
      .set({ email: 'Record@example.org' })
      .where('id', '=', other.userId)
      .execute()
    const sol = await open('sol-record')
    await saveProfile(app, sol, 'record@example.org')
    expect(await mailsOf(app, 'record@example.org')).toEqual([])
  })
})
