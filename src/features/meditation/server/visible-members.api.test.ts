// Visible pages of the room: their reports, which credit the same time, and the list of their members.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { defaultTestTime } from '#test/clock.ts'
import { makeMeditation } from '#test/data/factories.ts'
import { explainQueries } from '#test/database/query-plans.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { personFields, signIn, type TestUser } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import type { VisitRecord } from '../contract.ts'
import { listVisibleMembers } from './service.ts'

let mia: TestUser

const app = await openTestApp({ isUnlimited: true })
await makeMeditation(app)
beforeEach(async () => {
  app.clock.set(defaultTestTime)
  mia = await signIn(app, `mia-${randomUUID()}`, personFields.mia)
})

const start = async (as = mia) => {
  const body = { sessionDate: app.calendar.today() }
  return ((await request(app, 'POST /api/session/start', { as, body })).body as VisitRecord).id
}
const report = (id: number, body: object) => request(app, `PUT /api/session/${id}`, { as: mia, body })
const leave = (id: number, body: object) => request(app, `POST /api/session/${id}`, { as: mia, body })
const spent = async (id: number) =>
  ((await request(app, `GET /api/session/${id}`, { as: mia })).body as VisitRecord).duration
const visibleAfter = (ms: number, userIds = [mia.userId]) =>
  listVisibleMembers(app.database.query, { userIds, since: new Date(ms) })

test.each([
  { form: 'a report', seconds: 5, send: report, timeOf: () => ({ additionalDuration: 5 }) },
  { form: 'a total', seconds: 5, send: report, timeOf: (before: number) => ({ duration: before + 5 }) },
  { form: 'a report of no time', seconds: 0, send: report, timeOf: () => ({ additionalDuration: 0 }) },
  { form: 'a goodbye', seconds: 5, send: leave, timeOf: () => ({ additionalDuration: 5 }) },
])(
  '[REM-03] [MED-14] [MED-15] $form says that the page is visible, and credits the same time',
  async ({ seconds, send, timeOf }) => {
    const id = await start()
    for (const isVisible of [undefined, false, true]) {
      app.clock.advance(60_000)
      const before = await spent(id)
      expect((await send(id, { ...timeOf(before), isVisible })).status).toBeLessThan(300)
      expect((await spent(id)) - before).toBe(seconds)
      expect(await visibleAfter(app.clock.now() - 1)).toEqual(isVisible === true ? [mia.userId] : [])
    }
    expect((await send(id, { ...timeOf(0), isVisible: 'yes' })).status).toBe(400)
  },
)

test('[REM-03] a member is listed from the start of a page until it was visible for the last time', async () => {
  const mo = await signIn(app, `mo-${randomUUID()}`, personFields.mo)
  const both = [mia.userId, mo.userId]
  const startMs = app.clock.now()
  const id = await start()
  await start(mo)
  expect(new Set(await visibleAfter(startMs - 1, both))).toEqual(new Set(both))
  expect(await visibleAfter(startMs - 1)).toEqual([mia.userId])
  expect(await visibleAfter(startMs - 1, [])).toEqual([])
  expect(await visibleAfter(startMs, both)).toEqual([])
  app.clock.advance(90_000)
  await report(id, { additionalDuration: 90, isVisible: true })
  app.clock.advance(30_000)
  await report(id, { additionalDuration: 30, isVisible: false })
  expect(await visibleAfter(startMs, both)).toEqual([mia.userId])
  expect(await visibleAfter(startMs + 90_000, both)).toEqual([])
  // Another page of the same visit.
  expect(await start()).toBe(id)
  expect(await visibleAfter(startMs + 90_000, both)).toEqual([mia.userId])
})

test('[REM-03] [MED-23] reports of no time neither take nor add any, and open no page again', async () => {
  const id = await start()
  for (let change = 0; change < 10; change += 1) {
    app.clock.advance(3_100)
    await report(id, { additionalDuration: 0, isVisible: change % 2 === 0 })
  }
  await report(id, { additionalDuration: 300 })
  expect(await spent(id)).toBe(31)
  await leave(id, { additionalDuration: 0 })
  app.clock.advance(60_000)
  await report(id, { additionalDuration: 0, isVisible: false })
  const pages = app.database.query.selectFrom('meditation_clocks').select('openPages')
  expect(await pages.where('userId', '=', mia.userId).execute()).toEqual([{ openPages: 0 }])
})

test('[REM-03] the visits of many members are found by an index of member and day', async () => {
  const userIds = Array.from({ length: 500 }, (_, index) => mia.userId + index)
  const [queryPlan] = await app.database.transaction(async (tx) => {
    // The table of this test is too small for an index.
    await sql`set local enable_seqscan = off`.execute(tx)
    return explainQueries(tx, (db) => listVisibleMembers(db, { userIds, since: new Date(app.clock.now()) }))
  })
  expect(queryPlan).toMatch(/Index Cond: .*"userId" = ANY.*"sessionDate" >=/)
})
