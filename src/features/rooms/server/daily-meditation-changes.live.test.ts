// Daily meditation changes: only a change of today's meditation reaches today's room, on every node.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { busEvents } from '#shared/bus-events.ts'
import { startTestApp, type TestApp } from '#test/app.ts'
import { makeMeditation } from '#test/data/factories.ts'
import { openTestChannel, type TestChannel } from '#test/live/live-channel.ts'
import { joinLive } from '#test/live/live-client.ts'
import { signInPeople } from '#test/people/people.ts'
import { request } from '#test/request.ts'

const today = '2026-11-21'
const changed = { type: 'session-changed', sessionDate: today, roomClosed: false, meditationChanged: true }

let app: TestApp
let node: TestChannel
let people: Awaited<ReturnType<typeof signInPeople>>

beforeAll(async () => {
  app = await startTestApp()
  people = await signInPeople(app)
  node = await openTestChannel(app)
})
afterAll(async () => {
  await node.close()
  await app.close()
})

test('[LIVE-31] a change of today is sent once to each member, on every node; a change of another day is not @full', async () => {
  const clients = [await joinLive(app, people.mia, today), await joinLive(node, people.mo, today)]
  const change = async (call: `${'POST' | 'PUT' | 'DELETE'} /${string}`, body?: object) => {
    const response = await request(app, call, { as: people.ada, ...(body ? { body } : {}) })
    expect(response.status).toBeLessThan(300)
  }
  const expectSent = async () => {
    for (const client of clients) expect(await client.next('session-changed')).toEqual(changed)
  }
  await makeMeditation(app, { day: '2026-12-20' })
  // The first change after a start: there is no earlier one to compare with.
  await expectSent()
  const { id: templateId } = await app.database.query
    .selectFrom('meditation_templates')
    .select('id')
    .executeTakeFirstOrThrow()

  await change('POST /api/admin/schedules', { date: today, templateId })
  await expectSent()
  const { id } = await app.database.query
    .selectFrom('schedules')
    .select('id')
    .where('date', '=', today)
    .executeTakeFirstOrThrow()
  await change('POST /api/admin/schedules', { date: '2026-12-24', templateId })
  await app.database.query.updateTable('meditation_templates').set({ title: 'Evening light' }).execute()
  await app.bus.publish(busEvents.days, { type: 'changed' })
  await expectSent()
  for (const isActive of [false, true]) {
    await change(`PUT /api/admin/schedules/${id}`, { isActive })
    await expectSent()
  }
  await change(`DELETE /api/admin/schedules/${id}`)
  await expectSent()
  for (const client of clients) {
    await client.whenCaughtUp()
    expect(client.count('session-changed')).toBe(6)
    await client.close()
  }
})
