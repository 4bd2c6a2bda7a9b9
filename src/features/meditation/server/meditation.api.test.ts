// The day's meditation through the real server.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#test/app.ts'
import { cast, signIn, type Person } from '#test/cast.ts'
import { makeMeditation } from '#test/make.ts'
import { request } from '#test/request.ts'

let app: TestApp
let mia: Person

beforeAll(async () => {
  app = await startTestApp()
  mia = await signIn(app, 'mia', cast.mia)
})
afterAll(() => app.close())

const today = () => request(app, 'GET /api/meditation/today', { as: mia })

test('[MED-08] on a day without a meditation the answer is 200 with null', async () => {
  const answer = await today()
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
  expect(answer.body).toBeNull()
})

test('[MED-08, DATA-04] it answers the active meditation of the Chicago day', async () => {
  await makeMeditation(app, { scheduledTime: '06:30' })
  expect((await today()).body).toEqual({
    date: '2026-11-21',
    title: 'Morning light on still water',
    description: 'A slow, guided breath from the soles of the feet to the crown.',
    videoUrl: '/media/still-water.mp4',
    captionsUrl: '/media/still-water.en.vtt',
    thumbnailUrl: null,
    instructor: 'Lena Oduya',
    instructorTitle: 'Meditation Teacher',
    duration: 3,
    difficulty: 'Beginner',
    sessionSteps: [{ number: 1, title: 'Arrive', description: 'Find a seat.' }],
    scheduledTime: '06:30',
  })
})

test('[TIME-01] the day changes at midnight in Chicago and nowhere else', async () => {
  await makeMeditation(app, { day: '2026-11-22', title: 'Tomorrow' })
  for (const [moment, title] of [
    ['2026-11-22T05:59:59.999Z', 'Morning light on still water'],
    ['2026-11-22T06:00:00.000Z', 'Tomorrow'],
  ] as const) {
    app.clock.set(moment)
    expect((await today()).body).toMatchObject({ title })
  }
  app.clock.set('2026-11-21T18:00:00.000Z')
})

test('an inactive schedule is no meditation, and a second active one on a date is refused', async () => {
  const db = app.database.query
  await expect(makeMeditation(app, { title: 'Another' })).rejects.toThrow('schedules_one_active_a_day')
  await db.updateTable('schedules').set({ isActive: false }).where('date', '=', '2026-11-21').execute()
  expect((await today()).body).toBeNull()
})
