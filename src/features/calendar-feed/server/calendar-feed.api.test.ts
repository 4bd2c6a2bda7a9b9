// The calendar feed over HTTP: its address, its cache headers and limit, and what each change does to its events.
import { beforeEach, describe, expect, test } from 'vitest'
import type { Template } from '#features/templates/template-content.ts'
import { dayMs } from '#shared/durations.ts'
import { startTestApp } from '#test/app.ts'
import { defaultTestTime } from '#test/clock.ts'
import { testZone, wall } from '#test/community-days.ts'
import { deleteSchedules, makeMeditation } from '#test/data/factories.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { signIn, signInPeople, type TestUser } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import type { WeekEntry } from '../contract.ts'
import { addSchedule, createFeed, eventsIn, readFeed, type FeedEvent } from '../test/feed.ts'

const app = await openTestApp({ isUnlimited: true })
const people = await signInPeople(app)

beforeEach(async () => {
  app.clock.set(defaultTestTime)
  await deleteSchedules(app)
  await app.database.query.deleteFrom('meditation_templates').execute()
  await makeMeditation(app)
})

const read = (path: string, headers: Record<string, string> = {}, at = app) =>
  request(at, `GET ${path as `/${string}`}`, { headers })

const makeFeed = (as: TestUser, at = app) => createFeed(at, as)
const feedEvents = async (path?: string) => readFeed(app, path ?? (await makeFeed(people.mia)))
const schedule = (fields: object) => addSchedule(app, people.ada, fields)
const at = (text: string) => Date.parse(wall(text))

describe('the address', () => {
  test('[CAL-01] has 128 bits, is stored as a hash, and ends when it is renewed', async () => {
    expect((await request(app, 'GET /api/account/calendar', { as: people.mo })).body).toEqual({
      createdAt: null,
    })
    const first = await makeFeed(people.mo)
    expect(first).toMatch(/^\/calendar\/[\w-]{22}\.ics$/)
    const token = first.slice('/calendar/'.length, -'.ics'.length)
    expect(Buffer.from(token, 'base64url')).toHaveLength(16)
    const stored = await app.database.query
      .selectFrom('calendar_tokens')
      .selectAll()
      .where('userId', '=', people.mo.userId)
      .executeTakeFirstOrThrow()
    expect(stored.tokenHash).not.toContain(token)
    expect((await request(app, 'GET /api/account/calendar', { as: people.mo })).body).toEqual({
      createdAt: new Date(app.clock.now()).toISOString(),
    })
    expect((await read(first)).status).toBe(200)
    const second = await makeFeed(people.mo)
    expect((await read(first)).status).toBe(404)
    expect((await read(second)).status).toBe(200)
    expect((await read('/calendar/unknown-unknown-unkno.ics')).status).toBe(404)
    expect((await read('/calendar/short.ics')).status).toBe(404)
  })

  test('[CAL-01] needs no session; a banned member’s is 404, and it goes with the account', async () => {
    const eve = await signIn(app, 'eve', { name: 'Eve Example' })
    const path = await makeFeed(eve)
    expect((await read(path)).status).toBe(200)
    const post = (action: 'ban' | 'unban', body?: object) =>
      request(app, `POST /api/admin/users/${eve.userId}/${action}`, { as: people.ada, body })
    await post('ban', { reason: 'Unkind words' })
    expect((await read(path)).status).toBe(404)
    await post('unban')
    expect((await read(path)).status).toBe(200)
    const deletion = await request(app, `DELETE /api/admin/users/${eve.userId}`, { as: people.ada })
    expect(deletion.status).toBe(200)
    expect((await read(path)).status).toBe(404)
  })

  test('[CAL-04] it is revalidated, stored by no shared cache, and read 60 times an hour @full', async () => {
    const limited = await startTestApp()
    try {
      const mia = await signIn(limited, 'mia', { name: 'Mia Member' })
      const path = await makeFeed(mia, limited)
      const first = await read(path, {}, limited)
      expect(first.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
      expect(first.headers.get('cache-control')).toBe('private, no-cache')
      const etag = first.headers.get('etag') ?? ''
      const again = await read(path, { 'if-none-match': etag }, limited)
      expect(again).toMatchObject({ status: 304, body: null })
      const strong = await read(path, { 'if-none-match': `"other", ${etag.slice('W/'.length)}` }, limited)
      expect(strong.status).toBe(304)
      for (let turn = 3; turn < 60; turn += 1)
        expect((await read(path, { 'if-none-match': etag }, limited)).status).toBe(304)
      const refused = await read(path, {}, limited)
      expect(refused.status).toBe(429)
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      const mo = await signIn(limited, 'mo', { name: 'Mo Member' })
      expect((await read(await makeFeed(mo, limited), {}, limited)).status).toBe(200)
      limited.clock.advance(60_000)
      await makeMeditation(limited, { day: '2026-11-22', scheduledTime: '06:30' })
      expect((await read(path, { 'if-none-match': etag }, limited)).status).toBe(200)
    } finally {
      await limited.close()
    }
  })
})

describe('events', () => {
  test('[CAL-01] the feed has the sittings and the timed meditations from 30 days back to a year ahead', async () => {
    await schedule({ date: '2026-11-22' })
    const timed = await schedule({ date: '2026-11-23', together: false, scheduledTime: '08:00' })
    await schedule({ date: '2026-11-24', together: false, scheduledTime: '00:00' })
    await schedule({ date: '2026-11-25', together: false, scheduledTime: '08:00', isActive: false })
    await schedule({ date: '2027-11-21' })
    await schedule({ date: '2027-11-22' })
    const path = await makeFeed(people.mia)
    const events = await feedEvents(path)
    expect(events.map(({ startsAt }) => startsAt)).toEqual([
      at('2026-11-22 19:00'),
      at('2026-11-23 08:00'),
      at('2027-11-21 19:00'),
    ])
    const [together, own] = events
    expect(together).toMatchObject({
      uid: expect.stringMatching(/^sitting-\d{5,}@127\.0\.0\.1$/) as string,
      summary: 'Morning light on still water',
      status: 'CONFIRMED',
      sequence: 1,
    })
    expect(own?.uid).toBe(`schedule-${timed}@127.0.0.1`)
    app.clock.set(wall('2026-12-22 12:00'))
    expect((await feedEvents(path)).map(({ startsAt }) => startsAt)).toContain(at('2026-11-22 19:00'))
    app.clock.set(wall('2026-12-23 12:00'))
    expect((await feedEvents(path)).map(({ startsAt }) => startsAt)).not.toContain(at('2026-11-22 19:00'))
  })

  test('[CAL-02] every change of its moments, template, title or teacher raises the version of an event @full', async () => {
    const id = await schedule({ date: '2026-11-22' })
    const path = await makeFeed(people.mia)
    const [first] = await feedEvents(path)
    let before = first?.sequence ?? 0
    const expectRaised = async (expected: Partial<FeedEvent> = {}) => {
      const events = await feedEvents(path)
      expect(events).toHaveLength(1)
      expect(events[0]).toMatchObject({ uid: first?.uid, ...expected })
      expect(events[0]?.sequence).toBeGreaterThan(before)
      before = events[0]?.sequence ?? 0
      const changedMs = Date.parse(events[0]?.changedAt ?? '')
      expect(Math.abs(app.clock.now() - 6_000 - changedMs)).toBeLessThanOrEqual(1_000)
    }
    const change = async (call: `PUT /${string}`, body: object) => {
      const { status } = await request(app, call, { as: people.ada, body })
      expect(status).toBe(200)
    }
    await change(`PUT /api/admin/schedules/${id}`, { scheduledTime: '20:00' })
    await expectRaised({ startsAt: at('2026-11-22 20:00') })
    await change(`PUT /api/admin/schedules/${id}`, { sharingMinutes: 30 })
    await expectRaised()
    const { body } = await request(app, 'GET /api/admin/templates', { as: people.ada })
    const [template] = body as Template[]
    if (!template) throw new Error('There is no template.')
    const { id: usedId, createdAt: _at, version: _version, ...fields } = template
    await change(`PUT /api/admin/templates/${usedId}`, { ...fields, title: 'Evening light' })
    await expectRaised({ summary: 'Evening light' })
    await change(`PUT /api/admin/templates/${usedId}`, {
      ...fields,
      title: 'Evening light',
      instructor: 'Ana',
    })
    await expectRaised()
    const copy = await request(app, `POST /api/admin/templates/${usedId}/duplicate`, { as: people.ada })
    await change(`PUT /api/admin/schedules/${id}`, { templateId: (copy.body as { id: number }).id })
    await expectRaised()
    const sittingId = /\d+/.exec(first?.uid ?? '')?.[0]
    const host = (action: string, hosted: object) =>
      request(app, `POST /api/sittings/${sittingId}/${action}`, { as: people.gail, body: hosted })
    await host('delay', { minutes: 10 })
    await expectRaised({ startsAt: at('2026-11-22 20:10') })
    await host('cancel', { note: 'Ana is ill.' })
    await expectRaised({ status: 'CANCELLED' })
    await request(app, `POST /api/sittings/${id}/restore`, { as: people.gail })
    await expectRaised({ status: 'CONFIRMED', startsAt: at('2026-11-22 20:00') })
  })

  test('[CAL-02] canceled and deleted sittings stay in it as canceled for 30 days @full', async () => {
    const deleted = await schedule({ date: '2027-02-01' })
    const untogether = await schedule({ date: '2027-02-02' })
    await schedule({ date: '2027-02-03' })
    const path = await makeFeed(people.mia)
    const before = await feedEvents(path)
    const [first, second, third] = before
    await request(app, `DELETE /api/admin/schedules/${deleted}`, { as: people.ada })
    await request(app, `PUT /api/admin/schedules/${untogether}`, {
      as: people.ada,
      body: { together: false, scheduledTime: '00:00' },
    })
    const sittingId = /\d+/.exec(third?.uid ?? '')?.[0]
    await request(app, `POST /api/sittings/${sittingId}/cancel`, {
      as: people.gail,
      body: { note: 'Ana is ill.' },
    })
    const after = await feedEvents(path)
    expect(after).toMatchObject(
      [first, second, third].map((event) => ({
        uid: event?.uid,
        startsAt: event?.startsAt,
        status: 'CANCELLED',
        sequence: (event?.sequence ?? 0) + 1,
      })),
    )
    expect(String((await read(path)).body)).toContain('DESCRIPTION:Canceled: Ana is ill.')
    app.clock.advance(30 * dayMs - 60_000)
    expect(await feedEvents(path)).toHaveLength(3)
    app.clock.advance(120_000)
    expect(await feedEvents(path)).toEqual([])
  })

  test.each([
    { table: 'deleted_sittings', together: true },
    { table: 'deleted_schedules', together: false },
  ] as const)(
    '[CAL-02] the hourly maintenance deletes what left the feed: $table',
    async ({ table, together }) => {
      const id = await schedule({ date: '2027-02-01', together })
      await request(app, `DELETE /api/admin/schedules/${id}`, { as: people.ada })
      const job = app.app.modules
        .flatMap(({ scheduledJobs = [] }) => scheduledJobs)
        .find(({ name }) => name === table.replace('_', '-'))
      const count = async (afterMs: number) => {
        await job?.work(new Date(app.clock.now() + afterMs), new AbortController().signal)
        return (await app.database.query.selectFrom(table).select('id').execute()).length
      }
      expect(await count(30 * dayMs - 1)).toBe(1)
      expect(await count(30 * dayMs + 1)).toBe(0)
    },
  )

  test('[CAL-02] repeats, off and on, and a deletion undone by hand leave one event of a moment', async () => {
    const date = '2027-02-01'
    const id = await schedule({ date })
    const path = await makeFeed(people.mia)
    const [before] = await feedEvents(path)
    const put = (body: object) => request(app, `PUT /api/admin/schedules/${id}`, { as: people.ada, body })
    await put({ repeatWeeks: 1, repeatCount: 2 })
    for (const isActive of [false, true]) await put({ isActive })
    await request(app, `DELETE /api/admin/schedules/${id}`, { as: people.ada })
    expect((await feedEvents(path))[0]).toMatchObject({ uid: before?.uid, status: 'CANCELLED' })
    await schedule({ date })
    const [after, repeated, ...others] = await feedEvents(path)
    expect(after).toMatchObject({ uid: before?.uid, status: 'CONFIRMED', startsAt: before?.startsAt })
    // The repeats, off, on, the deletion, and the new schedule.
    expect(after?.sequence).toBe((before?.sequence ?? 0) + 5)
    expect(repeated?.startsAt).toBe(at('2027-02-08 19:00'))
    expect(others).toEqual([])
  })

  test('[CAL-02] a sitting in another zone is written by that zone’s clock', async () => {
    await schedule({ date: '2026-11-24', timeZone: 'Asia/Gaza', scheduledTime: '12:15' })
    const { body } = await read(await makeFeed(people.mia))
    expect(body).toContain('DTSTART;TZID=Asia/Gaza:20261124T121500')
    expect(body).toContain('BEGIN:VTIMEZONE\r\nTZID:Asia/Gaza')
    expect(body).not.toContain(`TZID:${testZone}`)
  })

  test('[LANG-03] [LANG-11] it is in its member’s language, with the titles', async () => {
    await schedule({ date: '2026-11-24' })
    const translations = {
      de: { title: 'Sieben Lampen', description: 'Sitz.', steps: [], captionsUrl: null },
    }
    await app.database.query
      .updateTable('meditation_templates')
      .set({ translations: JSON.stringify(translations) })
      .execute()
    const language = async (user: TestUser, name: 'de' | null) =>
      app.database.query.updateTable('users').set({ language: name }).where('id', '=', user.userId).execute()
    await language(people.mia, 'de')
    await language(people.mo, null)
    const german = await read(await makeFeed(people.mia))
    const english = await read(await makeFeed(people.mo))
    expect(String(german.body)).toContain('Mit Lena Oduya.')
    expect(String(german.body)).toContain('SUMMARY:Sieben Lampen')
    expect(String(english.body)).toContain('With Lena Oduya.')
    expect(String(english.body)).not.toContain('Sieben Lampen')
    expect(german.headers.get('etag')).not.toBe(english.headers.get('etag'))
    // Whatever the program that reads it accepts.
    for (const { headers } of [german, await read(await makeFeed(people.mia), { 'accept-language': 'es' })]) {
      expect(headers.get('content-language')).toBe('de')
      expect(headers.get('vary') ?? '').not.toMatch(/language|cookie/i)
    }
    expect(english.headers.get('content-language')).toBe('en')
    const [event] = await feedEvents()
    const key = event?.uid.split('@', 1)[0]
    const file = await request(app, `GET /api/calendar/${key}`, {
      as: people.mia,
      headers: { 'accept-language': 'es' },
    })
    expect((file.body as { text: string }).text).toContain('Con Lena Oduya.')
    expect(file.headers.get('content-language')).toBe('es')
    await language(people.mia, null)
  })

  test('[CAL-05] one event as a file; of an unknown one 404', async () => {
    await schedule({ date: '2026-11-22' })
    const [event] = await feedEvents()
    const key = event?.uid.split('@', 1)[0]
    const { status, body } = await request(app, `GET /api/calendar/${key}`, { as: people.mia })
    expect(status).toBe(200)
    const file = body as { name: string; text: string }
    expect(file.name).toBe(`${key}.ics`)
    expect(eventsIn(file.text)).toEqual([event])
    const unknown = await request(app, 'GET /api/calendar/sitting-99999', { as: people.mia })
    expect(unknown.status).toBe(404)
    const odd = await request(app, 'GET /api/calendar/anything', { as: people.mia })
    expect(odd.status).toBe(400)
  })
})

test('[PLAN-03] the week ahead has every start of 14 days and the one after, all-day and canceled ones included', async () => {
  const id = await schedule({ date: '2026-11-22' })
  await schedule({ date: '2026-11-23', together: false, scheduledTime: '08:00' })
  await schedule({ date: '2026-12-05' })
  await schedule({ date: '2026-12-06' })
  const sittings = await request(app, 'GET /api/sittings?from=2026-11-22&to=2026-11-22', { as: people.mia })
  const [sitting] = sittings.body as { id: number; scheduleId: number }[]
  expect(sitting?.scheduleId).toBe(id)
  const note = 'Lena is ill.'
  await request(app, `POST /api/sittings/${sitting?.id}/cancel`, { as: people.gail, body: { note } })
  const { body } = await request(app, 'GET /api/sittings/week', { as: people.mia })
  const { today, entries } = body as { today: string; entries: WeekEntry[] }
  expect(today).toBe('2026-11-21')
  const meditation = { title: 'Morning light on still water', instructor: 'Lena Oduya', minutes: 3 }
  const facts = {
    ...meditation,
    language: null,
    isLive: false,
    host: null,
    cancelNote: null,
    startedByHost: false,
  }
  expect(entries).toEqual([
    { day: '2026-11-21', ...facts, event: null, startsAt: null, together: false, cancelled: false },
    {
      day: '2026-11-22',
      ...facts,
      event: `sitting-${sitting?.id}`,
      startsAt: at('2026-11-22 19:00'),
      together: true,
      cancelled: true,
      cancelNote: note,
    },
    {
      day: '2026-11-23',
      ...facts,
      event: expect.stringMatching(/^schedule-\d+$/) as string,
      startsAt: at('2026-11-23 08:00'),
      together: false,
      cancelled: false,
    },
    expect.objectContaining({ day: '2026-12-05' }),
  ])
})

test('[PLAN-03] [PHASE-24] the week ahead distinguishes a sitting that a host began from its schedule’s own', async () => {
  const id = await schedule({ date: '2026-11-22', scheduledTime: '21:00' })
  app.clock.set(at('2026-11-22 12:00'))
  const started = await request(app, `POST /api/sittings/${id}/begin`, {
    as: people.gail,
    body: { inSeconds: 60 },
  })
  expect(started.status).toBe(200)
  const { body } = await request(app, 'GET /api/sittings/week', { as: people.mia })
  const sittings = (body as { entries: WeekEntry[] }).entries.filter(({ together }) => together)
  expect(sittings.map(({ startedByHost }) => startedByHost)).toEqual([true, false])
})

test('[PLAN-03] a sitting that goes on after midnight is the week’s first, until its sharing ends', async () => {
  await schedule({ date: '2026-11-22', scheduledTime: '23:50' })
  const daysAt = async (time: string) => {
    app.clock.set(at(time))
    const { body } = await request(app, 'GET /api/sittings/week', { as: people.mia })
    const { today, entries } = body as { today: string; entries: WeekEntry[] }
    return [today, ...entries.map(({ day }) => day)]
  }
  expect(await daysAt('2026-11-22 23:49')).toEqual(['2026-11-22', '2026-11-22'])
  // Its sharing ends at 00:07:56.
  expect(await daysAt('2026-11-23 00:07')).toEqual(['2026-11-23', '2026-11-22'])
  expect(await daysAt('2026-11-23 00:09')).toEqual(['2026-11-23'])
})
