// Schedules that start together: what they need, whether they are active or not.
import { beforeEach, expect, test } from 'vitest'
import { defaultTestTime } from '#test/clock.ts'
import { wall } from '#test/community-days.ts'
import { deleteSchedules, makeMeditation, videoSeconds } from '#test/data/factories.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { personFields, signIn } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import type { Schedule } from '../contract.ts'

const app = await openTestApp({ isUnlimited: true })
const ada = await signIn(app, 'ada', personFields.ada)
const templateId = await makeMeditation(app)
beforeEach(async () => {
  app.clock.set(defaultTestTime)
  await deleteSchedules(app)
  await setLength(videoSeconds)
})

const list = '/api/admin/schedules'
const day = '2026-12-01'
const create = (more: object = {}) => {
  const body = { date: day, templateId, together: true, scheduledTime: '06:30', ...more }
  return request(app, `POST ${list}`, { as: ada, body })
}
const change = (id: number, body: object) => request(app, `PUT ${list}/${id}`, { as: ada, body })
const rows = () => app.database.query.selectFrom('schedules').selectAll().execute()
const setLength = (mediaSeconds: number | null) =>
  app.database.query.updateTable('meditation_templates').set({ mediaSeconds }).execute()
const rejectedAt = (path: string, message: unknown = expect.any(String)) => ({
  status: 400,
  body: { issues: [{ path, message }] },
})
const needsTime = rejectedAt('together', expect.stringContaining('Choose a time'))
const needsLength = rejectedAt('together', expect.stringContaining('length of this template’s video'))
const needsDoors = rejectedAt('together', expect.stringContaining('doors open before the gathering'))

test('[PHASE-01] [SYNC-22] a schedule doesn’t start together unless asked; it needs a time and a measured video', async () => {
  expect((await create({ together: undefined })).body).toMatchObject({ together: false })
  await deleteSchedules(app)
  expect(await create({ scheduledTime: '00:00' })).toMatchObject(needsTime)
  await setLength(null)
  expect(await create()).toMatchObject(needsLength)
  expect(await rows()).toEqual([])
})

test.each([
  ['doorsMinutes', 61],
  ['gatherSeconds', 601],
  ['bellSeconds', 31],
  ['silenceMinutes', 181],
  ['sharingMinutes', 121],
  ['bellSeconds', -1],
  ['silenceMinutes', 0.5],
])('[PHASE-02] %s of %s is 400, beside its field', async (field, value) => {
  expect(await create({ [field]: value })).toMatchObject(rejectedAt(field))
})

test.each([
  ['inactive', { isActive: false }],
  ['in the past', {}],
])('[PHASE-01] [PHASE-02] a schedule that is %s is judged, too', async (_, more) => {
  for (const [broken, rejected] of [
    [{ scheduledTime: '00:00' }, needsTime],
    [{ doorsMinutes: 0 }, needsDoors],
  ] as const)
    expect(await create({ ...more, ...broken })).toMatchObject(rejected)
  const { id } = (await create({ ...more, together: false })).body as Schedule
  app.clock.set(wall(`${day} 12:00`))
  app.clock.advance(86_400_000)
  const before = await rows()
  expect(await change(id, { together: true, scheduledTime: '00:00' })).toMatchObject(needsTime)
  expect(await change(id, { together: true, doorsMinutes: 0 })).toMatchObject(needsDoors)
  expect(await rows()).toEqual(before)
  // Its template may have lost the length of its video since.
  await setLength(null)
  expect(await change(id, { together: true })).toMatchObject({ status: 200 })
})
