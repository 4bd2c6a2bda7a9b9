// Administrators made outside the app: the operator's shell and the first-start link.
import { beforeEach, describe, expect, test } from 'vitest'
import { adminCommand } from '#app/server/admin-command.ts'
import { connectLive } from '#test/live/live-client.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { personFields, signIn, type TestUser } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import { createFirstAdminLink } from './first-admin.ts'

const app = await openTestApp({ isUnlimited: true })

const shell = (...words: string[]) => adminCommand({ ...app, readSettings: () => app.config }, words)
const isAdmin = async ({ userId }: TestUser) =>
  (
    await app.database.query
      .selectFrom('users')
      .select('isAdmin')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
  ).isAdmin
const activitiesOf = ({ userId }: TestUser) =>
  app.database.query
    .selectFrom('activities')
    .select(['actorId', 'action', 'before', 'after'])
    .where('targetId', '=', userId)
    .orderBy('id')
    .execute()
const removeAllAdmins = () =>
  app.database.query.updateTable('users').set({ isAdmin: false }).where('isAdmin', '=', true).execute()

describe('the shell', () => {
  test('[OPS-04] grants, lists and revokes administrators, with an activity entry each', async () => {
    const [mia, mo] = [await signIn(app, 'mia', personFields.mia), await signIn(app, 'mo', personFields.mo)]
    expect(await shell('list')).toBe('There is no administrator.')
    expect(await shell('grant', 'MIA@example.org')).toContain('is now an administrator')
    expect(await shell('grant', mia.email)).toBe('mia@example.org is already an administrator.')
    expect(await isAdmin(mia)).toBe(true)
    await expect(shell('revoke', mia.email)).rejects.toThrow('is the only administrator')
    expect(await isAdmin(mia)).toBe(true)
    await shell('grant', mo.email)
    expect(await shell('list')).toBe('mia@example.org  Mia Member\nmo@example.org  Mo Member')
    expect(await shell('revoke', mia.email)).toBe('mia@example.org is no longer an administrator.')
    expect(await shell('revoke', mia.email)).toBe("mia@example.org isn't an administrator.")
    expect(await isAdmin(mia)).toBe(false)
    const line = { actorId: null, action: 'user.update' }
    expect(await activitiesOf(mia)).toEqual([
      { ...line, before: { isAdmin: false }, after: { isAdmin: true, way: 'cli' } },
      { ...line, before: { isAdmin: true }, after: { isAdmin: false, way: 'cli' } },
    ])
    const read = await request(app, 'GET /api/admin/activity', { as: mo })
    expect(read.status).toBe(200)
    expect(read.body).toMatchObject({ activities: [{ actor: null }, { actor: null }, { actor: null }] })
  })

  test('signs everyone out with an activity entry, and a running server follows @full', async () => {
    const [iva, ivo] = [await signIn(app, 'iva', personFields.mia), await signIn(app, 'ivo', personFields.mo)]
    const socket = await connectLive(app, { as: iva })
    const isOpen = () => app.database.query.selectFrom('sessions').select('id').where('revokedAt', 'is', null)
    const { length } = await isOpen().execute()
    const ask = async (as: TestUser) => (await request(app, 'GET /api/auth/session', { as })).status
    expect(await ask(ivo)).toBe(200)
    expect(await shell('end-sessions')).toBe(`${length} sessions ended. Everyone must sign in again.`)
    expect(await isOpen().execute()).toEqual([])
    await expect.poll(() => ask(ivo), { timeout: 10_000 }).toBe(401)
    expect(await socket.closed).toBe(4401)
    const line = await app.database.query
      .selectFrom('activities')
      .select(['actorId', 'targetId', 'after'])
      .where('action', '=', 'user.end-sessions')
      .execute()
    expect(line).toEqual([{ actorId: null, targetId: null, after: { sessions: length } }])
    const again = await signIn(app, 'ada-again', { ...personFields.ada, isAdmin: true })
    const read = await request(app, 'GET /api/admin/activity?action=user.end-sessions', { as: again })
    expect(read.body).toMatchObject({ activities: [{ actor: null, action: 'user.end-sessions' }] })
  })

  test('[OPS-04] reports commands that can’t be done', async () => {
    await signIn(app, 'bea', personFields.bea)
    for (const [words, message] of [
      [['grant', 'nobody@example.org'], 'No member has the address nobody@example.org'],
      [['grant', 'bea@example.org'], 'is banned'],
      [['grant', 'bea'], "isn't an email address"],
      [['grant'], 'admin -- grant EMAIL'],
      [['list', 'all'], 'admin -- grant EMAIL'],
      [['end-sessions', 'bea@example.org'], 'admin -- grant EMAIL'],
      [['make', 'bea@example.org'], 'admin -- grant EMAIL'],
    ] as const) {
      await expect(shell(...words)).rejects.toThrow(message)
    }
  })
})

describe('the first-start link', () => {
  let serial = 0
  const someone = () => {
    serial += 1
    return signIn(app, `someone-${serial}`, { name: 'Some One', profileCompleted: false })
  }
  const token = async () => (await createFirstAdminLink(app.app.platform))?.split('#')[1] ?? 'none'
  const follow = (as: TestUser, secret: string) =>
    request(app, 'POST /api/auth/first-admin', { as, body: { token: secret } })
  const gone = { status: 404, body: { code: 'first_admin_link_void' } }
  beforeEach(removeAllAdmins)
  const expectNoLinks = async () =>
    expect(await app.database.query.selectFrom('first_admin_links').select('tokenHash').execute()).toEqual([])

  test('[OPS-18] makes the first user who follows it an administrator, and no one afterwards', async () => {
    const [first, second] = [await someone(), await someone()]
    // Two nodes start: both links are valid, and redeeming one invalidates both.
    const [one, other] = [await token(), await token()]
    expect(one).toMatch(/^[\w-]{43}$/)
    expect(await follow(first, 'a guess')).toMatchObject(gone)
    expect(await follow(first, one)).toMatchObject({ status: 200, body: { success: true } })
    expect(await isAdmin(first)).toBe(true)
    expect(await activitiesOf(first)).toEqual([
      {
        actorId: first.userId,
        action: 'user.update',
        before: { isAdmin: false },
        after: { isAdmin: true, way: 'first-admin-link' },
      },
    ])
    for (const secret of [one, other]) expect(await follow(second, secret)).toMatchObject(gone)
    expect(await isAdmin(second)).toBe(false)
    expect(await createFirstAdminLink(app.app.platform)).toBeNull()
    await expectNoLinks()
  })

  test('[OPS-18] works for one of 20 concurrent uses @full', async () => {
    const users = await Promise.all(Array.from({ length: 20 }, someone))
    const secret = await token()
    const responses = await Promise.all(users.map((user) => follow(user, secret)))
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const response of responses.filter(({ status }) => status !== 200))
      expect(response).toMatchObject(gone)
    const admins = await app.database.query
      .selectFrom('users')
      .select('id')
      .where('isAdmin', '=', true)
      .execute()
    expect(admins).toHaveLength(1)
    await expectNoLinks()
  })

  test('[OPS-18] expires after a day, and once there is an administrator by other means', async () => {
    const old = await token()
    app.clock.advance(24 * 3_600_000)
    const late = await someone()
    expect(await follow(late, old)).toMatchObject(gone)
    const fresh = await token()
    await shell('grant', late.email)
    expect(await follow(await someone(), fresh)).toMatchObject(gone)
    // The next start deletes it.
    expect(await createFirstAdminLink(app.app.platform)).toBeNull()
    await expectNoLinks()
  })
})
