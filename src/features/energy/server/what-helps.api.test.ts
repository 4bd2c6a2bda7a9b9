// What helps: the groups that administrators see, and those that are too small to be shown.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Sitting } from '#features/sittings/sitting.ts'
import { startTestApp, type TestApp } from '#test/app.ts'
import { cast, signIn, type TestUser } from '#test/cast.ts'
import { makeSitting } from '#test/factories.ts'
import { request } from '#test/request.ts'
import type { WhatHelps } from '../what-helps-contract.ts'

let app: TestApp
let ada: TestUser
let members: TestUser[]
beforeAll(async () => {
  app = await startTestApp({ isUnlimited: true })
  ada = await signIn(app, 'ada', cast.ada)
  members = await Promise.all(
    Array.from({ length: 20 }, (_, index) => signIn(app, `member-${index}`, { name: `Member ${index}` })),
  )
})
afterAll(() => app.close())

interface Sat {
  /** Noon of it; each day has one. */
  at: string
  title: string
  teacher: string
  who: readonly TestUser[]
  change: number
}

/** A whole sitting of these members, until its sharing is over. */
async function sit({ at, title, teacher, who, change }: Sat): Promise<Sitting> {
  app.clock.set(at)
  const sitting = await makeSitting(app, { inMs: 60_000, doorsMinutes: 1 })
  await app.database.query
    .updateTable('meditation_templates')
    .from('schedules')
    .set({ title, instructor: teacher })
    .whereRef('meditation_templates.id', '=', 'templateId')
    .where('schedules.id', '=', sitting.id)
    .execute()
  const save = async (as: TestUser, moodType: string, emotionLevel: number) => {
    const body = { sessionDate: at.slice(0, 10), scheduleId: sitting.id, moodType, emotionLevel }
    const answer = await request(app, 'POST /api/mood/entry', { as, body: { ...body, isCounted: true } })
    expect(answer.status).toBe(201)
  }
  for (const member of who) await save(member, 'pre', 4)
  app.clock.set(sitting.sharingAt)
  for (const member of who) await save(member, 'post', 4 + change)
  app.clock.set(sitting.endsAt)
  return sitting
}
const read = async () => (await request(app, 'GET /api/admin/what-helps', { as: ada })).body as WhatHelps
const none = { templates: [], teachers: [], hours: [], weekdays: [] }

test('[PULSE-11] groups the answers of the rooms; too small groups and rooms without an answer are left out', async () => {
  expect(await read()).toEqual(none)
  const eight = members.slice(0, 8)
  await sit({ at: '2026-11-21T18:00:00Z', title: 'Morning', teacher: 'Lena', who: eight, change: 2 })
  const group = { changeTenths: 20, members: 8, sittings: 1 }
  expect(await read()).toEqual({
    templates: [{ name: 'Morning', ...group }],
    teachers: [{ name: 'Lena', ...group }],
    hours: [{ name: '12:00', ...group }],
    weekdays: [{ name: 'Saturday', ...group }],
  })
  // Seven give the room no answer: this sitting is nowhere, not even in the group of its teacher.
  const seven = members.slice(13)
  await sit({ at: '2026-11-22T19:00:00Z', title: 'Evening', teacher: 'Lena', who: seven, change: 4 })
  expect((await read()).teachers).toEqual([{ name: 'Lena', ...group }])
  const twelve = members.slice(0, 12)
  await sit({ at: '2026-11-23T18:00:00Z', title: 'Noon', teacher: 'Lena', who: twelve, change: -1 })
  expect(await read()).toMatchObject({
    templates: [{ name: 'Morning' }, { name: 'Noon', changeTenths: -10, members: 12 }],
    teachers: [{ name: 'Lena', changeTenths: 2, members: 12, sittings: 2 }],
    weekdays: [{ name: 'Monday' }, { name: 'Saturday' }],
  })
})

test('[PULSE-11] a group of fewer than eight takes the next smallest with it; what a deletion changes is a count', async () => {
  // A community that lets five give an answer.
  await app.database.query.updateTable('community_settings').set({ reflectionPairsMin: 5 }).execute()
  const five = members.slice(0, 5)
  await sit({ at: '2026-11-24T18:00:00Z', title: 'Few', teacher: 'Bo', who: five, change: 3 })
  const answers = await read()
  expect(answers.templates).toMatchObject([{ name: 'Noon' }])
  expect(answers.teachers).toEqual([])
  const { userId } = five[0] ?? ada
  await app.database.query.deleteFrom('mood_entries').where('userId', '=', userId).execute()
  const [noon] = (await read()).templates
  expect(noon).toEqual({ name: 'Noon', changeTenths: -10, members: 11, sittings: 1 })
})

test('[PULSE-12] takes no member, no name and no dates', async () => {
  for (const query of ['userId=1', 'search=Lena', 'from=2026-11-21'])
    expect(await request(app, `GET /api/admin/what-helps?${query}`, { as: ada })).toMatchObject({
      status: 400,
    })
})
