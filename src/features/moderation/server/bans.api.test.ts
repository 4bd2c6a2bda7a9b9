// Ban API: permissions, effects, the banned member's later requests, and lifting.
import { beforeEach, describe, expect, test } from 'vitest'
import { openSession } from '#features/auth/server/session.ts'
import { insertUser } from '#features/auth/server/sql/users.ts'
import { defaultTestTime } from '#test/clock.ts'
import { makeMessage } from '#test/data/factories.ts'
import { raceUncommittedChange } from '#test/database/lock-race.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { signIn, signInPeople, type TestUser } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import { applyBan } from './bans.ts'

let serial = 0

const app = await openTestApp({ isUnlimited: true })
const people = await signInPeople(app)
beforeEach(() => app.clock.set(defaultTestTime))

const verbs = ['PUT', 'POST'] as const

function createMember(facts: Partial<Parameters<typeof signIn>[2]> = {}): Promise<TestUser> {
  serial += 1
  return signIn(app, `someone-${serial}`, { name: `Someone ${serial}`, ...facts })
}
const ban = (
  by: TestUser | null,
  userId: number | string,
  body: unknown = { reason: 'Unkind words' },
  verb: (typeof verbs)[number] = 'PUT',
) => request(app, `${verb} /api/admin/users/${userId}/ban`, { as: by, body })
const unban = (by: TestUser, userId: number) =>
  request(app, `POST /api/admin/users/${userId}/unban`, { as: by })
const userRow = (userId: number) =>
  app.database.query.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow()
const readAllRows = async () => ({
  users: await app.database.query.selectFrom('users').selectAll().orderBy('id').execute(),
  sessions: await app.database.query
    .selectFrom('sessions')
    .select(['id', 'revokedAt'])
    .orderBy('id')
    .execute(),
})
const demote = (userId: number) => (tx: typeof app.database.query) =>
  tx.updateTable('users').set({ isGardenAngel: false }).where('id', '=', userId).execute()

test('[CHAT-33] a ban check returns why a moderator can’t ban a member, and changes nothing', async () => {
  const { userId } = await createMember()
  const angel = await createMember({ isGardenAngel: true })
  const admin = await createMember({ isAdmin: true, isGardenAngel: true })
  const before = await readAllRows()
  const notified = async (by: TestUser, about: number) =>
    (await request(app, `GET /api/admin/users/${about}/ban-check`, { as: by })).body
  expect(await notified(people.gail, userId)).toEqual({ obstacle: null })
  expect(await notified(people.gail, angel.userId)).toEqual({ obstacle: 'garden_angel' })
  expect(await notified(people.gail, admin.userId)).toEqual({ obstacle: 'administrator' })
  expect(await notified(people.gail, people.gail.userId)).toEqual({ obstacle: 'self' })
  expect(await notified(people.ada, angel.userId)).toEqual({ obstacle: null })
  expect(await notified(people.ada, admin.userId)).toEqual({ obstacle: 'administrator' })
  expect(await readAllRows()).toEqual(before)
})

describe('a ban', () => {
  test.each(verbs)('[CHAT-20] by %s is allowed to every moderator, and to no one else', async (verb) => {
    for (const moderator of [people.gail, people.ada]) {
      const { userId, name } = await createMember()
      expect(await ban(moderator, userId, { reason: '  Unkind words ' }, verb)).toMatchObject({
        status: 200,
        body: {
          id: userId,
          name,
          isBanned: true,
          bannedAt: defaultTestTime,
          bannedReason: 'Unkind words',
        },
      })
    }
    const before = await readAllRows()
    const rejected = [
      [people.mia, 403, 'forbidden'],
      [people.ned, 403, 'profile_incomplete'],
      [people.bea, 403, 'banned'],
      [null, 401, 'unauthenticated'],
    ] as const
    for (const [user, status, code] of rejected) {
      expect(await ban(user, people.mo.userId, undefined, verb)).toMatchObject({ status, body: { code } })
    }
    expect(await readAllRows()).toEqual(before)
  })

  test('[CHAT-21] is stored with its time and reason; a later one changes only the reason', async () => {
    const { userId } = await createMember()
    await ban(people.gail, userId, { reason: 'First' })
    app.clock.advance(3_600_000)
    expect((await ban(people.ada, userId, { reason: 'Second' })).body).toMatchObject({
      bannedAt: defaultTestTime,
      bannedReason: 'Second',
    })
    expect(await userRow(userId)).toMatchObject({
      isBanned: true,
      bannedAt: defaultTestTime,
      bannedReason: 'Second',
      bannedBy: people.gail.userId,
    })
  })

  test('[CHAT-21] [AUTH-24] ends every session, and the next request of each returns 403 with the reason', async () => {
    const user = await createMember()
    const cookies = [user.cookie, (await signInAgain(user)).cookie]
    await ban(people.gail, user.userId, { reason: 'Unkind words' })
    const sessions = await app.database.query
      .selectFrom('sessions')
      .select(['revokedAt', 'revokedBy'])
      .where('uid', '=', user.uid)
      .execute()
    expect(sessions).toEqual(cookies.map(() => ({ revokedAt: defaultTestTime, revokedBy: 'ban' })))
    for (const cookie of cookies) {
      for (const call of ['GET /api/auth/user', `GET /api/auth/user/${user.uid}`] as const) {
        expect(await request(app, call, { headers: { cookie } })).toMatchObject({
          status: 403,
          body: { code: 'banned', reason: 'Unkind words' },
        })
      }
    }
  })

  test('[MOD-24] with a reason of the list is read in the reader’s language, and a typed one as typed', async () => {
    const read = async (reason: string) => {
      const member = await createMember()
      await ban(people.ada, member.userId, { reason })
      const { body } = await request(app, 'GET /api/meditation/today', {
        as: member,
        headers: { 'accept-language': 'de' },
      })
      return body
    }
    expect(await read('It was unkind.')).toMatchObject({ reason: 'Es war unfreundlich.' })
    expect(await read('It was not kind.')).toMatchObject({ reason: 'It was not kind.' })
  })

  test('[CHAT-21] rejects the next sign-in with the reason, without a session', async () => {
    const account = { email: 'sol@example.org', password: 'still water runs deep' }
    const signedUp = await request(app, 'POST /api/identity/sign-up/email', {
      body: { name: 'Sol', ...account },
    })
    const { user } = signedUp.body as { user: { id: string } }
    const facts = { profilePicture: null, profileCompleted: false, isAdmin: false, isGardenAngel: false }
    const createdAt = new Date(app.clock.now())
    const userId = await insertUser(app.database.query, {
      name: 'Sol',
      email: account.email,
      firebaseUid: user.id,
      ...facts,
      createdAt,
    })
    await ban(people.gail, userId, { reason: 'Enough' })
    const response = await request(app, 'POST /api/identity/sign-in/email', { body: account })
    expect(response).toMatchObject({ status: 403, body: { code: 'banned', reason: 'Enough' } })
    expect(response.headers.getSetCookie()).toEqual([])
  })

  test('[CHAT-22] leaves the member’s messages', async () => {
    const user = await createMember()
    const id = await makeMessage(app, user, { text: 'still here' })
    await ban(people.gail, user.userId)
    const chat = await request(app, 'GET /api/meditation/chat/2026-11-21', { as: people.mia })
    expect(chat.body).toMatchObject({ messages: [{ id, message: 'still here' }] })
    expect((await request(app, `DELETE /api/messages/${id}`, { as: people.gail })).status).toBe(200)
    const after = await request(app, 'GET /api/meditation/chat/2026-11-21', { as: people.mia })
    expect(after.body).toEqual({ messages: [] })
  })

  test('requires an existing member and a reason of 1 to 500 units, and nothing else', async () => {
    const { userId } = await createMember()
    const before = await readAllRows()
    const bad: [unknown, string][] = [
      [{ reason: '' }, 'reason'],
      [{ reason: ' \n ' }, 'reason'],
      [{ reason: 'x'.repeat(501) }, 'reason'],
      [{ reason: 7 }, 'reason'],
      [{}, 'reason'],
      [{ reason: 'fine', isAdmin: true }, ''],
    ]
    for (const [body, path] of bad) {
      expect(await ban(people.gail, userId, body)).toMatchObject({
        status: 400,
        body: { code: 'invalid', issues: [{ path }] },
      })
    }
    for (const [id, status] of [
      [2_000_000_000, 404],
      ['0', 400],
      ['me', 400],
    ] as const) {
      expect((await ban(people.gail, id)).status).toBe(status)
    }
    expect(await readAllRows()).toEqual(before)
    expect((await ban(people.ada, userId, { reason: 'x'.repeat(500) })).status).toBe(200)
  })
})

describe('a member who can’t be banned', () => {
  test('[CHAT-23] [T24] is staff or oneself for a garden angel; an administrator or oneself for an administrator', async () => {
    const [gus, abe] = [await createMember({ isGardenAngel: true }), await createMember({ isAdmin: true })]
    const before = await readAllRows()
    const rejected = [
      [people.gail, gus, 403, 'forbidden'],
      [people.gail, abe, 403, 'forbidden'],
      [people.gail, people.gail, 403, 'forbidden'],
      [people.ada, people.ada, 409, 'target_is_self'],
      [people.ada, abe, 409, 'target_is_admin'],
    ] as const
    for (const verb of verbs) {
      for (const [by, target, status, code] of rejected) {
        expect(await ban(by, target.userId, undefined, verb)).toMatchObject({ status, body: { code } })
      }
    }
    expect(await readAllRows()).toEqual(before)
    expect((await ban(people.ada, gus.userId)).status).toBe(200)
  })

  test('[T24] is one who becomes staff concurrently', async () => {
    const rising = await createMember()
    const outcome = await raceUncommittedChange(
      app,
      (tx) => tx.updateTable('users').set({ isAdmin: true }).where('id', '=', rising.userId).execute(),
      () => ban(people.gail, rising.userId),
    )
    expect(outcome).toMatchObject({ value: { status: 403, body: { code: 'forbidden' } } })
    expect((await userRow(rising.userId)).isBanned).toBe(false)
  })

  test('[T24] is one of two garden angels or administrators who ban each other concurrently', async () => {
    const angels = [
      await createMember({ isGardenAngel: true }),
      await createMember({ isGardenAngel: true }),
    ] as const
    const admins = [await createMember({ isAdmin: true }), await createMember({ isAdmin: true })] as const
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, index) => index % 2).flatMap((one) => [
        ban(angels[one as 0], angels[(1 - one) as 0].userId),
        ban(admins[one as 0], admins[(1 - one) as 0].userId),
      ]),
    )
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([403, 409]))
    for (const { userId } of [...angels, ...admins]) expect((await userRow(userId)).isBanned).toBe(false)
  })
})

describe('lifting a ban', () => {
  test('[USR-11] [USR-27] clears all its fields, and does nothing the second time', async () => {
    const { userId, name, cookie } = await createMember()
    await ban(people.ada, userId, { reason: 'Unkind' })
    const free = { id: userId, name, isBanned: false, bannedAt: null, bannedReason: null }
    for (const _ of [1, 2]) expect(await unban(people.ada, userId)).toMatchObject({ status: 200, body: free })
    expect(await userRow(userId)).toMatchObject({
      isBanned: false,
      bannedAt: null,
      bannedReason: null,
      bannedBy: null,
    })
    const activities = await app.database.query
      .selectFrom('activities')
      .select(['actorId', 'before', 'after', 'label'])
      .where('action', '=', 'user.unban')
      .where('targetId', '=', userId)
      .execute()
    expect(activities).toEqual([
      {
        actorId: people.ada.userId,
        before: { isBanned: true, bannedReason: 'Unkind' },
        after: { isBanned: false, bannedReason: null },
        label: null,
      },
    ])
    // The session that the ban ended stays invalid; the member must sign in again.
    expect((await request(app, 'GET /api/auth/user', { headers: { cookie } })).status).toBe(401)
  })

  test('[USR-12] is not allowed to garden angels', async () => {
    const response = await unban(people.gail, people.bea.userId)
    expect(response).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect((await userRow(people.bea.userId)).isBanned).toBe(true)
  })
})

describe('a moderator whose role was revoked', () => {
  test('[CHAT-27] can’t ban or delete messages any more', async () => {
    const angel = await createMember({ isGardenAngel: true })
    const [target, id] = [await createMember(), await makeMessage(app, people.mo)]
    await demote(angel.userId)(app.database.query)
    for (const response of [
      await ban(angel, target.userId),
      await request(app, `DELETE /api/messages/${id}`, { as: angel }),
    ]) {
      expect(response).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    }
  })

  test('[CHAT-27] is rejected also if that happens during the request', async () => {
    const angel = await createMember({ isGardenAngel: true })
    const [target, id] = [await createMember(), await makeMessage(app, people.mo)]
    const works = [
      () => ban(angel, target.userId),
      () => request(app, `DELETE /api/messages/${id}`, { as: angel }),
    ]
    for (const work of works) {
      const outcome = await raceUncommittedChange(app, demote(angel.userId), work)
      expect(outcome).toMatchObject({ value: { status: 403, body: { code: 'forbidden' } } })
      const role = { isGardenAngel: true }
      await app.database.query.updateTable('users').set(role).where('id', '=', angel.userId).execute()
    }
    expect((await userRow(target.userId)).isBanned).toBe(false)
    const message = await app.database.query
      .selectFrom('chat_messages')
      .select('deletedAt')
      .where('id', '=', id)
      .executeTakeFirst()
    expect(message).toEqual({ deletedAt: null })
  })

  test('[CHAT-27] is rejected also if they are banned during the request', async () => {
    const angel = await createMember({ isGardenAngel: true })
    const target = await createMember()
    const outcome = await raceUncommittedChange(
      app,
      (tx) =>
        tx
          .updateTable('users')
          .set({ isBanned: true, bannedAt: new Date(app.clock.now()), bannedReason: 'You too' })
          .where('id', '=', angel.userId)
          .execute(),
      () => ban(angel, target.userId),
    )
    expect(outcome).toMatchObject({ value: { status: 403, body: { code: 'banned', reason: 'You too' } } })
  })
})

describe('many bans', () => {
  test('above 20 in an hour by one garden angel are logged, with ids only @full', async () => {
    const angel = await createMember({ isGardenAngel: true })
    const lines: { level: string; facts: object }[] = []
    const note = (level: string) => (facts: object) => {
      lines.push({ level, facts })
    }
    const log = { info: note('info'), warn: note('warn'), error: note('error') }
    const banOne = async (moderatorId: number) => {
      const { userId } = await createMember()
      await applyBan({ ...app.app.platform, log }, { moderatorId, userId, reason: 'Secret' })
    }
    for (let count = 0; count < 20; count += 1) await banOne(angel.userId)
    expect(lines.filter(({ level }) => level === 'warn')).toEqual([])
    await banOne(angel.userId)
    const warning = { event: 'ban-spike', by: angel.userId, bansInHour: 21 }
    expect(lines.filter(({ level }) => level === 'warn')).toEqual([{ level: 'warn', facts: warning }])
    app.clock.advance(3_600_000)
    await banOne(angel.userId)
    for (let count = 0; count < 21; count += 1) await banOne(people.ada.userId)
    expect(lines.filter(({ level }) => level === 'warn')).toHaveLength(1)
    expect(JSON.stringify(lines)).not.toMatch(/Secret|Someone/)
  })
})

/** Signs a member in again, as if from another browser. */
async function signInAgain(user: TestUser): Promise<TestUser> {
  const { token } = await openSession(app.app.platform, {
    identity: { uid: user.uid, email: user.email, name: user.name, emailVerified: true },
    provider: 'builtin',
    remembered: true,
    address: '127.0.0.1',
  })
  return { ...user, cookie: `${user.cookie.split('=')[0]}=${token}` }
}
