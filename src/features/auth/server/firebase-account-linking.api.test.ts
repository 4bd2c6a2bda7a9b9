// Firebase account linking: the existing member, a new one, or none after a deletion.
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { parseRanges } from '#server/addresses/address-ranges.ts'
import { busEvents } from '#shared/bus-events.ts'
import { startTestApp } from '#test/app.ts'
import { createTestClock } from '#test/clock.ts'
import { closeAfterAll } from '#test/close-after-all.ts'
import { raceUncommittedChange } from '#test/database/lock-race.ts'
import { eventually } from '#test/eventually.ts'
import { startFakeFirebase, type FirebaseAccount } from '#test/fakes/firebase.ts'
import { mailsOf } from '#test/network/mails.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { cookieOf, signInBuiltinMember } from '#test/people/account.ts'
import { personFields, signIn } from '#test/people/people.ts'
import { request, type TestResponse } from '#test/request.ts'
import { createFirebaseProofCheck } from './external-identity/account-linking.ts'
import { openSession } from './session.ts'
import { upsertExternalIdentity, deleteExternalIdentities } from './sql/external-identities.ts'

const clock = createTestClock()
const limitsExempt = parseRanges('127.0.0.0/8')
const firebase = closeAfterAll(await startFakeFirebase({ clock }))
const { config, externalProviders } = firebase.appOptions()
const adminEmails = ['boss@example.org']
const app = await openTestApp({
  clock,
  externalProviders,
  config: { ...config, limitsExempt, adminEmails },
})
const ada = await signIn(app, 'ada', personFields.ada)

const exchange = async (user: FirebaseAccount, to = app): Promise<TestResponse> =>
  request(to, 'POST /api/auth/session', { body: { idToken: await firebase.idToken(user) } })
const uidOf = ({ body }: TestResponse) => (body as { uid: string }).uid
const getAs = (response: TestResponse, path = '/api/auth/session') =>
  request(app, `GET ${path}` as 'GET /', { headers: { cookie: cookieOf(response) } })
const register = (response: TestResponse) => {
  const { uid: firebaseUid, email, name } = response.body as { uid: string; email: string; name: string }
  const headers = { cookie: cookieOf(response) }
  return request(app, 'POST /api/auth/register', { headers, body: { firebaseUid, email, name } })
}
const proofOf = ({ uid: subject, email, emailVerified = false, name = '' }: FirebaseAccount) => {
  const signedInMs = clock.now()
  return {
    provider: 'firebase',
    subject,
    email: email.toLowerCase(),
    emailVerified,
    signedInMs,
    name,
  } as const
}
const userOf = (uid: string) =>
  app.database.query.selectFrom('users').selectAll().where('firebaseUid', '=', uid).executeTakeFirst()
const identities = (subject: string) =>
  app.database.query.selectFrom('outside_identities').selectAll().where('subject', '=', subject).execute()
/** Deleted Firebase accounts, with the attempts of their jobs: null for those without one. */
const deletionRows = async ({ database } = app) => {
  const { rows } = await sql<{ subject: string | null; attempts: number | null }>`
    select subject, attempts from identity_removals
    left join jobs on kind = 'firebase-deletion' and key = encode("subjectHash", 'hex')`.execute(
    database.query,
  )
  return rows
}

describe('a new Firebase user', () => {
  test('[AUTH-19, T33] is registered with the token’s identity, whatever the body contains', async () => {
    const response = await exchange({ uid: 'fb-new', email: 'New@Example.org', name: 'Nia New' })
    expect(response.body).toMatchObject({ uid: 'fb-new', email: 'new@example.org', emailVerified: false })
    const headers = { cookie: cookieOf(response) }
    const body = { firebaseUid: 'fb-new', email: 'victim@example.org', name: 'Nia' }
    const registered = await request(app, 'POST /api/auth/register', { headers, body })
    expect(registered).toMatchObject({ status: 201, body: { email: 'new@example.org' } })
    const other = { ...body, firebaseUid: ada.uid }
    const rejected = await request(app, 'POST /api/auth/register', { headers, body: other })
    expect(rejected).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  })

  test('gets one account from two concurrent sign-ins', async () => {
    const user = { uid: 'fb-twice', email: 'twice@example.org', emailVerified: true }
    const responses = await Promise.all(Array.from({ length: 6 }, () => exchange(user)))
    expect(new Set(responses.map(uidOf))).toEqual(new Set(['fb-twice']))
    const made = await Promise.all(responses.map(register))
    expect(made.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(made.filter(({ status }) => status === 200)).toHaveLength(5)
    expect(await identities('fb-twice')).toHaveLength(1)
  })

  test('[OPS-10] becomes an administrator by ADMIN_EMAILS once Firebase verified the address', async () => {
    const boss = { uid: 'fb-boss', email: 'boss@example.org', name: 'Bo' }
    await register(await exchange(boss))
    expect(await userOf('fb-boss')).toMatchObject({ isAdmin: false })
    await exchange({ ...boss, emailVerified: true })
    expect(await userOf('fb-boss')).toMatchObject({ isAdmin: true })
  })
})

describe('a member of the built-in provider', () => {
  test('[AUTH-33] with the same verified address keeps the account', async () => {
    const mia = await signInBuiltinMember(app, 'mia-moves')
    const before = await userOf(mia.uid)
    const user = { uid: 'fb-mia', email: 'MIA-moves@example.org', emailVerified: true, name: 'M' }
    const response = await exchange(user)
    expect(response).toMatchObject({ status: 201, body: { uid: mia.uid } })
    expect((await getAs(response, `/api/auth/user/${mia.uid}`)).body).toMatchObject({ id: mia.userId })
    // The earlier session remains open.
    expect((await request(app, 'GET /api/auth/user', { as: mia })).status).toBe(200)
    expect(await userOf(mia.uid)).toEqual({ ...before, lastLogin: expect.any(String) as string })
    expect(await register(response)).toMatchObject({ status: 200, body: { id: mia.userId } })
    const proof = proofOf(user)
    const facts = { uid: ada.uid, now: new Date(clock.now()) }
    expect(await upsertExternalIdentity(app.database.query, proof, facts)).toBe(mia.uid)
    const again = await exchange({ ...user, emailVerified: false })
    expect([again.status, again.headers.getSetCookie()]).toEqual([401, []])
    expect(await identities('fb-mia')).toMatchObject([{ emailVerified: true }])
    const subjects = async () => (await mailsOf(app, mia.email)).map(({ subject }) => subject)
    expect(await subjects()).toEqual(['Stillwater: New sign-in method for your account'])
    await exchange(user)
    expect(await subjects()).toHaveLength(1)
  })

  test('is linked once by concurrent sign-ins', async () => {
    const mia = await signInBuiltinMember(app, 'mia-at-once')
    const user = { uid: 'fb-at-once', email: mia.email, emailVerified: true }
    const other = { ...user, uid: 'fb-at-once-too' }
    const responses = await Promise.all([user, other, user, other, user].map((one) => exchange(one)))
    expect(responses.map(uidOf)).toEqual(Array.from({ length: 5 }, () => mia.uid))
  })

  test('is linked once: a concurrent unverified sign-in with the same subject is rejected', async () => {
    const mia = await signInBuiltinMember(app, 'mia-moment')
    const user = { uid: 'fb-moment', email: mia.email, emailVerified: true, name: 'M' }
    const proof = proofOf(user)
    const now = new Date(clock.now())
    const outcome = await raceUncommittedChange(
      app,
      (tx) => upsertExternalIdentity(tx, proof, { uid: mia.uid, now }),
      () => exchange({ ...user, emailVerified: false }),
    )
    expect(outcome).toMatchObject({ status: 'fulfilled', value: { status: 401 } })
    // A proof resolved before the link, whose session is opened only now.
    const identity = { ...user, uid: mia.uid, emailVerified: false }
    const checkProof = createFirebaseProofCheck({ ...proof, emailVerified: false }, mia.uid)
    const opening = { provider: 'firebase', remembered: false, address: '', identity, checkProof }
    await expect(openSession(app.app.platform, opening)).rejects.toMatchObject({
      errorResponse: { status: 401 },
    })
  })

  test.each([
    ['here', false, true],
    ['at Firebase', true, false],
    ['anywhere', false, false],
  ])(
    '[T33, AUTH-39] isn’t linked to a user who is unverified %s, and keeps the address',
    async (...facts) => {
      const [where, isVerifiedHere, emailVerified] = facts
      const key = `mia-not-${where.replace(/\W/g, '-').toLowerCase()}`
      const mia = await signInBuiltinMember(app, key, isVerifiedHere)
      const response = await exchange({ uid: `fb-${key}`, email: mia.email, emailVerified })
      expect(uidOf(response)).toBe(`fb-${key}`)
      const registered = await register(response)
      expect(registered).toMatchObject({
        status: 409,
        body: {
          code: 'email_taken',
          message: 'An account with this email already exists. Please sign in instead.',
        },
      })
      expect((await getAs(response, '/api/auth/user')).status).toBe(404)
      // Once both sides have verified the address, the accounts are linked.
      await app.database.query
        .updateTable('identity_users')
        .set({ emailVerified: true })
        .where('id', '=', mia.uid)
        .execute()
      const later = await exchange({ uid: `fb-${key}`, email: mia.email, emailVerified: true })
      expect(uidOf(later)).toBe(mia.uid)
    },
  )

  test('isn’t linked by an address that an administrator entered', async () => {
    const mia = await signInBuiltinMember(app, 'mia-written')
    const email = 'written@example.org'
    await app.database.query.updateTable('users').set({ email }).where('id', '=', mia.userId).execute()
    const response = await exchange({ uid: 'fb-written', email, emailVerified: true })
    expect(uidOf(response)).toBe('fb-written')
    expect((await register(response)).status).toBe(409)
    expect(uidOf(await exchange({ uid: 'fb-mia-2', email: mia.email, emailVerified: true }))).toBe(mia.uid)
  })

  test('of another project with the same verified address keeps the account', async () => {
    const user = { uid: 'fb-old-project', email: 'moved@example.org', emailVerified: true }
    await register(await exchange(user))
    expect(uidOf(await exchange({ ...user, uid: 'fb-new-project' }))).toBe('fb-old-project')
  })
})

describe('[PROF-17] an address at Firebase', () => {
  test('is changed at Firebase, and the next sign-in verifies it here', async () => {
    const user = { uid: 'fb-address', email: 'first@example.org', emailVerified: true, name: 'Fay' }
    const response = await exchange(user)
    await register(response)
    const [picture] = (await request(app, 'GET /api/profile-pictures', { as: ada })).body as { url: string }[]
    const profile = {
      name: 'Fay',
      profilePicture: picture?.url,
      profileCompleted: true,
      firebaseUid: user.uid,
    }
    const save = (email: string) =>
      request(app, 'PUT /api/user/profile', {
        headers: { cookie: cookieOf(response) },
        body: { ...profile, email },
      })
    expect(await save('second@example.org')).toMatchObject({
      status: 400,
      body: { code: 'invalid', issues: [{ path: 'email' }] },
    })
    expect(await save(user.email)).toMatchObject({ status: 200, body: { pendingEmail: null } })
    await exchange({ ...user, email: 'second@example.org', emailVerified: false })
    expect(await userOf(user.uid)).toMatchObject({ email: 'first@example.org' })
    await exchange({ ...user, email: 'third@example.org' })
    expect(await userOf(user.uid)).toMatchObject({ email: 'third@example.org' })
    // Not if another member has the address.
    const taken = { ...user, email: 'taken@example.org' }
    const holder = await signIn(app, 'taken', personFields.mo)
    expect((await exchange(taken)).status).toBe(201)
    expect(await userOf(user.uid)).toMatchObject({ email: 'third@example.org' })
    // Unless that member has left since.
    await erase(holder.userId)
    await exchange(taken)
    expect(await userOf(user.uid)).toMatchObject({ email: 'taken@example.org' })
  })
})

test('[AUTH-33, AUTH-24] a banned member reads the reason and gets no cookie, linked or not', async () => {
  const mia = await signInBuiltinMember(app, 'mia-banned')
  const user = { uid: 'fb-banned', email: mia.email, emailVerified: true }
  const cookie = cookieOf(await exchange(user))
  const ban = await request(app, `POST /api/admin/users/${mia.userId}/ban`, {
    as: ada,
    body: { reason: 'Unkind words' },
  })
  expect(ban.status).toBe(200)
  const rejection = { status: 403, body: { code: 'banned', reason: 'Unkind words' } }
  expect(await request(app, 'GET /api/auth/session', { headers: { cookie } })).toMatchObject(rejection)
  const response = await exchange(user)
  expect(response).toMatchObject(rejection)
  expect(response.headers.getSetCookie()).toEqual([])
  expect(firebase.deletedUids).not.toContain('fb-banned')
})

const erase = (userId: number, from = app) => request(from, `DELETE /api/admin/users/${userId}`, { as: ada })
const idOf = async (uid: string) => (await userOf(uid))?.id ?? 0
const tablesWith = async (text: string) => {
  const tables = ['users', 'sessions', 'outside_identities', 'identity_users', 'identity_removals'] as const
  const rows = await Promise.all(
    tables.map((table) => app.database.query.selectFrom(table).selectAll().execute()),
  )
  return tables.filter((_table, index) => JSON.stringify(rows[index]).includes(text))
}

describe('a deleted member', () => {
  test('[USR-15] is deleted at Firebase immediately, without a trace', async () => {
    const user = { uid: 'fb-deleted', email: 'deleted@example.org', emailVerified: true }
    const response = await exchange(user)
    await register(response)
    expect((await erase(await idOf('fb-deleted'))).status).toBe(200)
    await eventually(() => expect(firebase.deletedUids).toContain('fb-deleted'))
    await eventually(async () => expect(await tablesWith('fb-deleted')).toEqual([]))
    expect(await tablesWith('deleted@example.org')).toEqual([])
    expect((await getAs(response)).status).toBe(401)
  })

  test('who was linked is deleted at Firebase by their Firebase subject', async () => {
    const mia = await signInBuiltinMember(app, 'mia-deleted')
    await exchange({ uid: 'fb-linked', email: mia.email, emailVerified: true })
    await erase(mia.userId)
    await eventually(() => expect(firebase.deletedUids).toContain('fb-linked'))
    await eventually(async () => expect(await tablesWith('fb-linked')).toEqual([]))
    expect(await tablesWith(mia.email)).toEqual([])
  })

  test('can’t sign in with the old Firebase account, and is new with another one', async () => {
    const user = { uid: 'fb-again', email: 'again@example.org', emailVerified: true }
    await register(await exchange(user))
    const userId = await idOf('fb-again')
    await erase(userId)
    await eventually(() => expect(firebase.deletedUids).toContain('fb-again'))
    const response = await exchange(user)
    expect(response).toMatchObject({ status: 401, body: { code: 'invalid-credential' } })
    expect(response.headers.getSetCookie()).toEqual([])
    expect(await tablesWith('fb-again')).toEqual([])
    const secondAccount = await exchange({ ...user, uid: 'fb-again-2' })
    expect(await register(secondAccount)).toMatchObject({ status: 201 })
    expect(await idOf('fb-again-2')).not.toBe(userId)
  })

  test('is retried with growing delays until Firebase deleted the account', async () => {
    const user = { uid: 'fb-later', email: 'later@example.org' }
    await register(await exchange(user))
    firebase.deletionErrors.push('INTERNAL_ERROR', 'QUOTA_EXCEEDED : slowly', 'USER_NOT_FOUND')
    await erase(await idOf('fb-later'))
    const look = () => app.bus.publish(busEvents.sessions, { type: 'erased', userId: 0 })
    const attempts = async () =>
      (await deletionRows()).find(({ subject }) => subject === 'fb-later')?.attempts
    await eventually(() => expect(firebase.deletionErrors).toHaveLength(2))
    await app.app.jobs.whenIdle()
    clock.advance(59_999)
    await look()
    expect(await attempts()).toBe(1)
    clock.advance(1)
    await eventually(async () => {
      await look()
      expect(await attempts()).toBe(2)
    })
    await app.app.jobs.whenIdle()
    clock.advance(4 * 60_000)
    await eventually(async () => {
      await look()
      expect(await attempts()).toBeUndefined()
    })
    expect(firebase.deletionErrors).toEqual([])
  })

  test('isn’t signed in by a sign-in that runs during the deletion', async () => {
    const user = { uid: 'fb-race', email: 'race@example.org' }
    await register(await exchange(user))
    const userId = await idOf('fb-race')
    const responses = await Promise.all([
      ...Array.from({ length: 4 }, () => exchange(user)),
      erase(userId),
      ...Array.from({ length: 4 }, () => exchange(user)),
    ])
    expect(responses[4]?.status).toBe(200)
    for (const response of responses.filter((one) => one !== responses[4])) {
      expect([201, 401]).toContain(response.status)
      expect((await getAs(response)).status).toBe(401)
    }
    await eventually(async () => expect(await tablesWith('fb-race')).toEqual([]))
    // A deletion that the sign-in notices only in its last step.
    const late = { uid: 'fb-late', email: 'late@example.org' }
    await register(await exchange(late))
    const outcome = await raceUncommittedChange(
      app,
      async (tx) => {
        await deleteExternalIdentities(tx, late.uid, new Date(clock.now()))
        await tx.updateTable('users').set({ firebaseUid: null }).where('firebaseUid', '=', late.uid).execute()
      },
      () => exchange(late),
    )
    expect(outcome).toMatchObject({ status: 'fulfilled', value: { status: 401 } })
    expect(await identities('fb-late')).toEqual([])
    // A proof resolved before a newer one, whose session is opened only now.
    const identity = { ...user, name: 'Ray', emailVerified: false }
    const proof = proofOf(user)
    const opening = { provider: 'firebase', remembered: false, address: '', identity }
    const opened = openSession(app.app.platform, {
      ...opening,
      checkProof: createFirebaseProofCheck(proof, user.uid),
    })
    await expect(opened).rejects.toMatchObject({ errorResponse: { status: 401 } })
  })

  test('stays in the queue during a long Firebase outage, and can’t sign in meanwhile', async () => {
    const user = { uid: 'fb-never', email: 'never@example.org' }
    await register(await exchange(user))
    firebase.server.isUp = false
    await erase(await idOf('fb-never'))
    await eventually(async () => expect(await tablesWith('fb-never')).toEqual(['identity_removals']))
    await app.app.jobs.whenIdle()
    clock.advance(31 * 24 * 3_600_000)
    await app.bus.publish(busEvents.sessions, { type: 'erased', userId: 0 })
    await eventually(async () => {
      const waiting = (await deletionRows()).filter(({ subject }) => subject === 'fb-never')
      expect(waiting).toMatchObject([{ attempts: 2 }])
    })
    firebase.server.isUp = true
    expect((await exchange(user)).status).toBe(401)
    await eventually(async () => expect(await tablesWith('fb-never')).toEqual([]))
  })
})

test('without a service account, the next token of a deleted member deletes the Firebase account @full', async () => {
  const project = await startFakeFirebase({ clock, hasServiceAccount: false })
  const { config, externalProviders } = project.appOptions()
  const other = await startTestApp({ clock, externalProviders, config })
  try {
    const admin = await signIn(other, 'ada-other', personFields.ada)
    const idToken = await project.idToken({ uid: 'fb-alone', email: 'alone@example.org' })
    const come = () => request(other, 'POST /api/auth/session', { body: { idToken } })
    const cookie = cookieOf(await come())
    const body = { firebaseUid: 'fb-alone', email: 'alone@example.org', name: 'Al' }
    const { body: user } = await request(other, 'POST /api/auth/register', { headers: { cookie }, body })
    await request(other, `DELETE /api/admin/users/${(user as { id: number }).id}`, { as: admin })
    const waiting = () => deletionRows(other)
    expect(await waiting()).toEqual([{ subject: 'fb-alone', attempts: 0 }])
    project.deletionErrors.push('TOKEN_EXPIRED')
    expect((await come()).status).toBe(401)
    expect(await waiting()).toEqual([{ subject: 'fb-alone', attempts: 0 }])
    expect((await come()).status).toBe(401)
    expect(project.deletedUids).toEqual(['fb-alone'])
    expect(await waiting()).toEqual([{ subject: null, attempts: null }])
  } finally {
    await other.close()
    await project.close()
  }
})
