// Several meditations of a day: which one is shown at each moment, its visits, and its preview.
import { beforeEach, expect, test } from 'vitest'
import { busEvents } from '#shared/bus-events.ts'
import { wall } from '#test/community-days.ts'
import { allowSeveralADay, deleteSchedules, makeMeditation } from '#test/data/factories.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { personFields, signIn } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import type { DailyMeditation, StartedVisit, MeditationPreview } from '../contract.ts'

const day = '2026-12-01'
const app = await openTestApp({ isUnlimited: true })
const mia = await signIn(app, 'mia', personFields.mia)
await allowSeveralADay(app)
beforeEach(async () => {
  app.clock.set(wall(`${day} 05:00`))
  await app.database.query.deleteFrom('meditation_sessions').execute()
  await deleteSchedules(app)
  // Doors, video and sharing of each: 15 minutes before its bell to 17:56 after it.
  await makeMeditation(app, { day, scheduledTime: '12:00', title: 'Noon', duration: 5, ...at(1) })
  await makeMeditation(app, { day, scheduledTime: '07:00', title: 'Morning', duration: 3, ...at(0) })
  await makeMeditation(app, { day, scheduledTime: '19:00', title: 'Evening', duration: 9, ...at(2) })
})

const at = (slot: number) => ({ slot, sitting: { together: true } })
const today = async () =>
  (await request(app, 'GET /api/meditation/today', { as: mia })).body as DailyMeditation
const preview = async () => (await request(app, 'GET /api/meditation/preview')).body as MeditationPreview
const start = async () =>
  (await request(app, 'POST /api/session/start', { as: mia, body: { sessionDate: day } }))
    .body as StartedVisit
const templates = async () =>
  new Map(
    (await app.database.query.selectFrom('meditation_templates').select(['id', 'title']).execute()).map(
      ({ id, title }) => [id, title],
    ),
  )

/** At each time: the title, the bell of its sitting, and the next start. */
async function shownAt(times: readonly string[]): Promise<string[]> {
  const shown: string[] = []
  const titles = await templates()
  for (const time of times) {
    app.clock.set(wall(`${day} ${time}`))
    const { title, sitting, sittings, next } = await today()
    const bell = sittings.find(({ id }) => id === sitting?.id)?.title ?? 'none'
    const { templateId } = await start()
    expect(titles.get(templateId)).toBe(title)
    shown.push(`${time} ${title}, ${bell}, then ${next?.title ?? 'nothing'}`)
  }
  return shown
}

test('[PLAN-02] three sittings: the one under way, else the next, else the last, each with its doors by the clock', async () => {
  expect(
    await shownAt(['05:00', '06:44', '06:45', '07:17', '07:18', '11:45', '12:18', '19:17', '19:18', '23:59']),
  ).toEqual([
    '05:00 Morning, Morning, then Noon',
    '06:44 Morning, Morning, then Noon',
    '06:45 Morning, Morning, then Noon',
    '07:17 Morning, Morning, then Noon',
    '07:18 Noon, Noon, then Evening',
    '11:45 Noon, Noon, then Evening',
    '12:18 Evening, Evening, then nothing',
    '19:17 Evening, Evening, then nothing',
    '19:18 Evening, Evening, then nothing',
    '23:59 Evening, Evening, then nothing',
  ])
  const { sittings, others, scheduleId } = await today()
  expect(sittings.map(({ title, duration }) => `${title} ${duration}`)).toEqual([
    'Morning 3',
    'Noon 5',
    'Evening 9',
  ])
  expect(sittings.map(({ doorsAt }) => doorsAt)).toEqual(
    sittings.map(({ doorsAt }) => doorsAt).toSorted((a, b) => a - b),
  )
  expect(others.map(({ title }) => title).toSorted()).toEqual(['Morning', 'Noon'])
  expect(others.map((other) => other.scheduleId)).not.toContain(scheduleId)
})

test('[PLAN-02] one without a bell is shown between the sittings, and the preview names the next bell @full', async () => {
  await makeMeditation(app, { day, title: 'All day', duration: 20, slot: 3 })
  expect(await shownAt(['05:00', '06:45', '07:18', '12:00', '12:18', '19:18'])).toEqual([
    '05:00 All day, Morning, then Morning',
    '06:45 Morning, Morning, then Noon',
    '07:18 All day, Noon, then Noon',
    '12:00 Noon, Noon, then Evening',
    '12:18 All day, Evening, then Evening',
    '19:18 All day, Evening, then nothing',
  ])
  app.clock.set(wall(`${day} 07:18`))
  expect((await preview()).today).toMatchObject({ title: 'Noon', duration: 5 })
  app.clock.set(wall(`${day} 19:18`))
  expect((await preview()).today).toMatchObject({ title: 'All day', duration: 20 })
})

test('[PLAN-02] a canceled sitting is shown in its time alone; [AUTH-48] the preview announces the next', async () => {
  const noon = (await today()).sittings[1]
  await app.database.query
    .updateTable('sittings')
    .set({ cancelledAt: new Date(app.clock.now()) })
    .where('id', '=', noon?.id ?? 0)
    .execute()
  await app.bus.publish(busEvents.days, { type: 'changed' })
  expect(await shownAt(['07:18', '11:50', '12:18'])).toEqual([
    '07:18 Evening, Evening, then nothing',
    '11:50 Noon, Noon, then Evening',
    '12:18 Evening, Evening, then nothing',
  ])
  app.clock.set(wall(`${day} 07:18`))
  const evening = (await today()).sittings[2]
  expect(await preview()).toMatchObject({ today: { title: 'Evening' }, startsAt: evening?.startsAt })
  app.clock.set(wall(`${day} 11:50`))
  expect(await preview()).toMatchObject({ today: { title: 'Evening' }, startsAt: evening?.startsAt })
})

test('[PLAN-08] a visit to one meditation ends with a start in the next; one row a day is open', async () => {
  app.clock.set(wall(`${day} 07:05`))
  const first = await start()
  expect((await start()).id).toBe(first.id)
  app.clock.set(wall(`${day} 07:20`))
  const second = await start()
  expect(second.id).not.toBe(first.id)
  const report = await request(app, `PUT /api/session/${first.id}`, {
    as: mia,
    body: { additionalDuration: 30 },
  })
  expect(report).toMatchObject({ status: 409, body: { code: 'session_ended' } })
  const open = await app.database.query
    .selectFrom('meditation_sessions')
    .select('id')
    .where('isOpen', '=', true)
    .execute()
  expect(open).toEqual([{ id: second.id }])
})
