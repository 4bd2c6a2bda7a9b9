// Hosts of sittings, on the real server and database: who may hold which, when, and how a sitting becomes free.
import { beforeEach, describe, expect, test } from 'vitest'
import { storedSittingsBetween } from '#features/sittings/server/service.ts'
import type { Sitting } from '#features/sittings/sitting.ts'
import { minuteMs } from '#shared/durations.ts'
import { defaultTestTime } from '#test/clock.ts'
import { makeMeditation } from '#test/data/factories.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { hostFields, signIn, signInPeople, type TestUser } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import type { HeldSitting } from '../contract.ts'

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

beforeEach(async () => {
  app.clock.set(defaultTestTime)
  for (const table of ['sittings', 'schedules', 'meditation_templates'] as const)
    await app.database.query.deleteFrom(table).execute()
  serial += 1
  hana = await signIn(app, `hana-${serial}`, hostFields)
  ravi = await signIn(app, `ravi-${serial}`, { ...hostFields, name: 'Ravi Host' })
  for (const day of [today, tomorrow])
    await makeMeditation(app, { day, scheduledTime: '20:00', sitting: { together: true } })
  const ids = await app.database.query.selectFrom('schedules').select('id').orderBy('date').execute()
  scheduleId = ids[0]?.id ?? 0
  laterId = ids[1]?.id ?? 0
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
    expect(await take(ravi)).toMatchObject({ status: 409, body: { code: 'host_taken' } })
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
    const begun = await request(app, `POST /api/sittings/${scheduleId}/begin`, {
      as: hana,
      body: { inSeconds: 60 },
    })
    expect(begun.status).toBe(200)
    const { id, startsAt } = begun.body as Sitting
    app.clock.set(startsAt)
    expect((await request(app, `POST /api/sittings/${id}/end`, { as: hana })).status).toBe(200)
    app.clock.set(sitting.endsAt + 2 * minuteMs)
    expect((await delay(hana)).status).toBe(403)
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

test.each([
  ['the mark', (host: TestUser) => change(host.userId, { mayHost: false })],
  [
    'their account, to a ban',
    (host: TestUser) =>
      request(app, `PUT /api/admin/users/${host.userId}/ban`, { as: ada, body: { reason: 'Unkind words' } }),
  ],
])('[TEACH-10] who loses %s holds no coming sitting any more', async (_, lose) => {
  await take(hana)
  await take(hana, laterId)
  expect((await lose(hana)).status).toBe(200)
  expect([await hostOf(), await hostOf(laterId)]).toEqual([null, null])
  expect(
    await app.database.query
      .selectFrom('freed_schedules')
      .select('scheduleId')
      .orderBy('scheduleId')
      .execute(),
  ).toEqual([{ scheduleId }, { scheduleId: laterId }])
})
