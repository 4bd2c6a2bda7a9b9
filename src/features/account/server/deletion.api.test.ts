// Account deletion by the member: permission, proof and effects. Erased data: users/server/deletion.api.test.ts
import { describe, expect, test } from 'vitest'
import { lockAdminRoleChanges } from '#features/members/server/service.ts'
import { parseRanges } from '#server/addresses/address-ranges.ts'
import { connectDatabase } from '#server/db/database.ts'
import { reauthenticationMaxAgeMs } from '#shared/constants.ts'
import { startTestApp } from '#test/app.ts'
import { makeMeditation } from '#test/data/factories.ts'
import { raceUncommittedChange, countLockWaiters } from '#test/database/lock-race.ts'
import { startFakeFirebase } from '#test/fakes/firebase.ts'
import { joinLive, sendChatMessage } from '#test/live/live-client.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { cookieOf, initialPassword, signUpAccount, signInAgain } from '#test/people/account.ts'
import { personFields, signIn, signInPeople, type TestUser } from '#test/people/people.ts'
import { request } from '#test/request.ts'

const today = '2026-11-21'
const limitsExempt = parseRanges('127.0.0.0/8')
const app = await openTestApp({ config: { limitsExempt } })
const people = await signInPeople(app)
await makeMeditation(app)

const leave = (as: TestUser, body?: object, at = app) => request(at, 'DELETE /api/account', { as, body })
const isNotDeleted = async ({ userId }: TestUser, at = app) => {
  const row = await at.database.query
    .selectFrom('users')
    .select('deletedAt')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return row.deletedAt === null
}
const reauthRequired = { status: 401, body: { code: 'reauth_required' } }

describe('deletion of the own account', () => {
  test('[I19] is refused to the last administrator, also when two delete their accounts concurrently', async () => {
    const eve = await signIn(app, 'eve', { name: 'Eve', isAdmin: true })
    const responses = await Promise.all([leave(people.ada), leave(eve)])
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 409])
    expect(responses.find(({ status }) => status === 409)).toMatchObject({ body: { code: 'last_admin' } })
    const left = (await isNotDeleted(eve)) ? eve : people.ada
    expect(await leave(left)).toMatchObject({ status: 409, body: { code: 'last_admin' } })
    expect(await isNotDeleted(left)).toBe(true)
  })

  test('[API-17] is possible before registration, and frees the address', async () => {
    const first = await signUpAccount(app, 'unregistered', { registered: false })
    expect((await leave(first)).status).toBe(204)
    expect((await request(app, 'GET /api/auth/session', { as: first })).status).toBe(401)
    expect((await signInAgain(app, first.email)).status).toBe(401)
    const again = await signUpAccount(app, 'unregistered')
    expect(again.userId).toBeGreaterThan(0)
  })

  test('[PROF-23] [T23] is refused when a ban commits during the deletion', async () => {
    const user = await signIn(app, 'banned-now', personFields.mo)
    const ban = () =>
      request(app, `PUT /api/admin/users/${user.userId}/ban`, {
        as: people.gail,
        body: { reason: 'Unkind words' },
      })
    const holder = connectDatabase(app.databaseUrl, { maxConnections: 1 })
    const underWay: Promise<unknown>[] = []
    await holder.query.transaction().execute(async (tx) => {
      // The ban revokes this session last, and the deletion reads it.
      await tx.selectFrom('sessions').select('id').where('uid', '=', user.uid).forUpdate().execute()
      for (const [count, start] of [ban, () => leave(user)].entries()) {
        underWay.push(start())
        await expect.poll(() => countLockWaiters(app.database.query), { timeout: 10_000 }).toBe(count + 1)
      }
    })
    await holder.close()
    expect(await Promise.all(underWay)).toMatchObject([
      { status: 200 },
      { status: 403, body: { code: 'banned', reason: 'Unkind words' } },
    ])
    expect(await isNotDeleted(user)).toBe(true)
  })

  test('waits for role changes only if the member is an administrator', async () => {
    const user = await signIn(app, 'no-role', personFields.mo)
    const holder = connectDatabase(app.databaseUrl, { maxConnections: 1 })
    await holder.query.transaction().execute(async (tx) => {
      await lockAdminRoleChanges(tx)
      expect((await leave(user)).status).toBe(204)
    })
    await holder.close()
  })

  test('[I19] responds that it should be retried if the member becomes an administrator during the deletion', async () => {
    const user = await signIn(app, 'made-now', personFields.mo)
    const settled = await raceUncommittedChange(
      app,
      (tx) => tx.updateTable('users').set({ isAdmin: true }).where('id', '=', user.userId).execute(),
      () => leave(user),
    )
    expect(settled).toMatchObject({ value: { status: 503, body: { code: 'unavailable' } } })
    expect(await isNotDeleted(user)).toBe(true)
    await app.database.query
      .updateTable('users')
      .set({ isAdmin: false })
      .where('id', '=', user.userId)
      .execute()
  })

  test('[PROF-23] [LIVE-26] removes the member and their messages from the room immediately', async () => {
    const goer = await signIn(app, 'goer', personFields.mo)
    const [witness, socket] = [await joinLive(app, people.mia, today), await joinLive(app, goer, today)]
    sendChatMessage(socket, 'Farewell')
    const { message } = await witness.next('new-message', (event) => event.message.message === 'Farewell')
    expect((await leave(goer)).status).toBe(204)
    expect(await socket.closed).toBe(4401)
    await witness.next('message-deleted', ({ messageId }) => messageId === message.id)
    await witness.close()
  })
})

describe('reauthentication', () => {
  test('[PROF-23] [API-08] by a sign-in within five minutes: 204, and all sessions end', async () => {
    const user = await signUpAccount(app, 'fresh', { name: 'Fresh' })
    const elsewhere = cookieOf(await signInAgain(app, user.email))
    app.clock.advance(reauthenticationMaxAgeMs)
    const response = await leave(user)
    expect(response).toMatchObject({ status: 204, body: null })
    expect(response.headers.get('clear-site-data')).toBeNull()
    expect(response.headers.getSetCookie()[0]).toMatch(/^sid=; Max-Age=0;/)
    expect(await isNotDeleted(user)).toBe(false)
    for (const cookie of [user.cookie, elsewhere]) {
      expect((await request(app, 'GET /api/auth/session', { headers: { cookie } })).status).toBe(401)
    }
    expect((await signInAgain(app, user.email)).status).toBe(401)
  })

  test('[PROF-23] by an older sign-in fails with 401 reauth_required and changes nothing', async () => {
    const user = await signUpAccount(app, 'stale', { name: 'Stale' })
    app.clock.advance(reauthenticationMaxAgeMs + 1)
    expect(await leave(user)).toMatchObject(reauthRequired)
    const issues = [{ path: 'password', message: 'That is not your password.' }]
    const wrong = await leave(user, { password: 'not my password' })
    expect(wrong).toMatchObject({ ...reauthRequired, body: { issues } })
    expect(await leave(user, { idToken: 'a.b.c' })).toMatchObject(reauthRequired)
    expect(await isNotDeleted(user)).toBe(true)
    expect((await request(app, 'GET /api/auth/session', { as: user })).status).toBe(200)
    expect((await leave(user, { password: initialPassword })).status).toBe(204)
    expect(await isNotDeleted(user)).toBe(false)
  })

  test('[PROF-23] by a password fails if the password is changed meanwhile', async () => {
    const user = await signUpAccount(app, 'changing', { name: 'Changing' })
    app.clock.advance(reauthenticationMaxAgeMs + 1)
    const settled = await raceUncommittedChange(
      app,
      async (tx) => {
        // Transactions that change credentials start with this lock.
        await tx
          .selectFrom('identity_users')
          .select('id')
          .where('id', '=', user.uid)
          .forNoKeyUpdate()
          .execute()
        await tx
          .updateTable('identity_accounts')
          .set({ password: 'another' })
          .where('userId', '=', user.uid)
          .execute()
      },
      () => leave(user, { password: initialPassword }),
    )
    expect(settled).toMatchObject({ value: reauthRequired })
    expect(await isNotDeleted(user)).toBe(true)
  })

  test('[PROF-23] with Firebase takes a fresh ID token of the same user @full', async () => {
    const { clock } = app
    const firebase = await startFakeFirebase({ clock })
    const { config, externalProviders } = firebase.appOptions()
    const other = await startTestApp({
      clock,
      externalProviders,
      config: { ...config, limitsExempt },
    })
    try {
      const member = async (key: string) => {
        const sol = { uid: `${key}OfFirebase0123456789`, email: `${key}@example.org`, emailVerified: true }
        const idToken = await firebase.idToken({ ...sol, name: key })
        const cookie = cookieOf(await request(other, 'POST /api/auth/session', { body: { idToken } }))
        const user = { ...sol, name: key, cookie, userId: 0 }
        const { body } = await request(other, 'POST /api/auth/register', {
          as: user,
          body: { name: key, email: sol.email, firebaseUid: sol.uid },
        })
        return { ...user, userId: (body as { id: number }).id }
      }
      const [sol, luna] = [await member('sol'), await member('luna')]
      const old = await firebase.idToken(sol)
      clock.advance(reauthenticationMaxAgeMs + 1)
      expect(await leave(sol, undefined, other)).toMatchObject(reauthRequired)
      expect(await leave(sol, { password: initialPassword }, other)).toMatchObject(reauthRequired)
      for (const idToken of [old, await firebase.idToken(luna), 'a.b.c']) {
        expect(await leave(sol, { idToken }, other)).toMatchObject(reauthRequired)
      }
      expect(await isNotDeleted(sol, other)).toBe(true)
      expect((await leave(sol, { idToken: await firebase.idToken(sol) }, other)).status).toBe(204)
      expect(await isNotDeleted(sol, other)).toBe(false)
      expect(await isNotDeleted(luna, other)).toBe(true)
    } finally {
      await other.close()
      await firebase.close()
    }
  })
})

test('[T44] a call of its own clears only the browser’s cache; no sign-out waits for that', async () => {
  const flows = [
    'DELETE /api/auth/session',
    'DELETE /api/auth/sessions',
    'POST /api/identity/sign-out',
  ] as const
  for (const flow of flows) {
    const user = await signIn(app, `out-${flow.length}-${flow[0]}`, personFields.mia)
    const response = await request(app, flow, { as: user })
    expect(response.status).toBeLessThan(300)
    expect(response.headers.get('clear-site-data')).toBeNull()
  }
  const cleared = await request(app, 'POST /api/auth/clear-cache')
  expect(cleared.status).toBe(204)
  expect(cleared.headers.get('clear-site-data')).toBe('"cache"')
  const mia = await request(app, 'GET /api/auth/user', { as: people.mia })
  expect(mia.headers.get('clear-site-data')).toBeNull()
})
