// Hosts of sittings, on the real server and database: who may hold which, when, and how a sitting becomes free.
import { beforeEach, describe, expect, test } from 'vitest'
import { insertPastVisits } from '#features/meditation/server/sql.ts'
import { insertReflection } from '#features/reflections/server/sql.ts'
import { storedSittingsBetween } from '#features/sittings/server/service.ts'
import type { Sitting } from '#features/sittings/sitting.ts'
import { insertThanks } from '#features/thanks/server/sql.ts'
import { dayMs, minuteMs } from '#shared/durations.ts'
import { defaultTestTime } from '#test/clock.ts'
import { makeMeditation, moveBell } from '#test/data/factories.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { hostFields, personFields, signIn, signInPeople, type TestUser } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import type { HeldSitting, PastSitting } from '../contract.ts'

const app = await openTestApp({ isUnlimited: true })
const { ada, gail, mia, mo } = await signInPeople(app)
const today = '2026-11-21'
const tomorrow = '2026-11-22'
let serial = 0
let hana: TestUser
let ravi: TestUser
let scheduleId = 0
let laterId = 0
let sitting: Sitting
let templateId = 0

beforeEach(async () => {
  app.clock.set(defaultTestTime)
  for (const table of ['sittings', 'schedules', 'meditation_templates'] as const)
    await app.database.query.deleteFrom(table).execute()
  serial += 1
  hana = await signIn(app, `hana-${serial}`, hostFields)
  ravi = await signIn(app, `ravi-${serial}`, { ...hostFields, name: 'Ravi Host' })
  for (const day of [today, tomorrow])
    await makeMeditation(app, { day, scheduledTime: '20:00', sitting: { together: true } })
  const ids = await app.database.query
    .selectFrom('schedules')
    .select(['id', 'templateId'])
    .orderBy('date')
    .execute()
  scheduleId = ids[0]?.id ?? 0
  laterId = ids[1]?.id ?? 0
  templateId = ids[0]?.templateId ?? 0
  const [stored] = await storedSittingsBetween(app.database.query, { from: today, to: today })
  if (!stored) throw new Error('No sitting is planned.')
  sitting = stored.sitting
})

const choose = (as: TestUser, hostId: number, id = scheduleId, scope?: string) =>
  request(app, `PUT /api/schedules/${id}/host`, { as, body: { hostId, ...(scope && { scope }) } })
const free = (as: TestUser, id = scheduleId) => request(app, `DELETE /api/schedules/${id}/host`, { as })
const take = (as: TestUser, id = scheduleId) => choose(as, as.userId, id)
const hostOf = async (id = scheduleId) => {
  const { body } = await request(app, 'GET /api/held-sittings', { as: ada })
  return (body as HeldSitting[]).find((held) => held.scheduleId === id)?.host?.name ?? null
}
const change = (userId: number, body: object) =>
  request(app, `PUT /api/admin/users/${userId}`, { as: ada, body })
const begin = (as: TestUser) =>
  request(app, `POST /api/sittings/${scheduleId}/begin`, { as, body: { inSeconds: 60 } })
const delay = (as: TestUser) =>
  request(app, `POST /api/sittings/${sitting.id}/delay`, { as, body: { minutes: 1 } })

describe('who holds a sitting', () => {
  test('[TEACH-01] an administrator marks a member, and the mark alone gives nothing', async () => {
    expect((await change(mia.userId, { mayHost: true })).body).toMatchObject({ mayHost: true })
    expect((await request(app, `GET /api/auth/user/${mia.uid}`, { as: mia })).body).toMatchObject({
      mayHost: true,
    })
    app.clock.set(sitting.doorsAt)
    expect(await delay(mia)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect((await request(app, 'GET /api/admin/schedules', { as: mia })).status).toBe(403)
    expect((await change(mia.userId, { mayHost: false })).body).toMatchObject({ mayHost: false })
    expect((await request(app, 'GET /api/held-sittings', { as: mia })).status).toBe(403)
  })

  test('[TEACH-02] who may host takes a free one, and no second host does', async () => {
    expect(await take(hana)).toMatchObject({ status: 200, body: { hostId: hana.userId, schedules: 1 } })
    expect(await take(hana)).toMatchObject({ status: 200, body: { schedules: 0 } })
    expect(await take(ravi)).toMatchObject({
      status: 409,
      body: { code: 'host_taken', message: 'Hana Host holds this sitting.' },
    })
    expect(await choose(ravi, hana.userId, laterId)).toMatchObject({ status: 403 })
    expect(await free(ravi)).toMatchObject({ status: 403 })
    expect(await take(gail)).toMatchObject({ status: 409 })
    expect(await hostOf()).toBe(hana.name)
    expect((await free(hana)).status).toBe(200)
    expect(await hostOf()).toBeNull()
    expect((await take(ravi)).status).toBe(200)
  })

  test('[TEACH-02] administrators choose anyone who may host, and no one else', async () => {
    await take(hana)
    expect((await choose(ada, ravi.userId)).status).toBe(200)
    expect((await choose(ada, gail.userId)).status).toBe(200)
    for (const { userId } of [mo, { userId: 999_999 }])
      expect(await choose(ada, userId)).toMatchObject({
        status: 400,
        body: { issues: [{ path: 'hostId' }] },
      })
    expect(await hostOf()).toBe(gail.name)
    app.clock.set(sitting.endsAt)
    expect(await choose(ada, ravi.userId)).toMatchObject({ status: 409, body: { code: 'too_late' } })
  })

  test('[TEACH-02] a host gives it back until the doors open', async () => {
    await take(hana)
    app.clock.set(sitting.doorsAt)
    expect(await free(hana)).toMatchObject({ status: 409, body: { code: 'too_late' } })
    expect((await free(ada)).status).toBe(200)
  })

  test('[TEACH-02] from a day on, those that someone else holds stay theirs', async () => {
    await app.database.query.updateTable('schedules').set({ seriesId: scheduleId }).execute()
    await take(ravi, laterId)
    expect((await choose(hana, hana.userId, scheduleId, 'from')).body).toMatchObject({ schedules: 1 })
    expect(await hostOf(laterId)).toBe(ravi.name)
    expect((await choose(ada, hana.userId, scheduleId, 'from')).body).toMatchObject({ schedules: 1 })
    expect(await hostOf(laterId)).toBe(hana.name)
  })
})

describe('the powers of a host', () => {
  test('[TEACH-03] begin an hour before the doors, end with the sharing, and are of this sitting', async () => {
    await take(hana)
    await take(ravi, laterId)
    app.clock.set(sitting.doorsAt - 61 * minuteMs)
    expect(await delay(hana)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    app.clock.set(sitting.doorsAt - 59 * minuteMs)
    expect((await delay(hana)).status).toBe(200)
    const calls = [
      ['begin', scheduleId, { inSeconds: 60 }],
      ['delay', sitting.id, { minutes: 1 }],
      ['end', sitting.id, undefined],
      ['cancel', sitting.id, { note: '' }],
    ] as const
    for (const [action, id, body] of calls)
      expect(
        await request(app, `POST /api/sittings/${id}/${action}`, { as: ravi, ...(body && { body }) }),
      ).toMatchObject({ status: 403 })
    expect(await request(app, `POST /api/sittings/${scheduleId}/restore`, { as: hana })).toMatchObject({
      status: 403,
    })
    const begun = await begin(hana)
    expect(begun.status).toBe(200)
    const { id, startsAt } = begun.body as Sitting
    app.clock.set(startsAt)
    expect((await request(app, `POST /api/sittings/${id}/end`, { as: hana })).status).toBe(200)
    app.clock.set(sitting.endsAt + 2 * minuteMs)
    expect((await delay(hana)).status).toBe(403)
    expect((await begin(hana)).status).toBe(403)
    expect((await begin(gail)).status).toBe(200)
  })

  test('[TEACH-03] rest while the host is muted', async () => {
    await take(hana)
    app.clock.set(sitting.doorsAt)
    const muted = await request(app, `POST /api/moderation/mutes/${hana.userId}`, {
      as: gail,
      body: { minutes: 10, reason: 'unkind' },
    })
    expect(muted.status).toBeLessThan(300)
    expect((await delay(hana)).status).toBe(403)
    await request(app, `DELETE /api/moderation/mutes/${hana.userId}`, { as: gail })
    expect((await delay(hana)).status).toBe(200)
  })

  test('[TEACH-05] moderate nothing', async () => {
    await take(hana)
    app.clock.set(sitting.doorsAt)
    for (const call of [
      `PUT /api/admin/users/${mo.userId}/ban`,
      `POST /api/moderation/mutes/${mo.userId}`,
      'DELETE /api/messages/1',
    ] as const)
      expect(await request(app, call, { as: hana, body: { reason: 'unkind', minutes: 10 } })).toMatchObject({
        status: 403,
      })
  })
})

describe('where a sitting meets', () => {
  const address = 'https://zoom.us/j/123'
  const meet = (as: TestUser, meetingUrl: string | null, id = scheduleId) =>
    request(app, `PUT /api/schedules/${id}/meeting`, { as, body: { meetingUrl } })
  const read = async (as: TestUser, id = scheduleId) => {
    const { body } = await request(app, 'GET /api/held-sittings', { as })
    return (body as HeldSitting[]).find((held) => held.scheduleId === id)?.meetingUrl
  }
  const change = (fields: object) =>
    app.database.query.updateTable('meditation_templates').set(fields).execute()

  test('[TEACH-11] its host and administrators say and read it, and no one else', async () => {
    await take(hana)
    for (const as of [ravi, gail]) expect((await meet(as, address)).status).toBe(403)
    expect(await meet(hana, address)).toMatchObject({ status: 200, body: { meetingUrl: address } })
    expect([await read(hana), await read(ada), await read(ravi), await read(gail)]).toEqual([
      address,
      address,
      undefined,
      undefined,
    ])
    expect(await read(hana, laterId)).toBeUndefined()
    expect((await meet(ada, null)).status).toBe(200)
    expect(await read(hana)).toBeNull()
    const entries = await app.database.query
      .selectFrom('activities')
      .select(['action', 'before', 'after'])
      .where('action', '=', 'host.meeting')
      .where('targetId', '=', scheduleId)
      .orderBy('id')
      .execute()
    expect(entries).toEqual([
      { action: 'host.meeting', before: { meetingUrl: false }, after: { meetingUrl: true } },
      { action: 'host.meeting', before: { meetingUrl: true }, after: { meetingUrl: false } },
    ])
  })

  test.each([
    ['http', 'http://zoom.us/j/123'],
    ['a user part', 'https://ana:secret@zoom.us/j/123'],
    ['nothing', ''],
  ])('[TEACH-11] an address of %s is refused beside its field', async (_, meetingUrl) => {
    await take(hana)
    expect(await meet(hana, meetingUrl)).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'meetingUrl' }] },
    })
    expect(await read(hana)).toBeNull()
  })

  test('[TEACH-11] a sitting elsewhere keeps a place to meet, until it is over', async () => {
    await take(hana)
    await meet(hana, address)
    await change({ kind: 'live', liveSource: 'elsewhere', bellBy: 'clock', videoUrl: '' })
    const message = 'A live sitting that takes place elsewhere needs a meeting link, here or on its template.'
    expect(await meet(hana, null)).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'meetingUrl', message }] },
    })
    await change({ liveSource: 'here' })
    expect((await meet(hana, null)).status).toBe(200)
    await change({ liveSource: 'elsewhere', meetingUrl: 'https://meet.example.org/daily' })
    expect((await meet(hana, null)).status).toBe(200)
    app.clock.set(sitting.endsAt)
    expect(await meet(hana, address)).toMatchObject({ status: 409, body: { code: 'too_late' } })
  })

  test('[TEACH-11] stays as it is while its host is muted', async () => {
    await take(hana)
    await request(app, `POST /api/moderation/mutes/${hana.userId}`, {
      as: gail,
      body: { minutes: 10, reason: 'unkind' },
    })
    expect((await meet(hana, address)).status).toBe(403)
  })
})

test('[TEACH-02] administrators choose among the marked and the moderators, without the banned', async () => {
  await request(app, `PUT /api/admin/users/${ravi.userId}/ban`, { as: ada, body: { reason: 'Unkind words' } })
  const { body } = await request(app, 'GET /api/admin/hosts', { as: ada })
  const ids = (body as { id: number }[]).map(({ id }) => id)
  expect(ids).toEqual(expect.arrayContaining([ada.userId, gail.userId, hana.userId]))
  for (const { userId } of [mia, mo, ravi]) expect(ids).not.toContain(userId)
})

test('[SCH-30] without a bell the list names the chosen time, as all other lists do; at 00:00 none', async () => {
  const dayAfter = '2026-11-23'
  await makeMeditation(app, { day: dayAfter, title: 'Evening calm', scheduledTime: '18:30' })
  await makeMeditation(app, { day: '2026-11-24', title: 'Open' })
  const { body } = await request(app, 'GET /api/held-sittings', { as: hana })
  const starts = (body as HeldSitting[]).map(({ title, startsAt }) => [title, startsAt])
  expect(starts.slice(-2)).toEqual([
    ['Evening calm', app.calendar.days().wallTimeMs(dayAfter, '18:30')],
    ['Open', null],
  ])
})

describe('[TEACH-02, PHASE-24] beside one that a host began', () => {
  const startsOf = async () => {
    const { body } = await request(app, 'GET /api/held-sittings', { as: ada })
    const ofToday = (body as HeldSitting[]).filter(({ date }) => date === today)
    return ofToday.map(({ startsAt, isCancelled }) => (isCancelled ? 'canceled' : startsAt))
  }
  const sharingOf = async (as: TestUser) => {
    const begun = (await begin(as)).body as Sitting
    app.clock.set(begun.startsAt)
    await request(app, `POST /api/sittings/${begun.id}/end`, { as })
    app.clock.set(begun.startsAt + minuteMs)
    return begun
  }

  test('tonight’s of its schedule is listed, also once that is over', async () => {
    expect(await startsOf()).toEqual([sitting.startsAt])
    const begun = await sharingOf(gail)
    expect(await startsOf()).toEqual([begun.startsAt, sitting.startsAt])
    app.clock.set(begun.startsAt + 60 * minuteMs)
    expect(await startsOf()).toEqual([sitting.startsAt])
    await request(app, `POST /api/sittings/${sitting.id}/cancel`, { as: ada, body: { note: '' } })
    expect(await startsOf()).toEqual(['canceled'])
  })

  test('a schedule without a bell keeps its own start, and can be taken for it', async () => {
    await app.database.query.deleteFrom('sittings').execute()
    await app.database.query.updateTable('schedules').set({ together: false }).execute()
    const own = app.calendar.days().wallTimeMs(today, '20:00')
    const begun = await sharingOf(gail)
    expect(await startsOf()).toEqual([begun.startsAt, own])
    app.clock.set(begun.startsAt + 60 * minuteMs)
    expect(await startsOf()).toEqual([own])
    expect((await take(hana)).status).toBe(200)
    expect((await free(hana)).status).toBe(200)
  })
})

const liveHere = { kind: 'live', videoUrl: '', liveSource: 'here', bellBy: 'clock' } as const

test('[STREAM-27] the desk of a sitting is offered where it is live on this site, and takes place', async () => {
  const desk = async () => {
    const { body } = await request(app, 'GET /api/held-sittings', { as: hana })
    return (body as HeldSitting[]).map(({ deskSittingId }) => deskSittingId)
  }
  expect(await desk()).toEqual([null, null])
  const { query } = app.database
  await query
    .updateTable('sittings')
    .set({ ...liveHere })
    .where('id', '=', sitting.id)
    .execute()
  expect(await desk()).toEqual([sitting.id, null])
  await query.updateTable('sittings').set({ liveSource: 'elsewhere' }).where('id', '=', sitting.id).execute()
  expect(await desk()).toEqual([null, null])
  await query
    .updateTable('sittings')
    .set({ liveSource: 'here', cancelledAt: new Date(app.clock.now()) })
    .where('id', '=', sitting.id)
    .execute()
  expect(await desk()).toEqual([null, null])
})

describe('the past sittings of a host', () => {
  const past = async (as: TestUser) =>
    (await request(app, 'GET /api/held-sittings/past', { as })).body as PastSitting[]

  test('[TEACH-09] have who sat from five on, thanks and the published number, for their host alone', async () => {
    await take(hana)
    expect(await past(hana)).toEqual([])
    const sitters = await Promise.all(
      [1, 2, 3, 4].map((n) => signIn(app, `sat-${serial}-${n}`, personFields.mo)),
    )
    const sit = (users: readonly TestUser[]) =>
      insertPastVisits(
        app.database.query,
        users.map(({ userId }) => ({
          userId,
          templateId,
          sessionDate: today,
          seconds: 120,
          completed: false,
          isSample: false,
          startTime: new Date(sitting.startsAt),
        })),
      )
    await sit([hana, ...sitters.slice(1)])
    const sentAt = new Date(sitting.sharingAt).toISOString()
    await insertThanks(app.database.query, sitting.id, { userIds: [hana.userId, mo.userId], sentAt })
    app.clock.set(sitting.endsAt)
    const expected = { id: sitting.id, count: null, thanks: 2, reflection: null }
    expect(await past(hana)).toMatchObject([expected])
    await sit(sitters.slice(0, 1))
    await insertReflection(app.database.query, sitting.id, { pairs: 7, changeTenths: -12 })
    const reflection = { sittingId: sitting.id, pairs: 7, changeTenths: 0 }
    expect(await past(hana)).toMatchObject([{ ...expected, count: 5, reflection }])
    expect([await past(ravi), await past(ada)]).toEqual([[], []])
    await moveBell(app, -31 * dayMs)
    expect(await past(hana)).toMatchObject([{ thanks: null }])
    await moveBell(app, -61 * dayMs)
    expect(await past(hana)).toEqual([])
  })
})
