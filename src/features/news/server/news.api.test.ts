// News of a real server: publishing, reading, changing, and what open pages learn.
import { afterEach, assert, beforeEach, describe, expect, test } from 'vitest'
import { daysBefore } from '#server/jobs/retention-job.ts'
import { newsRetentionDays } from '#shared/constants.ts'
import { addDays } from '#shared/day.ts'
import { startTestApp } from '#test/app.ts'
import { makeMeditation } from '#test/data/factories.ts'
import { newsInput, publishNews } from '#test/data/news.ts'
import { dumpRows } from '#test/database/dump-rows.ts'
import { eventually } from '#test/eventually.ts'
import { connectLive, joinLive } from '#test/live/live-client.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { requestWhileDemoted } from '#test/people/demoted-admin.ts'
import { signInPeople, type TestUser } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import type { AdministeredNews, News, NewsInput } from '../contract.ts'
import { deleteOldNews } from './sql.ts'

const app = await openTestApp({ isUnlimited: true })
const people = await signInPeople(app)

let firstAction = 0
beforeEach(async () => {
  firstAction = (await actions()).length
})
afterEach(async () => {
  for (const table of ['news_mails', 'news'] as const) await app.database.query.deleteFrom(table).execute()
  // The node reads it again.
  app.clock.advance(5_000)
  await eventually(async () => assert.deepEqual(await newsOf(people.mia), []))
})

const newsOf = async (as: TestUser): Promise<News[]> =>
  ((await request(app, 'GET /api/news', { as })).body as { news: News[] }).news
const administered = async (): Promise<AdministeredNews[]> =>
  ((await request(app, 'GET /api/admin/news', { as: people.ada })).body as { news: AdministeredNews[] }).news
const post = (input: Partial<NewsInput>, as = people.ada) =>
  request(app, 'POST /api/admin/news', { as, body: newsInput(app, input) })
const put = (id: number, body: object) =>
  request(app, `PUT /api/admin/news/${id}`, {
    as: people.ada,
    body: { ...newsInput(app), version: 1, isWithdrawn: false, ...body },
  })
const actions = async () =>
  (await app.database.query.selectFrom('activities').select('action').orderBy('id').execute()).map(
    ({ action }) => action,
  )
const isOf = (id: number) => (message: { id: number }) => message.id === id
const newActions = async () => (await actions()).slice(firstAction)

describe('publishing', () => {
  test('[NEWS-01] members read the news until its last day by the community’s calendar', async () => {
    const today = app.calendar.today()
    await publishNews(app, people.ada, { title: 'Doors', level: 'important', until: addDays(today, 1) })
    expect(await newsOf(people.mia)).toMatchObject([
      { title: 'Doors', level: 'important', isCurrent: true, isRead: false },
    ])
    app.clock.set(app.calendar.days().startMs(addDays(today, 2)) - 1_000)
    expect((await newsOf(people.mia))[0]?.isCurrent).toBe(true)
    app.clock.advance(6_000)
    await eventually(async () => expect((await newsOf(people.mia))[0]?.isCurrent).toBe(false))
    expect((await administered())[0]).toMatchObject({ state: 'past', until: addDays(today, 1) })
  })

  test.each([
    ['title', ''],
    ['title', 'x'.repeat(81)],
    ['title', 'two\nlines'],
    ['text', ' '],
    ['text', 'x'.repeat(1_001)],
    ['level', 'urgent'],
    ['until', '2026-02-30'],
    ['until', -1],
    ['until', 30],
    ['isMailed', 'yes'],
  ])('[NEWS-01] %s can’t be %j: a sentence beside the field, and nothing changes', async (field, value) => {
    const today = app.calendar.today()
    const given = field === 'until' && typeof value === 'number' ? addDays(today, value) : value
    const before = await dumpRows(app.database.query)
    const body = { ...newsInput(app), [field]: given }
    const response = await request(app, 'POST /api/admin/news', { as: people.ada, body })
    expect(response).toMatchObject({ status: 400, body: { code: 'invalid', issues: [{ path: field }] } })
    expect(await dumpRows(app.database.query)).toEqual(before)
  })

  test('[NEWS-01] [NEWS-04] scheduled news appears on its first day, by itself', async () => {
    const first = addDays(app.calendar.today(), 2)
    const id = await publishNews(app, people.ada, { from: first, until: addDays(first, 29) })
    expect(await newsOf(people.mia)).toEqual([])
    expect((await request(app, `PUT /api/news/${id}/read`, { as: people.mia })).status).toBe(404)
    const page = await connectLive(app, { as: people.mia })
    app.clock.set(app.calendar.days().startMs(first))
    app.clock.advance(5_000)
    expect(await page.next('news-changed', isOf(id))).toMatchObject({ version: 1 })
    expect(await newsOf(people.mia)).toMatchObject([{ id, isCurrent: true }])
    await page.close()
  })
})

describe('reading', () => {
  test('[NEWS-03] what a member has read stays read on all of their devices, and unread for others', async () => {
    const id = await publishNews(app, people.ada)
    for (let press = 0; press < 2; press += 1)
      expect((await request(app, `PUT /api/news/${id}/read`, { as: people.mia })).status).toBe(200)
    expect(await newsOf(people.mia)).toMatchObject([{ id, isRead: true }])
    expect(await newsOf(people.mo)).toMatchObject([{ id, isRead: false }])
    expect((await request(app, `PUT /api/news/${id + 1}/read`, { as: people.mia })).status).toBe(404)
  })

  test('[NEWS-07] administrators see how many have read it, and no name', async () => {
    const id = await publishNews(app, people.ada)
    for (const as of [people.mia, people.mo]) await request(app, `PUT /api/news/${id}/read`, { as })
    const response = await request(app, 'GET /api/admin/news', { as: people.ada })
    expect(response.body).toMatchObject({ news: [{ id, reads: 2, author: { name: people.ada.name } }] })
    expect(JSON.stringify(response.body)).not.toContain(people.mia.name)
  })
})

describe('open pages', () => {
  test('[NEWS-04] each page, in the room or not, gets id and version of what changes, on all nodes', async () => {
    const peer = await startTestApp({ peerOf: app, isUnlimited: true })
    const room = await joinLive(app, people.mia, app.calendar.today())
    const settings = await connectLive(peer, { as: people.mo })
    const id = await publishNews(app, people.ada)
    for (const page of [room, settings])
      expect(await page.next('news-changed', isOf(id))).toMatchObject({ version: 1 })
    await put(id, { title: 'Another title' })
    for (const page of [room, settings])
      expect(await page.next('news-changed', isOf(id))).toMatchObject({ version: 2 })
    const listed = (await request(peer, 'GET /api/news', { as: people.mo })).body
    expect(listed).toMatchObject({ news: [{ title: 'Another title' }] })
    await request(app, `DELETE /api/admin/news/${id}`, { as: people.ada })
    for (const page of [room, settings])
      expect(await page.next('news-changed', isOf(id))).toMatchObject({ version: 2 })
    await room.close()
    await settings.close()
    await peer.close()
  })
})

describe('changing', () => {
  test('[NEWS-07] a change shows at once and is in the activity; a stale version changes nothing', async () => {
    const id = await publishNews(app, people.ada)
    expect((await put(id, { text: 'Other words' })).status).toBe(200)
    expect(await newsOf(people.mia)).toMatchObject([{ text: 'Other words' }])
    expect(await put(id, { text: 'Stale words' })).toMatchObject({
      status: 409,
      body: { code: 'changed_meanwhile' },
    })
    expect(await newsOf(people.mia)).toMatchObject([{ text: 'Other words' }])
    expect((await put(id + 1, {})).status).toBe(404)
    expect(await newActions()).toEqual(['news.create', 'news.update'])
  })

  test('[NEWS-07] withdrawn news is gone for members, and can be published again', async () => {
    const id = await publishNews(app, people.ada)
    expect((await put(id, { isWithdrawn: true })).status).toBe(200)
    expect(await newsOf(people.mia)).toEqual([])
    expect((await request(app, `PUT /api/news/${id}/read`, { as: people.mia })).status).toBe(404)
    expect((await administered())[0]).toMatchObject({ state: 'withdrawn', version: 2 })
    expect((await put(id, { version: 2 })).status).toBe(200)
    expect(await newsOf(people.mia)).toMatchObject([{ id }])
    expect(await newActions()).toEqual(['news.create', 'news.withdraw', 'news.restore'])
  })

  test('[NEWS-07] a change keeps the first moment; deleted news leaves nothing but the activity', async () => {
    const id = await publishNews(app, people.ada)
    const [first] = await administered()
    app.clock.advance(3 * 86_400_000)
    expect((await put(id, { from: first?.from, title: 'Later' })).status).toBe(200)
    expect((await administered())[0]).toMatchObject({ fromAt: first?.fromAt, title: 'Later' })
    expect((await request(app, `DELETE /api/admin/news/${id}`, { as: people.ada })).status).toBe(200)
    expect(await newsOf(people.mia)).toEqual([])
    expect(await administered()).toEqual([])
    expect(await newActions()).toEqual(['news.create', 'news.update', 'news.delete'])
  })

  test('[NEWS-01] [NEWS-07] only administrators, while they are', async () => {
    expect((await post({}, people.gail)).status).toBe(403)
    expect((await post({}, people.mia)).status).toBe(403)
    const id = await publishNews(app, people.ada)
    const before = await administered()
    const body = newsInput(app)
    const demoted = [
      await requestWhileDemoted(app, 'POST /api/admin/news', body),
      await requestWhileDemoted(app, `PUT /api/admin/news/${id}`, { ...body, version: 1, isWithdrawn: true }),
      await requestWhileDemoted(app, `DELETE /api/admin/news/${id}`),
      await requestWhileDemoted(app, 'POST /api/admin/news/test', { title: body.title, text: body.text }),
    ]
    expect(demoted.map(({ status }) => status)).toEqual([403, 403, 403, 403])
    expect(await administered()).toEqual(before)
  })
})

test('[NEWS-08] what a host says about one sitting is the note of its cancellation, and no news', async () => {
  const day = addDays(app.calendar.today(), 1)
  await makeMeditation(app, { day, scheduledTime: '20:00', sitting: { together: true } })
  const { id } = await app.database.query
    .selectFrom('sittings')
    .select('id')
    .where('roomDay', '=', day)
    .executeTakeFirstOrThrow()
  const page = await connectLive(app, { as: people.mia })
  const body = { note: 'I am five minutes late' }
  const response = await request(app, `POST /api/sittings/${id}/cancel`, { as: people.gail, body })
  expect(response).toMatchObject({ status: 200 })
  expect(JSON.stringify(response.body)).toContain(body.note)
  await page.whenCaughtUp()
  expect(page.count('news-changed')).toBe(0)
  expect(await newsOf(people.mia)).toEqual([])
  await page.close()
})

test('[NEWS-03] the list goes 90 days back; then the news and its reads are deleted', async () => {
  const { query } = app.database
  const id = await publishNews(app, people.ada)
  await request(app, `PUT /api/news/${id}/read`, { as: people.mia })
  const endedDaysAgo = async (days: number) => {
    const untilAt = daysBefore(new Date(app.clock.now()), days)
    await query
      .updateTable('news')
      .set({ fromAt: daysBefore(untilAt, 1), untilAt })
      .execute()
    app.clock.advance(5_000)
  }
  await endedDaysAgo(newsRetentionDays - 1)
  await eventually(async () =>
    expect(await newsOf(people.mia)).toMatchObject([{ id, isCurrent: false, isRead: true }]),
  )
  await endedDaysAgo(newsRetentionDays + 1)
  await eventually(async () => expect(await newsOf(people.mia)).toEqual([]))
  const before = daysBefore(new Date(app.clock.now()), newsRetentionDays)
  expect(await deleteOldNews(query, before, 10)).toBe(1)
  expect(await deleteOldNews(query, before, 10)).toBe(0)
  expect(await query.selectFrom('news_read').selectAll().execute()).toEqual([])
})
