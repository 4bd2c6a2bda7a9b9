// Cases: reports, claims, decisions and their undo, mutes, and the record of a member.
import type { Updateable } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { openSession } from '#features/auth/server/session.ts'
import type { Executor } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'
import { sessionCookieName } from '#server/http/session-cookie.ts'
import { busEvents } from '#shared/bus-events.ts'
import { hourMs, minuteMs } from '#shared/durations.ts'
import { makeMessage } from '#test/data/factories.ts'
import { raceUncommittedChange } from '#test/database/lock-race.ts'
import { eventually } from '#test/eventually.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { signIn, signInPeople, type TestUser } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import type { ModerationMessage } from '../member-contract.ts'
import { caseCallsOf } from '../test/case-calls.ts'

const app = await openTestApp({ isUnlimited: true })
const people = await signInPeople(app)
const { ada, gail, mia, mo } = people
const gus = await signIn(app, 'gus', { name: 'Gus Garden', isGardenAngel: true })

const { report, queue, decide, undo, claim, told, readAllRows, reported, clear } = caseCallsOf(app, people)
let entriesBefore: string[] = []
const allEntries = async () =>
  (await app.database.query.selectFrom('activities').select('action').orderBy('id').execute()).map(
    ({ action }) => action,
  )
/** The entries of the log since the test began. */
const entries = async () => (await allEntries()).slice(entriesBefore.length)

beforeEach(async () => {
  await clear()
  entriesBefore = await allEntries()
})

describe('a report', () => {
  test('[MOD-01] [MOD-03] opens one case for all reports of a message, with its text as it was', async () => {
    const messageId = await makeMessage(app, mia, { text: 'Go away' })
    expect(await report(messageId, mo, { reason: 'harassment', note: ' Again ' })).toMatchObject({
      status: 201,
      body: { reason: 'harassment', note: 'Again' },
    })
    expect((await report(messageId, gus)).status).toBe(201)
    const cases = await queue()
    expect(cases).toMatchObject([
      {
        version: 1,
        member: { id: mia.userId, name: mia.name },
        message: { id: messageId, text: 'Go away', isDeleted: false },
        reports: [
          { reporter: { name: mo.name }, reason: 'harassment', note: 'Again' },
          { reporter: { name: gus.name }, reason: 'unkind', note: '' },
        ],
        claim: null,
        decision: null,
      },
    ])
  })

  test('[MOD-03] of a worry comes before older ones, which stay in their order', async () => {
    const ids = [await makeMessage(app, mia), await makeMessage(app, mia), await makeMessage(app, mia)]
    for (const [index, reason] of ['selling', 'unkind', 'worrying'].entries())
      await report(ids[index] ?? 0, mo, { reason })
    const [selling, unkind, worrying] = ids
    expect((await queue()).map(({ message }) => message?.id)).toEqual([worrying, selling, unkind])
    // One worry among other reports is enough.
    await report(unkind ?? 0, gus, { reason: 'worrying' })
    expect((await queue()).map(({ message }) => message?.id)).toEqual([unkind, worrying, selling])
  })

  test('[MOD-01] by the same member once more gets 200 with the first, and changes nothing', async () => {
    const messageId = await makeMessage(app, mia)
    await report(messageId, mo, { reason: 'selling', note: 'Shoes' })
    const before = await readAllRows()
    expect(await report(messageId, mo, { reason: 'unkind' })).toMatchObject({
      status: 200,
      body: { reason: 'selling', note: 'Shoes' },
    })
    expect(await readAllRows()).toEqual(before)
  })

  test('[MOD-01] of one’s own message, a deleted, unknown or older one is an error; of yesterday’s it isn’t', async () => {
    const own = await makeMessage(app, mo)
    const gone = await makeMessage(app, mia)
    await request(app, `DELETE /api/messages/${gone}`, { as: ada })
    const older = await makeMessage(app, mia, { day: '2026-11-19' })
    const before = await readAllRows()
    expect(await report(own, mo)).toMatchObject({ status: 400, body: { code: 'own_message' } })
    for (const id of [gone, older, 999_999]) expect((await report(id, mo)).status).toBe(404)
    expect(await readAllRows()).toEqual(before)
    const yesterday = await makeMessage(app, mia, { day: '2026-11-20' })
    expect((await report(yesterday, mo)).status).toBe(201)
  })

  test('[MOD-01] has a reason of the list and a note of at most 500 characters', async () => {
    const messageId = await makeMessage(app, mia)
    for (const [body, path] of [
      [{ reason: 'boring' }, 'reason'],
      [{ reason: 'other', note: 'x'.repeat(501) }, 'note'],
      [{}, 'reason'],
    ] as const) {
      expect(await report(messageId, mo, body)).toMatchObject({ status: 400, body: { issues: [{ path }] } })
    }
    expect(await queue()).toEqual([])
    expect((await report(messageId, mo, { reason: 'other', note: 'x'.repeat(500) })).status).toBe(201)
  })

  test('[MOD-02] of a message that was decided already opens another case', async () => {
    const first = await reported()
    await decide(first.id, { version: 1, action: 'none' })
    expect((await report(first.messageId, gus)).status).toBe(201)
    expect((await queue()).map(({ reports }) => reports.length)).toEqual([1])
    expect((await queue('decided')).map(({ id }) => id)).toEqual([first.id])
  })
})

describe('a claim', () => {
  test('[MOD-04] keeps others out for ten minutes after it was last renewed, or until its release', async () => {
    const { id } = await reported()
    expect(await claim(id, 1, gail)).toMatchObject({
      status: 200,
      body: { claim: { by: { name: gail.name } } },
    })
    expect(await claim(id, 1, gus)).toMatchObject({ status: 409, body: { code: 'taken' } })
    expect(await decide(id, { version: 1, action: 'none' }, gus)).toMatchObject({
      status: 409,
      body: { code: 'taken' },
    })
    app.clock.advance(9 * minuteMs)
    expect((await claim(id, 1, gail)).status).toBe(200)
    app.clock.advance(9 * minuteMs)
    expect((await claim(id, 1, gus)).status).toBe(409)
    app.clock.advance(minuteMs)
    expect((await queue())[0]?.claim).toBeNull()
    expect((await claim(id, 1, gus)).status).toBe(200)
    await request(app, `DELETE /api/moderation/cases/${id}/claim`, { as: gail })
    expect((await queue())[0]?.claim).toMatchObject({ by: { name: gus.name } })
    await request(app, `DELETE /api/moderation/cases/${id}/claim`, { as: gus })
    expect((await queue())[0]?.claim).toBeNull()
  })

  test('[MOD-04] of another version gets the case as it is', async () => {
    const { id } = await reported()
    expect(await claim(id, 7, gail)).toMatchObject({
      status: 409,
      body: { code: 'changed_meanwhile', current: { id, version: 1 } },
    })
  })
})

describe('a decision', () => {
  test('[MOD-05] [MOD-06] to remove deletes the message, and tells its author the reason in their language', async () => {
    const { id, messageId } = await reported()
    const decided = await decide(id, {
      version: 1,
      action: 'remove',
      reason: 'unkind',
      sentence: 'Please rest.',
    })
    expect(decided).toMatchObject({
      status: 200,
      body: {
        version: 2,
        message: { isDeleted: true },
        decision: { action: 'remove', reason: 'It was unkind.', sentence: 'Please rest.', mayBeUndone: true },
      },
    })
    const { deletedBy } = await app.database.query
      .selectFrom('chat_messages')
      .select('deletedBy')
      .where('id', '=', messageId)
      .executeTakeFirstOrThrow()
    expect(deletedBy).toBe(gail.userId)
    const german = { 'accept-language': 'de' }
    const { body } = await request(app, 'GET /api/account/moderation-messages', { as: mia, headers: german })
    expect((body as { messages: ModerationMessage[] }).messages[0]).toMatchObject({
      kind: 'removed',
      text: 'Go away',
      sentence: 'Please rest.',
      isSeen: false,
    })
    expect((body as { messages: ModerationMessage[] }).messages[0]?.reason).not.toBe('It was unkind.')
  })

  test('[MOD-07] thanks the reporters, without what was done', async () => {
    const { id } = await reported()
    await decide(id, { version: 1, action: 'remind', reason: 'unkind', sentence: 'Softly.' })
    expect((await told(mo)).messages).toEqual([
      expect.objectContaining({ kind: 'thanked', text: '', reason: null, sentence: '', untilAt: null }),
    ])
    expect((await told(mia)).messages).toMatchObject([{ kind: 'reminded', text: 'Go away' }])
    const seen = await request(
      app,
      `PUT /api/account/moderation-messages/${(await told(mo)).messages[0]?.id}`,
      {
        as: mia,
        body: { isSeen: true },
      },
    )
    expect(seen.status).toBe(404)
  })

  test('[MOD-05] nothing to do tells the author nothing', async () => {
    const { id, messageId } = await reported()
    expect((await decide(id, { version: 1, action: 'none' })).status).toBe(200)
    expect((await told(mia)).messages).toEqual([])
    const { deletedAt } = await app.database.query
      .selectFrom('chat_messages')
      .select('deletedAt')
      .where('id', '=', messageId)
      .executeTakeFirstOrThrow()
    expect(deletedAt).toBeNull()
  })

  test('[MOD-04] [MOD-08] of one case by 15 moderators at once is one, with one entry of the log', async () => {
    const angels = await Promise.all(
      Array.from({ length: 15 }, (_, index) =>
        signIn(app, `angel-${index}`, { name: `Angel ${index}`, isGardenAngel: true }),
      ),
    )
    const { id } = await reported()
    const responses = await Promise.all(
      angels.map((angel) => decide(id, { version: 1, action: 'mute', reason: 'unkind', minutes: 10 }, angel)),
    )
    const statuses = responses.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    const codes = responses.map(({ body }) => (body as { code?: string }).code)
    expect(codes.filter((code) => code === 'changed_meanwhile')).toHaveLength(14)
    expect(await entries()).toEqual(['user.mute'])
    const { count } = await app.database.query
      .selectFrom('chat_mutes')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('userId', '=', mia.userId)
      .executeTakeFirstOrThrow()
    expect(count).toBe(1)
  })

  test('[MOD-04] [MOD-07] happens once, and thanks no moderator for their own report', async () => {
    const messageId = await makeMessage(app, mia)
    for (const reporter of [mo, gail]) await report(messageId, reporter)
    const [{ id } = { id: 0 }] = await queue()
    expect((await decide(id, { version: 1, action: 'none' })).status).toBe(200)
    const again = { status: 409, body: { code: 'changed_meanwhile' } }
    expect(await decide(id, { version: 2, action: 'none' }, gus)).toMatchObject(again)
    expect(await claim(id, 2, gus)).toMatchObject(again)
    expect((await told(mo)).messages.map(({ kind }) => kind)).toEqual(['thanked'])
    expect((await told(gail)).messages).toEqual([])
  })

  test('[MOD-05] has a reason of the list, a length of the list, and the version of the page', async () => {
    const { id } = await reported()
    const before = await readAllRows()
    for (const [body, status, code] of [
      [{ version: 1, action: 'remove' }, 400, 'invalid'],
      [{ version: 1, action: 'remove', reason: 'no-such' }, 400, 'reason_unknown'],
      [{ version: 1, action: 'mute', reason: 'unkind', minutes: 11 }, 400, 'invalid'],
      [{ version: 1, action: 'ban', reason: 'unkind', minutes: 10 }, 400, 'invalid'],
      [{ version: 1, action: 'remind', reason: 'unkind', sentence: 'x'.repeat(501) }, 400, 'invalid'],
      [{ version: 3, action: 'none' }, 409, 'changed_meanwhile'],
    ] as const) {
      expect(await decide(id, body)).toMatchObject({ status, body: { code } })
    }
    expect(await readAllRows()).toEqual(before)
    expect(await entries()).toEqual([])
  })

  test('[MOD-12] mutes and bans no staff, and nobody judges their own message but an administrator', async () => {
    const byAngel = await makeMessage(app, gus, { text: 'Mine' })
    await report(byAngel, mo)
    const [{ id } = { id: 0 }] = await queue()
    for (const action of ['mute', 'ban'] as const)
      expect((await decide(id, { version: 1, action, reason: 'unkind', minutes: 1_440 })).status).toBe(403)
    expect(
      (await decide(id, { version: 1, action: 'mute', reason: 'unkind', minutes: 10 }, ada)).status,
    ).toBe(403)
    expect((await decide(id, { version: 1, action: 'none' }, gus)).status).toBe(403)
    expect((await decide(id, { version: 1, action: 'remind', reason: 'unkind' })).status).toBe(200)
  })

  test('[MOD-05] [MOD-24] to ban ends the sessions, says the reason in the reader’s language, and ends by itself', async () => {
    const bo = await signIn(app, 'bo', { name: 'Bo' })
    const messageId = await makeMessage(app, bo)
    await report(messageId, mo)
    const [{ id } = { id: 0 }] = await queue()
    const decided = await decide(id, { version: 1, action: 'ban', reason: 'harassment', minutes: 60 })
    expect(decided).toMatchObject({
      status: 200,
      body: { message: { isDeleted: true }, decision: { action: 'ban', minutes: 60 } },
    })
    const asBo = await request(app, 'GET /api/meditation/today', {
      as: bo,
      headers: { 'accept-language': 'de' },
    })
    expect(asBo).toMatchObject({ status: 403, body: { code: 'banned' } })
    expect((asBo.body as { reason: string }).reason).not.toBe('It harassed or threatened someone.')
    const untilMs = app.clock.now() - 1
    // Until when is by the database's clock.
    expect((asBo.body as { untilMs: number }).untilMs).toBeGreaterThan(Date.now() + 59 * minuteMs)
    expect(await entries()).toEqual(['user.ban'])
    await app.database.query
      .updateTable('users')
      .set({ bannedUntil: new Date(untilMs) })
      .where('id', '=', bo.userId)
      .execute()
    await app.app.platform.bus.publish(busEvents.sessions, { type: 'changed', uid: bo.uid })
    // The session stays ended, and a new one opens.
    await eventually(async () =>
      expect((await request(app, 'GET /api/meditation/today', { as: bo })).status).toBe(401),
    )
    const { token } = await openSession(app.app.platform, {
      identity: { uid: bo.uid, email: bo.email, name: bo.name, emailVerified: true },
      provider: 'builtin',
      remembered: true,
      address: '127.0.0.1',
    })
    const cookie = `${sessionCookieName(app.config)}=${token}`
    expect((await request(app, 'GET /api/meditation/today', { as: { ...bo, cookie } })).status).toBe(200)
  })
})

describe('an undo', () => {
  test('[MOD-09] brings the message back and ends the mute, tells the member, and the log keeps both', async () => {
    const { id, messageId } = await reported()
    expect(await decide(id, { version: 1, action: 'mute', reason: 'unkind', minutes: 60 })).toMatchObject({
      body: { message: { isDeleted: true } },
    })
    expect((await told(mia)).mute).toMatchObject({ reason: 'It was unkind.' })
    expect(await undo(id, 1)).toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } })
    expect(await undo(id, 2, gus)).toMatchObject({
      status: 200,
      body: { version: 3, message: { isDeleted: false }, decision: { undoneBy: { name: gus.name } } },
    })
    expect((await told(mia)).mute).toBeNull()
    expect((await told(mia)).messages.map(({ kind }) => kind)).toEqual(['undone', 'muted'])
    expect(await entries()).toEqual(['user.mute', 'user.undo'])
    const { message } = await app.database.query
      .selectFrom('chat_messages')
      .select('message')
      .where('id', '=', messageId)
      .where('deletedAt', 'is', null)
      .executeTakeFirstOrThrow()
    expect(message).toBe('Go away')
    expect(await undo(id, 3)).toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } })
  })

  test('[MOD-09] is over after 24 hours, and of a ban is the administrators’', async () => {
    const first = await reported()
    await decide(first.id, { version: 1, action: 'ban', reason: 'unkind' })
    expect((await undo(first.id, 2)).status).toBe(403)
    expect((await undo(first.id, 2, ada)).status).toBe(200)
    const { isBanned } = await app.database.query
      .selectFrom('users')
      .select('isBanned')
      .where('id', '=', mia.userId)
      .executeTakeFirstOrThrow()
    expect(isBanned).toBe(false)
    const second = await reported()
    await decide(second.id, { version: 1, action: 'remove', reason: 'unkind' })
    app.clock.advance(24 * hourMs + 1)
    expect(await undo(second.id, 2)).toMatchObject({ status: 409, body: { code: 'undo_over' } })
  })
})

describe('a mute', () => {
  const mute = (user: TestUser, body: object = { minutes: 10, reason: 'unkind' }, as = gail) =>
    request(app, `POST /api/moderation/mutes/${user.userId}`, { as, body })

  test('[MOD-12] of a member who isn’t there works, of staff and for 11 minutes it doesn’t', async () => {
    expect((await mute(mo)).status).toBe(200)
    const before = await readAllRows()
    expect((await mute(gus)).status).toBe(403)
    expect((await mute(ada, undefined, ada)).status).toBe(403)
    expect((await mute(mo, { minutes: 11, reason: 'unkind' })).status).toBe(400)
    expect((await mute({ ...mo, userId: 999_999 })).status).toBe(404)
    expect(await readAllRows()).toEqual(before)
  })

  test('[MOD-10] is told as long as it lasts', async () => {
    await mute(mo)
    expect((await told(mo)).mute).not.toBeNull()
    // Its time is by the database's clock.
    await app.database.query.updateTable('chat_mutes').set({ untilAt: new Date() }).execute()
    expect((await told(mo)).mute).toBeNull()
  })

  test('[MOD-12] ends for good by DELETE, and the member is told', async () => {
    await mute(mo, { minutes: 10_080, reason: 'unkind', sentence: 'Rest a week.' })
    await mute(mo)
    expect((await told(mo)).mute?.reason).toBe('It was unkind.')
    app.clock.advance(25 * hourMs)
    for (let times = 0; times < 2; times += 1)
      expect((await request(app, `DELETE /api/moderation/mutes/${mo.userId}`, { as: gus })).status).toBe(200)
    expect((await told(mo)).mute).toBeNull()
    expect((await told(mo)).messages.map(({ kind }) => kind)).toEqual(['undone', 'undone', 'muted', 'muted'])
  })
})

test('[MOD-13] [MOD-08] slow mode is one entry of the log at each change, and none without one', async () => {
  const set = (slowSeconds: number) =>
    request(app, 'PUT /api/moderation/room', { as: gail, body: { slowSeconds } })
  for (const slowSeconds of [15, 15, 0]) expect((await set(slowSeconds)).status).toBe(200)
  expect(await entries()).toHaveLength(2)
})

describe('during a request', () => {
  const setUser = (userId: number, fields: Updateable<Tables['users']>) => (tx: Executor) =>
    tx.updateTable('users').set(fields).where('id', '=', userId).execute()

  test('[MOD-12] [T24] a moderator whose role ends changes nothing', async () => {
    const open = await reported('Open')
    const decided = await reported('Decided')
    await decide(decided.id, { version: 1, action: 'mute', reason: 'unkind', minutes: 10 }, ada)
    const claimed = await reported('Claimed')
    await claim(claimed.id, 1, gus)
    const asGus = { as: gus }
    const works = [
      () => claim(open.id, 1, gus),
      () => request(app, `DELETE /api/moderation/cases/${claimed.id}/claim`, asGus),
      () => decide(open.id, { version: 1, action: 'none' }, gus),
      () => undo(decided.id, 2, gus),
      () =>
        request(app, `POST /api/moderation/mutes/${mo.userId}`, {
          ...asGus,
          body: { minutes: 10, reason: 'unkind' },
        }),
      () => request(app, `DELETE /api/moderation/mutes/${mia.userId}`, asGus),
      () =>
        request(app, `POST /api/moderation/members/${mo.userId}/notes`, { ...asGus, body: { text: 'Note' } }),
      () => request(app, 'PUT /api/moderation/room', { ...asGus, body: { slowSeconds: 5 } }),
    ]
    const before = await readAllRows()
    for (const work of works) {
      const outcome = await raceUncommittedChange(app, setUser(gus.userId, { isGardenAngel: false }), work)
      expect(outcome).toMatchObject({ value: { status: 403, body: { code: 'forbidden' } } })
      await setUser(gus.userId, { isGardenAngel: true })(app.database.query)
    }
    expect(await readAllRows()).toEqual(before)
  })

  test('[MOD-23] an administrator whose role ends undoes nothing of a moderator', async () => {
    const { id } = await reported()
    await decide(id, { version: 1, action: 'remove', reason: 'unkind' })
    const before = await readAllRows()
    const outcome = await raceUncommittedChange(app, setUser(ada.userId, { isAdmin: false }), () =>
      request(app, `POST /api/admin/moderation/moderators/${gail.userId}/undo`, { as: ada }),
    )
    expect(outcome).toMatchObject({ value: { status: 403, body: { code: 'forbidden' } } })
    await setUser(ada.userId, { isAdmin: true })(app.database.query)
    expect(await readAllRows()).toEqual(before)
  })

  test('[MOD-01] [MOD-06] a member who is banned neither reports nor marks what they were told', async () => {
    const told = await reported()
    await decide(told.id, { version: 1, action: 'none' }, ada)
    const [{ id } = { id: 0 }] = await app.database.query
      .selectFrom('moderation_messages')
      .select('id')
      .execute()
    const messageId = await makeMessage(app, mia)
    const ban = { isBanned: true, bannedAt: new Date(app.clock.now()), bannedReason: 'Loud' }
    const works = [
      () => report(messageId, mo),
      () => request(app, `PUT /api/account/moderation-messages/${id}`, { as: mo, body: { isSeen: true } }),
    ]
    const before = await readAllRows()
    for (const work of works) {
      const outcome = await raceUncommittedChange(app, setUser(mo.userId, ban), work)
      expect(outcome).toMatchObject({ value: { status: 403, body: { code: 'banned' } } })
      await setUser(mo.userId, { isBanned: false, bannedAt: null, bannedReason: null })(app.database.query)
    }
    expect(await readAllRows()).toEqual(before)
  })
})
