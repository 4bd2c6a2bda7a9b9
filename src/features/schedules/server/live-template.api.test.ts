// Schedules and meeting links: live templates need one, a schedule's own comes first, and sittings have copies.
import { beforeEach, expect, test } from 'vitest'
import { defaultTestTime } from '#test/clock.ts'
import { wall } from '#test/community-days.ts'
import { deleteSchedules, makeMeditation } from '#test/data/factories.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { signInPeople } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import type { Schedule } from '../contract.ts'

const app = await openTestApp({ isUnlimited: true })
const people = await signInPeople(app)
const videoId = await makeMeditation(app)
const send = (call: Parameters<typeof request>[1], body: object) =>
  request(app, call, { as: people.ada, body })
const live = {
  title: 'With Ana',
  description: 'An evening together.',
  instructor: 'Ana',
  instructorTitle: 'Meditation Teacher',
  kind: 'live',
  duration: 45,
  liveSource: 'elsewhere',
}
const templateLink = 'https://zoom.us/j/1?pwd=template-secret'
const ownLink = 'https://meet.jit.si/own-secret'
const idOf = async (body: object) =>
  ((await send('POST /api/admin/templates', body)).body as { id: number }).id
const bareId = await idOf(live)
const linkedId = await idOf({ ...live, meetingUrl: templateLink })
beforeEach(async () => {
  app.clock.set(defaultTestTime)
  await deleteSchedules(app)
})

const list = '/api/admin/schedules'
const day = { date: '2026-12-01', scheduledTime: '18:30', together: true }
const rows = () => app.database.query.selectFrom('schedules').selectAll().orderBy('date').execute()
const copies = async () => {
  const stored = app.database.query.selectFrom('sittings').select(['meetingUrl', 'kind']).orderBy('startsAt')
  return (await stored.execute()).map(({ meetingUrl }) => meetingUrl)
}
const sentence = 'A live sitting that takes place elsewhere needs a meeting link, here or on its template.'
const rejected = (message: string) => ({
  status: 400,
  body: { issues: [{ path: 'meetingUrl', message }] },
})
async function create(more: object): Promise<Schedule> {
  const { status, body } = await send(`POST ${list}`, { ...day, ...more })
  expect([status, body]).toEqual([201, body])
  return body as Schedule
}

test('[TEACH-11] a live template without a link needs one on the schedule, beside its field', async () => {
  const bare = { ...day, templateId: bareId }
  expect(await send(`POST ${list}`, bare)).toMatchObject(rejected(sentence))
  expect(await send(`POST ${list}/days`, { days: [bare] })).toMatchObject(rejected(sentence))
  const wrong = 'The link to the meeting begins with https:// and has no user name in it.'
  for (const meetingUrl of ['', 'http://zoom.us/j/1', 'https://ana@zoom.us/j/1'])
    expect(await send(`POST ${list}`, { ...bare, meetingUrl })).toMatchObject(rejected(wrong))
  expect(await rows()).toEqual([])

  const { id } = await create({ templateId: videoId })
  const before = await rows()
  for (const more of [{}, { scope: 'following' }])
    expect(await send(`PUT ${list}/${id}`, { templateId: bareId, ...more })).toMatchObject(rejected(sentence))
  expect(await rows()).toEqual(before)
  const change = { templateId: bareId, meetingUrl: ownLink }
  expect(await send(`PUT ${list}/${id}`, change)).toMatchObject({ status: 200, body: change })
  expect(await copies()).toEqual([ownLink])
  expect(await send(`PUT ${list}/${id}`, { meetingUrl: null })).toMatchObject(rejected(sentence))
  // A video needs none, nor does a teacher who is seen here or at the address of a stream.
  const seen = ['here', 'https://live.example.com/ana.m3u8'].map((liveSource) => ({ ...live, liveSource }))
  for (const templateId of [videoId, ...(await Promise.all(seen.map(idOf)))])
    expect(await send(`PUT ${list}/${id}`, { templateId, meetingUrl: null })).toMatchObject({ status: 200 })
  expect(await copies()).toEqual([null])
})

test('[TEACH-11] the schedule’s link comes before the template’s, in repeats, series and extensions', async () => {
  const days = ['2026-12-01', '2026-12-02', '2026-12-03', '2026-12-04'].map((date, index) => ({
    ...day,
    date,
    templateId: index % 2 === 0 ? bareId : linkedId,
    ...(index % 2 === 0 && { meetingUrl: ownLink }),
  }))
  expect(await send(`POST ${list}/days`, { days })).toMatchObject({ status: 201 })
  expect(await copies()).toEqual([ownLink, templateLink, ownLink, templateLink])
  const [first, second] = await rows()
  // Each template takes the link of its last day along.
  expect(await send(`POST ${list}/${second?.id}/extend`, { until: '2026-12-09' })).toMatchObject({
    status: 201,
  })
  expect((await rows()).map(({ meetingUrl }) => meetingUrl)).toEqual([
    ownLink,
    null,
    ownLink,
    null,
    ownLink,
    null,
  ])

  const other = 'https://meet.jit.si/other'
  const change = { meetingUrl: other, scope: 'following' }
  expect(await send(`PUT ${list}/${first?.id}`, change)).toMatchObject({ status: 200, body: { rows: 3 } })
  expect(await copies()).toEqual([other, templateLink, other, templateLink, other, templateLink])
  expect(await send(`PUT ${list}/${first?.id}`, { ...change, meetingUrl: null })).toMatchObject(
    rejected(sentence),
  )
  expect(
    (await create({ date: '2026-12-10', templateId: linkedId, repeatWeeks: 1, repeatCount: 2 })).meetingUrl,
  ).toBeNull()
  expect((await copies()).slice(-2)).toEqual([templateLink, templateLink])
})

test('[TEACH-11, PHASE-21] another link reaches a sitting under way, alone; a stale version doesn’t', async () => {
  const series = { date: '2026-11-21', templateId: linkedId, repeatWeeks: 1, repeatCount: 2 }
  const { id, version } = await create(series)
  app.clock.set(wall('2026-11-21 18:40'))
  expect(await send(`PUT ${list}/${id}`, { meetingUrl: ownLink, sharingMinutes: 20 })).toMatchObject({
    status: 409,
    body: { code: 'sitting_under_way' },
  })
  expect(await send(`PUT ${list}/${id}`, { meetingUrl: ownLink, version: version - 1 })).toMatchObject({
    status: 409,
  })
  expect(await copies()).toEqual([templateLink, templateLink])
  const saved = await send(`PUT ${list}/${id}`, { meetingUrl: ownLink, version })
  expect(saved).toMatchObject({ status: 200, body: { meetingUrl: ownLink, version: version + 1 } })
  expect(await copies()).toEqual([ownLink, templateLink])
  const other = 'https://meet.jit.si/other'
  expect(await send(`PUT ${list}/${id}`, { meetingUrl: other, scope: 'following' })).toMatchObject({
    status: 200,
  })
  // The second had none of its own, so that it isn't the one which was changed.
  expect(await copies()).toEqual([other, templateLink])
  app.clock.set(wall('2026-11-21 21:40'))
  expect(await send(`PUT ${list}/${id}`, { meetingUrl: null })).toMatchObject({ status: 200 })
  expect(await copies()).toEqual([other, templateLink])
})

test('[TEACH-11] a template keeps the link that coming days need, and says how many', async () => {
  const templateId = await idOf({ ...live, title: 'With Bo', meetingUrl: templateLink })
  const at = `PUT /api/admin/templates/${templateId}` as const
  await create({ templateId, repeatWeeks: 1, repeatCount: 2 })
  await create({ templateId, date: '2026-12-03', meetingUrl: ownLink })
  await create({ templateId, date: '2026-12-04', isActive: false })
  const bare = { ...live, title: 'With Bo', meetingUrl: null }
  expect(await send(at, bare)).toMatchObject(
    rejected('2 coming days have no meeting link of their own and need one here.'),
  )
  // Left out, it stays.
  expect((await send(at, { ...bare, meetingUrl: undefined })).body).toMatchObject({
    meetingUrl: templateLink,
  })
  const video = { ...bare, kind: 'video', liveSource: undefined, videoUrl: '/media/still-water.mp4' }
  expect(await send(at, { ...video, mediaSeconds: 600, meetingUrl: null })).toMatchObject({ status: 200 })
  expect(await copies()).toEqual([null, ownLink, null])
  expect(await send(at, bare)).toMatchObject({ status: 400 })
  expect(await send(at, { ...bare, meetingUrl: templateLink })).toMatchObject({ status: 200 })
  expect(await copies()).toEqual([templateLink, ownLink, templateLink])
})

test('[TEACH-11, GA-07] neither a garden angel’s list nor the log has a link', async () => {
  const { id } = await create({ templateId: bareId, meetingUrl: ownLink })
  await send(`PUT ${list}/${id}`, { meetingUrl: `${ownLink}-2` })
  await send(`PUT ${list}/${id}`, { sharingMinutes: 20 })
  const listed = (as: typeof people.ada) => request(app, `GET ${list}`, { as })
  expect(JSON.stringify((await listed(people.ada)).body)).toContain('own-secret')
  const { status, body } = await listed(people.gail)
  expect([status, (body as Schedule[])[0]?.meetingUrl]).toEqual([200, null])
  expect(JSON.stringify(body)).not.toContain('secret')
  expect((await request(app, `DELETE ${list}/${id}`, { as: people.ada })).status).toBe(200)
  const log = await app.database.query.selectFrom('activities').selectAll().execute()
  expect(JSON.stringify(log)).not.toContain('secret')
  expect(JSON.stringify(log)).toContain('"meetingUrl": true'.replace(' ', ''))
})
