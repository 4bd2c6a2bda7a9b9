// The link to a meeting in the day's response: to members, from the doors to the end of the sharing, of that sitting alone.
import { beforeEach, expect, test } from 'vitest'
import type { Sitting } from '#features/sittings/sitting.ts'
import { busEvents } from '#shared/bus-events.ts'
import { minuteMs } from '#shared/durations.ts'
import { defaultTestTime } from '#test/clock.ts'
import { allowSeveralADay, deleteSchedules, makeMeditation, makeSitting } from '#test/data/factories.ts'
import { live, liveTemplate, meetingUrl } from '#test/data/live.ts'
import { joinLive } from '#test/live/live-client.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { personFields, signIn, signInPeople, type TestUser } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import type { SentDay } from '../contract.ts'

const app = await openTestApp({ isUnlimited: true })
const { ada, gail, mia } = await signInPeople(app)
const today = '2026-11-21'
let sitting: Sitting

beforeEach(async () => {
  app.clock.set(defaultTestTime)
  await deleteSchedules(app)
  await allowSeveralADay(app)
  sitting = await makeSitting(app, { inMs: 60 * minuteMs, ...live() })
})

const ask = (as: TestUser | null) => request(app, 'GET /api/meditation/today', { as })
const linkAt = async (atMs: number, as = mia) => {
  app.clock.set(atMs)
  return ((await ask(as)).body as SentDay).meetingUrl
}
const host = (action: string, body?: object) =>
  request(app, `POST /api/sittings/${sitting.id}/${action}`, { as: gail, ...(body && { body }) })

test('[TEACH-11] members have it from the doors to the end of the sharing', async () => {
  const { doorsAt, startsAt, sharingAt, endsAt } = sitting
  expect(await linkAt(doorsAt - 1)).toBeUndefined()
  for (const atMs of [doorsAt, startsAt, sharingAt, endsAt - 1]) expect(await linkAt(atMs)).toBe(meetingUrl)
  expect(await linkAt(endsAt)).toBeUndefined()
})

test('[TEACH-11] nobody else has it, and no response with it is stored', async () => {
  app.clock.set(sitting.startsAt)
  const una = await signIn(app, 'una-link', personFields.una)
  const bea = await signIn(app, 'bea-link', personFields.bea)
  const ned = await signIn(app, 'ned-link', personFields.ned)
  expect(await ask(mia)).toMatchObject({ status: 200, body: { meetingUrl } })
  for (const [as, status] of [
    [null, 401],
    [una, 403],
    [ned, 403],
    [bea, 403],
  ] as const) {
    const { status: denied, body } = await ask(as)
    expect([denied, JSON.stringify(body)]).toEqual([status, expect.not.stringContaining('canary-meeting')])
  }
  for (const path of ['/api/meditation/preview', '/', '/auth', '/meditation', '/manifest.webmanifest'])
    expect(await (await fetch(app.url + path)).text()).not.toContain('canary-meeting')
  const { headers } = await fetch(`${app.url}/api/meditation/today`, { headers: { cookie: mia.cookie } })
  expect(headers.get('cache-control')).toBe('no-store')
})

test('[TEACH-11] a delay keeps the doors and the link, and moves its end; a canceled sitting has none', async () => {
  app.clock.set(sitting.doorsAt - 1)
  await host('delay', { minutes: 10 })
  expect(await linkAt(sitting.doorsAt)).toBe(meetingUrl)
  expect(await linkAt(sitting.endsAt + 9 * minuteMs)).toBe(meetingUrl)
  expect(await linkAt(sitting.endsAt + 10 * minuteMs)).toBeUndefined()
  app.clock.set(sitting.doorsAt)
  await host('cancel', { note: '' })
  expect(await linkAt(sitting.startsAt)).toBeUndefined()
})

test('[TEACH-11] after an early end it goes with the sharing', async () => {
  app.clock.set(sitting.startsAt)
  await host('end')
  expect(await linkAt(sitting.startsAt + 15 * minuteMs - 1)).toBe(meetingUrl)
  expect(await linkAt(sitting.startsAt + 15 * minuteMs)).toBeUndefined()
})

test('[TEACH-11] a second sitting of the day has its own, and a video without a place none', async () => {
  const other = 'https://meet.example.org/other'
  await makeMeditation(app, {
    ...liveTemplate(10, { meetingUrl: other }),
    scheduledTime: '21:00',
    slot: 1,
    sitting: { together: true },
  })
  await makeMeditation(app, { scheduledTime: '23:00', slot: 2, sitting: { together: true } })
  const { sittings } = (await ask(mia)).body as SentDay
  const [first, second, third] = sittings
  if (!first || !second || !third) throw new Error('The sittings were not made.')
  expect(await linkAt(first.startsAt)).toBe(meetingUrl)
  expect(await linkAt(second.doorsAt - 1)).toBeUndefined()
  expect(await linkAt(second.startsAt)).toBe(other)
  expect(await linkAt(third.startsAt)).toBeNull()
})

test('[TEACH-11] another link during the sitting reaches its pages, by no frame', async () => {
  app.clock.set(sitting.doorsAt)
  const page = await joinLive(app, mia, today)
  // The first of them may come with what happened before.
  for (const name of ['one', 'two', 'three']) {
    const moved = `https://meet.example.org/${name}`
    await app.database.query.updateTable('sittings').set({ meetingUrl: moved }).execute()
    await app.bus.publish(busEvents.days, { type: 'changed' })
    await page.next('session-changed')
    expect(await linkAt(sitting.startsAt)).toBe(moved)
  }
  expect(page.texts.join('')).not.toContain('meet.example.org')
  await page.close()
})

test('[TEACH-06] the day names who holds its sittings', async () => {
  await request(app, `PUT /api/schedules/${sitting.scheduleId ?? 0}/host`, {
    as: ada,
    body: { hostId: gail.userId },
  })
  expect((await ask(mia)).body).toMatchObject({ host: { id: gail.userId, name: gail.name } })
})
