// Acceptance of the terms: at sign-up, after a material change, in the export and the erasure; and the files read once.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Account } from '#features/auth/contract.ts'
import { startTestApp } from '#test/app.ts'
import { raceUncommittedChange } from '#test/database/lock-race.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { personFields, signIn, type TestUser } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import type { LegalTexts } from '../contract.ts'
import { readShippedTexts } from './shipped-texts.ts'
import { startLegalTexts } from './start.ts'

const app = await openTestApp({ isUnlimited: true })
const other = await openTestApp({ peerOf: app, isUnlimited: true })
const ada = await signIn(app, 'ada', personFields.ada)

const present = async () =>
  ((await request(app, 'GET /api/community')).body as { termsVersion: number }).termsVersion
const accountOf = async (user: TestUser, from = app) =>
  (await request(from, 'GET /api/auth/user', { as: user })).body as Account
const askedOf = async (user: TestUser, from = app) => (await accountOf(user, from)).mustAcceptTerms
const accept = (user: TestUser, version: number, from = app) =>
  request(from, 'PUT /api/user/terms', { as: user, body: { version } })
const acceptancesOf = (userId: number) =>
  app.database.query.selectFrom('terms_acceptances').selectAll().where('userId', '=', userId).execute()
const saveTerms = async (text: string, isMaterial: boolean) => {
  const { texts } = (await request(app, 'GET /api/admin/legal-texts', { as: ada })).body as LegalTexts
  const version = texts.find(({ page }) => page === 'terms')?.version
  const body = { version, mode: 'replaced', text, isMaterial }
  return request(app, 'PUT /api/admin/legal-texts/terms', { as: ada, body })
}
const register = async (key: string, acceptedTerms?: number) => {
  const user = await signIn(app, key, personFields.una)
  const body = { email: user.email, name: 'Una Newcomer', firebaseUid: user.uid, acceptedTerms }
  const response = await request(app, 'POST /api/auth/register', { as: user, body })
  return { user, account: response.body as Account }
}

test('[COM-13] a registration stores the version that its form showed, with the time', async () => {
  const version = await present()
  const { account } = await register('una-accepts', version)
  expect(account.mustAcceptTerms).toBeNull()
  expect(await acceptancesOf(account.id)).toEqual([
    { userId: account.id, version, acceptedAt: new Date(app.clock.now()).toISOString() },
  ])
})

test('[COM-13] a registration without the terms, or with others, is asked on the first screen', async () => {
  const version = await present()
  for (const [key, shown] of [
    ['una-silent', undefined],
    ['una-stale', version - 1],
    ['una-ahead', version + 1],
  ] as const) {
    const { user, account } = await register(key, shown)
    expect(account.mustAcceptTerms).toBe(version)
    expect(await acceptancesOf(account.id)).toEqual([])
    expect((await accept(user, version)).body).toMatchObject({ id: account.id, mustAcceptTerms: null })
    expect(await askedOf(user)).toBeNull()
  }
})

test('[COM-13] a sign-up with terms from before a material change creates no account', async () => {
  const old = await present()
  await saveTerms('# Terms of the day', true)
  // The other node may not have heard of it yet.
  await other.app.platform.community.refresh()
  const body = { name: 'Nia', email: 'nia@example.org', password: 'a deep blue lake' }
  const signUp = (acceptedTerms: number) =>
    request(other, 'POST /api/identity/sign-up/email', { body: { ...body, acceptedTerms } })
  for (const version of [old, old + 2, 0])
    expect(await signUp(version)).toMatchObject({ status: 409, body: { code: 'terms_changed' } })
  expect(await signUp(old + 1)).toMatchObject({ status: 200 })
})

test('[COM-13] [COM-14] after a change that isn’t material, an open form signs up, and its version is stored', async () => {
  const shown = await present()
  await saveTerms('# Terms of the day, with a comma', false)
  const body = { name: 'Ivy', email: 'ivy@example.org', password: 'a deep blue lake', acceptedTerms: shown }
  expect(await request(app, 'POST /api/identity/sign-up/email', { body })).toMatchObject({ status: 200 })
  const { account } = await register('una-between', shown)
  expect(account.mustAcceptTerms).toBeNull()
  expect((await acceptancesOf(account.id)).map(({ version }) => version)).toEqual([shown])
})

test('[COM-13] a node that hasn’t heard of a new version reads it before it refuses a sign-up', async () => {
  const version = (await present()) + 1
  const row = { version, text: '# Terms of another node', isMaterial: false, createdAt: new Date() }
  await app.database.query.insertInto('terms_versions').values(row).execute()
  const body = { name: 'Noa', email: 'noa@example.org', password: 'a deep blue lake' }
  const signUp = await request(app, 'POST /api/identity/sign-up/email', {
    body: { ...body, acceptedTerms: version },
  })
  expect(signUp).toMatchObject({ status: 200 })
  await other.app.platform.community.refresh()
})

test('[COM-14] only a material change asks members again, once, on all their devices', async () => {
  const { user } = await register('una-devices', await present())
  const phone = await signIn(app, 'una-devices', { ...personFields.una })
  expect(await saveTerms('# Terms, with a comma', false)).toMatchObject({ status: 200 })
  expect(await askedOf(user)).toBeNull()
  const before = await present()
  expect(await saveTerms('# New terms', true)).toMatchObject({ status: 200 })
  const version = await present()
  expect(version).toBe(before + 1)
  expect(await askedOf(user)).toBe(version)
  expect(await askedOf(phone)).toBe(version)
  expect(await accept(user, before)).toMatchObject({ status: 409, body: { code: 'terms_changed' } })
  expect(await askedOf(user)).toBe(version)
  expect(await accept(user, version)).toMatchObject({ status: 200, body: { mustAcceptTerms: null } })
  expect(await accept(phone, version)).toMatchObject({ status: 200 })
  expect(await askedOf(phone)).toBeNull()
  const { id } = await accountOf(user)
  expect((await acceptancesOf(id)).map((row) => row.version).toSorted((a, b) => a - b)).toEqual([
    before - 1,
    version,
  ])
})

test('[COM-14] a member who is banned meanwhile accepts nothing', async () => {
  const { user, account } = await register('una-banned')
  const version = await present()
  const ban = { isBanned: true, bannedReason: 'Unkind words', bannedAt: new Date(app.clock.now()) }
  const outcome = await raceUncommittedChange(
    app,
    (tx) => tx.updateTable('users').set(ban).where('id', '=', account.id).execute(),
    () => accept(user, version),
  )
  expect(outcome).toMatchObject({ value: { status: 403, body: { code: 'banned' } } })
  expect(await acceptancesOf(account.id)).toEqual([])
})

test('[COM-14] a material change can’t be undone, and counts without a new text', async () => {
  await saveTerms('# Terms for everyone', false)
  const before = await present()
  await saveTerms('# Terms for everyone', true)
  expect(await present()).toBe(before + 1)
  const { texts } = (await request(app, 'GET /api/admin/legal-texts', { as: ada })).body as LegalTexts
  const terms = texts.find(({ page }) => page === 'terms')
  expect(terms?.undoUntil).toBeNull()
  const body = { version: terms?.version }
  expect(await request(app, 'POST /api/admin/legal-texts/terms/undo', { as: ada, body })).toMatchObject({
    status: 409,
    body: { code: 'nothing_to_undo' },
  })
})

test('[COM-13] [PROF-22] [USR-15] the export has each accepted text; an erasure deletes the acceptances', async () => {
  const version = await present()
  const { user, account } = await register('una-leaves', version)
  const { body } = await request(app, 'GET /api/account/export', { as: user })
  expect(body).toMatchObject({ terms: { accepted: [{ version, text: '# Terms for everyone' }] } })
  expect((await request(app, 'DELETE /api/account', { as: user, body: {} })).status).toBe(204)
  expect(await acceptancesOf(account.id)).toEqual([])
})

test('[COM-13] a version is the English text, in whatever language it is saved @full', async () => {
  const fresh = await startTestApp({ isUnlimited: true })
  onTestFinished(() => fresh.close())
  const admin = await signIn(fresh, 'ada', personFields.ada)
  const save = (language: string, version: number, text: string) =>
    request(fresh, 'PUT /api/admin/legal-texts/terms', {
      as: admin,
      headers: { 'accept-language': language },
      body: { version, mode: 'added', text },
    })
  expect((await save('de', 1, 'No shoes.')).status).toBe(200)
  const versions = () =>
    fresh.database.query.selectFrom('terms_versions').select('text').orderBy('version').execute()
  const saved = await versions()
  expect(saved).toHaveLength(2)
  expect(saved[1]?.text).toMatch(/^# Terms\n[^]*## From this community\n\nNo shoes\./)
  expect((await save('es', 2, 'No shoes.')).status).toBe(200)
  expect(await versions()).toEqual(saved)
})

test('[COM-15] the operator’s files are read once, at the first start', async () => {
  const first = await startTestApp()
  onTestFinished(() => first.close())
  const { platform } = first.app
  const shipped = await readShippedTexts('assets')
  const folder = join(first.config.dataDir, 'pages')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'terms.md'), '\uFEFF# How we sit at {{app}}\n')
  await writeFile(join(folder, 'privacy.md'), 'x'.repeat(50_001))
  const pageOf = async (page: string) => (await fetch(`${first.url}/pages/${page}.md`)).text()
  // The first start was without files: later ones do nothing.
  await startLegalTexts(platform, shipped)
  expect(await pageOf('terms')).toContain('# Terms')
  // As after an upgrade.
  await first.database.query.updateTable('legal_texts').set({ isFileRead: false }).execute()
  await startLegalTexts(platform, shipped)
  expect(await pageOf('terms')).toBe('# How we sit at Stillwater')
  expect(await pageOf('privacy')).toContain('# Privacy')
  await platform.community.refresh()
  expect(platform.community.settings()).toMatchObject({ termsVersion: 2, materialTermsVersion: 1 })
  await writeFile(join(folder, 'terms.md'), '# Changed later')
  await startLegalTexts(platform, shipped)
  expect(await pageOf('terms')).toBe('# How we sit at Stillwater')
  expect(platform.community.settings()).toMatchObject({ termsVersion: 2 })
})
