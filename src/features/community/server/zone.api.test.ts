// Changes of the community's zone: preview and result, what is refused, and what open nodes learn.
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { adminCommand } from '#app/server/admin-command.ts'
import { insertScheduledSittings } from '#features/sittings/server/service.ts'
import { lockCommunityDays } from '#server/calendar/calendar.ts'
import { lockZoneErasForUpdate } from '#server/calendar/sql.ts'
import { incrementVersion } from '#server/community/sql.ts'
import { timestampToMs } from '#shared/day.ts'
import { startTestApp, type TestApp } from '#test/app.ts'
import { createTestClock } from '#test/clock.ts'
import { makeMeditation, makeMessage } from '#test/data/factories.ts'
import { raceUncommittedChange } from '#test/database/lock-race.ts'
import { signInPeople, type TestUser } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import type { CommunitySettings, ZonePreview } from '../contract.ts'
import { changeZone, fillFirstZone } from './zone-change.ts'

const [chicago, berlin, auckland] = ['America/Chicago', 'Europe/Berlin', 'Pacific/Auckland']
/** Noon in Chicago. */
const noon = '2026-11-20T18:00:00Z'

const apps: TestApp[] = []
afterEach(async () => {
  for (const app of apps.splice(0).toReversed()) await app.close()
})

interface OpenInput {
  isUsed?: boolean
  /** Starts by day. */
  sittings?: Record<string, string>
  now?: string
}

/** A community in Chicago, with a message of today unless it is unused. */
async function open({ isUsed = true, sittings = {}, now = noon }: OpenInput = {}) {
  const app = await startTestApp({ isUnlimited: true, zone: chicago, clock: createTestClock(now) })
  apps.push(app)
  const people = await signInPeople(app)
  for (const [day, scheduledTime] of Object.entries(sittings))
    await makeMeditation(app, { day, scheduledTime, title: `Of ${day}`, sitting: { together: true } })
  if (isUsed) await makeMessage(app, people.mia)
  return { app, people, ...callsOf(app, people.ada) }
}

function callsOf(app: TestApp, as: TestUser) {
  const version = async () =>
    ((await request(app, 'GET /api/admin/community', { as })).body as { version: number }).version
  return {
    version,
    preview: async (zone: string) => {
      const { status, body } = await request(app, 'POST /api/admin/community/zone/preview', {
        as,
        body: { zone },
      })
      expect(status).toBe(200)
      return body as ZonePreview
    },
    save: async (zone: string) =>
      request(app, 'PUT /api/admin/community/zone', { as, body: { zone, version: await version() } }),
    withdraw: () => request(app, 'DELETE /api/admin/community/zone', { as }),
    zones: async () =>
      ((await request(app, 'GET /api/community')).body as { zones: { fromDay: string; zone: string }[] })
        .zones,
    bells: async () =>
      Object.fromEntries(
        (await app.database.query.selectFrom('sittings').selectAll().orderBy('roomDay').execute()).map(
          ({ roomDay, startsAt, version }) => [roomDay, `${new Date(startsAt).toISOString()} v${version}`],
        ),
      ),
    activities: () =>
      app.database.query
        .selectFrom('activities')
        .select(['actorId', 'action', 'before', 'after'])
        .orderBy('id')
        .execute(),
  }
}

const firstEra = (zone: string) => ({ fromDay: '0001-01-01', zone })

describe('a change', () => {
  test('[COM-05] another zone in the settings changes it with them; a refused one changes nothing @full', async () => {
    const { app, people, zones } = await open()
    const read = async () =>
      (await request(app, 'GET /api/admin/community', { as: people.ada })).body as CommunitySettings
    const put = (fields: object) => request(app, 'PUT /api/admin/community', { as: people.ada, body: fields })
    const settings = await read()
    const refused = await put({ ...settings, name: 'Pond', zone: 'Europe/berlin' })
    expect(refused).toMatchObject({ status: 400, body: { issues: [{ path: 'zone' }] } })
    expect(await read()).toEqual(settings)
    const saved = await put({ ...settings, name: 'Pond', zone: berlin })
    const era = { fromDay: '2026-11-21', zone: berlin }
    expect(saved).toMatchObject({
      status: 200,
      body: { name: 'Pond', zone: chicago, zones: [firstEra(chicago), era], version: settings.version + 1 },
    })
    // A form that was read meanwhile leaves the pending change alone.
    expect(await put({ ...(await read()), name: 'Lake' })).toMatchObject({ status: 200 })
    expect(await zones()).toEqual([firstEra(chicago), era])
  })

  test('[COM-05] to a zone that the database doesn’t know, is refused beside the field', async () => {
    const { app } = await open()
    const moment = { nowMs: app.clock.now(), roomNowMs: app.clock.now() }
    await app.database.transaction(async (tx) => {
      // Shadows the list of the database, whose time zone data may be older than Node's.
      await sql`create temp view pg_timezone_names as select 'UTC' as name`.execute(tx)
      await expect(changeZone(tx, { ...moment, actorId: null, zone: berlin })).rejects.toMatchObject({
        errorResponse: { body: { code: 'invalid', issues: [{ path: 'zone' }] } },
      })
      await sql`drop view pg_timezone_names`.execute(tx)
    })
  })

  test('[COM-05] begins on the first day that lies ahead by both clocks; its preview is the result @full', async () => {
    const sittings = { '2026-11-20': '15:00', '2026-11-21': '06:30', '2027-04-05': '19:00' }
    const { app, people, preview, save, zones, bells, activities, version } = await open({ sittings })
    const { id } = await app.database.query
      .selectFrom('sittings')
      .select('id')
      .where('roomDay', '=', '2026-11-21')
      .executeTakeFirstOrThrow()
    const delay = { as: people.gail, body: { minutes: 5 } }
    expect((await request(app, `POST /api/sittings/${id}/delay`, delay)).status).toBe(200)
    const notes = () =>
      app.database.query.selectFrom('sittings').select(['roomDay', 'cancelNote']).orderBy('roomDay').execute()
    const cancel = { as: people.gail, body: { note: 'Lena is ill.' } }
    expect((await request(app, `POST /api/sittings/${id}/cancel`, cancel)).status).toBe(200)
    const [before, cancelled] = [await bells(), await notes()]
    const moved = [
      {
        date: '2026-11-21',
        title: 'Of 2026-11-21',
        // Five minutes late, before and after.
        fromMs: timestampToMs('2026-11-21T12:35:00Z'),
        toMs: timestampToMs('2026-11-21T05:35:00Z'),
      },
      {
        date: '2027-04-05',
        title: 'Of 2027-04-05',
        fromMs: timestampToMs('2027-04-06T00:00:00Z'),
        toMs: timestampToMs('2027-04-05T17:00:00Z'),
      },
    ]
    expect(await preview(berlin)).toEqual({
      version: 1,
      fromDay: '2026-11-21',
      startsAtMs: timestampToMs('2026-11-20T23:00:00Z'),
      atOnce: false,
      moved,
      movedCount: 2,
      refused: null,
    })
    expect([await bells(), await zones()]).toEqual([before, [firstEra(chicago)]])
    const saved = await save(berlin)
    expect(saved).toMatchObject({
      status: 200,
      body: {
        version: 2,
        zone: chicago,
        zones: [firstEra(chicago), { fromDay: '2026-11-21', zone: berlin }],
      },
    })
    expect(await bells()).toEqual({
      '2026-11-20': before['2026-11-20'],
      '2026-11-21': '2026-11-21T05:35:00.000Z v4',
      '2027-04-05': '2027-04-05T17:00:00.000Z v2',
    })
    expect(await notes()).toEqual(cancelled)
    expect(await version()).toBe(2)
    expect((await activities()).at(-1)).toEqual({
      actorId: people.ada.userId,
      action: 'community.change-zone',
      before: { zone: chicago, fromDay: null },
      after: { zone: berlin, fromDay: '2026-11-21' },
    })
    app.clock.set('2026-11-20T22:59:59.999Z')
    expect(app.calendar.today()).toBe('2026-11-20')
    app.clock.set('2026-11-20T23:00:00Z')
    expect(app.calendar.today()).toBe('2026-11-21')
    expect((await request(app, 'GET /api/community')).body).toMatchObject({ zone: berlin })
  })

  test('[COM-05] is replaced by a new choice, and withdrawn; sittings follow it each time @full', async () => {
    const { app, save, withdraw, zones, bells, activities } = await open({
      sittings: { '2026-11-22': '19:00' },
    })
    await save(berlin)
    await save(auckland)
    expect(await zones()).toEqual([firstEra(chicago), { fromDay: '2026-11-22', zone: auckland }])
    expect(await bells()).toEqual({ '2026-11-22': '2026-11-22T06:00:00.000Z v3' })
    expect(await withdraw()).toMatchObject({ status: 200, body: { zones: [firstEra(chicago)], version: 4 } })
    expect(await bells()).toEqual({ '2026-11-22': '2026-11-23T01:00:00.000Z v4' })
    expect((await activities()).at(-1)).toMatchObject({
      action: 'community.withdraw-zone',
      before: { zone: auckland },
      after: { zone: chicago },
    })
    expect(await withdraw()).toMatchObject({ status: 409, body: { code: 'zone_change_final' } })
    // The present zone withdraws a pending one, too.
    await save(berlin)
    expect(await save(chicago)).toMatchObject({ status: 200, body: { zones: [firstEra(chicago)] } })
    expect((await activities()).at(-1)).toMatchObject({ action: 'community.withdraw-zone' })
    await save(berlin)
    app.clock.set('2026-11-20T22:50:00.001Z')
    expect(await withdraw()).toMatchObject({ status: 409, body: { code: 'zone_change_final' } })
    expect(await zones()).toEqual([firstEra(chicago), { fromDay: '2026-11-21', zone: berlin }])
  })

  test('[COM-05] moves neighbours into each other’s time in one statement, and no sitting whose doors are open @full', async () => {
    const sittings = { '2026-11-21': '22:00', '2026-11-22': '02:00' }
    const { app, save, bells } = await open({ sittings })
    // In Honolulu four hours later, when the next one had been.
    await save('Pacific/Honolulu')
    expect(await bells()).toEqual({
      '2026-11-21': '2026-11-22T08:00:00.000Z v2',
      '2026-11-22': '2026-11-22T12:00:00.000Z v2',
    })
    app.clock.set('2026-11-22T07:50:00Z')
    await save(berlin)
    expect((await bells())['2026-11-21']).toBe('2026-11-22T08:00:00.000Z v2')
  })

  test('[COM-05] of a zone in use changes nothing; a stale version and unknown zones are refused @full', async () => {
    const { app, people, preview, save, version, activities } = await open()
    expect(await save(chicago)).toMatchObject({ status: 200, body: { version: 1 } })
    expect(await preview(chicago)).toMatchObject({ fromDay: null, moved: [], refused: null })
    expect(await activities()).toEqual([])
    const put = (body: object) => request(app, 'PUT /api/admin/community/zone', { as: people.ada, body })
    await incrementVersion(app.database.query, ['joining'])
    expect(await put({ zone: berlin, version: 1 })).toMatchObject({
      status: 409,
      body: { code: 'changed_meanwhile' },
    })
    for (const zone of ['Berlin', 'europe/berlin', '+05:00', 'Etc/Unknown', ''])
      expect(await put({ zone, version: await version() })).toMatchObject({
        status: 400,
        body: { issues: [{ path: 'zone' }] },
      })
    const far = 'Pacific/Kiritimati'
    await save('Pacific/Honolulu')
    app.clock.set('2026-11-21T10:00:00Z')
    expect(await save(far)).toMatchObject({ status: 409, body: { code: 'zones_too_distant' } })
    expect(await preview(far)).toMatchObject({
      fromDay: null,
      refused: expect.stringContaining('a whole day from each other') as string,
    })
    expect(await version()).toBe(3)
  })
})

test('[COM-05] sittings that would overlap refuse it, with their dates, and nothing changes', async () => {
  const sittings = { '2026-11-20': '23:30', '2026-11-21': '06:30', '2026-11-22': '06:30' }
  const { preview, save, zones, bells, version } = await open({ sittings })
  const before = await bells()
  const refused =
    'Sittings would overlap on November 20, 2026 and November 21, 2026: move or cancel one of them first.'
  expect((await preview(berlin)).refused).toBe(refused)
  expect(await save(berlin)).toMatchObject({
    status: 409,
    body: {
      code: 'zone_conflicts',
      message: refused,
      parameters: { overlapping: ['2026-11-20', '2026-11-21'], leaving: [] },
    },
  })
  expect([await bells(), await zones(), await version()]).toEqual([before, [firstEra(chicago)], 1])
})

test('[COM-05] a withdrawal is refused where sittings written since would overlap @full', async () => {
  const { app, people, save, withdraw, zones, bells, version } = await open({
    sittings: { '2026-11-22': '23:50' },
  })
  await save(berlin)
  const { templateId } = await app.database.query
    .selectFrom('schedules')
    .select('templateId')
    .executeTakeFirstOrThrow()
  // Seven hours after the other one, and ten minutes after its Chicago time.
  const start = { date: '2026-11-23', scheduledTime: '07:00', timeZone: berlin, together: true }
  const body = { templateId, ...start }
  const created = await request(app, 'POST /api/admin/schedules', { as: people.ada, body })
  expect(created.status).toBe(201)
  const before = [await bells(), await zones(), await version()]
  expect(await withdraw()).toMatchObject({
    status: 409,
    body: { code: 'zone_conflicts', parameters: { overlapping: ['2026-11-22', '2026-11-23'], leaving: [] } },
  })
  expect([await bells(), await zones(), await version()]).toEqual(before)
})

test('[COM-05] a sitting with its own zone keeps its moment, unless that is two hours outside its day', async () => {
  const { app, save, bells, zones } = await open({ sittings: { '2026-11-23': '12:00' } })
  await app.database.query
    .updateTable('schedules')
    .set({ timeZone: berlin, scheduledTime: '19:00' })
    .execute()
  const bell = { '2026-11-23': '2026-11-23T18:00:00.000Z v1' }
  expect(await save(auckland)).toMatchObject({
    status: 409,
    body: { code: 'zone_conflicts', parameters: { overlapping: [], leaving: ['2026-11-23'] } },
  })
  expect((await save(berlin)).status).toBe(200)
  expect(await bells()).toEqual(bell)
  expect(await zones()).toHaveLength(2)
})

test('[COM-05] an unused community changes at once, its sittings ahead too', async () => {
  const { app, people, preview, save, zones, bells } = await open({
    isUsed: false,
    sittings: { '2026-11-21': '15:00' },
  })
  expect(await preview(auckland)).toMatchObject({
    atOnce: true,
    fromDay: '2026-11-21',
    startsAtMs: timestampToMs('2026-11-20T11:00:00Z'),
  })
  expect(await save(auckland)).toMatchObject({ body: { zone: auckland, zones: [firstEra(auckland)] } })
  expect(app.calendar.today()).toBe('2026-11-21')
  expect(await bells()).toEqual({ '2026-11-21': '2026-11-21T02:00:00.000Z v2' })
  // A day back.
  await save(chicago)
  expect([app.calendar.today(), await zones()]).toEqual(['2026-11-20', [firstEra(chicago)]])
  await makeMessage(app, people.mia)
  expect(await preview(auckland)).toMatchObject({ atOnce: false, fromDay: '2026-11-22' })
})

test('[COM-05] another node has the new zone within a second, and its pages the moved sittings @full', async () => {
  const { app, people, save } = await open({ sittings: { '2026-11-21': '06:30' } })
  const peer = await startTestApp({ peerOf: app, isUnlimited: true })
  apps.push(peer)
  const onPeer = callsOf(peer, people.ada)
  const bell = async () => {
    const { body } = await request(peer, 'GET /api/sittings', { as: people.mia })
    return (body as { startsAt: number }[]).map(({ startsAt }) => startsAt)
  }
  expect(await bell()).toEqual([timestampToMs('2026-11-21T12:30:00Z')])
  const saved = (await save(berlin)).body
  expect(saved).toMatchObject({ zones: [{}, { zone: berlin }] })
  await expect.poll(onPeer.zones, { timeout: 1_000 }).toEqual((saved as { zones: unknown }).zones)
  expect(await bell()).toEqual([timestampToMs('2026-11-21T05:30:00Z')])
})

test('[COM-05] [PHASE-17] a schedule written during a change gets its moment by the new zone @full', async () => {
  const { app, people, save, bells } = await open({ sittings: { '2026-11-21': '06:30' } })
  const { templateId } = await app.database.query
    .selectFrom('schedules')
    .select('templateId')
    .executeTakeFirstOrThrow()
  const body = { templateId, date: '2026-11-22', scheduledTime: '06:30', together: true }
  const created = await raceUncommittedChange(
    app,
    async (tx) => {
      await lockZoneErasForUpdate(tx)
      await tx.insertInto('community_zones').values({ fromDay: '2026-11-21', zone: berlin }).execute()
    },
    () => request(app, 'POST /api/admin/schedules', { as: people.ada, body }),
  )
  expect(created).toMatchObject({ value: { status: 201 } })
  expect((await bells())['2026-11-22']).toBe('2026-11-22T05:30:00.000Z v1')
  // The other way round: a change waits for a schedule, and moves its sitting.
  await app.database.query.deleteFrom('sittings').execute()
  await app.database.query.deleteFrom('schedules').execute()
  const changed = await raceUncommittedChange(
    app,
    async (tx) => {
      const days = await lockCommunityDays(tx)
      const { id } = await tx
        .insertInto('schedules')
        .values({ ...body, date: '2026-11-25', createdAt: new Date(app.clock.now()) })
        .returning('id')
        .executeTakeFirstOrThrow()
      await insertScheduledSittings(tx, { days, nowMs: app.clock.now() }, [id])
    },
    () => save(auckland),
  )
  expect(changed).toMatchObject({ value: { status: 200 } })
  expect((await bells())['2026-11-25']).toBe('2026-11-24T17:30:00.000Z v2')
})

test('[COM-05] TIME_ZONE names the first zone only, and the shell changes it @full', async () => {
  const clock = createTestClock(noon)
  const app = await startTestApp({ clock, zone: chicago, config: { timeZone: berlin } })
  apps.push(app)
  const zone = () => app.calendar.days().zoneAt(clock.now())
  expect(zone()).toBe(berlin)
  // A later start changes nothing.
  const peer = await startTestApp({ peerOf: app, config: { timeZone: auckland } })
  apps.push(peer)
  expect(peer.calendar.days().zoneAt(clock.now())).toBe(berlin)
  const shell = (name: string) => adminCommand({ ...app, readSettings: () => app.config }, ['zone', name])
  await expect(shell('Berlin')).rejects.toThrow("Berlin isn't a time zone.")
  expect(await shell(berlin)).toBe("The community's time zone is already Europe/Berlin.")
  await makeMessage(app, (await signInPeople(app)).mia)
  expect(await shell(auckland)).toContain('Pacific/Auckland from November 22, 2026 on.')
})

test('[COM-05] TIME_ZONE leaves the zone of a community in use, and must be known to the database @full', async () => {
  const used = await open()
  await fillFirstZone(used.app.database, berlin, used.app.clock.now())
  expect(await used.app.database.query.selectFrom('community_zones').select('zone').execute()).toEqual([
    { zone: chicago },
  ])
  const { app } = await open({ isUsed: false })
  await expect(fillFirstZone(app.database, 'Mars/Base', app.clock.now())).rejects.toThrow('TIME_ZONE')
})
