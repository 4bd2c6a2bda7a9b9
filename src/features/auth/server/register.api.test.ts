// Registration, and the current user.
import { describe, expect, test } from 'vitest'
import { listActivePictureUrls } from '#features/profile/server/sql.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { personFields, signIn, type TestUser } from '#test/people/people.ts'
import { request } from '#test/request.ts'

const app = await openTestApp({ isUnlimited: true })

const newcomer = (key: string) => signIn(app, key, personFields.una)
const bodyOf = ({ uid, email }: TestUser) => ({ email, name: 'Una Newcomer', firebaseUid: uid })
const register = (as: TestUser, more: object = {}) =>
  request(app, 'POST /api/auth/register', { as, body: { ...bodyOf(as), ...more } })
const rowsOf = ({ uid }: TestUser) =>
  app.database.query.selectFrom('users').selectAll().where('firebaseUid', '=', uid).execute()

describe('registration', () => {
  test('[AUTH-19] returns 201 with the user, with the verified uid and address', async () => {
    const una = await newcomer('una-new')
    const response = await register(una, { email: 'somebody.else@example.org' })
    const [row] = await rowsOf(una)
    expect(row).toMatchObject({
      firebaseUid: una.uid,
      email: una.email,
      name: 'Una Newcomer',
      isAdmin: false,
    })
    expect(response).toMatchObject({ status: 201 })
    expect(response.body).toEqual({
      id: row?.id,
      name: 'Una Newcomer',
      email: una.email,
      pendingEmail: null,
      isAdmin: false,
      isGardenAngel: false,
      profilePicture: null,
      profileCompleted: false,
      isUnlisted: false,
      language: 'en',
      mustAcceptTerms: 1,
      createdAt: new Date(app.clock.now()).toISOString(),
    })
    expect(row).toMatchObject({
      lastLogin: new Date(app.clock.now()).toISOString(),
      lastLoginIp: '127.0.0.1',
    })
  })

  test('[AUTH-20] a second time returns 200 with the same user and changes nothing', async () => {
    const una = await newcomer('una-again')
    const first = await register(una)
    const before = await rowsOf(una)
    app.clock.advance(60_000)
    const again = await register(una, { name: 'Another Name' })
    expect(again).toMatchObject({ status: 200, body: first.body as object })
    expect(await rowsOf(una)).toEqual(before)
    expect(before).toHaveLength(1)
  })

  test('[AUTH-20] [I18] 20 times concurrently creates one user: one 201, nineteen 200', async () => {
    const una = await newcomer('una-race')
    const responses = await Promise.all(Array.from({ length: 20 }, () => register(una)))
    const statuses = responses.map(({ status }) => status).toSorted((a, b) => a - b)
    expect(statuses).toEqual([...Array.from({ length: 19 }, () => 200), 201])
    expect(new Set(responses.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(await rowsOf(una)).toHaveLength(1)
  })

  test('[DATA-02] with an address that another account has, in any case, is rejected', async () => {
    const owner = await newcomer('una-owner')
    await register(owner)
    const una = await newcomer('una-late')
    const claim = { email: owner.email.toUpperCase() }
    await app.database.query.updateTable('sessions').set(claim).where('uid', '=', una.uid).execute()
    const response = await register(una)
    expect(response).toMatchObject({
      status: 409,
      body: {
        code: 'email_taken',
        message: 'An account with this email already exists. Please sign in instead.',
      },
    })
    expect(await rowsOf(una)).toEqual([])
    expect(await rowsOf(owner)).toHaveLength(1)
  })

  test('[AUTH-31] of another uid is rejected and creates nothing', async () => {
    const una = await newcomer('una-other')
    const mia = await signIn(app, 'mia-other', personFields.mia)
    const before = await rowsOf(mia)
    for (const firebaseUid of [mia.uid, 'nobody', una.uid.toUpperCase()]) {
      const response = await register(una, { firebaseUid })
      expect(response).toMatchObject({ status: 403, body: { code: 'forbidden' } })
      expect(response.body).not.toHaveProperty('reason')
    }
    expect(await rowsOf(una)).toEqual([])
    expect(await rowsOf(mia)).toEqual(before)
  })

  test('[AUTH-22] is never blocked by a referral code', async () => {
    const codes = [
      undefined,
      null,
      '',
      'NOSUCHCODE',
      '662E41',
      '0012',
      "'; drop table users",
      'x'.repeat(2_000),
      '\u0000',
      7,
    ]
    for (const [index, referralCode] of codes.entries()) {
      const una = await newcomer(`una-code-${index}`)
      expect((await register(una, referralCode === undefined ? {} : { referralCode })).status).toBe(201)
    }
  })

  test('[API-23] accepts no other field of a user, and rejects an invalid name beside its field', async () => {
    const [una, other] = [await newcomer('una-strict'), await newcomer('una-strict-other')]
    await register(other)
    const [example] = await rowsOf(other)
    const fields = Object.keys(example ?? {}).filter(
      (field) => !['name', 'email', 'firebaseUid'].includes(field),
    )
    expect(fields).toEqual(
      expect.arrayContaining(['isAdmin', 'quantumLovePoints', 'profileCompleted', 'isBanned', 'id']),
    )
    for (const field of fields) {
      expect(await register(una, { [field]: true })).toMatchObject({ status: 400, body: { code: 'invalid' } })
    }
    for (const name of ['', 'The Administrator', 'nul\u0000', '\uD800', 7]) {
      expect(await register(una, { name })).toMatchObject({
        status: 400,
        body: { issues: [{ path: 'name' }] },
      })
    }
    expect(await rowsOf(una)).toEqual([])
  })

  test('[API-18] of a banned identity returns the reason', async () => {
    const bea = await signIn(app, 'bea-register', personFields.bea)
    expect(await register(bea)).toMatchObject({
      status: 403,
      body: { code: 'banned', reason: 'Unkind words' },
    })
  })
})

describe('the current user', () => {
  test('[AUTH-15] [AUTH-18] is returned by uid and without, with exactly these fields', async () => {
    const [picture] = await listActivePictureUrls(app.database.query)
    for (const [key, facts] of Object.entries(personFields)) {
      if (key === 'una' || key === 'bea') continue
      const user = await signIn(app, `${key}-own`, facts)
      const byUid = await request(app, `GET /api/auth/user/${user.uid}`, { as: user })
      expect(byUid.status).toBe(200)
      expect(byUid.body).toEqual({
        id: user.userId,
        name: user.name,
        email: user.email,
        pendingEmail: null,
        isAdmin: key === 'ada',
        isGardenAngel: key === 'gail',
        profilePicture: key === 'ned' ? null : picture,
        profileCompleted: key !== 'ned',
        isUnlisted: false,
        language: 'en',
        mustAcceptTerms: null,
        createdAt: new Date(app.clock.now()).toISOString(),
      })
      const plain = await request(app, 'GET /api/auth/user', { as: user })
      expect(plain).toMatchObject({ status: 200, body: byUid.body as object })
    }
  })

  test('[AUTH-16] [AUTH-18] is 404 for a session without a user row', async () => {
    const una = await newcomer('una-404')
    for (const path of [`/api/auth/user/${una.uid}`, '/api/auth/user'] as const) {
      const response = await request(app, `GET ${path}`, { as: una })
      expect(response).toMatchObject({ status: 404, body: { code: 'user_not_registered' } })
    }
    await register(una)
    expect((await request(app, `GET /api/auth/user/${una.uid}`, { as: una })).status).toBe(200)
  })

  test('[AUTH-17] of another uid is forbidden, known or not, and the session remains', async () => {
    const mo = await signIn(app, 'mo-target', personFields.mo)
    for (const key of ['ada', 'gail', 'mia', 'ned', 'una'] as const) {
      const user = await signIn(app, `${key}-nosy`, personFields[key])
      for (const uid of [mo.uid, 'nobody', user.uid.toUpperCase(), '1', '%27%20or%201=1']) {
        const response = await request(app, `GET /api/auth/user/${uid}`, { as: user })
        expect(response).toMatchObject({ status: 403, body: { code: 'forbidden' } })
        expect(response.body).not.toHaveProperty('reason')
        expect(response.headers.getSetCookie()).toEqual([])
      }
      expect((await request(app, 'GET /api/auth/session', { as: user })).status).toBe(200)
    }
  })
})
