// Firebase account takeover: accounts prepared by an attacker, and addresses that a member has left.
import { describe, expect, test } from 'vitest'
import { busEvents } from '#shared/bus-events.ts'
import { startTestApp } from '#test/app.ts'
import { createTestClock } from '#test/clock.ts'
import { closeAfterAll } from '#test/close-after-all.ts'
import { eventually } from '#test/eventually.ts'
import { startFakeFirebase, type FirebaseAccount } from '#test/fakes/firebase.ts'
import { cookieOf, signInBuiltinMember } from '#test/people/account.ts'
import { personFields, signIn } from '#test/people/people.ts'
import { request, type TestResponse } from '#test/request.ts'
import { setVerifiedEmail } from './sql/identity-users.ts'

const clock = createTestClock()
const firebase = closeAfterAll(await startFakeFirebase({ clock }))
// The last test closes it.
const app = await startTestApp({ clock, ...firebase.appOptions(), isUnlimited: true })
const ada = await signIn(app, 'ada', personFields.ada)

const exchange = async (user: FirebaseAccount): Promise<TestResponse> =>
  request(app, 'POST /api/auth/session', { body: { idToken: await firebase.idToken(user) } })
const uidOf = ({ body }: TestResponse) => (body as { uid: string }).uid
const whoAmIAs = (response: TestResponse) =>
  request(app, 'GET /api/auth/session', { headers: { cookie: cookieOf(response) } })
const register = (response: TestResponse) => {
  const { uid: firebaseUid, email, name } = response.body as { uid: string; email: string; name: string }
  const headers = { cookie: cookieOf(response) }
  return request(app, 'POST /api/auth/register', { headers, body: { firebaseUid, email, name } })
}
const userOf = (uid: string) =>
  app.database.query.selectFrom('users').selectAll().where('firebaseUid', '=', uid).executeTakeFirst()
const identities = (subject: string) =>
  app.database.query.selectFrom('outside_identities').selectAll().where('subject', '=', subject).execute()

describe('[T33] the first verification of an address', () => {
  test('revokes earlier sessions and tokens', async () => {
    const squatter = { uid: 'fb-squatted', email: 'squatted@example.org' }
    const before = await exchange(squatter)
    await register(before)
    // Tokens kept for later. Of the other two, one was reissued and one names an earlier address.
    const verified = { ...squatter, emailVerified: true }
    const kept = await Promise.all(
      [squatter, verified, { ...squatter, email: 'squatter@example.org' }].map((one) =>
        firebase.idToken(one),
      ),
    )
    clock.advance(1_000)
    // The owner signs in with Google, and Firebase admits them to the account with their address.
    const owner = await exchange(verified)
    expect((await whoAmIAs(before)).status).toBe(401)
    expect((await whoAmIAs(owner)).status).toBe(200)
    for (const idToken of kept) {
      const response = await request(app, 'POST /api/auth/session', { body: { idToken } })
      expect([response.status, response.headers.getSetCookie()]).toEqual([401, []])
    }
    expect((await exchange(squatter)).status).toBe(401)
    const again = await exchange(verified)
    expect((await whoAmIAs(owner)).status).toBe(200)
    expect((await whoAmIAs(again)).status).toBe(200)
  })

  test('revokes the sessions of the account that the subject had before it was linked', async () => {
    const mia = await signInBuiltinMember(app, 'mia-prepared')
    const squatter = { uid: 'fb-prepared', email: mia.email }
    const before = await exchange(squatter)
    expect(uidOf(before)).toBe('fb-prepared')
    const ended: unknown[] = []
    const unsubscribe = app.bus.subscribe(busEvents.sessions, (message) => ended.push(message))
    expect(uidOf(await exchange({ ...squatter, emailVerified: true }))).toBe(mia.uid)
    unsubscribe()
    expect((await register(before)).status).toBe(401)
    expect(ended).toContainEqual({ type: 'ended', sessionIds: [expect.any(Number)] })
  })

  test('takes the address from a member who never verified it', async () => {
    const squatter = { uid: 'fb-blocks', email: 'blocked@example.org' }
    const before = await exchange(squatter)
    await register(before)
    const owner = await exchange({ ...squatter, uid: 'fb-blocked', emailVerified: true })
    expect(await register(owner)).toMatchObject({ status: 201, body: { email: 'blocked@example.org' } })
    expect(await userOf('fb-blocks')).toMatchObject({ email: null, profileCompleted: false })
    expect((await whoAmIAs(before)).status).toBe(401)
    // An unverified claim takes no address, and no claim takes the address of a member who verified it.
    for (const emailVerified of [false, true]) {
      const other = await exchange({ uid: `fb-blocks-${emailVerified}`, email: ada.email, emailVerified })
      expect((await register(other)).status).toBe(409)
    }
    const claimant = await exchange({ uid: 'fb-claims', email: 'blocked@example.org' })
    expect((await register(claimant)).status).toBe(409)
  })
})

test('[T33] an address that a member gave up doesn’t resolve to that member', async () => {
  const mia = await signInBuiltinMember(app, 'mia-left')
  const user = { uid: 'fb-left', email: mia.email, emailVerified: true }
  // Signs in with accounts of the previous Firebase project and of the current one.
  for (const uid of ['fb-left-before', user.uid]) await exchange({ ...user, uid })
  await exchange({ ...user, email: 'mia-now@example.org' })
  const users = () =>
    app.database.query.selectFrom('identity_users').selectAll().where('id', '=', mia.uid).execute()
  expect(await users()).toMatchObject([{ email: 'mia-now@example.org', emailVerified: true }])
  const next = await exchange({ uid: 'fb-next-owner', email: mia.email, emailVerified: true })
  expect(uidOf(next)).toBe('fb-next-owner')
  expect((await register(next)).status).toBe(201)
  // If the new address belongs to another built-in account, the old address loses its verification.
  const other = await signInBuiltinMember(app, 'mia-taken', false)
  await exchange({ ...user, email: other.email })
  expect(await users()).toMatchObject([{ email: 'mia-now@example.org', emailVerified: false }])
  // External identities lose their verification when the account verifies another address here.
  await app.database.transaction((tx) =>
    setVerifiedEmail(tx, {
      uid: mia.uid,
      email: 'mia-later@example.org',
      isOwnerSignedIn: true,
      now: new Date(clock.now()),
    }),
  )
  expect(await identities('fb-left')).toMatchObject([{ emailVerified: false }])
})

test('closing doesn’t wait for an unresponsive Firebase, and the queue keeps the deletion', async () => {
  for (const key of ['fb-silent', 'fb-silent-too'])
    await register(await exchange({ uid: key, email: `${key}@example.org` }))
  firebase.server.isSilent = true
  const askedBefore = firebase.server.requestCount
  for (const key of ['fb-silent', 'fb-silent-too']) {
    const userId = (await userOf(key))?.id ?? 0
    await request(app, `DELETE /api/admin/users/${userId}`, { as: ada })
  }
  await eventually(() => expect(firebase.server.requestCount).toBeGreaterThan(askedBefore))
  const waiting = await app.database.query.selectFrom('identity_removals').select('subject').execute()
  expect(waiting).toHaveLength(2)
  const startMs = performance.now()
  await app.close()
  expect(performance.now() - startMs).toBeLessThan(3_000)
})
