// The groups of What Helps that administrators see, and the sittings that are in none of them.
import { expect, test } from 'vitest'
import type { DailyMeditation } from '#features/meditation/contract.ts'
import type { Sitting } from '#features/sittings/sitting.ts'
import { wall } from '#test/community-days.ts'
import { makeKnownMembers, makeSitting } from '#test/data/factories.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { personFields, signIn, type TestUser } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import type { WhatHelps } from '../contract.ts'

const app = await openTestApp({ isUnlimited: true })
const ada = await signIn(app, 'ada', personFields.ada)
const members = await Promise.all(
  Array.from({ length: 20 }, (_, index) => signIn(app, `member-${index}`, { name: `Member ${index}` })),
)
await makeKnownMembers(app, members)

interface Sat {
  /** Noon of it; each day has one. */
  at: string
  title: string
  teacher: string
  who: readonly TestUser[]
  /** They count, and have no Before. */
  onlyAfter?: readonly TestUser[]
  change: number
}

/** A whole sitting of these members, until its sharing is over. */
async function sit({ at, title, teacher, who, change, onlyAfter = [] }: Sat): Promise<Sitting> {
  app.clock.set(at)
  const sitting = await makeSitting(app, { inMs: 60_000, doorsMinutes: 1 })
  await app.database.query
    .updateTable('meditation_templates')
    .from('schedules')
    .set({ title, instructor: teacher })
    .whereRef('meditation_templates.id', '=', 'templateId')
    .where('schedules.id', '=', sitting.scheduleId)
    .execute()
  const save = async (as: TestUser, moodType: string, emotionLevel: number) => {
    const body = { sessionDate: app.calendar.today(), moodType, emotionLevel }
    const response = await request(app, 'POST /api/mood/entry', {
      as,
      body: { ...body, reflectionOptIn: true },
    })
    expect(response.status).toBe(201)
  }
  for (const member of who) await save(member, 'pre', 4)
  app.clock.set(sitting.sharingAt)
  for (const member of [...who, ...onlyAfter]) await save(member, 'post', 4 + change)
  app.clock.set(sitting.endsAt)
  return sitting
}
const read = async () => (await request(app, 'GET /api/admin/what-helps', { as: ada })).body as WhatHelps
const none = { templates: [], teachers: [], hours: [], weekdays: [] }

test('[PULSE-11] groups the numbers of the rooms; a room without a number is left out @full', async () => {
  expect(await read()).toEqual(none)
  const eight = members.slice(0, 8)
  await sit({ at: wall('2026-11-21 12:00'), title: 'Morning', teacher: 'Lena', who: eight, change: 2 })
  const group = { changeTenths: 20, pairs: 8, sittings: 1 }
  expect(await read()).toEqual({
    templates: [{ name: 'Morning', ...group }],
    teachers: [{ name: 'Lena', ...group }],
    hours: [{ name: '12:00 PM', ...group }],
    weekdays: [{ name: 'Saturday', ...group }],
  })
  // Seven give the room no number: this sitting is nowhere, not even in the group of its teacher.
  const seven = members.slice(13)
  await sit({ at: wall('2026-11-22 13:00'), title: 'Evening', teacher: 'Lena', who: seven, change: 4 })
  expect((await read()).teachers).toEqual([{ name: 'Lena', ...group }])
  const twelve = members.slice(0, 12)
  await sit({ at: wall('2026-11-23 12:00'), title: 'Noon', teacher: 'Lena', who: twelve, change: -1 })
  expect(await read()).toMatchObject({
    templates: [{ name: 'Morning' }, { name: 'Noon', changeTenths: -10, pairs: 12 }],
    teachers: [{ name: 'Lena', changeTenths: 2, pairs: 20, sittings: 2 }],
    hours: [{ name: '12:00 PM', pairs: 20 }],
    weekdays: [{ name: 'Monday' }, { name: 'Saturday' }],
  })
})

test('[PULSE-11] [T69] Afters without a Before make no small sitting larger; a deletion changes nothing', async () => {
  // A community that lets five give a number.
  await app.database.query.updateTable('community_settings').set({ reflectionPairsMin: 5 }).execute()
  const before = await read()
  const who = members.slice(0, 5)
  const more = members.slice(5, 8)
  const few = { title: 'Few', teacher: 'Bo', who, change: 3 }
  const sitting = await sit({ at: wall('2026-11-24 12:00'), ...few, onlyAfter: more })
  await sit({ at: wall('2026-11-25 13:00'), ...few })
  expect(await read()).toEqual(before)
  const rooms = app.database.query.selectFrom('sitting_reflections').select('pairs')
  expect(await rooms.where('sittingId', '=', sitting.id).execute()).toEqual([{ pairs: 5 }])
  const { userId } = members[0] ?? ada
  await app.database.query.deleteFrom('mood_entries').where('userId', '=', userId).execute()
  expect(await read()).toEqual(before)
})

test('[PULSE-11] a number belongs to its sitting: another template of the schedule, or its deletion, moves it nowhere @full', async () => {
  const who = members.slice(0, 8)
  await sit({ at: wall('2026-11-26 12:00'), title: 'Dawn', teacher: 'Ina', who, change: 1 })
  const dawn = { name: 'Ina', pairs: 8, sittings: 1 }
  const ina = async () => (await read()).teachers.filter(({ name }) => name === 'Ina')
  expect(await ina()).toMatchObject([dawn])
  const rows = app.database.query.selectFrom('meditation_templates').select(['id', 'title'])
  const other = (await rows.execute()).find(({ title }) => title === 'Morning')
  const { scheduleId } = (await request(app, 'GET /api/meditation/today', { as: ada }))
    .body as DailyMeditation
  const path = `/api/admin/schedules/${scheduleId}` as const
  expect(await request(app, `PUT ${path}`, { as: ada, body: { templateId: other?.id } })).toMatchObject({
    status: 200,
  })
  expect(await ina()).toMatchObject([dawn])
  expect(await request(app, `DELETE ${path}`, { as: ada })).toMatchObject({ status: 200 })
  expect(await ina()).toMatchObject([dawn])
})

test('[PULSE-12] takes no member, no name and no dates', async () => {
  for (const query of ['userId=1', 'search=Lena', 'from=2026-11-21'])
    expect(await request(app, `GET /api/admin/what-helps?${query}`, { as: ada })).toMatchObject({
      status: 400,
    })
})
