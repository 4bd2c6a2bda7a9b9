// Schedules of templates that play a silence: no further silence follows it.
import { beforeEach, expect, test } from 'vitest'
import type { Sitting } from '#features/sittings/sitting.ts'
import { sampleSilences } from '#features/templates/sample-silences.ts'
import { minuteMs } from '#shared/durations.ts'
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
const [silence] = sampleSilences('Lakeside')
const send = (call: Parameters<typeof request>[1], body: object) =>
  request(app, call, { as: people.ada, body })
const silenceId = ((await send('POST /api/admin/templates', silence)).body as { id: number }).id
beforeEach(async () => {
  app.clock.set(defaultTestTime)
  await deleteSchedules(app)
})

const list = '/api/admin/schedules'
const day = { date: '2026-12-01', scheduledTime: '18:30', together: true }
const rows = () => app.database.query.selectFrom('schedules').selectAll().orderBy('date').execute()
const silencesOf = async () => (await rows()).map(({ silenceMinutes }) => silenceMinutes)
const rejected = { status: 400, body: { issues: [{ path: 'silenceMinutes' }] } }
async function create(more: object): Promise<Schedule> {
  const { status, body } = await send(`POST ${list}`, { ...day, ...more })
  expect([status, body]).toEqual([201, body])
  return body as Schedule
}

test('[SEQ-02] minutes of silence after a silence are 400 beside their field, and change nothing', async () => {
  const given = { templateId: silenceId, silenceMinutes: 5 }
  expect(await send(`POST ${list}`, { ...day, ...given })).toMatchObject(rejected)
  expect(await send(`POST ${list}`, { ...day, ...given, together: false })).toMatchObject(rejected)
  const days = [
    { ...day, templateId: silenceId },
    { ...day, ...given, date: '2026-12-02' },
  ]
  expect(await send(`POST ${list}/days`, { days })).toMatchObject(rejected)
  expect(await rows()).toEqual([])

  const { id } = await create({ templateId: videoId, silenceMinutes: 3 })
  const before = await rows()
  expect(await send(`PUT ${list}/${id}`, given)).toMatchObject(rejected)
  expect(await send(`PUT ${list}/${id}`, { ...given, scope: 'following' })).toMatchObject(rejected)
  expect(await rows()).toEqual(before)
})

test('[SEQ-02] left out, they are 0: in a new schedule, an edited one, and the others of a series', async () => {
  expect(await create({ templateId: silenceId })).toMatchObject({ silenceMinutes: 0 })
  await deleteSchedules(app)
  const days = ['2026-12-01', '2026-12-08', '2026-12-15'].map((date, index) => {
    const templateId = index === 1 ? silenceId : videoId
    return { ...day, date, templateId, ...(index !== 1 && { silenceMinutes: 4 }) }
  })
  expect(await send(`POST ${list}/days`, { days })).toMatchObject({ status: 201 })
  expect(await silencesOf()).toEqual([4, 0, 4])
  const [first, , last] = await rows()
  // The silence in between takes the bell of the others, and not their minutes.
  const change = { silenceMinutes: 6, bellSeconds: 12, scope: 'following' }
  expect(await send(`PUT ${list}/${first?.id}`, change)).toMatchObject({ status: 200, body: { rows: 3 } })
  expect((await rows()).map(({ bellSeconds }) => bellSeconds)).toEqual([12, 12, 12])
  expect(await silencesOf()).toEqual([6, 0, 6])
  expect(await send(`PUT ${list}/${last?.id}`, { templateId: silenceId })).toMatchObject({
    status: 200,
    body: { silenceMinutes: 0 },
  })
  expect(await send(`POST ${list}/${first?.id}/extend`, { until: '2027-01-05' })).toMatchObject({
    status: 201,
  })
  const added = (await rows()).slice(3)
  expect(added.map(({ templateId, silenceMinutes }) => [templateId, silenceMinutes])).toEqual([
    [videoId, 6],
    [silenceId, 0],
    [silenceId, 0],
  ])
})

test('[SEQ-02, PHASE-21] a template that becomes a silence ends the silence after its coming sittings', async () => {
  const templateId = await makeMeditation(app, { day: '2026-11-20', title: 'Becoming silent' })
  await deleteSchedules(app)
  const template = await app.database.query
    .selectFrom('meditation_templates')
    .select(['title', 'description', 'instructor', 'instructorTitle'])
    .where('id', '=', templateId)
    .executeTakeFirstOrThrow()
  const given = { templateId, silenceMinutes: 7, sharingMinutes: 20 }
  const underWay = await create({ ...given, date: '2026-11-21' })
  const coming = await create({ ...given, date: '2026-11-22' })
  const sittingOf = async ({ id }: Schedule) => {
    const call = 'GET /api/sittings?from=2026-11-21&to=2026-11-30' as const
    const { body } = await request(app, call, { as: people.ada })
    return (body as Sitting[]).find(({ scheduleId }) => scheduleId === id)
  }
  app.clock.set(wall('2026-11-21 18:29'))
  const [before, comingBefore] = [await sittingOf(underWay), await sittingOf(coming)]
  const change = { ...template, kind: 'silence', blocks: [{ kind: 'sit', minutes: 30 }] }
  expect(await send(`PUT /api/admin/templates/${templateId}`, change)).toMatchObject({ status: 200 })

  expect(await sittingOf(underWay)).toEqual(before)
  const after = await sittingOf(coming)
  expect(after?.startsAt).toBe(comingBefore?.startsAt)
  const sharingAt = (after?.videoAt ?? 0) + 30 * minuteMs
  expect(after).toMatchObject({ sharingAt, endsAt: sharingAt + 20 * minuteMs })
  expect(await silencesOf()).toEqual([0, 0])
  expect((await rows()).map(({ version }) => version)).toEqual([2, 2])
})
