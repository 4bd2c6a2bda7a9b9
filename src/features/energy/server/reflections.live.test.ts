// The room's answer on two nodes: from which members on it is shown, when it changes, and that it stands.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { reflectionIntervalMs } from '#shared/constants.ts'
import { lockSittingForNoKeyUpdate } from '#features/sittings/server/service.ts'
import type { Sitting } from '#features/sittings/sitting.ts'
import { startTestApp, type TestApp } from '#test/app.ts'
import { cast, signIn, type TestUser } from '#test/cast.ts'
import { defaultTestTime } from '#test/clock.ts'
import { eventually } from '#test/eventually.ts'
import { makeSitting } from '#test/factories.ts'
import { joinLive, type TestLiveClient } from '#test/live-client.ts'
import { raceUncommittedChange } from '#test/lock-race.ts'
import { request } from '#test/request.ts'
import { settleEndedReflections, settleReflection } from './reflections.ts'
import { saveReflection } from './sql.ts'

const today = '2026-11-21'
let app: TestApp
let other: TestApp
let ada: TestUser
let members: TestUser[]
let sitting: Sitting
beforeAll(async () => {
  app = await startTestApp({ isUnlimited: true })
  other = await startTestApp({ peerOf: app, isUnlimited: true })
  ada = await signIn(app, 'ada', cast.ada)
  members = await Promise.all(
    Array.from({ length: 14 }, (_, index) => signIn(app, `member-${index}`, { name: `Member ${index}` })),
  )
})
afterAll(async () => {
  await other.close()
  await app.close()
})
beforeEach(async () => {
  app.clock.set(defaultTestTime)
  for (const table of ['mood_entries', 'counting_choices', 'schedules'] as const)
    await app.database.query.deleteFrom(table).execute()
  sitting = await makeSitting(app, { inMs: 1_000_000 })
})

async function save(as: TestUser, moodType: 'pre' | 'post', emotionLevel: number, isCounted = true) {
  const body = { sessionDate: today, scheduleId: sitting.id, moodType, emotionLevel, isCounted }
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
  for (const member of members) await save(member, 'pre', 3)
  app.clock.set(sitting.sharingAt)
}
/** An After one center higher, of the members from `from` up to and without `to`. */
async function rise(from: number, to: number): Promise<void> {
  for (const member of members.slice(from, to)) await save(member, 'post', 4)
}
const settle = (node = app) => settleReflection(node.app.platform, sitting)
const rows = () => app.database.query.selectFrom('sitting_reflections').selectAll().execute()
/** Lets everything happen that these minutes bring. */
async function pass(ms: number, ...clients: TestLiveClient[]): Promise<void> {
  for (let passed = 0; passed < ms; passed += 5_000) {
    app.clock.advance(5_000)
    for (const client of clients) await client.whenCaughtUp()
  }
}

test('[PULSE-06] [PULSE-09] seven pairs give no number anywhere; the eighth gives the same on all nodes', async () => {
  await sit()
  const [here, there] = [await joinLive(app, memberAt(0), today), await joinLive(other, memberAt(1), today)]
  await rise(0, 7)
  await save(memberAt(13), 'post', 8, false)
  await pass(30_000, here, there)
  expect(await settle()).toBeNull()
  expect(await rows()).toEqual([])
  await save(memberAt(7), 'post', 6)
  const reflection = { scheduleId: sitting.id, doorsAt: sitting.doorsAt, pairs: 8, changeTenths: 13 }
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

test('[PULSE-07] it changes with the fifth further member and after 15 seconds, not before', async () => {
  await sit()
  await rise(0, 8)
  expect(await settle()).toMatchObject({ pairs: 8 })
  await rise(8, 12)
  app.clock.advance(reflectionIntervalMs)
  expect(await settle()).toMatchObject({ pairs: 8 })
  await rise(12, 13)
  expect(await settle()).toMatchObject({ pairs: 13 })
  // Five withdraw, but too soon.
  for (const as of members.slice(0, 5))
    await request(app, 'PUT /api/mood/counting', { as, body: { isCounted: false } })
  app.clock.advance(reflectionIntervalMs - 1)
  expect(await settle()).toMatchObject({ pairs: 13 })
  app.clock.advance(1)
  expect(await settle()).toMatchObject({ pairs: 8 })
})

test('[PULSE-07] [PULSE-10] when the sharing ends it stands, also after withdrawals and deletions; nobody is told apart any more', async () => {
  await sit()
  await rise(0, 9)
  const known = await settle()
  expect(await rows()).toMatchObject([{ isFinal: false, steps: [Array(9).fill(expect.any(String))] }])
  await request(app, 'PUT /api/mood/counting', { as: memberAt(0), body: { isCounted: false } })
  app.clock.set(sitting.endsAt)
  expect(await settle()).toEqual(known)
  expect(await rows()).toMatchObject([{ isFinal: true, salt: null, steps: null, pairs: 9 }])
  app.clock.advance(60_000)
  expect(await settle(other)).toEqual(known)
  for (const { userId } of members.slice(1, 9))
    await app.database.query.deleteFrom('mood_entries').where('userId', '=', userId).execute()
  app.clock.advance(60_000)
  expect(await settle(other)).toEqual(known)
})

test('[PULSE-07] the last number, too, needs five other members', async () => {
  await sit()
  await rise(0, 8)
  await settle()
  await rise(8, 13)
  app.clock.set(sitting.endsAt)
  expect(await settle()).toMatchObject({ pairs: 13 })
  expect(await rows()).toMatchObject([{ isFinal: true }])
})

test('[PULSE-07] [PULSE-09] a node that comes while another publishes takes its number', async () => {
  await sit()
  await rise(0, 8)
  // As of a moment in which one member more had a pair.
  const published = { pairs: 9, changeTenths: 20, publishedAt: new Date(app.clock.now()).toISOString() }
  const answer = await raceUncommittedChange(
    app,
    async (tx) => {
      await lockSittingForNoKeyUpdate(tx, sitting.id)
      const memory = { salt: Buffer.from('salt'), steps: [] }
      await saveReflection(tx, sitting, { ...published, isFinal: false, memory })
    },
    () => settle(other),
  )
  expect(answer).toMatchObject({ status: 'fulfilled', value: { pairs: 9, changeTenths: 20 } })
  expect(await rows()).toMatchObject([published])
})

test('[PULSE-08] a fall is sent as none', async () => {
  await sit()
  for (const member of members.slice(0, 8)) await save(member, 'post', 1)
  expect(await settle()).toMatchObject({ pairs: 8, changeTenths: 0 })
  expect(await rows()).toMatchObject([{ changeTenths: -20 }])
})

test('[PULSE-07] [PULSE-14] a sitting that a host begins again starts without an answer; the earlier one stands', async () => {
  await sit()
  await rise(0, 8)
  await settle()
  const { body } = await request(app, `POST /api/sittings/${sitting.id}/begin`, {
    as: ada,
    body: { inSeconds: 60 },
  })
  sitting = body as Sitting
  app.clock.set(sitting.sharingAt)
  expect(await settle()).toBeNull()
  expect(await rows()).toMatchObject([{ pairs: 8, isFinal: true, steps: null }])
})

test('[PULSE-07] without an open room the hourly job makes the answer final, also where there is none', async () => {
  await sit()
  await rise(0, 8)
  app.clock.set(sitting.endsAt)
  expect(await settleEndedReflections(app.app.platform)).toBe(false)
  expect(await rows()).toMatchObject([{ pairs: 8, isFinal: true }])
  await app.database.query.deleteFrom('sitting_reflections').execute()
  await app.database.query.deleteFrom('mood_entries').execute()
  await settleEndedReflections(app.app.platform)
  expect(await rows()).toMatchObject([{ pairs: null, changeTenths: null, isFinal: true }])
})

test('[PULSE-06] administrators set the minimum', async () => {
  await app.database.query.updateTable('community_settings').set({ reflectionPairsMin: 5 }).execute()
  await sit()
  await rise(0, 4)
  expect(await settle()).toBeNull()
  await rise(4, 5)
  expect(await settle()).toMatchObject({ pairs: 5 })
  await app.database.query.updateTable('community_settings').set({ reflectionPairsMin: 8 }).execute()
})
