// The day's meditation through the real server: one read for all requests, and never stale after a change.
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Schedule } from '#features/schedules/contract.ts'
import { withFlatPlays } from '#features/sittings/flat-plays.ts'
import { communityClock } from '#features/sittings/scheduled-start.ts'
import type { Sitting } from '#features/sittings/sitting.ts'
import { templateOf } from '#features/templates/server/sql.ts'
import type { Bus, BusWatcher } from '#server/bus/bus.ts'
import { connectDatabase } from '#server/db/database.ts'
import { busEvents } from '#shared/bus-events.ts'
import { timestampToMs } from '#shared/day.ts'
import { startTestApp } from '#test/app.ts'
import { wall } from '#test/community-days.ts'
import { makeMeditation, makeSitting } from '#test/data/factories.ts'
import { startStatementProxy } from '#test/database/statement-proxy.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { personFields, signIn } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import type { DailyMeditation } from '../contract.ts'
import { createDailyMeditationCache } from './daily-meditation-cache.ts'

/** The cache's maximum age, after which changes without an event are visible. */
const cacheTtlMs = 5_000

const app = await openTestApp()
const mia = await signIn(app, 'mia', personFields.mia)

const today = () => request(app, 'GET /api/meditation/today', { as: mia })

test('[MED-08] on a day without a meditation the response is 200 with null', async () => {
  const response = await today()
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toMatch(/^application\/json/)
  expect(response.body).toBeNull()
})

test('[MED-08, DATA-04] it returns the active meditation of the Chicago day', async () => {
  await makeMeditation(app, { scheduledTime: '06:30' })
  expect((await today()).body).toEqual({
    scheduleId: expect.any(Number) as number,
    date: '2026-11-21',
    title: 'Morning light on still water',
    language: null,
    stepsLanguage: null,
    captionsLanguage: null,
    description: 'A slow, guided breath from the soles of the feet to the crown.',
    kind: 'video',
    blocks: null,
    host: null,
    videoUrl: '/media/still-water.mp4',
    captionsUrl: '/media/still-water.en.vtt',
    audioUrl: null,
    thumbnailUrl: null,
    instructor: 'Lena Oduya',
    instructorTitle: 'Meditation Teacher',
    duration: 3,
    difficulty: 'Beginner',
    sessionSteps: [{ number: 1, title: 'Arrive', description: 'Find a seat.' }],
    scheduledTime: '06:30',
    ...communityClock,
    together: false,
    sitting: null,
    sittings: [],
    others: [],
    next: null,
  })
})

test('[MED-08, PLAN-02] it names the next day with a meditation within 14 days, with the bell of one that starts together, and no canceled one', async () => {
  await makeMeditation(app, { day: '2027-03-01', title: 'Today' })
  await makeMeditation(app, { day: '2027-03-16', title: 'In fifteen days' })
  app.clock.set(wall('2027-03-01 12:00'))
  const later = await signIn(app, 'later', { name: 'Later Member' })
  const next = async () => {
    const { body } = await request(app, 'GET /api/meditation/today', { as: later })
    return (body as DailyMeditation).next
  }
  expect(await next()).toBeNull()
  await makeMeditation(app, { day: '2027-03-15', title: 'In fourteen days' })
  expect(await next()).toEqual({
    date: '2027-03-15',
    title: 'In fourteen days',
    language: null,
    scheduledTime: '00:00',
    ...communityClock,
    startsAt: null,
  })
  const sitting = { together: true }
  await makeMeditation(app, { day: '2027-03-02', scheduledTime: '19:00', title: 'Walking', sitting })
  expect(await next()).toEqual({
    date: '2027-03-02',
    title: 'Walking',
    language: null,
    scheduledTime: '19:00',
    ...communityClock,
    startsAt: timestampToMs(wall('2027-03-02 19:00')),
  })
  const host = await signIn(app, 'host', personFields.gail)
  const { body } = await request(app, 'GET /api/sittings?from=2027-03-02&to=2027-03-02', { as: host })
  const [walking] = body as Sitting[]
  await request(app, `POST /api/sittings/${walking?.id}/cancel`, { as: host, body: { note: '' } })
  expect(await next()).toMatchObject({ title: 'In fourteen days' })
  app.clock.set(wall('2026-11-21 12:00'))
})

test('[TIME-01] the day changes at Chicago midnight only', async () => {
  await makeMeditation(app, { day: '2026-11-22', title: 'Tomorrow' })
  for (const [moment, title] of [
    [wall('2026-11-21 23:59:59.999'), 'Morning light on still water'],
    [wall('2026-11-22 00:00'), 'Tomorrow'],
  ] as const) {
    app.clock.set(moment)
    expect((await today()).body).toMatchObject({ title })
  }
  app.clock.set(wall('2026-11-21 12:00'))
})

test('[PHASE-08] [PHASE-14] [PHASE-16] today is a sitting’s meditation from its doors to the end of its sharing, on both sides of midnight', async () => {
  // Doors, video and sharing: 11:30 PM to 12:02:56 AM, and 11:55 PM to 12:27:56 AM.
  const sitting = { together: true }
  await makeMeditation(app, { day: '2026-12-01', scheduledTime: '23:45', title: 'Late', sitting })
  await makeMeditation(app, { day: '2026-12-02', title: 'All day' })
  await makeMeditation(app, { day: '2026-12-03', scheduledTime: '00:10', title: 'Early', sitting })
  onTestFinished(async () => {
    app.clock.set(wall('2026-11-21 12:00'))
    await app.database.query.deleteFrom('schedules').where('date', '>=', '2026-12-01').execute()
  })
  const shown: string[] = []
  for (const time of ['1T23:29', '1T23:59', '2T00:01', '2T00:03', '2T23:54', '2T23:56', '3T00:01']) {
    app.clock.set(wall(`2026-12-0${time}`))
    const { title, date } = (await today()).body as DailyMeditation
    const body = { sessionDate: date }
    const { status } = await request(app, 'POST /api/session/start', { as: mia, body })
    shown.push(`${time} ${title} ${date} ${status < 300}`)
  }
  expect(shown).toEqual([
    '1T23:29 Late 2026-12-01 true',
    '1T23:59 Late 2026-12-01 true',
    '2T00:01 Late 2026-12-01 true',
    '2T00:03 All day 2026-12-02 true',
    '2T23:54 All day 2026-12-02 true',
    '2T23:56 Early 2026-12-03 true',
    '3T00:01 Early 2026-12-03 true',
  ])
})

test('an inactive schedule is no meditation, and a second active one on a date is rejected', async () => {
  const db = app.database.query
  await expect(
    db
      .insertInto('schedules')
      .columns(['date', 'templateId', 'createdAt'])
      .expression(
        db
          .selectFrom('schedules')
          .select(['date', 'templateId', 'createdAt'])
          .where('date', '=', '2026-11-21'),
      )
      .execute(),
  ).rejects.toThrow('schedules_one_active_a_day')
  await db.updateTable('schedules').set({ isActive: false }).where('date', '=', '2026-11-21').execute()
  app.clock.advance(cacheTtlMs)
  expect((await today()).body).toBeNull()
})

/** Another node's cache of the days, and the number of its reads. */
async function startNode(bus: Bus = app.hub.connect('other')) {
  const proxy = await startStatementProxy(app.databaseUrl)
  const database = connectDatabase(proxy.url)
  const days = createDailyMeditationCache({ database, clock: app.clock, roomClock: app.clock, bus })
  let reads = 0
  proxy.intercept((statement) => {
    // The sittings of its room are read beside it.
    if (statement.includes('from "schedules"')) reads += 1
    return 'pass'
  })
  onTestFinished(async () => {
    days.close()
    await bus.close()
    await database.close()
    await proxy.close()
  })
  return { days, reads: () => reads }
}

describe('the cache', () => {
  const day = '2026-11-25'

  test('[T40, F12] a thousand requests at midnight cost one read, also for a day without a meditation', async () => {
    const { days, reads } = await startNode()
    await makeMeditation(app, { day, title: 'For everybody' })
    app.clock.set(wall('2026-11-25 00:00'))
    const asked = await Promise.all(Array.from({ length: 1_000 }, async () => days.meditationOf(day)))
    expect(new Set(asked).size).toBe(1)
    expect(asked[0]).toMatchObject({ title: 'For everybody' })
    expect(reads()).toBe(1)
    for (let count = 0; count < 3; count += 1) expect(await days.meditationOf('2026-11-26')).toBeNull()
    expect(reads()).toBe(2)
  })

  test('a day is read again after five seconds, and when the clock was set back', async () => {
    const { days, reads } = await startNode()
    const stepsMs = [0, cacheTtlMs - 1, 1, cacheTtlMs - 1, 1, -1, 0]
    const seen: number[] = []
    for (const stepMs of stepsMs) {
      app.clock.advance(stepMs)
      await days.meditationOf(day)
      seen.push(reads())
    }
    expect(seen).toEqual([1, 1, 2, 2, 3, 4, 4])
  })

  test('a day is one frozen object until a change, also with a sitting, so that it is serialized once', async () => {
    const { days } = await startNode()
    const together = '2026-11-25'
    await makeMeditation(app, { day: together, sitting: { together: true } })
    for (const each of [day, together]) {
      const first = await days.meditationOf(each)
      expect(await days.meditationOf(each)).toBe(first)
      expect(Object.isFrozen(first)).toBe(true)
    }
  })

  test('a request after a change never gets an earlier read', async () => {
    const { days, reads } = await startNode()
    const before = days.meditationOf(day)
    await app.bus.publish(busEvents.days, { type: 'changed' })
    const after = days.meditationOf(day)
    await Promise.all([before, after])
    expect(reads()).toBe(2)
    expect(await days.meditationOf(day)).toBe(await after)
    expect(reads()).toBe(2)
  })

  test('missed bus messages cause a new read, and the start of a day does not', async () => {
    const end = app.hub.connect('deaf')
    const watchers: BusWatcher[] = []
    const watch = (watcher: BusWatcher) => {
      watchers.push(watcher)
      return end.watch(watcher)
    }
    const { days, reads } = await startNode({ ...end, watch })
    await days.meditationOf(day)
    await app.bus.publish(busEvents.days, { type: 'began', day })
    await days.meditationOf(day)
    expect(reads()).toBe(1)
    for (const watcher of watchers) watcher.onMessagesMissed?.('other')
    await days.meditationOf(day)
    expect(reads()).toBe(2)
  })

  test('a failed read is not cached', async () => {
    const { days, reads } = await startNode()
    const rename = (from: string, to: string) =>
      sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(app.database.query)
    await rename('schedules', 'schedules_away')
    await expect(days.meditationOf(day)).rejects.toThrow('does not exist')
    await rename('schedules_away', 'schedules')
    expect(await days.meditationOf(day)).toMatchObject({ title: 'For everybody' })
    expect(reads()).toBe(2)
  })
})

/** A second node of the app, and the number of its day reads. */
async function startSecondApp() {
  const proxy = await startStatementProxy(app.databaseUrl)
  let reads = 0
  proxy.intercept((statement) => {
    if (statement.includes('"schedules"')) reads += 1
    return 'pass'
  })
  const other = await startTestApp({ peerOf: app, databaseUrl: proxy.url })
  onTestFinished(async () => {
    await other.close()
    await proxy.close()
  })
  return { other, reads: () => reads }
}

test('[MED-08] an administrator’s change is returned at once, on every node', async () => {
  const ada = await signIn(app, 'ada', personFields.ada)
  const { other, reads } = await startSecondApp()
  const day = '2026-11-28'
  app.clock.set(wall('2026-11-28 12:00'))
  const { id: templateId } = await app.database.query
    .selectFrom('meditation_templates')
    .select('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  const send = async (call: Parameters<typeof request>[1], body?: object) => {
    const response = await request(app, call, { as: ada, ...(body ? { body } : {}) })
    expect(response.status).toBeLessThan(300)
    return response.body
  }
  const expectSent = async (meditation: unknown) => {
    const responses = [await today(), await request(other, 'GET /api/meditation/today', { as: mia })]
    expect(responses.map(({ body }) => body)).toEqual([meditation, meditation])
  }
  const withThese = (facts: object): unknown => expect.objectContaining(facts)
  await expectSent(null)
  const { id } = (await send('POST /api/admin/schedules', { date: day, templateId })) as Schedule
  await expectSent(withThese({ date: day, scheduledTime: '00:00' }))
  await send(`PUT /api/admin/schedules/${id}`, { scheduledTime: '07:15' })
  await expectSent(withThese({ scheduledTime: '07:15' }))
  const {
    id: _,
    createdAt: __,
    version: ___,
    ...fields
  } = withFlatPlays((await templateOf(app.database.query, templateId))!)
  await send(`PUT /api/admin/templates/${templateId}`, { ...fields, title: 'Another name' })
  await expectSent(withThese({ title: 'Another name' }))
  const readsOfNext = async () => {
    const before = reads()
    await expectSent(withThese({ title: 'Another name' }))
    return reads() - before
  }
  // Word of the change may still be on its way to the other node, which then reads once more.
  await expect.poll(readsOfNext).toBe(0)
  const before = reads()
  for (let count = 0; count < 5; count += 1) await expectSent(withThese({ title: 'Another name' }))
  expect(reads()).toBe(before)
  expect(before).toBeGreaterThan(0)
  await send(`DELETE /api/admin/schedules/${id}`)
  await expectSent(null)
})

test('[MED-40] everyone gets the titles of today and tomorrow, the next scheduled day and, from five on, how many sat yesterday', async () => {
  app.clock.set(wall('2026-12-25 12:00'))
  const preview = async () => (await request(app, 'GET /api/meditation/preview')).body
  const nothing = { today: null, startsAt: null, tomorrow: null, nextDay: null, satYesterday: null }
  expect(await preview()).toEqual(nothing)
  await makeMeditation(app, { day: '2026-12-30' })
  expect(await preview()).toMatchObject({ tomorrow: null, nextDay: '2026-12-30' })
  await makeMeditation(app, { title: 'Softer', duration: 12 })
  await makeMeditation(app, { day: '2026-12-26', title: 'Louder' })
  const at = new Date(app.clock.now())
  const times = { startTime: at, endTime: at, createdAt: at }
  const others = await Promise.all(
    ['mo', 'kim', 'lou', 'max', 'noa'].map((name) => signIn(app, name, { name })),
  )
  const { id: templateId } = await app.database.query
    .selectFrom('meditation_templates')
    .select('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  const visit = { sessionDate: '2026-12-24', templateId, isOpen: false, ...times }
  const sit = (rows: { userId: number; duration: number }[]) =>
    app.database.query
      .insertInto('meditation_sessions')
      .values(rows.map((row) => ({ ...visit, ...row })))
      .execute()
  const [fifth = 0, absent = 0, ...three] = others.map(({ userId }) => userId)
  const rows = (duration: number, ...userIds: number[]) => userIds.map((userId) => ({ userId, duration }))
  await sit([...rows(60, mia.userId), ...rows(30, mia.userId, ...three), ...rows(0, absent)])
  // Everyone shares one count a minute.
  app.clock.advance(61_000)
  const softer = {
    today: { title: 'Softer', language: null, duration: 12 },
    startsAt: null,
    tomorrow: { title: 'Louder', language: null },
    nextDay: '2026-12-26',
  }
  expect(await preview()).toEqual({ ...softer, satYesterday: null })
  await sit(rows(30, fifth))
  app.clock.advance(61_000)
  expect(await preview()).toEqual({ ...softer, satYesterday: 5 })
})

test('[MED-40] the preview has today’s bell unless its sitting was canceled, and never why', async () => {
  app.clock.set(wall('2027-01-05 12:00'))
  const { id, startsAt } = await makeSitting(app, { inMs: 3_600_000 })
  const preview = async () => (await request(app, 'GET /api/meditation/preview')).body
  expect(await preview()).toMatchObject({ startsAt })
  const cancelledAt = new Date(app.clock.now())
  const cancelled = { cancelledAt, cancelNote: 'Lena is ill.' }
  await app.database.query.updateTable('sittings').set(cancelled).where('id', '=', id).execute()
  await app.bus.publish(busEvents.days, { type: 'changed' })
  expect(await preview()).toMatchObject({ startsAt: null })
  expect(JSON.stringify(await preview())).not.toContain('Lena is ill')
})

test('[AUTH-48] after the day’s last sitting the preview has the next bell, with its meditation @full', async () => {
  app.clock.set(wall('2027-02-12 12:00'))
  const { endsAt, startsAt } = await makeSitting(app, { inMs: 3_600_000 })
  await makeMeditation(app, { day: '2027-02-15', title: 'Open all day' })
  const preview = async () => (await request(app, 'GET /api/meditation/preview')).body
  app.clock.set(endsAt)
  expect(await preview()).toMatchObject({ startsAt, nextDay: '2027-02-15' })
  await makeMeditation(app, {
    day: '2027-02-14',
    title: 'Sunday’s',
    scheduledTime: '19:00',
    sitting: { together: true },
  })
  app.clock.set(endsAt - 1)
  expect(await preview()).toMatchObject({ startsAt })
  app.clock.set(endsAt)
  const next = { today: { title: 'Sunday’s' }, startsAt: timestampToMs(wall('2027-02-14 19:00')) }
  expect(await preview()).toMatchObject(next)
  // Also on a day without a meditation.
  app.clock.set(wall('2027-02-13 12:00'))
  expect(await preview()).toMatchObject(next)
})
