// Undo of an email change: the notification, the undo link, and which sessions end.
import { describe, expect, test } from 'vitest'
import { adminCommand } from '#app/server/admin-command.ts'
import type { Executor } from '#server/db/database.ts'
import { dayMs } from '#shared/durations.ts'
import { raceUncommittedChange } from '#test/database/lock-race.ts'
import { lastMail, mailsOf } from '#test/network/mails.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { cookieOf, initialPassword, signUpAccount, saveProfile, signInAgain } from '#test/people/account.ts'
import type { TestUser } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import { createMailedLink } from './mailed-links.ts'
import { setVerifiedEmail } from './sql/identity-users.ts'

const newPassword = 'a lake without wind'
const thiefPassword = 'mine from now on'

const app = await openTestApp()

const verify = (token: string, cookie = '') =>
  request(app, 'POST /api/identity/verify-email', { body: { token }, headers: { cookie } })
const setPassword = (token: string, password = newPassword) =>
  request(app, 'POST /api/identity/reset-password', { body: { token, newPassword: password } })
const signUp = (email: string) =>
  request(app, 'POST /api/identity/sign-up/email', {
    body: { name: 'Somebody Else', email, password: thiefPassword },
  })
const whoAmI = (cookie: string) => request(app, 'GET /api/auth/session', { headers: { cookie } })
const addressesOf = async ({ uid }: TestUser) => {
  const { query } = app.database
  const user = await query
    .selectFrom('users')
    .select(['email', 'pendingEmail'])
    .where('firebaseUid', '=', uid)
    .executeTakeFirst()
  const identity = await query
    .selectFrom('identity_users')
    .select(['email', 'emailVerified'])
    .where('id', '=', uid)
    .executeTakeFirst()
  return { user, identity }
}
const hasEmail = (email: string) => ({
  user: { email, pendingEmail: null },
  identity: { email, emailVerified: true },
})
const usedLinkResponse = { status: 400, body: { code: 'invalid-link' } }

async function open(key: string, verified = true): Promise<TestUser> {
  // Avoids the rate limits, which other tests cover.
  app.clock.advance(3_600_000)
  return signUpAccount(app, key, { verified })
}

/** Changes the address and confirms it by link. Returns the token of the undo link. */
async function changeEmailTo(user: TestUser, to: string, password = initialPassword): Promise<string> {
  app.clock.advance(1_000)
  const asked = await saveProfile(app, user, to, { password })
  if (asked.status !== 200) throw new Error(`Asking for another address returned ${asked.status}.`)
  const from = (await addressesOf(user)).identity?.email ?? ''
  const verified = await verify((await lastMail(app, to)).token, user.cookie)
  if (verified.status !== 200) throw new Error(`Confirming it returned ${verified.status}.`)
  return (await lastMail(app, from)).token
}

/** An attacker with an open session changes the address to their own and sets a password. */
async function takeOverAccount(owner: TestUser, to: string): Promise<{ undo: string; cookie: string }> {
  const undo = await changeEmailTo(owner, to)
  await request(app, 'POST /api/identity/request-password-reset', { body: { email: to } })
  const response = await setPassword((await lastMail(app, to)).token, thiefPassword)
  expect(response.status).toBe(200)
  return { undo, cookie: cookieOf(response) }
}

describe('at the change of the address', () => {
  test('[T47] [PROF-28] the old address gets a notification with an undo link', async () => {
    const sol = await open('undo-notice')
    await changeEmailTo(sol, 'undo-notice-new@example.org')
    const mail = await lastMail(app, sol.email)
    expect(mail.subject).toBe('Stillwater: Your email address was changed')
    expect(mail.text).toContain(`${app.url}/auth?undo=${mail.token}`)
    expect(mail.text).toContain(`Hello ${sol.name},`)
    expect(mail.text).not.toContain('undo-notice-new')
    expect(mail.html).toContain(`${app.url}/auth?undo=${mail.token}`)
    const rows = await app.database.query
      .selectFrom('mailed_links')
      .selectAll()
      .where('uid', '=', sol.uid)
      .execute()
    expect(JSON.stringify(rows)).not.toContain(mail.token)
  })

  test('[PROF-28] an unverified old address gets a notification without a link', async () => {
    const sol = await open('undo-typo', false)
    await saveProfile(app, sol, 'undo-right@example.org')
    await verify((await lastMail(app, 'undo-right@example.org')).token, sol.cookie)
    const mail = await lastMail(app, sol.email)
    expect(mail).toMatchObject({ subject: 'Stillwater: Your email address was changed', token: '' })
    expect(mail.text).toContain('Hello,')
    expect((await signUp(sol.email)).status).toBe(200)
  })

  test('[T47] [PROF-28] all sessions end except the one that requested the change, if it follows the link', async () => {
    const sol = await open('undo-sessions')
    const other = cookieOf(await signInAgain(app, sol.email))
    await changeEmailTo(sol, 'undo-sessions-new@example.org')
    expect((await whoAmI(sol.cookie)).status).toBe(200)
    expect((await whoAmI(other)).status).toBe(401)
  })

  test('[PROF-28] all sessions end if the change is confirmed in another session', async () => {
    const sol = await open('undo-elsewhere')
    const other = cookieOf(await signInAgain(app, sol.email))
    await saveProfile(app, sol, 'undo-elsewhere-new@example.org')
    const { token } = await lastMail(app, 'undo-elsewhere-new@example.org')
    expect((await verify(token, other)).status).toBe(200)
    expect((await whoAmI(sol.cookie)).status).toBe(401)
    expect((await whoAmI(other)).status).toBe(401)
    expect((await signInAgain(app, 'undo-elsewhere-new@example.org')).status).toBe(200)
  })

  test('[AUTH-37] no session ends at the first verification of the current address', async () => {
    const sol = await open('undo-first', false)
    expect((await verify((await lastMail(app, sol.email)).token)).status).toBe(200)
    expect((await whoAmI(sol.cookie)).status).toBe(200)
    expect(await mailsOf(app, sol.email)).toHaveLength(1)
  })
})

describe('the undo link', () => {
  test('[T47] [PROF-28] restores the old address with a new password and ends all other sessions', async () => {
    const sol = await open('undo-victim')
    const thief = await takeOverAccount(sol, 'thief-1@example.org')
    expect((await whoAmI(thief.cookie)).status).toBe(200)
    const response = await setPassword(thief.undo)
    expect(response).toMatchObject({ status: 200, body: { status: true } })
    expect(await whoAmI(cookieOf(response))).toMatchObject({
      status: 200,
      body: { uid: sol.uid, email: sol.email, emailVerified: true },
    })
    expect(await addressesOf(sol)).toEqual(hasEmail(sol.email))
    for (const cookie of [thief.cookie, sol.cookie]) expect((await whoAmI(cookie)).status).toBe(401)
    expect((await signInAgain(app, 'thief-1@example.org', thiefPassword)).status).toBe(401)
    expect((await signInAgain(app, sol.email, newPassword)).status).toBe(200)
    expect(await setPassword(thief.undo)).toMatchObject(usedLinkResponse)
  })

  test('[PROF-28] is valid for seven days', async () => {
    const sol = await open('undo-late')
    const undo = await changeEmailTo(sol, 'undo-late-new@example.org')
    app.clock.advance(7 * dayMs)
    expect(await setPassword(undo)).toMatchObject(usedLinkResponse)
    expect(await addressesOf(sol)).toEqual(hasEmail('undo-late-new@example.org'))
  })

  test('[T47] of the first of two changes stays valid, and invalidates the second @full', async () => {
    const sol = await open('undo-chain')
    const first = await changeEmailTo(sol, 'thief-2@example.org')
    const second = await changeEmailTo(sol, 'thief-3@example.org')
    expect((await setPassword(first)).status).toBe(200)
    expect(await setPassword(second)).toMatchObject(usedLinkResponse)
    expect(await addressesOf(sol)).toEqual(hasEmail(sol.email))
  })

  test('[T47] of the owner still works after a thief used their own @full', async () => {
    const sol = await open('undo-twice')
    const owners = await changeEmailTo(sol, 'thief-4@example.org')
    const thiefs = await changeEmailTo(sol, 'thief-5@example.org')
    expect((await setPassword(thiefs, thiefPassword)).status).toBe(200)
    expect(await addressesOf(sol)).toEqual(hasEmail('thief-4@example.org'))
    expect((await setPassword(owners)).status).toBe(200)
    expect(await addressesOf(sol)).toEqual(hasEmail(sol.email))
  })

  test('[T38] is deleted with the account', async () => {
    const sol = await open('undo-deleted')
    const undo = await changeEmailTo(sol, 'undo-deleted-new@example.org')
    expect((await request(app, 'DELETE /api/account', { as: sol, body: {} })).status).toBe(204)
    expect(await setPassword(undo)).toMatchObject(usedLinkResponse)
    expect(await mailsOf(app, sol.email)).toEqual([])
    expect((await signUp(sol.email)).status).toBe(200)
  })
})

describe('the old address, while the undo link is valid', () => {
  test('[T47] [DATA-02] is reserved: no other sign-up, and no other change to it @full', async () => {
    const sol = await open('undo-kept')
    const undo = await changeEmailTo(sol, 'undo-kept-new@example.org')
    const before = await mailsOf(app, sol.email)
    expect(await signUp(sol.email)).toMatchObject({ status: 409, body: { code: 'email-already-in-use' } })
    const other = await signUpAccount(app, 'undo-covets', { verified: true })
    expect((await saveProfile(app, other, sol.email)).status).toBe(200)
    expect(await mailsOf(app, sol.email)).toEqual(before)
    expect((await setPassword(undo)).status).toBe(200)
  })

  test('[T47] [DATA-02] is reserved from the moment of the change: a link to it that is followed afterwards is rejected @full', async () => {
    const address = 'undo-race@example.org'
    const other = await open('undo-racer')
    await saveProfile(app, other, address)
    const { token } = await lastMail(app, address)
    const sol = await open('undo-raced')
    await changeEmailTo(sol, address)
    const { uid } = sol
    const email = 'undo-raced-new@example.org'
    const leave = async (tx: Executor) => {
      await setVerifiedEmail(tx, { uid, email, isOwnerSignedIn: true, now: new Date(app.clock.now()) })
      await tx.updateTable('users').set({ email }).where('firebaseUid', '=', uid).execute()
      await createMailedLink(tx, app.clock, { purpose: 'undo-email-change', uid, email: address })
    }
    const outcome = await raceUncommittedChange(app, leave, () => verify(token, other.cookie))
    expect(outcome).toMatchObject({ value: { status: 409, body: { code: 'email_taken' } } })
    expect(await addressesOf(other)).toMatchObject({ identity: { email: other.email } })
  })

  test('[T47] [PROF-28] isn’t given to an account that the operator creates', async () => {
    const sol = await open('undo-shell')
    const undo = await changeEmailTo(sol, 'undo-shell-new@example.org')
    const create = () => adminCommand({ ...app, readSettings: () => app.config }, ['create', sol.email])
    await expect(create()).rejects.toThrow('within the last seven days')
    expect((await setPassword(undo)).status).toBe(200)
  })

  test('[PROF-28] is free once the link has expired', async () => {
    const sol = await open('undo-freed')
    await changeEmailTo(sol, 'undo-freed-new@example.org')
    app.clock.advance(7 * dayMs)
    expect((await signUp(sol.email)).status).toBe(200)
  })

  test('[PROF-28] can be requested again by its owner', async () => {
    const sol = await open('undo-returns')
    const undo = await changeEmailTo(sol, 'undo-returns-new@example.org')
    // One confirmation mail an hour for a mailbox (AUTH-52).
    app.clock.advance(60 * 60_000)
    await changeEmailTo({ ...sol, email: 'undo-returns-new@example.org' }, sol.email)
    expect(await addressesOf(sol)).toEqual(hasEmail(sol.email))
    expect(await setPassword(undo)).toMatchObject(usedLinkResponse)
  })

  test('[DATA-02] if taken nevertheless stays with its new owner, and the link says so and changes nothing @full', async () => {
    const sol = await open('undo-taken')
    const undo = await changeEmailTo(sol, 'undo-taken-new@example.org')
    const at = new Date(app.clock.now())
    await app.database.query
      .insertInto('identity_users')
      .values({
        id: 'undo-squatter',
        email: sol.email,
        name: 'S',
        emailVerified: false,
        createdAt: at,
        updatedAt: at,
      })
      .execute()
    expect(await setPassword(undo)).toMatchObject({ status: 409, body: { code: 'email_taken' } })
    expect(await addressesOf(sol)).toEqual(hasEmail('undo-taken-new@example.org'))
    expect((await whoAmI(sol.cookie)).status).toBe(200)
  })
})
