// Member changes by administrators: record, roles and time, with errors and activity entries.
import { describe, expect, test } from 'vitest'
import { makeMeditation, makeMessage } from '#test/data/factories.ts'
import { raceUncommittedChange } from '#test/database/lock-race.ts'
import { joinLive, sendChatMessage } from '#test/live/live-client.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { signIn, signInPeople, type TestUser } from '#test/people/people.ts'
import { request, type TestResponse } from '#test/request.ts'
import { lockMemberShared, lockMembersForUpdate } from './sql/members.ts'

const today = '2026-11-21'

let serial = 0

const app = await openTestApp({ isUnlimited: true })
const people = await signInPeople(app)
await makeMeditation(app)

function createMember(facts: Partial<Parameters<typeof signIn>[2]> = {}): Promise<TestUser> {
  serial += 1
  return signIn(app, `someone-${serial}`, { name: `Someone ${serial}`, ...facts })
}
const update = (userId: number, body: object, as: TestUser = people.ada) =>
  request(app, `PUT /api/admin/users/${userId}`, { as, body })
const setTime = (userId: number, timeSpent: unknown) =>
  request(app, `PUT /api/admin/users/${userId}/time-spent`, { as: people.ada, body: { timeSpent } })
const changeAngelRole = (verb: 'POST' | 'DELETE', userId: number) =>
  request(app, `${verb} /api/admin/users/${userId}/garden-angel`, { as: people.ada })
const rowOf = (userId: number) =>
  app.database.query.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow()
const activitiesOn = (userId: number) =>
  app.database.query
    .selectFrom('activities')
    .select(['actorId', 'action', 'before', 'after', 'label'])
    .where('targetType', '=', 'user')
    .where('targetId', '=', userId)
    .orderBy('id')
    .execute()
const activityOf = (action: string, before: object, after: object) => ({
  actorId: people.ada.userId,
  action,
  before,
  after,
  label: null,
})

describe("a member's record", () => {
  test('[USR-07] [USR-25] is changed only here, with one activity entry of the changes', async () => {
    const { userId, uid, email } = await createMember({ isGardenAngel: true })
    const was = await rowOf(userId)
    const response = await update(userId, { name: ' New  Name ', email: ' New@Example.org ', isAdmin: true })
    const changed = { name: 'New Name', email: 'new@example.org', isAdmin: true }
    expect(response).toMatchObject({ status: 200, body: { id: userId, ...changed, isGardenAngel: true } })
    expect(await rowOf(userId)).toEqual({ ...was, ...changed, isAdminDecided: true })
    expect(await activitiesOn(userId)).toEqual([
      activityOf('user.update', { name: was.name, email, isAdmin: false }, changed),
    ])
    const session = app.database.query.selectFrom('sessions').select('email').where('uid', '=', uid)
    expect(await session.execute()).toEqual([{ email }])
  })

  test('[USR-07] saved unchanged records no activity entry', async () => {
    const { userId, name } = await createMember()
    const was = await rowOf(userId)
    for (const body of [{}, { name }, { isAdmin: false }]) {
      expect(await update(userId, body)).toMatchObject({ status: 200, body: { id: userId, name } })
    }
    expect(await rowOf(userId)).toEqual(was)
    expect(await activitiesOn(userId)).toEqual([])
  })

  test('[USR-25] can’t get another member’s address, in any case, nor by a concurrent change', async () => {
    const [one, other] = [await createMember(), await createMember()]
    const taken = { status: 409, body: { code: 'member_email_taken' } }
    expect(await update(one.userId, { email: other.email.toUpperCase() })).toMatchObject(taken)
    expect((await rowOf(one.userId)).email).toBe(one.email)
    const responses = await Promise.all(
      [one, other].map(({ userId }) => update(userId, { email: 'wanted@example.org' })),
    )
    expect(responses.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
    expect([...(await activitiesOn(one.userId)), ...(await activitiesOn(other.userId))]).toHaveLength(1)
  })

  test('[T09] accepts no other user fields, and then changes nothing', async () => {
    const { userId } = await createMember()
    const was = await rowOf(userId)
    for (const [field, value] of Object.entries({ ...was, totalTimeSpent: 5, referralCode: 'AAAAAAAA' })) {
      if (['name', 'email', 'isAdmin', 'mayHost'].includes(field)) continue
      const response = await update(userId, { name: 'Somebody Else', [field]: value })
      expect({ field, status: response.status }).toEqual({ field, status: 400 })
    }
    const bad = [{ name: '' }, { name: 'Admin' }, { name: null }, { email: 'nowhere' }, { isAdmin: 'yes' }]
    for (const body of bad) {
      expect(await update(userId, body)).toMatchObject({ status: 400, body: { code: 'invalid' } })
    }
    expect(await rowOf(userId)).toEqual(was)
  })

  test('[USR-07] shows a new name immediately to members in the same room', async () => {
    const rosa = await createMember({ name: 'Rosa' })
    const witness = await joinLive(app, people.mo, today)
    const own = await joinLive(app, rosa, today)
    await update(rosa.userId, { name: 'Rosalind' })
    const { onlineUsers } = await witness.next('online-count-updated', (event) =>
      event.onlineUsers.some(({ name }) => name === 'Rosalind'),
    )
    expect(onlineUsers.map(({ id }) => id)).toContain(rosa.userId)
    await Promise.all([witness.close(), own.close()])
  })
})

describe('the administrator role', () => {
  test('[USR-08] [I19] [T24] remains with one of two administrators who revoke each other’s concurrently', async () => {
    const other = await createMember({ isAdmin: true })
    await app.database.query
      .updateTable('users')
      .set({ isAdmin: false })
      .where('id', 'not in', [people.ada.userId, other.userId])
      .execute()
    const none = { isAdmin: false }
    const crossed = await Promise.all([
      update(other.userId, none, people.ada),
      update(people.ada.userId, none, other),
    ])
    expect(crossed.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 403])
    const isAda = (await rowOf(people.ada.userId)).isAdmin
    const left = isAda ? people.ada : other
    expect(await update(left.userId, none, left)).toMatchObject({ status: 409, body: { code: 'last_admin' } })
    await update(people.ada.userId, { isAdmin: true }, left)
    await update(other.userId, { isAdmin: true }, left)
    const own = await Promise.all([
      update(other.userId, none, other),
      update(people.ada.userId, none, people.ada),
    ])
    expect(own.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
    await app.database.query
      .updateTable('users')
      .set({ isAdmin: true })
      .where('id', '=', people.ada.userId)
      .execute()
  })

  test('[USR-08] the last one can’t be demoted, banned or deleted, nor delete the own account', async () => {
    const lone = await createMember({ isAdmin: true })
    const others = app.database.query.updateTable('users').where('id', '!=', lone.userId)
    await others.set({ isAdmin: false }).execute()
    const was = await rowOf(lone.userId)
    const path = `/api/admin/users/${lone.userId}` as const
    const reason = 'Unkind words'
    const rejected = [
      [await update(lone.userId, { isAdmin: false }, lone), 'last_admin'],
      [await request(app, `PUT ${path}/ban`, { as: lone, body: { reason } }), 'target_is_self'],
      [await request(app, `POST ${path}/ban`, { as: lone, body: { reason } }), 'target_is_self'],
      [await request(app, `DELETE ${path}`, { as: lone }), 'target_is_self'],
      [await request(app, 'DELETE /api/account', { as: lone }), 'last_admin'],
    ] as const
    for (const [response, code] of rejected) expect(response).toMatchObject({ status: 409, body: { code } })
    expect(await rowOf(lone.userId)).toEqual(was)
    expect(await update(people.ada.userId, { isAdmin: true }, lone)).toMatchObject({
      status: 200,
      body: { isAdmin: true },
    })
    expect(await update(lone.userId, { isAdmin: false }, lone)).toMatchObject({
      status: 200,
      body: { isAdmin: false },
    })
  })

  test('[I19] ignores banned, incomplete and deleted members when it counts the last administrator', async () => {
    const lone = await createMember({ isAdmin: true })
    const others = app.database.query.updateTable('users').where('id', '!=', lone.userId)
    await others.set({ isAdmin: false }).execute()
    const [banned, fresh, gone] = [
      await createMember(),
      await createMember({ profileCompleted: false }),
      await createMember(),
    ]
    for (const { userId } of [banned, fresh, gone]) await update(userId, { isAdmin: true }, lone)
    const facts = (userId: number) => app.database.query.updateTable('users').where('id', '=', userId)
    const bannedAt = new Date(app.clock.now())
    await facts(banned.userId).set({ isBanned: true, bannedAt, bannedReason: 'x' }).execute()
    await facts(gone.userId).set({ deletedAt: bannedAt }).execute()
    expect(await update(lone.userId, { isAdmin: false }, lone)).toMatchObject({
      status: 409,
      body: { code: 'last_admin' },
    })
    await update(people.ada.userId, { isAdmin: true }, lone)
    expect((await update(lone.userId, { isAdmin: false }, lone)).status).toBe(200)
  })

  test('[USR-08] is revoked for the next request and for one that has already started', async () => {
    const other = await createMember({ isAdmin: true })
    const { userId } = await createMember()
    const settled = await raceUncommittedChange(
      app,
      (tx) => tx.updateTable('users').set({ isAdmin: false }).where('id', '=', other.userId).execute(),
      () => update(userId, { name: 'Too Late' }, other),
    )
    expect(settled).toMatchObject({ value: { status: 403, body: { code: 'forbidden' } } })
    expect(await update(userId, { name: 'Too Late' }, other)).toMatchObject({ status: 403 })
    expect(await activitiesOn(userId)).toEqual([])
  })
})

describe('the garden angel role', () => {
  test('[USR-13] [USR-27] is granted and revoked once, however often it is requested', async () => {
    const { userId } = await createMember()
    for (const [verb, isGardenAngel] of [
      ['POST', true],
      ['POST', true],
      ['DELETE', false],
      ['DELETE', false],
    ] as const) {
      expect(await changeAngelRole(verb, userId)).toMatchObject({
        status: 200,
        body: { id: userId, isGardenAngel },
      })
    }
    expect(await activitiesOn(userId)).toEqual([
      activityOf('user.grant-garden-angel', { isGardenAngel: false }, { isGardenAngel: true }),
      activityOf('user.remove-garden-angel', { isGardenAngel: true }, { isGardenAngel: false }),
    ])
  })

  test('[USR-09] [USR-13] can’t be granted to or revoked from an administrator, nor granted to a banned member', async () => {
    const abe = await createMember({ isAdmin: true, isGardenAngel: true })
    const rejected: [TestResponse, string][] = [
      [await changeAngelRole('POST', abe.userId), 'target_is_admin'],
      [await changeAngelRole('DELETE', abe.userId), 'target_is_admin'],
      [await changeAngelRole('POST', people.ada.userId), 'target_is_admin'],
      [await changeAngelRole('POST', people.bea.userId), 'target_is_banned'],
    ]
    for (const [response, code] of rejected) expect(response).toMatchObject({ status: 409, body: { code } })
    expect((await changeAngelRole('DELETE', people.bea.userId)).status).toBe(200)
    expect(await activitiesOn(abe.userId)).toEqual([])
  })

  test('[USR-13] applies to open sockets and the next request immediately, as does its loss', async () => {
    const rue = await createMember()
    const [socket, witness] = [await joinLive(app, rue, today), await joinLive(app, people.mo, today)]
    const sendAs = async (text: string) => {
      sendChatMessage(socket, text)
      const { message } = await witness.next('new-message', (event) => event.message.message === text)
      return message.user.isGardenAngel
    }
    const removes = async () => {
      const id = await makeMessage(app, people.mia)
      return (await request(app, `DELETE /api/messages/${id}`, { as: rue })).status
    }
    expect([await sendAs('before'), await removes()]).toEqual([false, 403])
    await changeAngelRole('POST', rue.userId)
    expect([await sendAs('with'), await removes()]).toEqual([true, 200])
    await changeAngelRole('DELETE', rue.userId)
    expect([await sendAs('after'), await removes()]).toEqual([false, 403])
    await Promise.all([socket.close(), witness.close()])
  })
})

describe("a member's time", () => {
  async function startSession(as: TestUser): Promise<number> {
    const { body } = await request(app, 'POST /api/session/start', { as, body: { sessionDate: today } })
    return (body as { id: number }).id
  }
  const beat = (as: TestUser, id: number, duration: number) =>
    request(app, `PUT /api/session/${id}`, { as, body: { duration } })
  const adjustments = (userId: number) =>
    app.database.query
      .selectFrom('time_adjustments')
      .select(['minutes', 'adjustedBy'])
      .where('userId', '=', userId)
      .orderBy('id')
      .execute()

  test('[USR-17] [USR-19] [I25] is set by an adjustment beside the sessions', async () => {
    const sitter = await createMember()
    const { userId } = sitter
    const id = await startSession(sitter)
    app.clock.advance(100_000)
    await beat(sitter, id, 100)
    const sessions = () =>
      app.database.query.selectFrom('meditation_sessions').selectAll().where('userId', '=', userId).execute()
    const before = await sessions()
    expect(before).toMatchObject([{ duration: 100 }])
    for (const wanted of [90, 90, 0, 7]) {
      expect(await setTime(userId, wanted)).toMatchObject({ status: 200, body: { totalTimeSpent: wanted } })
    }
    const by = { adjustedBy: people.ada.userId }
    expect(await adjustments(userId)).toEqual([89, -90, 7].map((minutes) => ({ minutes, ...by })))
    expect(await sessions()).toEqual(before)
    expect((await activitiesOn(userId)).map(({ action, before, after }) => [action, before, after])).toEqual(
      [
        [1, 90],
        [90, 0],
        [0, 7],
      ].map(([was, is]) => ['user.adjust-time', { totalTimeSpent: was }, { totalTimeSpent: is }]),
    )
    app.clock.advance(20_000)
    // 120 seconds now: a second whole minute on top of the adjustment.
    await beat(sitter, id, 120)
    expect((await update(userId, {})).body).toMatchObject({ totalTimeSpent: 8 })
  })

  test('[USR-17] is a whole number of minutes, 0 or more', async () => {
    for (const wanted of [-1, 1.5, '90', null, 100_000_001, Number.MAX_SAFE_INTEGER]) {
      expect(await setTime(people.mia.userId, wanted)).toMatchObject({
        status: 400,
        body: { code: 'invalid' },
      })
    }
    expect(await adjustments(people.mia.userId)).toEqual([])
  })

  test('[USR-19] [I25] is exact while the member is in a sitting', async () => {
    const sitter = await createMember()
    const id = await startSession(sitter)
    for (let round = 1; round <= 12; round += 1) {
      app.clock.advance(30_000)
      const [edit, heartbeat] = await Promise.all([
        setTime(sitter.userId, 40 + round),
        beat(sitter, id, round * 30),
      ])
      expect([edit.status, heartbeat.status]).toEqual([200, 200])
      expect(edit.body).toMatchObject({ totalTimeSpent: 40 + round })
    }
    const kept = app.database.query.selectFrom('member_times').selectAll().where('userId', '=', sitter.userId)
    expect(await kept.executeTakeFirstOrThrow()).toMatchObject({ seconds: 360 })
    const astray = app.database.query
      .selectFrom('meditation_sessions')
      .select('duration')
      .where('id', '=', id)
    expect(await astray.executeTakeFirstOrThrow()).toEqual({ duration: 360 })
  })

  test('[USR-19] [I25] is computed after a concurrent heartbeat', async () => {
    const sitter = await createMember()
    const id = await startSession(sitter)
    const settled = await raceUncommittedChange(
      app,
      async (tx) => {
        await lockMemberShared(tx, sitter.userId)
        await tx.updateTable('meditation_sessions').set({ duration: 600 }).where('id', '=', id).execute()
      },
      () => setTime(sitter.userId, 25),
    )
    expect(settled).toMatchObject({ value: { status: 200, body: { totalTimeSpent: 25 } } })
    expect(await adjustments(sitter.userId)).toMatchObject([{ minutes: 15 }])
  })

  test('[USR-19] ignores samples', async () => {
    const abe = await createMember({ isAdmin: true })
    await request(app, 'POST /api/mood/sample-data', { as: abe })
    const samples = app.database.query.selectFrom('meditation_sessions').select('isSample')
    const rows = await samples.where('userId', '=', abe.userId).execute()
    expect(rows.length).toBeGreaterThan(0)
    expect((await update(abe.userId, {})).body).toMatchObject({ totalTimeSpent: 0 })
  })
})

test('a change waits for a concurrent one, and a member deleted meanwhile is not found', async () => {
  const { userId } = await createMember()
  const deletedAt = new Date(app.clock.now())
  const settled = await raceUncommittedChange(
    app,
    async (tx) => {
      await lockMembersForUpdate(tx, [userId])
      await tx.updateTable('users').set({ deletedAt }).where('id', '=', userId).execute()
    },
    () => update(userId, { name: 'Too Late' }),
  )
  expect(settled).toMatchObject({ value: { status: 404, body: { code: 'not_found' } } })
})
