// Sittings over HTTP: schedules, overlaps, what hosts do, and what a change of schedule or template means.
import { sql } from 'kysely'
import { pino } from 'pino'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Schedule } from '#features/schedules/contract.ts'
import { copyLastWeeks } from '#features/schedules/days-to-fill.ts'
import { counters } from '#server/metrics/counters.ts'
import { timestampToMs } from '#shared/day.ts'
import { startTestApp } from '#test/app.ts'
import { defaultTestTime } from '#test/clock.ts'
import { wall } from '#test/community-days.ts'
import { deleteSchedules, makeMeditation, videoSeconds } from '#test/data/factories.ts'
import { raceUncommittedChange } from '#test/database/lock-race.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { personFields, signIn, signInPeople } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import type { Sitting } from '../sitting.ts'

const app = await openTestApp({ isUnlimited: true })
const people = await signInPeople(app)

const today = '2026-11-21'
let lastActivity = 0
beforeEach(async () => {
  app.clock.set(defaultTestTime)
  const last = await app.database.query
    .selectFrom('activities')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirst()
  lastActivity = last?.id ?? 0
  for (const table of ['help_requests', 'sittings', 'schedules', 'meditation_templates'] as const)
    await app.database.query.deleteFrom(table).execute()
  await makeMeditation(app)
})

const at = timestampToMs
const textContaining = (part: string) => expect.stringContaining(part) as string
/** The activity about sittings since the test began. */
const activities = () =>
  app.database.query
    .selectFrom('activities')
    .selectAll()
    .where('targetType', '=', 'sitting')
    .where('id', '>', lastActivity)
    .orderBy('id')
    .execute()
const schedules = () => app.database.query.selectFrom('schedules').selectAll().orderBy('date').execute()
async function idOn(day: string): Promise<number> {
  return (await schedules()).find(({ date }) => date === day)?.id ?? 0
}
const templateId = async () => (await schedules())[0]?.templateId
const sittingToday = async () => {
  const { body } = await request(app, 'GET /api/meditation/today', { as: people.mia })
  return (body as { sitting: Sitting | null }).sitting
}
/** A host begins and restores a schedule; everything else is done to a sitting. */
async function host(action: string, body?: object, as = people.gail) {
  const isOfSchedule = action === 'begin' || action === 'restore'
  const id = isOfSchedule ? await idOn(today) : (await sittingToday())?.id
  return request(app, `POST /api/sittings/${id}/${action}`, { as, body })
}
const begin = (inSeconds = 60) => host('begin', { inSeconds })
async function create(fields: object) {
  const body = { templateId: await templateId(), together: true, scheduledTime: '06:30', ...fields }
  return request(app, 'POST /api/admin/schedules', { as: people.ada, body })
}
const issues = (issue: { path: string; message: unknown }) => ({ status: 400, body: { issues: [issue] } })

describe('scheduling', () => {
  test('[PHASE-03] a day and the list return the timeline of a sitting; a day without one returns null', async () => {
    expect(await sittingToday()).toBeNull()
    await create({ date: '2026-12-03' })
    await create({ date: '2026-12-02', isActive: false })
    await create({ date: '2026-12-01', silenceMinutes: 2 })
    const list = await request(app, 'GET /api/sittings?from=2026-11-01&to=2026-12-31', { as: people.mia })
    const startsAt = at(wall('2026-12-01 06:30'))
    const videoAt = startsAt + 8_000
    const sharingAt = videoAt + videoSeconds * 1_000 + 120_000
    expect(list.body).toEqual([
      {
        id: expect.any(Number) as number,
        day: '2026-12-01',
        scheduleId: await idOn('2026-12-01'),
        version: 1,
        doorsAt: startsAt - 900_000,
        gatherAt: startsAt - 60_000,
        startsAt,
        videoAt,
        sharingAt,
        endsAt: sharingAt + 900_000,
        mediaSeconds: videoSeconds,
        keepsTempo: false,
        cancelled: false,
        cancelNote: null,
      },
      expect.objectContaining({ startsAt: at(wall('2026-12-03 06:30')) }),
    ])
    app.clock.set(wall('2026-12-01 06:00'))
    const [first] = list.body as Sitting[]
    expect(await sittingToday()).toEqual(first)
  })

  test('[PHASE-15] a sitting that would overlap another is 409 and names it, also across midnight', async () => {
    expect(await create({ date: '2026-12-01', scheduledTime: '23:50' })).toMatchObject({ status: 201 })
    const refused = await create({ date: '2026-12-02', scheduledTime: '00:10' })
    expect(refused).toMatchObject({ status: 409, body: { code: 'sittings_overlap' } })
    expect(refused.body).toMatchObject({
      message: expect.stringMatching(
        /“Morning light on still water” on Tuesday, December 1, 2026 at 11:50 PM/,
      ) as string,
    })
    expect(await create({ date: '2026-12-02', scheduledTime: '06:30' })).toMatchObject({ status: 201 })
    const change = { scheduledTime: '00:10' }
    const id = await idOn('2026-12-02')
    expect(
      await request(app, `PUT /api/admin/schedules/${id}`, { as: people.ada, body: change }),
    ).toMatchObject({ status: 409, body: { code: 'sittings_overlap' } })
  })

  test('[PHASE-15] today’s sitting keeps its room when its time is changed before the doors', async () => {
    await create({ date: '2026-12-01', scheduledTime: '20:00' })
    app.clock.set(wall('2026-12-01 12:00'))
    const change = { as: people.ada, body: { scheduledTime: '23:50' } }
    const id = await idOn('2026-12-01')
    expect(await request(app, `PUT /api/admin/schedules/${id}`, change)).toMatchObject({ status: 200 })
    const refused = await create({ date: '2026-12-02', scheduledTime: '00:10' })
    expect(refused).toMatchObject({ status: 409, body: { code: 'sittings_overlap' } })
  })

  test('[PHASE-15] the database itself refuses an overlap', async () => {
    await create({ date: '2026-12-01', scheduledTime: '23:50' })
    await expect(
      sql`insert into sittings overriding system value select 20001, "roomDay", null, "templateId", null, "videoUrl", "audioUrl", "mediaSeconds",
        "keepsTempo", "doorsAt", "gatherAt", "startsAt", "videoAt", "sharingAt", "endsAt", null, null, 1, "createdAt", "createdAt"
        from sittings`.execute(app.database.query),
    ).rejects.toThrow('sittings_overlap')
  })

  test('[PHASE-15] [PHASE-20] a canceled sitting keeps no room', async () => {
    await create({ date: '2026-12-01', scheduledTime: '23:50' })
    app.clock.set(wall('2026-12-01 12:00'))
    const { id } = (await sittingToday()) ?? { id: 0 }
    await request(app, `POST /api/sittings/${id}/cancel`, { as: people.gail, body: { note: '' } })
    expect(await create({ date: '2026-12-02', scheduledTime: '00:10' })).toMatchObject({ status: 201 })
  })

  test('[PHASE-15] of several days, none is stored if one overlaps; an inactive schedule keeps no room', async () => {
    await create({ date: '2026-12-01', scheduledTime: '23:50' })
    const call = `PUT /api/admin/schedules/${await idOn('2026-12-01')}` as const
    expect((await request(app, call, { as: people.ada, body: { isActive: false } })).status).toBe(200)
    expect(await create({ date: '2026-12-02', scheduledTime: '00:10' })).toMatchObject({ status: 201 })
    const day = { templateId: await templateId(), together: true }
    const days = [
      { ...day, date: '2026-12-05', scheduledTime: '06:30' },
      { ...day, date: '2026-12-03', scheduledTime: '23:55' },
      { ...day, date: '2026-12-04', scheduledTime: '00:05' },
    ]
    const refused = await request(app, 'POST /api/admin/schedules/days', { as: people.ada, body: { days } })
    expect(refused).toMatchObject({ status: 409, body: { code: 'sittings_overlap' } })
    expect(await idOn('2026-12-05')).toBe(0)
  })

  test('[PHASE-21] a schedule can’t be edited or deleted from the doors to the end of the sharing', async () => {
    await create({ date: '2026-12-01' })
    const path = `/api/admin/schedules/${await idOn('2026-12-01')}` as const
    const edit = () => request(app, `PUT ${path}`, { as: people.ada, body: { isActive: false } })
    const underWay = { status: 409, body: { code: 'sitting_under_way' } }
    for (const moment of [wall('2026-12-01 06:15'), wall('2026-12-01 06:47:55')]) {
      app.clock.set(moment)
      expect(await edit()).toMatchObject(underWay)
      expect(await request(app, `DELETE ${path}`, { as: people.ada })).toMatchObject(underWay)
    }
    app.clock.set(wall('2026-12-01 06:47:56'))
    expect(await edit()).toMatchObject({ status: 200, body: { isActive: false } })
    expect(await app.database.query.selectFrom('sittings').select('scheduledAt').execute()).toHaveLength(1)
  })

  test('[PHASE-21] a sitting under way keeps its video and audio; later ones get the new one, which needs its length', async () => {
    await create({ date: '2026-12-01' })
    await create({ date: '2026-12-02' })
    app.clock.set(wall('2026-12-01 06:20'))
    const { body } = await request(app, 'GET /api/admin/templates', { as: people.ada })
    const [template] = body as [Record<string, unknown>]
    const { id, createdAt: _, version: __, ...fields } = template
    const save = (changes: object) =>
      request(app, `PUT /api/admin/templates/${Number(id)}`, {
        as: people.ada,
        body: { ...fields, ...changes },
      })
    const videoUrl = '/media/other.mp4'
    expect(await save({ videoUrl, mediaSeconds: undefined })).toMatchObject(
      issues({ path: 'mediaSeconds', message: textContaining('Check the video') }),
    )
    const other = { videoUrl, audioUrl: '/media/other.m4a', mediaSeconds: 600.004, keepsTempo: true }
    expect(await save(other)).toMatchObject({ body: { mediaSeconds: 600 } })
    const today = async () => (await request(app, 'GET /api/meditation/today', { as: people.mia })).body
    expect(await today()).toMatchObject({
      videoUrl: '/media/still-water.mp4',
      audioUrl: null,
      sitting: { mediaSeconds: videoSeconds },
    })
    app.clock.set(wall('2026-12-02 06:20'))
    const next = { videoUrl, audioUrl: '/media/other.m4a', sitting: { mediaSeconds: 600, keepsTempo: true } }
    expect(await today()).toMatchObject(next)
    for (const audioUrl of [null, '/media/third.m4a'])
      expect(await save({ ...other, audioUrl })).toMatchObject({ body: { audioUrl } })
    expect(await today()).toMatchObject(next)
    // The length decides about overlaps: 11:55 PM leaves no room for the next morning's doors.
    await create({ date: '2026-12-03', scheduledTime: '23:55', sharingMinutes: 0, silenceMinutes: 180 })
    await create({ date: '2026-12-04', scheduledTime: '03:25', doorsMinutes: 10 })
    expect(await save({ videoUrl, mediaSeconds: 1_800 })).toMatchObject({
      status: 409,
      body: { code: 'sittings_overlap' },
    })
  })

  test('[PHASE-21] a sitting written beside an edit of its template gets the new video', async () => {
    const videoUrl = '/media/beside.mp4'
    const outcome = await raceUncommittedChange(
      app,
      (tx) => tx.updateTable('meditation_templates').set({ videoUrl }).execute(),
      () => create({ date: '2026-12-01' }),
    )
    expect(outcome).toMatchObject({ status: 'fulfilled', value: { status: 201 } })
    expect(await app.database.query.selectFrom('sittings').select('videoUrl').execute()).toEqual([
      { videoUrl },
    ])
  })
})

test('[PHASE-13] [PHASE-21] after a sitting the day has the template’s present video again, and so has a sitting started then', async () => {
  const started = (await begin(60)).body as Sitting
  const [template] = (await request(app, 'GET /api/admin/templates', { as: people.ada })).body as [object]
  const { id, createdAt: _, version: __, ...fields } = template as Record<string, unknown>
  const body = { ...fields, videoUrl: '/media/other.mp4', mediaSeconds: 600 }
  app.clock.set(started.videoAt)
  expect(
    await request(app, `PUT /api/admin/templates/${Number(id)}`, { as: people.ada, body }),
  ).toMatchObject({
    status: 200,
  })
  const media = async () => (await request(app, 'GET /api/meditation/today', { as: people.mia })).body
  expect(await media()).toMatchObject({ videoUrl: '/media/still-water.mp4' })
  app.clock.set(started.endsAt)
  expect(await media()).toMatchObject({ videoUrl: '/media/other.mp4' })
  await begin(60)
  expect(await media()).toMatchObject({ videoUrl: '/media/other.mp4', sitting: { mediaSeconds: 600 } })
})

describe('hosting', () => {
  test('[PHASE-24] [T65] a garden angel begins today’s meditation together; it is one activity and increments the metric', async () => {
    const changes = counters.hostChanges
    expect(await begin(20)).toMatchObject({ status: 200 })
    const startsAt = at(defaultTestTime) + 20_000
    expect(await sittingToday()).toMatchObject({
      version: 1,
      startsAt,
      doorsAt: at(defaultTestTime),
      videoAt: startsAt + 8_000,
    })
    expect(await activities()).toMatchObject([
      { action: 'sitting.begin', actorId: people.gail.userId, after: { bell: '12:00' } },
    ])
    expect(counters.hostChanges - changes).toBe(1)
  })

  test('[PHASE-24] only today’s active schedule can begin, with a measured video, in 10 seconds to an hour', async () => {
    await makeMeditation(app, { day: '2026-11-22' })
    const tomorrow = `POST /api/sittings/${await idOn('2026-11-22')}/begin` as const
    expect(await request(app, tomorrow, { as: people.gail, body: { inSeconds: 60 } })).toMatchObject({
      status: 404,
    })
    const id = await idOn(today)
    const setActive = (isActive: boolean) =>
      request(app, `PUT /api/admin/schedules/${id}`, { as: people.ada, body: { isActive } })
    await setActive(false)
    expect(await begin()).toMatchObject({ status: 404 })
    await setActive(true)
    for (const inSeconds of [9, 3_601, 10.5]) expect(await begin(inSeconds)).toMatchObject({ status: 400 })
    await app.database.query.updateTable('meditation_templates').set({ mediaSeconds: null }).execute()
    expect(await begin()).toMatchObject({
      status: 400,
      body: { message: textContaining('Check the video') },
    })
  })

  test('[PHASE-18] delay, end and cancel take effect with a higher version each', async () => {
    await begin()
    const scheduled = await sittingToday()
    expect((await host('delay', { minutes: 5 })).body).toMatchObject({
      version: 2,
      startsAt: (scheduled?.startsAt ?? 0) + 300_000,
    })
    app.clock.set(wall('2026-11-21 12:06:30'))
    expect((await host('end')).body).toMatchObject({
      version: 3,
      sharingAt: at(wall('2026-11-21 12:06:30')),
      endsAt: at(wall('2026-11-21 12:21:30')),
    })
    expect(await host('cancel', { note: '' })).toMatchObject({ status: 409, body: { code: 'too_late' } })
    app.clock.set(wall('2026-11-21 12:22'))
    await begin()
    expect((await host('cancel', { note: ' The line is down. ' })).body).toMatchObject({
      version: 2,
      cancelled: true,
      cancelNote: 'The line is down.',
    })
    expect((await activities()).map(({ action }) => action)).toEqual([
      'sitting.begin',
      'sitting.delay',
      'sitting.end',
      'sitting.begin',
      'sitting.cancel',
    ])
  })

  test('[PHASE-18] delays add up', async () => {
    const { startsAt } = (await begin()).body as Sitting
    await host('delay', { minutes: 5 })
    expect((await host('delay', { minutes: 1 })).body).toMatchObject({ startsAt: startsAt + 360_000 })
  })

  test('[PHASE-18] [T65] the role is checked in the writing transaction', async () => {
    const eve = await signIn(app, 'eve', personFields.gail)
    const id = await idOn(today)
    const outcome = await raceUncommittedChange(
      app,
      async (tx) => {
        await tx.selectFrom('users').select('id').where('id', '=', eve.userId).forUpdate().execute()
        await tx.updateTable('users').set({ isGardenAngel: false }).where('id', '=', eve.userId).execute()
      },
      () => request(app, `POST /api/sittings/${id}/begin`, { as: eve, body: { inSeconds: 60 } }),
    )
    expect(outcome).toMatchObject({
      status: 'fulfilled',
      value: { status: 403, body: { code: 'forbidden' } },
    })
    expect(await sittingToday()).toBeNull()
  })

  test('[PHASE-18] of two hosts at once, the second sees what the first has done', async () => {
    await begin()
    const cancelledAt = new Date(app.clock.now())
    const outcome = await raceUncommittedChange(
      app,
      (tx) => tx.updateTable('sittings').set({ cancelledAt }).execute(),
      () => host('delay', { minutes: 1 }),
    )
    expect(outcome).toMatchObject({ value: { status: 409, body: { code: 'too_late' } } })
  })

  test('[PHASE-15] [PHASE-24] a begin or a delay into another day’s sitting is 409', async () => {
    app.clock.set(wall('2026-11-21 23:55'))
    await create({ date: '2026-11-22', scheduledTime: '00:40' })
    const overlap = { status: 409, body: { code: 'sittings_overlap' } }
    expect(await begin(1_800)).toMatchObject(overlap)
    expect(await sittingToday()).toBeNull()
    await begin()
    expect(await host('delay', { minutes: 30 })).toMatchObject(overlap)
  })
})

describe('a host’s change and the schedule', () => {
  const listed = async (as = people.ada) =>
    (await request(app, 'GET /api/admin/schedules', { as })).body as [Schedule, ...Schedule[]]
  const evening = wall('2026-11-21 19:00')
  /** Today's only schedule starts together at 7 PM. */
  async function scheduleEvening(): Promise<void> {
    await deleteSchedules(app)
    await makeMeditation(app, { scheduledTime: '19:00', sitting: { together: true } })
  }

  test('[PHASE-24] [SCH-29] a started schedule stays as it was written: it can be copied and edited', async () => {
    const started = (await begin(15)).body as Sitting
    const [schedule] = await listed()
    expect(schedule).toMatchObject({
      scheduledTime: '00:00',
      together: false,
      doorsMinutes: 15,
      gatherSeconds: 60,
    })
    app.clock.set(started.endsAt)
    const edit = { as: people.ada, body: { scheduledTime: '18:40', together: true } }
    expect(await request(app, `PUT /api/admin/schedules/${schedule.id}`, edit)).toMatchObject({ status: 200 })
    const days = copyLastWeeks(app.calendar.days(), await listed(), {
      today: '2026-12-10',
      templateIds: [schedule.templateId],
      severalADay: false,
      nowMs: app.clock.now(),
    })
    expect(days).toMatchObject([{ date: '2026-12-19', scheduledTime: '18:40', together: true }])
    expect(
      await request(app, 'POST /api/admin/schedules/days', { as: people.ada, body: { days } }),
    ).toMatchObject({ status: 201 })
  })

  test('[PHASE-24] after a short begin, canceled, the doors of the next one are the schedule’s again', async () => {
    await begin(10)
    await host('cancel', { note: 'Wrong button' })
    const { startsAt, gatherAt, doorsAt } = (await begin(1_200)).body as Sitting
    expect([startsAt - doorsAt, startsAt - gatherAt]).toEqual([900_000, 60_000])
  })

  test('[PHASE-24] a sitting started at noon is one more: the evening’s takes place', async () => {
    await scheduleEvening()
    const started = (await begin(60)).body as Sitting
    const list = await request(app, `GET /api/sittings?from=${today}&to=${today}`, { as: people.mia })
    expect((list.body as Sitting[]).map(({ startsAt }) => startsAt)).toEqual([started.startsAt, at(evening)])
    expect(await sittingToday()).toEqual(started)
    app.clock.set(started.endsAt)
    expect(await sittingToday()).toMatchObject({ startsAt: at(evening), cancelled: false })
  })

  test('[PHASE-18] a host restores a canceled sitting to its scheduled times, until its bell', async () => {
    await scheduleEvening()
    const scheduled = await sittingToday()
    await host('delay', { minutes: 30 })
    await host('cancel', { note: 'The line is down.' })
    expect(await host('restore')).toMatchObject({
      status: 200,
      body: { doorsAt: scheduled?.doorsAt, startsAt: at(evening), cancelled: false, cancelNote: null },
    })
    await host('cancel', { note: '' })
    app.clock.set(evening)
    expect(await host('restore')).toMatchObject({ status: 409, body: { code: 'too_late' } })
  })

  test('[PHASE-18] [PHASE-21] one that was canceled after its doors is restored with the template’s present video', async () => {
    await scheduleEvening()
    app.clock.set(wall('2026-11-21 18:50'))
    await host('cancel', { note: '' })
    const videoUrl = '/media/other.mp4'
    await app.database.query
      .updateTable('meditation_templates')
      .set({ videoUrl, mediaSeconds: 600 })
      .execute()
    const { videoAt, sharingAt, mediaSeconds } = (await host('restore')).body as Sitting
    expect([mediaSeconds, sharingAt - videoAt]).toEqual([600, 600_000])
    expect(await app.database.query.selectFrom('sittings').select('videoUrl').execute()).toEqual([
      { videoUrl },
    ])
  })

  test('[PHASE-18] [GA-07] the lists of administrators and garden angels name the real bell', async () => {
    await scheduleEvening()
    await host('delay', { minutes: 30 })
    const bell = { startsAt: at(evening) + 1_800_000 }
    for (const as of [people.ada, people.gail])
      expect(await listed(as)).toMatchObject([
        { scheduledTime: '19:00', sitting: { ...bell, cancelled: false } },
      ])
    const { id } = (await host('cancel', { note: 'Lena is ill.' })).body as Sitting
    expect(await listed()).toMatchObject([
      { sitting: { ...bell, id, cancelled: true, cancelNote: 'Lena is ill.' } },
    ])
  })
})

test('[PHASE-17] a starting node recomputes the spans of future sittings, and logs one that moved @full', async () => {
  await create({ date: '2026-12-01' })
  const timeline = () =>
    app.database.query.selectFrom('sittings').select(['doorsAt', 'startsAt', 'endsAt']).execute()
  const stored = await timeline()
  await sql`update sittings set "scheduledAt" = "scheduledAt" + interval '1 hour', "doorsAt" = "doorsAt" + interval '1 hour',
    "gatherAt" = "gatherAt" + interval '1 hour', "startsAt" = "startsAt" + interval '1 hour', "videoAt" = "videoAt" + interval '1 hour',
    "sharingAt" = "sharingAt" + interval '1 hour', "endsAt" = "endsAt" + interval '1 hour'`.execute(
    app.database.query,
  )
  const warned: unknown[] = []
  const node = await startTestApp({
    peerOf: app,
    log: pino({ level: 'warn' }, { write: (line) => warned.push(JSON.parse(line)) }),
  })
  expect(await timeline()).toEqual(stored)
  expect(warned).toMatchObject([{ day: '2026-12-01' }])
  await node.close()
})

test('[PHASE-26] time in a sitting is credited as on any day', async () => {
  await begin(10)
  app.clock.advance(11_000)
  const call = { as: people.mia, body: { sessionDate: today } }
  const { id } = (await request(app, 'POST /api/session/start', call)).body as { id: number }
  app.clock.advance(60_000)
  expect(
    await request(app, `PUT /api/session/${id}`, { as: people.mia, body: { additionalDuration: 60 } }),
  ).toMatchObject({ status: 200, body: { duration: 60, sessionDate: today } })
})
