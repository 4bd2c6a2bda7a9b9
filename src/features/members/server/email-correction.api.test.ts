// A member's address corrected by an administrator, and the mails that follow; links sent by administrators.
import { describe, expect, test } from 'vitest'
import { adminCommand } from '#app/server/admin-command.ts'
import { findRecipient } from '#features/notifications/server/sql/recipients.ts'
import { startTestApp } from '#test/app.ts'
import { lastMail, mailsOf } from '#test/network/mails.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { saveProfile, signInAgain, cookieOf, signUpAccount } from '#test/people/account.ts'
import { signInPeople, type TestUser } from '#test/people/people.ts'
import { request } from '#test/request.ts'

const app = await openTestApp({ isUnlimited: true })
const people = await signInPeople(app)

const update = ({ userId }: TestUser, body: object) =>
  request(app, `PUT /api/admin/users/${userId}`, { as: people.ada, body })
const sendLink = ({ userId }: TestUser) =>
  request(app, `POST /api/admin/users/${userId}/reset-link`, { as: people.ada })
const requestReset = (email: string) =>
  request(app, 'POST /api/identity/request-password-reset', { body: { email } })
const confirm = (token: string, as?: TestUser) =>
  request(app, 'POST /api/identity/verify-email', { ...(as ? { as } : {}), body: { token } })
const accountOf = async (cookie: string) =>
  (await request(app, 'GET /api/auth/user', { headers: { cookie } })).body as Record<string, unknown>
const activitiesOn = ({ userId }: TestUser) =>
  app.database.query
    .selectFrom('activities')
    .select(['action', 'before', 'after'])
    .where('targetType', '=', 'user')
    .where('targetId', '=', userId)
    .execute()
const operator = (args: readonly string[]) =>
  adminCommand({ database: app.database, clock: app.clock, readSettings: () => app.config }, args)

describe('the unconfirmed address of a member with a password', () => {
  test('[USR-25] [T70] is corrected: the new one signs in, with the same password, and no mail resets it', async () => {
    const sol = await signUpAccount(app, 'sol-typo')
    const email = 'sol-right@example.org'
    const before = (await mailsOf(app, sol.email)).length
    const body = { email: ' Sol-Right@Example.org', correctedEmail: sol.email }
    expect(await update(sol, body)).toMatchObject({
      status: 200,
      body: { email, signInEmail: email, emailChange: 'sign-in' },
    })
    expect((await request(app, 'GET /api/auth/session', { as: sol })).status).toBe(401)
    expect((await signInAgain(app, sol.email)).status).toBe(401)
    const signIn = await signInAgain(app, email)
    expect(signIn.status).toBe(200)
    expect(await activitiesOn(sol)).toEqual([
      {
        action: 'user.update',
        before: { signInEmail: sol.email },
        after: { signInEmail: email },
      },
    ])
    // The administrator may read the new mailbox: that must not open the account.
    const [verification] = await mailsOf(app, email)
    expect(verification?.subject).toBe('Stillwater: Confirm your email address')
    expect(await confirm(verification?.token ?? '')).toMatchObject({
      status: 403,
      body: { code: 'wrong_account' },
    })
    for (const address of [email, sol.email]) await requestReset(address)
    expect(await mailsOf(app, email)).toHaveLength(1)
    expect(await mailsOf(app, sol.email)).toHaveLength(before)
    // Confirmed in a session of the account, it is an address like any other.
    const again = { ...sol, cookie: cookieOf(signIn) }
    expect((await confirm(verification?.token ?? '', again)).status).toBe(200)
    await requestReset(email)
    expect((await lastMail(app, email)).subject).toBe('Stillwater: Choose a new password')
  })

  test('[USR-25] the member reads once, after the next sign-in, when it was corrected', async () => {
    const sol = await signUpAccount(app, 'sol-reads')
    await update(sol, { email: 'sol-has-read@example.org' })
    const cookie = cookieOf(await signInAgain(app, 'sol-has-read@example.org'))
    const correctedAt = new Date(app.clock.now()).toISOString()
    expect(await accountOf(cookie)).toMatchObject({ emailCorrectedAt: correctedAt })
    const read = (at: string) =>
      request(app, 'PUT /api/user/email-correction', { headers: { cookie }, body: { correctedAt: at } })
    await read('2026-11-20T12:00:00.000Z')
    expect(await accountOf(cookie)).toHaveProperty('emailCorrectedAt')
    expect((await read(correctedAt)).body).not.toHaveProperty('emailCorrectedAt')
    expect(await accountOf(cookie)).not.toHaveProperty('emailCorrectedAt')
  })

  test('[USR-25] a link that the operator prints opens the account, and confirms the address', async () => {
    const sol = await signUpAccount(app, 'sol-shell')
    await update(sol, { email: 'sol-by-shell@example.org' })
    const printed = await operator(['reset-password', 'sol-by-shell@example.org'])
    const token = /reset=([\w-]+)/.exec(printed)?.[1]
    const body = { token, newPassword: 'a lake without wind' }
    expect((await request(app, 'POST /api/identity/reset-password', { body })).status).toBe(200)
    expect((await update(sol, {})).body).toMatchObject({ emailChange: 'profile' })
  })

  test('[USR-25] of two administrators the second is refused, and so is one whom the member forestalled', async () => {
    const sol = await signUpAccount(app, 'sol-twice')
    const correct = (email: string, correctedEmail: string) => update(sol, { email, correctedEmail })
    const changed = { status: 409, body: { code: 'email_changed_meanwhile' } }
    const both = await Promise.all([
      correct('sol-anna@example.org', sol.email),
      correct('sol-ben@example.org', sol.email),
    ])
    expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
    const kai = await signUpAccount(app, 'kai-first', { verified: true })
    expect(await update(kai, { email: 'kai-second@example.org', correctedEmail: kai.email })).toMatchObject(
      changed,
    )
  })

  test('[USR-25] a change that the member asked for is canceled with its links', async () => {
    const sol = await signUpAccount(app, 'sol-pending')
    await saveProfile(app, sol, 'sol-wish@example.org')
    const { token } = await lastMail(app, 'sol-wish@example.org')
    await update(sol, { email: 'sol-corrected@example.org' })
    expect(await confirm(token, sol)).toMatchObject({ status: 400, body: { code: 'invalid-link' } })
    expect(await accountOf(cookieOf(await signInAgain(app, 'sol-corrected@example.org')))).toMatchObject({
      email: 'sol-corrected@example.org',
      pendingEmail: null,
    })
  })

  test('[USR-25] becomes no address that another account signs in with', async () => {
    const sol = await signUpAccount(app, 'sol-taken')
    const kai = await signUpAccount(app, 'kai-unregistered', { registered: false })
    const taken = { status: 409, body: { code: 'member_email_taken' } }
    expect(await update(sol, { email: kai.email.toUpperCase() })).toMatchObject(taken)
    await app.database.query
      .insertInto('outside_identities')
      .values({
        provider: 'google',
        subject: 'google-kai',
        uid: kai.uid,
        email: 'kai@gmail.example',
        emailVerified: false,
        createdAt: new Date(app.clock.now()),
      })
      .execute()
    expect(await update(sol, { email: 'kai@gmail.example' })).toMatchObject(taken)
    expect((await signInAgain(app, sol.email)).status).toBe(200)
  })
})

describe('a confirmed address', () => {
  test('[USR-25] stays when the profile gets another: mails and resets go to the one that signs in', async () => {
    const sol = await signUpAccount(app, 'sol-confirmed', { verified: true })
    await saveProfile(app, sol)
    const email = 'sol-profile@example.org'
    expect(await update(sol, { email })).toMatchObject({
      status: 200,
      body: { email, signInEmail: sol.email, emailChange: 'profile' },
    })
    expect((await request(app, 'GET /api/auth/session', { as: sol })).body).toMatchObject({
      email: sol.email,
    })
    expect((await signInAgain(app, email)).status).toBe(401)
    await requestReset(email)
    const mail = await lastMail(app, sol.email)
    expect(mail.subject).toBe('Stillwater: Choose a new password')
    expect(mail.text).toContain(`You sign in with ${sol.email}.`)
    expect(await mailsOf(app, email)).toEqual([])
    // Reminders and news.
    expect(await findRecipient(app.database.query, sol.userId)).toMatchObject({ email: sol.email })
    expect(await operator(['reset-password', email])).toContain(`(${sol.email})`)
    // An unconfirmed address proves no administrator.
    expect(await operator(['grant', email])).toContain('verified yet')
  })
})

describe('a link sent by an administrator', () => {
  test('[USR-29] is that of "Forgot password?", names the sender, and is in no response', async () => {
    const sol = await signUpAccount(app, 'sol-link', { verified: true })
    expect(await sendLink(sol)).toMatchObject({ status: 200, body: { success: true } })
    const mail = await lastMail(app, sol.email)
    expect(mail.subject).toBe('Stillwater: Choose a new password')
    expect(mail.text).toContain('Ada Adler sent you this link')
    expect(await activitiesOn(sol)).toEqual([
      { action: 'user.send-password-link', before: null, after: null },
    ])
    const body = { token: mail.token, newPassword: 'a lake without wind' }
    expect((await request(app, 'POST /api/identity/reset-password', { body })).status).toBe(200)
  })

  test('[USR-29] goes to no unconfirmed address, and to no member with a role', async () => {
    const sol = await signUpAccount(app, 'sol-no-link')
    const before = (await mailsOf(app)).length
    expect(await sendLink(sol)).toMatchObject({ status: 409, body: { code: 'reset_link_of_operator' } })
    expect(await sendLink(people.mia)).toMatchObject({ status: 404 })
    const gail = await signUpAccount(app, 'gail-no-link', { verified: true })
    await saveProfile(app, gail)
    await request(app, `POST /api/admin/users/${gail.userId}/garden-angel`, { as: people.ada })
    expect(await sendLink(gail)).toMatchObject({ status: 409, body: { code: 'reset_link_of_role' } })
    expect(await mailsOf(app)).toHaveLength(before + 1)
  })
})

test('[USR-29] three links an hour for a member, by all administrators together @full', async () => {
  const limited = await startTestApp()
  const { ada } = await signInPeople(limited)
  const sol = await signUpAccount(limited, 'sol-limit', { verified: true })
  const send = async () =>
    (await request(limited, `POST /api/admin/users/${sol.userId}/reset-link`, { as: ada })).status
  const statuses = [await send(), await send(), await send(), await send()]
  await limited.close()
  expect(statuses).toEqual([200, 200, 200, 429])
})

describe('the loss of a role', () => {
  test('[USR-30] by another administrator is mailed to the confirmed address, in the language of the member', async () => {
    const sol = await signUpAccount(app, 'sol-roles', { verified: true })
    await saveProfile(app, sol)
    await request(app, 'PUT /api/user/language', { as: sol, body: { language: 'de' } })
    await update(sol, { isAdmin: true })
    await request(app, `PUT /api/admin/users/${sol.userId}`, { as: sol, body: { isAdmin: false } })
    const before = (await mailsOf(app, sol.email)).length
    await update(sol, { isAdmin: true })
    await update(sol, { isAdmin: false })
    await request(app, `POST /api/admin/users/${sol.userId}/garden-angel`, { as: people.ada })
    await request(app, `DELETE /api/admin/users/${sol.userId}/garden-angel`, { as: people.ada })
    await request(app, `DELETE /api/admin/users/${sol.userId}/garden-angel`, { as: people.ada })
    const mails = (await mailsOf(app, sol.email)).slice(before)
    expect(mails).toHaveLength(2)
    expect(mails[0]?.text).toContain('Ada Adler')
    expect(mails[0]?.html).toContain('<html lang="de">')
  })
})
