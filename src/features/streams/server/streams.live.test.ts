// Streams in the live rooms of three nodes: what members are told, and how soon a voice is stopped.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { defaultTestTime } from '#test/clock.ts'
import { deleteSchedules } from '#test/data/factories.ts'
import { eventually } from '#test/eventually.ts'
import { joinLive, type TestLiveClient } from '#test/live/live-client.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { hostFields, signIn, signInPeople, type TestUser } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import { makeLiveSitting, putInit, putSegment } from '#test/streams/live-sitting.ts'
import type { StreamMessage } from '../live-messages.ts'

const today = '2026-11-21'
const app = await openTestApp({ isUnlimited: true })
const second = await openTestApp({ peerOf: app, isUnlimited: true })
const third = await openTestApp({ peerOf: app, isUnlimited: true })
const people = await signInPeople(app)
let serial = 0
let hana: TestUser
let sittingId = 0
let clients: TestLiveClient[] = []

beforeEach(async () => {
  app.clock.set(defaultTestTime)
  await deleteSchedules(app)
  serial += 1
  hana = await signIn(app, `hana-${serial}`, hostFields)
  sittingId = (await makeLiveSitting(app, { hostId: hana.userId })).id
})
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close()
})

const joinAll = async () => {
  clients = [
    await joinLive(app, people.mia, today),
    await joinLive(second, people.mo, today),
    await joinLive(third, people.gail, today),
  ]
}
const told = ({ frames }: TestLiveClient) =>
  frames.filter(
    (frame) => frame.type === 'stream-changed' && frame.sittingId === sittingId,
  ) as StreamMessage[]
const expectTold = (state: StreamMessage['state']) =>
  eventually(() => {
    for (const client of clients) expect(told(client).at(-1)).toMatchObject({ state, offsetMs: 0 })
  })
const start = async () => {
  await putInit(app, { as: hana, sittingId })
  expect(await putSegment(app, { as: hana, sittingId, seq: 0 })).toMatchObject({ status: 200 })
}
const change = (body: object) =>
  request(second, `PUT /api/admin/users/${hana.userId}`, { as: people.ada, body })

test('[STREAM-06] every node tells a change once, and none without one', async () => {
  await joinAll()
  await start()
  await expectTold('on')
  for (let seq = 1; seq < 5; seq += 1) {
    app.clock.advance(2_000)
    expect(await putSegment(second, { as: hana, sittingId, seq })).toMatchObject({ status: 200 })
  }
  for (const client of clients) await client.whenCaughtUp()
  for (const client of clients) expect(told(client)).toHaveLength(1)
  expect(told(clients[0] as TestLiveClient)).toEqual([
    { type: 'stream-changed', sittingId, version: 2, state: 'on', leadMs: 12_000, offsetMs: 0 },
  ])
})

test('[STREAM-06] who joins later is told the state', async () => {
  await start()
  await joinAll()
  await expectTold('on')
})

test('[STREAM-10] a segment that came to one node is served by the others at once', async () => {
  await start()
  for (const node of [second, third])
    expect((await request(node, `GET /live/${sittingId}/picture-0.m4s`, { as: people.mia })).status).toBe(200)
})

test.each<[string, () => Promise<{ status: number }>]>([
  [
    'a ban',
    () =>
      request(second, `PUT /api/admin/users/${hana.userId}/ban`, {
        as: people.ada,
        body: { reason: 'Unkind words' },
      }),
  ],
  [
    'a mute',
    () =>
      request(second, `POST /api/moderation/mutes/${hana.userId}`, {
        as: people.gail,
        body: { reason: 'unkind', minutes: 10 },
      }),
  ],
  ['loss of the mark', () => change({ mayHost: false })],
  ['an erasure', () => request(second, `DELETE /api/admin/users/${hana.userId}`, { as: people.ada })],
  ['a moderator', () => request(second, `POST /api/sittings/${sittingId}/stream/end`, { as: people.gail })],
])('[STREAM-26] %s stops the voice on all nodes within two seconds', async (_, stop) => {
  await joinAll()
  await start()
  await expectTold('on')
  for (const node of [app, second, third])
    expect((await request(node, `GET /live/${sittingId}/picture-0.m4s`, { as: people.mia })).status).toBe(200)
  expect((await stop()).status).toBe(200)
  // Two seconds of the nodes' clock, in which each polls by itself.
  for (const _second of [1, 2]) app.clock.advance(1_000)
  await expectTold('ended')
  for (const node of [app, second, third])
    for (const name of ['picture.m3u8', 'picture-0.m4s'])
      expect((await request(node, `GET /live/${sittingId}/${name}`, { as: people.mia })).status).toBe(404)
  for (const node of [app, second, third])
    expect((await putSegment(node, { as: hana, sittingId, seq: 1 })).status).toBeOneOf([401, 403])
})
