// Operator links: eligibility, reuse, expiry, and the activity entries.
import { expect, test } from 'vitest'
import { adminCommand } from '#app/server/admin-command.ts'
import { lastMail, mailsOf } from '#test/network/mails.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { cookieOf, signUpAccount, signInAgain } from '#test/people/account.ts'
import { personFields, signIn } from '#test/people/people.ts'
import { request } from '#test/request.ts'

const app = await openTestApp({ isUnlimited: true })

const shell = (...words: string[]) => adminCommand({ ...app, readSettings: () => app.config }, words)
const firebase = { projectId: 'sit', apiKey: 'key', authDomain: 'sit.example.org' }
const newPassword = 'quieter water runs deeper'
const tokenIn = (printed: string) =>
  new RegExp(`^${app.url}/auth\\?reset=([\\w-]{43})$`, 'm').exec(printed)?.[1] ?? ''
const reset = (token: string) =>
  request(app, 'POST /api/identity/reset-password', { body: { token, newPassword } })
const activitiesOf = (action: string) =>
  app.database.query
    .selectFrom('activities')
    .select(['actorId', 'targetId', 'before', 'after'])
    .where('action', '=', action)
    .orderBy('id')
    .execute()
const activityOf = (targetId: number | null) => ({
  actorId: null,
  targetId,
  before: null,
  after: { way: 'cli' },
})

test('[AUTH-40] reset-password prints a single-use link for one account and records an activity entry', async () => {
  const sol = await signUpAccount(app, 'sol')
  const printed = await shell('reset-password', 'SOL@example.org')
  expect(printed).toContain('Link for Sol Newcomer (sol@example.org) to choose a new password.')
  expect(printed).toContain('once, within one hour')
  const token = tokenIn(printed)
  expect((await reset(token)).status).toBe(200)
  expect(await reset(token)).toMatchObject({ status: 400, body: { code: 'invalid-link' } })
  expect((await signInAgain(app, 'sol@example.org', newPassword)).status).toBe(200)
  expect((await signInAgain(app, 'sol@example.org')).status).toBe(401)
  expect(await activitiesOf('user.password-link')).toEqual([activityOf(sol.userId)])
  const ada = await signIn(app, 'ada', { ...personFields.ada, isAdmin: true })
  const read = await request(app, 'GET /api/admin/activity?action=user.password-link', { as: ada })
  expect(read.body).toMatchObject({ activities: [{ actor: null, target: { name: 'Sol Newcomer' } }] })
  expect(JSON.stringify(read.body)).not.toContain(token)
})

test('[AUTH-40] the link expires after an hour, and an unknown address gets none', async () => {
  await signUpAccount(app, 'sam', { registered: false })
  const token = tokenIn(await shell('reset-password', 'sam@example.org'))
  app.clock.advance(60 * 60_000)
  expect((await reset(token)).status).toBe(400)
  await expect(shell('reset-password', 'nobody@example.org')).rejects.toThrow('No account signs in with')
  await expect(shell('reset-password', 'sam')).rejects.toThrow("isn't an email address")
  await expect(shell('reset-password')).rejects.toThrow('admin -- reset-password EMAIL')
})

test('[AUTH-41] create makes a verified account, and its owner sets the password by the link', async () => {
  const printed = await shell('create', 'Nia@example.org', 'Nia', 'Newcomer')
  expect(printed).toContain('Account created for nia@example.org, named Nia Newcomer.')
  expect((await signInAgain(app, 'nia@example.org', newPassword)).status).toBe(401)
  expect(await shell('grant', 'nia@example.org')).toBe('nia@example.org is now an administrator.')
  const response = await reset(tokenIn(printed))
  expect(response.status).toBe(200)
  const headers = { cookie: cookieOf(response) }
  const session = await request(app, 'GET /api/auth/session', { headers })
  expect(session.body).toMatchObject({ email: 'nia@example.org', name: 'Nia Newcomer', emailVerified: true })
  const member = await app.database.query
    .selectFrom('users')
    .innerJoin('referral_codes', 'referral_codes.userId', 'users.id')
    .select(['users.id', 'profileCompleted', 'isAdmin'])
    .where('email', '=', 'nia@example.org')
    .execute()
  expect(member).toEqual([{ id: expect.any(Number) as unknown, profileCompleted: false, isAdmin: true }])
  expect(await activitiesOf('user.create')).toEqual([activityOf(member[0]?.id ?? 0)])
})

test('[AUTH-41] create --for makes a link that lives up to 14 days; a reset link stays at an hour', async () => {
  const printed = await shell('create', 'far@example.org', 'Far', 'Away', '--for', '14d')
  expect(printed).toContain('named Far Away.')
  expect(printed).toContain('once, within 14 days')
  const resetToken = tokenIn(await shell('reset-password', 'far@example.org'))
  app.clock.advance(14 * 24 * 3_600_000 - 1)
  expect((await reset(resetToken)).status).toBe(400)
  expect((await reset(tokenIn(printed))).status).toBe(200)
  expect(await shell('create', '--for', '36h').catch(String)).toContain("isn't an email address")
  expect(await shell('create', 'day@example.org', '--for', '24h')).toContain('within 24 hours')
  for (const wrong of ['15d', '0h', 'soon', '']) {
    await expect(shell('create', 'wrong@example.org', '--for', wrong)).rejects.toThrow('from 1h to 14d')
  }
})

test('[AUTH-41] create refuses an address in use, and a name that claims a role', async () => {
  await signUpAccount(app, 'lou', { registered: false })
  await expect(shell('create', 'LOU@example.org')).rejects.toThrow('already has an account')
  await expect(shell('create', 'new@example.org', 'The', 'Administrator')).rejects.toThrow('name')
  const both = await Promise.allSettled([
    shell('create', 'twice@example.org'),
    shell('create', 'twice@example.org'),
  ])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await activitiesOf('user.create')).toHaveLength(4)
})

test('[AUTH-40, AUTH-41] both commands fail if Firebase manages the accounts', async () => {
  const readSettings = () => ({ ...app.config, firebase: firebase as never })
  for (const verb of ['reset-password', 'create']) {
    await expect(adminCommand({ ...app, readSettings }, [verb, 'sol@example.org'])).rejects.toThrow(
      'Firebase manages the accounts',
    )
  }
})

test('[AUTH-53] an account accepts both forms of an international domain, in the shell and in every form', async () => {
  const email = 'ju@bücher.example'
  const body = { name: 'Ju', email, password: newPassword }
  const signUp = await request(app, 'POST /api/identity/sign-up/email', { body })
  expect(signUp.body).toMatchObject({ user: { email: 'ju@xn--bcher-kva.example' } })
  for (const form of [email, 'JU@BÜCHER.example', 'ju@xn--bcher-kva.example'])
    expect((await signInAgain(app, form, newPassword)).status).toBe(200)
  expect(await shell('reset-password', email)).toContain('Link for Ju')
  await request(app, 'POST /api/identity/request-password-reset', { body: { email } })
  const mails = await mailsOf(app, 'ju@xn--bcher-kva.example')
  expect(mails.map(({ subject }) => subject)).toContain('Stillwater: Choose a new password')
  expect(mails[0]?.text).toContain(`created with this email address, ${email}.`)
})

test('[AUTH-56] with SMTP_URL create mails the link instead, in the community’s language, and says so', async () => {
  await app.database.query
    .updateTable('community_settings')
    .set((row) => ({ language: 'de', version: row('version', '+', 1) }))
    .execute()
  await app.app.platform.community.publishChange()
  const withSmtp = { ...app, readSettings: () => ({ ...app.config, smtpUrl: 'smtp://mail.example.org' }) }
  const create = (...words: string[]) => adminCommand(withSmtp, ['create', ...words])
  const said = await create('mailed@example.org', 'Mae', '--for', '14d')
  expect(said).toContain('Account created for mailed@example.org, named Mae. The server mails them a link')
  expect(said).not.toContain('reset=')
  app.clock.advance(10_000)
  const mail = await lastMail(app, 'mailed@example.org')
  expect(mail.subject).toBe('Stillwater: Dein Konto ist bereit')
  expect(mail.text).toContain('nach 14 Tagen')
  expect((await reset(mail.token)).status).toBe(200)
  // The address is taken: nothing is mailed again.
  await expect(create('mailed@example.org')).rejects.toThrow('already has an account')
  app.clock.advance(10_000)
  expect(await mailsOf(app, 'mailed@example.org')).toHaveLength(1)
  const printed = await create('printed@example.org', '--print')
  expect((await reset(tokenIn(printed))).status).toBe(200)
  expect(await mailsOf(app, 'printed@example.org')).toEqual([])
})
