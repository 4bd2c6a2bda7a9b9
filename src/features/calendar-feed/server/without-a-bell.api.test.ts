// Events of meditations without a bell: their UIDs, what each change does to them, and how they end.
import { beforeEach, expect, test } from 'vitest'
import type { Template } from '#features/templates/template-content.ts'
import { saveZoneEras } from '#server/calendar/sql.ts'
import { firstEraDay } from '#shared/day.ts'
import { defaultTestTime } from '#test/clock.ts'
import { testZone, wall } from '#test/community-days.ts'
import { deleteSchedules, makeMeditation } from '#test/data/factories.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { signInPeople, type TestUser } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import { addSchedule, createFeed, eventsIn, feedAgeMs, readFeed, type FeedEvent } from '../test/feed.ts'

const app = await openTestApp({ isUnlimited: true })
const people = await signInPeople(app)
beforeEach(async () => {
  app.clock.set(defaultTestTime)
  await deleteSchedules(app)
  await app.database.query.deleteFrom('meditation_templates').execute()
  await makeMeditation(app)
})

const makeFeed = (as: TestUser) => createFeed(app, as)
const feedEvents = (path: string) => readFeed(app, path)
const schedule = (fields: object) => addSchedule(app, people.ada, fields)
const at = (text: string) => Date.parse(wall(text))
const timed = { date: '2026-11-23', together: false, scheduledTime: '08:00' }
const change = async (call: `PUT /${string}` | `DELETE /${string}`, body?: object) =>
  expect((await request(app, call, { as: people.ada, body })).status).toBe(200)

async function saveZone(zone: string): Promise<void> {
  await app.database.transaction((tx) =>
    saveZoneEras(tx, [{ fromDay: firstEraDay, zone }], new Date(app.clock.now())),
  )
  await app.app.platform.calendar.refresh()
}

test('[CAL-02] every change of one, its template or the zone raises its version and its time, and keeps its UID', async () => {
  const id = await schedule(timed)
  const path = await makeFeed(people.mia)
  const [first] = await feedEvents(path)
  let before = first?.sequence ?? 0
  const expectRaised = async (expected: Partial<FeedEvent>) => {
    const events = await feedEvents(path)
    expect(events).toEqual([expect.objectContaining({ uid: first?.uid, status: 'CONFIRMED', ...expected })])
    const [{ sequence, changedAt } = { sequence: 0, changedAt: '' }] = events
    expect(sequence).toBeGreaterThan(before)
    expect(Math.abs(app.clock.now() - feedAgeMs - Date.parse(changedAt))).toBeLessThanOrEqual(1_000)
    before = sequence
  }
  await change(`PUT /api/admin/schedules/${id}`, { scheduledTime: '09:00' })
  await expectRaised({ startsAt: at('2026-11-23 09:00') })
  const { body } = await request(app, 'GET /api/admin/templates', { as: people.ada })
  const [template] = body as Template[]
  if (!template) throw new Error('There is no template.')
  const { id: usedId, createdAt: _at, version: _version, ...fields } = template
  const edit = (edited: object) => change(`PUT /api/admin/templates/${usedId}`, { ...fields, ...edited })
  await edit({ title: 'Evening light' })
  await expectRaised({ summary: 'Evening light' })
  await edit({ title: 'Evening light', duration: 40 })
  await expectRaised({})
  // The copy's own version is lower.
  const copy = await request(app, `POST /api/admin/templates/${usedId}/duplicate`, { as: people.ada })
  await change(`PUT /api/admin/schedules/${id}`, { templateId: (copy.body as { id: number }).id })
  await expectRaised({ summary: 'Evening light (Copy)' })
  await saveZone('America/Denver')
  try {
    await expectRaised({ startsAt: Date.parse('2026-11-23T09:00-07:00') })
  } finally {
    await saveZone(testZone)
  }
})

test('[CAL-02] one that is deleted or switched off before its start is listed as canceled; switched on again, it isn’t', async () => {
  const [gone, off] = [await schedule(timed), await schedule({ ...timed, date: '2026-11-24' })]
  const path = await makeFeed(people.mia)
  const [first, second] = await feedEvents(path)
  await change(`DELETE /api/admin/schedules/${gone}`)
  await change(`PUT /api/admin/schedules/${off}`, { isActive: false })
  const cancelled = await feedEvents(path)
  expect(cancelled).toMatchObject(
    [first, second].map((event) => ({
      uid: event?.uid,
      startsAt: event?.startsAt,
      status: 'CANCELLED',
      sequence: (event?.sequence ?? 0) + 1,
    })),
  )
  await change(`PUT /api/admin/schedules/${off}`, { isActive: true })
  const [, again] = await feedEvents(path)
  expect(again).toMatchObject({ uid: second?.uid, status: 'CONFIRMED' })
  expect(again?.sequence).toBeGreaterThan(cancelled[1]?.sequence ?? 0)
  // One that took place leaves the feed as before.
  app.clock.set(at('2026-11-24 12:00'))
  await change(`DELETE /api/admin/schedules/${off}`)
  expect((await feedEvents(path)).map(({ uid }) => uid)).toEqual([first?.uid])
})

test('[CAL-02] a canceled one moves with the zone, too: its version and its time say so', async () => {
  const id = await schedule(timed)
  const path = await makeFeed(people.mia)
  await change(`DELETE /api/admin/schedules/${id}`)
  const [before] = await feedEvents(path)
  app.clock.set(at('2026-11-22 12:00'))
  await saveZone('America/Denver')
  try {
    const [after] = await feedEvents(path)
    expect(after).toMatchObject({ status: 'CANCELLED', startsAt: Date.parse('2026-11-23T08:00-07:00') })
    expect(after?.sequence).toBe((before?.sequence ?? 0) + 1)
    expect(Date.parse(after?.changedAt ?? '')).toBeGreaterThan(Date.parse(before?.changedAt ?? ''))
  } finally {
    await saveZone(testZone)
  }
})

test('[CAL-02] one that gets a bell at the same moment has no canceled twin, nor has a sitting that loses it, deleted or not', async () => {
  const id = await schedule(timed)
  const path = await makeFeed(people.mia)
  await change(`PUT /api/admin/schedules/${id}`, { together: true })
  expect(await feedEvents(path)).toMatchObject([
    { uid: expect.stringMatching('^sitting') as string, status: 'CONFIRMED' },
  ])
  await change(`PUT /api/admin/schedules/${id}`, { together: false })
  const uid = `schedule-${id}@127.0.0.1`
  expect(await feedEvents(path)).toMatchObject([{ uid, status: 'CONFIRMED' }])
  await change(`DELETE /api/admin/schedules/${id}`)
  expect(await feedEvents(path)).toMatchObject([{ uid, status: 'CANCELLED' }])
})

test('[CAL-02] calendars know earlier ones with a second number, which stays; their file too', async () => {
  const id = await schedule(timed)
  await app.database.query.updateTable('schedules').set({ uidTemplateId: 7 }).execute()
  const path = await makeFeed(people.mia)
  const [event] = await feedEvents(path)
  expect(event?.uid).toBe(`schedule-${id}-7@127.0.0.1`)
  const file = await request(app, `GET /api/calendar/schedule-${id}-7`, { as: people.mia })
  expect(eventsIn((file.body as { text: string }).text)).toEqual([event])
  await change(`DELETE /api/admin/schedules/${id}`)
  expect(await feedEvents(path)).toMatchObject([{ uid: event?.uid, status: 'CANCELLED' }])
})
