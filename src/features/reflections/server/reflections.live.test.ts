// The room's energy on two nodes: when its one number is published, of which members, and that it never changes.
import { beforeEach, expect, test } from 'vitest'
import { lockSittingForNoKeyUpdate } from '#features/sittings/server/service.ts'
import type { Sitting } from '#features/sittings/sitting.ts'
import { defaultTestTime } from '#test/clock.ts'
import { deleteSchedules, makeKnownMembers, makeSitting } from '#test/data/factories.ts'
import { raceUncommittedChange } from '#test/database/lock-race.ts'
import { eventually } from '#test/eventually.ts'
import { joinLive } from '#test/live/live-client.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { personFields, signIn, type TestUser } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import { reflectionAt } from '../reflection.ts'
import { publishEndedReflections, publishReflection } from './publish-reflections.ts'
import { insertReflection } from './sql.ts'

const today = '2026-11-21'
let sitting: Sitting
const app = await openTestApp({ isUnlimited: true })
const other = await openTestApp({ peerOf: app, isUnlimited: true })
const ada = await signIn(app, 'ada', personFields.ada)
const all = await Promise.all(
  Array.from({ length: 21 }, (_, index) => signIn(app, `member-${index}`, { name: `Member ${index}` })),
)
const members = all.slice(0, 14)
const strangers = all.slice(14)
await makeKnownMembers(app, members)
beforeEach(async () => {
  app.clock.set(defaultTestTime)
  for (const table of ['mood_entries', 'reflection_opt_ins'] as const)
    await app.database.query.deleteFrom(table).execute()
  await deleteSchedules(app)
  sitting = await makeSitting(app, { inMs: 1_000_000 })
})

async function save(as: TestUser, moodType: 'pre' | 'post', emotionLevel: number, reflectionOptIn = true) {
  const body = { sessionDate: today, moodType, emotionLevel, reflectionOptIn }
  expect(await request(app, 'POST /api/mood/entry', { as, body })).toMatchObject({ status: 201 })
}
function memberAt(index: number): TestUser {
  const member = members[index]
  if (!member) throw new Error(`There is no member ${index}.`)
  return member
}
/** A Before of everyone, then the clock in the sharing. */
async function sit(): Promise<void> {
  app.clock.set(sitting.doorsAt)
  for (const member of [...members, ...strangers]) await save(member, 'pre', 3)
  app.clock.set(sitting.sharingAt)
}
/** An After one center higher, of each of them. */
async function rise(who: readonly TestUser[]): Promise<void> {
  for (const member of who) await save(member, 'post', 4)
}
const choose = (as: TestUser, isOptedIn: boolean) =>
  request(app, 'PUT /api/mood/reflection-opt-in', { as, body: { isOptedIn } })
const publish = (node = app) => publishReflection(node.app.platform, sitting)
const rows = () => app.database.query.selectFrom('sitting_reflections').selectAll().execute()

test('[PULSE-07] [PULSE-09] two minutes after the meditation all nodes send the same number, and to those who join later', async () => {
  await sit()
  const [here, there] = [await joinLive(app, memberAt(0), today), await joinLive(other, memberAt(1), today)]
  await rise(members.slice(0, 7))
  await save(memberAt(7), 'post', 6)
  await save(memberAt(13), 'post', 8, false)
  app.clock.set(reflectionAt(sitting) - 1)
  await here.whenCaughtUp()
  expect(await publish()).toBeNull()
  expect(here.count('room-reflection')).toBe(0)
  const reflection = { sittingId: sitting.id, pairs: 8, changeTenths: 15 }
  for (const client of [here, there]) {
    await eventually(() => {
      app.clock.advance(5_000)
      expect(client.count('room-reflection')).toBe(1)
    })
    expect(await client.next('room-reflection')).toEqual({ type: 'room-reflection', reflection })
  }
  const late = await joinLive(other, memberAt(2), today)
  expect(late.frames).toContainEqual({ type: 'room-reflection', reflection })
  await Promise.all([here, there, late].map((client) => client.close()))
})

test('[PULSE-07] [PULSE-10] [T68] it never changes: not by further members, another After, withdrawals or deletions', async () => {
  await sit()
  await rise(members.slice(0, 9))
  await choose(memberAt(8), false)
  app.clock.set(reflectionAt(sitting))
  const published = await publish()
  expect(published).toMatchObject({ pairs: 8, changeTenths: 10 })
  await rise(members.slice(9))
  await save(memberAt(0), 'post', 1)
  for (const member of members.slice(1, 8)) await choose(member, false)
  app.clock.set(sitting.endsAt)
  expect(await publish(other)).toEqual(published)
  for (const { userId } of members.slice(1, 9))
    await app.database.query.deleteFrom('mood_entries').where('userId', '=', userId).execute()
  await publishEndedReflections(app.app.platform)
  expect(await publish(other)).toEqual(published)
  const change = app.database.query.updateTable('sitting_reflections').set({ pairs: 9 }).execute()
  await expect(change).rejects.toThrow('append-only')
})

test('[PULSE-06] seven pairs give no number, and an eighth that comes too late doesn’t either', async () => {
  await sit()
  await rise(members.slice(0, 7))
  app.clock.set(reflectionAt(sitting))
  await rise(members.slice(7, 8))
  app.clock.advance(60_000)
  expect(await publish()).toBeNull()
  expect(await rows()).toMatchObject([{ pairs: null, changeTenths: null }])
  app.clock.set(sitting.endsAt)
  expect(await publish(other)).toBeNull()
})

test('[T67] [PULSE-15] seven free accounts don’t learn the eighth member’s change: only known members count', async () => {
  await sit()
  await rise(strangers)
  await save(memberAt(0), 'post', 1)
  app.clock.set(reflectionAt(sitting))
  expect(await publish()).toBeNull()
  expect(await rows()).toMatchObject([{ pairs: null }])
})

test('[PULSE-07] [PULSE-09] a node that comes while another publishes takes its number @full', async () => {
  await sit()
  await rise(members.slice(0, 8))
  app.clock.set(reflectionAt(sitting))
  // As of a moment in which one member more had a pair.
  const outcome = await raceUncommittedChange(
    app,
    async (tx) => {
      await lockSittingForNoKeyUpdate(tx, sitting.id)
      await insertReflection(tx, sitting.id, { pairs: 9, changeTenths: 20 })
    },
    () => publish(other),
  )
  expect(outcome).toMatchObject({ status: 'fulfilled', value: { pairs: 9, changeTenths: 20 } })
})

test('[PULSE-08] a fall is sent as none', async () => {
  await sit()
  for (const member of members.slice(0, 8)) await save(member, 'post', 1)
  app.clock.set(reflectionAt(sitting))
  expect(await publish()).toMatchObject({ pairs: 8, changeTenths: 0 })
  expect(await rows()).toMatchObject([{ changeTenths: -20 }])
})

test('[PULSE-07] the hourly job publishes the number of a sitting whose room no one has open; not of a canceled one @full', async () => {
  await sit()
  await rise(members.slice(0, 8))
  app.clock.set(sitting.endsAt)
  expect(await publishEndedReflections(app.app.platform)).toBe(false)
  expect(await rows()).toMatchObject([{ pairs: 8 }])
  await app.database.query.deleteFrom('sitting_reflections').execute()
  await app.database.query
    .updateTable('sittings')
    .set({ cancelledAt: new Date(sitting.doorsAt) })
    .execute()
  await publishEndedReflections(app.app.platform)
  expect(await publishReflection(app.app.platform, { ...sitting, cancelled: true })).toBeNull()
  expect(await rows()).toEqual([])
})

test('[PULSE-06] administrators set the minimum', async () => {
  await app.database.query.updateTable('community_settings').set({ reflectionPairsMin: 5 }).execute()
  await sit()
  await rise(members.slice(0, 5))
  app.clock.set(reflectionAt(sitting))
  expect(await publish()).toMatchObject({ pairs: 5 })
  await app.database.query.updateTable('community_settings').set({ reflectionPairsMin: 8 }).execute()
})

test('[PULSE-07] [PULSE-14] a sitting started again in the sharing: the previous one has its number too, from its pairs @full', async () => {
  await sit()
  await rise(members.slice(0, 9))
  app.clock.advance(30_000)
  const started = await request(app, `POST /api/sittings/${sitting.scheduleId}/begin`, {
    as: ada,
    body: { inSeconds: 60 },
  })
  sitting = started.body as Sitting
  await sit()
  await rise(members.slice(0, 8))
  app.clock.set(sitting.endsAt)
  const { body } = await request(app, 'GET /api/admin/what-helps', { as: ada })
  expect(body).toMatchObject({ teachers: [{ pairs: 17, sittings: 2 }] })
})
