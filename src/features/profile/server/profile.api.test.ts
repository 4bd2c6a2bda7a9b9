// Saving the member's own profile, and the stock pictures to choose from.
import { describe, expect, test } from 'vitest'
import { solidColorPng } from '#test/data/pictures.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { personFields, signIn, type TestUser } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import { readMedia } from './sql.ts'

const app = await openTestApp({ isUnlimited: true })
const mia = await signIn(app, 'mia-pictures', personFields.mia)
const { body } = await request(app, 'GET /api/profile-pictures', { as: mia })
const [lotus = '', other = ''] = (body as { url: string }[]).map(({ url }) => url)

const bodyOf = ({ uid, email }: TestUser) => ({
  name: 'Mia of the Lake',
  email,
  profilePicture: lotus,
  profileCompleted: true,
  firebaseUid: uid,
})
const save = (as: TestUser, more: object = {}) =>
  request(app, 'PUT /api/user/profile', { as, body: { ...bodyOf(as), ...more } })
const rowOf = ({ userId }: TestUser) =>
  app.database.query.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst()

describe('saving the profile', () => {
  test('[PROF-14] [PROF-16] completes it and returns the user, regardless of the submitted profileCompleted', async () => {
    const ned = await signIn(app, 'ned-completes', personFields.ned)
    const response = await save(ned, { profileCompleted: false, profilePicture: other })
    expect(response.status).toBe(200)
    expect(response.body).toEqual({
      id: ned.userId,
      name: 'Mia of the Lake',
      email: ned.email,
      pendingEmail: null,
      isAdmin: false,
      isGardenAngel: false,
      profilePicture: other,
      profileCompleted: true,
      isUnlisted: false,
      language: 'en',
      mustAcceptTerms: null,
      createdAt: new Date(app.clock.now()).toISOString(),
    })
    expect(await rowOf(ned)).toMatchObject({
      name: 'Mia of the Lake',
      profilePicture: other,
      profileCompleted: true,
    })
    expect(await request(app, 'GET /api/auth/user', { as: ned })).toMatchObject({
      body: response.body as object,
    })
  })

  test('[PROF-16] once completed it stays completed', async () => {
    const mia = await signIn(app, 'mia-stays', personFields.mia)
    expect(await save(mia, { profileCompleted: false })).toMatchObject({
      status: 200,
      body: { profileCompleted: true },
    })
    expect(await rowOf(mia)).toMatchObject({ profileCompleted: true })
  })

  test('[PROF-16] [I21] the database rejects an incomplete profile marked as completed', async () => {
    const ned = await signIn(app, 'ned-constraint', personFields.ned)
    const completed = app.database.query
      .updateTable('users')
      .set({ profileCompleted: true })
      .where('id', '=', ned.userId)
      .execute()
    await expect(completed).rejects.toMatchObject({ constraint: 'users_completed_is_complete' })
  })

  test('keeps the role, the ban and all other columns', async () => {
    const gail = await signIn(app, 'gail-keeps', personFields.gail)
    const before = await rowOf(gail)
    await save(gail, { name: 'Gail of the Hill' })
    expect(await rowOf(gail)).toEqual({ ...before, name: 'Gail of the Hill', profilePicture: lotus })
  })

  test('[PROF-13] an invalid name, email address or picture is rejected with a field error', async () => {
    const mia = await signIn(app, 'mia-faults', personFields.mia)
    const before = await rowOf(mia)
    const faults = [
      { name: '' },
      { name: ' \u200B ' },
      { name: 'n'.repeat(61) },
      { name: 'nul\u0000' },
      { name: '\uDC00' },
      { name: null },
      { name: 'Anna (Gardian Angel)' },
      { name: 'Аdmіn' },
      { email: '' },
      { email: 'no address' },
      { profilePicture: '' },
      { profilePicture: null },
      { profileCompleted: 'yes' },
    ]
    for (const message of faults) {
      const response = await save(mia, message)
      expect(response).toMatchObject({ status: 400, body: { code: 'invalid' } })
      const { issues } = response.body as { issues: { path: string }[] }
      expect(new Set(issues.map(({ path }) => path))).toEqual(new Set(Object.keys(message)))
    }
    expect(await rowOf(mia)).toEqual(before)
  })

  test('the name is stored normalized', async () => {
    const mia = await signIn(app, 'mia-clean', personFields.mia)
    expect(await save(mia, { name: ' Zoe\u0308 \u202E\u200B of\nthe  Lake ' })).toMatchObject({
      body: { name: 'Zoë of the Lake' },
    })
  })

  test('[T28] an external picture URL is rejected, and never fetched', async () => {
    const mia = await signIn(app, 'mia-elsewhere', personFields.mia)
    const before = await rowOf(mia)
    const unknown = `/media/${'0'.repeat(64)}.jpg`
    for (const profilePicture of [
      'http://169.254.169.254/latest/meta-data',
      'https://evil.example/x.png',
      '//evil.example/x.png',
      'blob:https://sit.example.org/1',
      'javascript:alert(1)',
      'data:image/svg+xml,<svg/>',
      'data:image/png;base64,iVBORw0KGgo=',
      unknown,
      `${app.url}${lotus}`,
      `${lotus}?x=1`,
      `${lotus}\n`,
      'lotus',
    ]) {
      const response = await save(mia, { profilePicture })
      expect(response).toMatchObject({
        status: 400,
        body: { code: 'invalid', issues: [{ path: 'profilePicture' }] },
      })
    }
    expect(await rowOf(mia)).toEqual(before)
  })

  test('[AUTH-31] another member’s profile is forbidden and unchanged', async () => {
    const mia = await signIn(app, 'mia-own', personFields.mia)
    const mo = await signIn(app, 'mo-own', personFields.mo)
    const before = await Promise.all([rowOf(mia), rowOf(mo)])
    for (const firebaseUid of [mo.uid, '', 'nobody']) {
      const response = await save(mia, { firebaseUid })
      expect(response).toMatchObject({ status: 403, body: { code: 'forbidden' } })
      expect(response.body).not.toHaveProperty('reason')
    }
    expect(await Promise.all([rowOf(mia), rowOf(mo)])).toEqual(before)
  })

  test('[API-23] other user fields are rejected', async () => {
    const mia = await signIn(app, 'mia-strict', personFields.mia)
    const before = await rowOf(mia)
    const own = Object.keys(bodyOf(mia))
    const fields = [
      ...Object.keys(before ?? {}),
      'uid',
      'referralCode',
      'referredBy',
      'totalTimeSpent',
      'role',
      '__proto__',
    ].filter((field) => !own.includes(field))
    expect(fields).toEqual(
      expect.arrayContaining(['id', 'isAdmin', 'isGardenAngel', 'isBanned', 'quantumLovePoints']),
    )
    for (const field of fields) {
      const body = JSON.stringify(bodyOf(mia)).replace('{', `{${JSON.stringify(field)}:true,`)
      const response = await request(app, 'PUT /api/user/profile', { as: mia, body })
      expect({ field, status: response.status }).toEqual({ field, status: 400 })
    }
    expect(await rowOf(mia)).toEqual(before)
  })

  test('[TRUST-01] [I11] the choice to be unlisted is refused after a ban that the node hasn’t received yet', async () => {
    const mo = await signIn(app, 'mo-unlisted', personFields.mo)
    const choose = () => request(app, 'PUT /api/user/unlisted', { as: mo, body: { isUnlisted: true } })
    expect(await choose()).toMatchObject({ status: 200, body: { id: mo.userId, isUnlisted: true } })
    await request(app, 'GET /api/auth/user', { as: mo })
    const ban = { isBanned: true, bannedAt: new Date(app.clock.now()), bannedReason: 'Unkind words' }
    await app.database.query.updateTable('users').set(ban).where('id', '=', mo.userId).execute()
    expect(await choose()).toMatchObject({ status: 403, body: { code: 'banned' } })
  })

  test('[AUTH-16] an account without a user row gets 404, and a banned member the reason', async () => {
    const una = await signIn(app, 'una-profile', personFields.una)
    expect(await save(una)).toMatchObject({ status: 404, body: { code: 'user_not_registered' } })
    const bea = await signIn(app, 'bea-profile', personFields.bea)
    expect(await save(bea)).toMatchObject({ status: 403, body: { code: 'banned', reason: 'Unkind words' } })
  })
})

describe('[PROF-29] the name of an administrator or moderator', () => {
  const taken = {
    status: 400,
    body: {
      code: 'invalid',
      issues: [
        {
          path: 'name',
          message: 'That name belongs to someone who looks after this community. Please choose another.',
        },
      ],
    },
  }
  const sendPicture = async (as: TestUser) =>
    request(app, 'PUT /api/user/profile/picture', {
      as,
      body: await solidColorPng('#334455'),
      headers: { 'content-type': 'image/png' },
    })

  test('[T21] is rejected with a field error in any spelling, and nothing is saved', async () => {
    await signIn(app, 'name-ada', { name: 'Ada Lovelace', isAdmin: true })
    await signIn(app, 'name-gail', { name: 'Gail Иванова', isGardenAngel: true })
    const mia = await signIn(app, 'name-mia', personFields.mia)
    const before = await rowOf(mia)
    for (const name of ['Ada Lovelace', 'ÁDA  lovelace', 'АdaLоvelасе', 'Gail Ивановa']) {
      expect(await save(mia, { name, profilePicture: other })).toMatchObject(taken)
    }
    expect(await rowOf(mia)).toEqual(before)
    expect(await save(mia, { name: 'Ada Lovelock' })).toMatchObject({ status: 200 })
  })

  test('can be respelled by its owner, and is free again without the role', async () => {
    const gail = await signIn(app, 'name-keeper', { name: 'Wren Keeper', isGardenAngel: true })
    const mia = await signIn(app, 'name-later', personFields.mia)
    expect(await save(gail, { name: 'WREN Keeper' })).toMatchObject({ status: 200 })
    expect(await save(mia, { name: 'Wren Keeper' })).toMatchObject(taken)
    await app.database.query
      .updateTable('users')
      .set({ isGardenAngel: false })
      .where('id', '=', gail.userId)
      .execute()
    expect(await save(mia, { name: 'Wren Keeper' })).toMatchObject({ status: 200 })
  })

  test('stays with a member who already had it', async () => {
    const mia = await signIn(app, 'name-earlier', { name: 'Robin Reed' })
    await signIn(app, 'name-promoted', { name: 'Robin Reed', isGardenAngel: true })
    expect(await save(mia, { name: 'Robin Reed', profilePicture: other })).toMatchObject({
      status: 200,
      body: { profilePicture: other },
    })
    expect(await save(mia, { name: 'robin reed' })).toMatchObject(taken)
  })

  test('[PROF-16] does not complete a profile if given at registration', async () => {
    await signIn(app, 'name-staff', { name: 'Sol Santos', isAdmin: true })
    const ned = await signIn(app, 'name-new', { name: 'Sol Santos', profileCompleted: false })
    expect(await save(ned, { name: 'Sol Santos' })).toMatchObject(taken)
    expect(await sendPicture(ned)).toMatchObject({ status: 200, body: { profileCompleted: false } })
    expect(await save(ned, { name: 'Sol Sanders' })).toMatchObject({
      status: 200,
      body: { profileCompleted: true },
    })
  })
})

describe('stock pictures', () => {
  const listed = async (as: TestUser) => {
    const { body } = await request(app, 'GET /api/profile-pictures', { as })
    return body as { id: number; name: string; imageData: string; url: string }[]
  }

  test('[PIC-08] are listed with id, name, thumbnail and URL', async () => {
    const ned = await signIn(app, 'ned-lists', personFields.ned)
    const pictures = await listed(ned)
    expect(pictures).toHaveLength(12)
    for (const picture of pictures) {
      expect(Object.keys(picture).sort()).toEqual(['id', 'imageData', 'name', 'url'])
      expect(picture.imageData).toMatch(/^data:image\/jpeg;base64,[A-Za-z0-9+/]+=*$/)
      expect(picture.url).toMatch(/^\/media\/[0-9a-f]{64}\.jpg$/)
      const content = await readMedia(app.database.query, picture.url.slice(7, 71))
      expect(content?.subarray(0, 3).toString('hex')).toBe('ffd8ff')
    }
    expect(await readMedia(app.database.query, '0'.repeat(64))).toBeNull()
  })

  test('[PIC-08] an inactive one is not listed and can’t be chosen, but members who have it keep it', async () => {
    const mia = await signIn(app, 'mia-inactive', personFields.mia)
    const ned = await signIn(app, 'ned-inactive', personFields.ned)
    const last = (await listed(ned)).at(-1)!
    await save(mia, { profilePicture: last.url })
    const activate = (isActive: boolean) =>
      app.database.query.updateTable('profile_pictures').set({ isActive }).where('id', '=', last.id).execute()
    await activate(false)
    expect((await listed(ned)).map(({ id }) => id)).not.toContain(last.id)
    const refused = await save(ned, { profilePicture: last.url })
    expect(refused).toMatchObject({ status: 400, body: { issues: [{ path: 'profilePicture' }] } })
    expect(await save(mia, { profilePicture: last.url, name: 'Still Mia' })).toMatchObject({
      status: 200,
      body: { profilePicture: last.url, name: 'Still Mia' },
    })
    await activate(true)
    expect((await save(ned, { profilePicture: last.url })).status).toBe(200)
  })
})
