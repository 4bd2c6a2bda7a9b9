// Two sittings on one date, on three nodes: each message and each count belongs to the sitting of its moment.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Sitting } from '#features/sittings/sitting.ts'
import { sittingsBetween } from '#features/sittings/server/sql.ts'
import type { Thanks } from '#features/thanks/contract.ts'
import { startTestApp, type TestApp } from '#test/app.ts'
import { wall } from '#test/community-days.ts'
import { allowSeveralADay, deleteSchedules, makeMeditation } from '#test/data/factories.ts'
import { joinLive, sendChatMessage, type TestLiveClient } from '#test/live/live-client.ts'
import { signInCast, type TestUser } from '#test/people/cast.ts'
import { request } from '#test/request.ts'

const day = '2026-11-21'
let nodes: [TestApp, TestApp, TestApp]
let people: Record<'mia' | 'mo' | 'gail' | 'ada', TestUser>
let clients: [TestLiveClient, TestLiveClient, TestLiveClient]
let first: Sitting
let second: Sitting
beforeAll(async () => {
  const one = await startTestApp({ isUnlimited: true })
  nodes = [
    one,
    await startTestApp({ peerOf: one, isUnlimited: true }),
    await startTestApp({ peerOf: one, isUnlimited: true }),
  ]
  people = await signInCast(one)
  await allowSeveralADay(one)
})
afterAll(async () => {
  for (const node of nodes.toReversed()) await node.close()
})
beforeEach(async () => {
  const [one, two, three] = nodes
  one.clock.set(wall(`${day} 06:00`))
  for (const table of ['chat_messages', 'sitting_thanks', 'sitting_reflections'] as const)
    await one.database.query.deleteFrom(table).execute()
  await deleteSchedules(one)
  for (const [slot, scheduledTime] of ['07:00', '07:33'].entries())
    await makeMeditation(one, { day, scheduledTime, slot, sitting: { together: true } })
  const sittings = await sittingsBetween(one.database.query, { from: day, to: day })
  ;[first, second] = [sittings[0]!, sittings[1]!]
  clients = [
    await joinLive(one, people.mia, day),
    await joinLive(two, people.mo, day),
    await joinLive(three, people.gail, day),
  ]
  return async () => {
    for (const client of clients) await client.close()
  }
})

const setClock = (atMs: number) => nodes[0].clock.set(atMs)
const thanksOf = async ({ id }: Sitting, as = people.mia) =>
  (await request(nodes[2], `GET /api/sittings/${id}/thanks`, { as })).body as Thanks

test('[PLAN-08, QUIET-01] a message in the quiet of the second is refused on every node, one between the two is not', async () => {
  for (const [sitting, name] of [
    [first, 'first'],
    [second, 'second'],
  ] as const) {
    setClock(sitting.startsAt)
    for (const [index, client] of clients.entries()) {
      sendChatMessage(client, 'Now?', `${name}-quiet-${index}`)
      expect(
        await client.next('error', ({ clientMessageId }) => clientMessageId === `${name}-quiet-${index}`),
      ).toMatchObject({
        code: 'chat_paused',
        opensAtMs: sitting.sharingAt,
      })
    }
    for (const moment of [sitting.startsAt - 1, sitting.sharingAt]) {
      setClock(moment)
      for (const [index, client] of clients.entries()) {
        const text = `${name} ${moment} ${index}`
        sendChatMessage(client, text)
        await client.next('new-message', ({ message }) => message.message === text)
      }
    }
  }
})

test('[PLAN-08, THANK-01] thanks stay with the sitting in whose sharing they were sent, up to its last moment', async () => {
  const [mia, mo, gail] = clients
  setClock(first.endsAt - 1)
  mia.send({ type: 'thank' })
  mo.send({ type: 'thank' })
  for (const client of clients)
    expect(await client.next('thanks-updated', ({ count }) => count === 2)).toMatchObject({
      sittingId: first.id,
    })
  setClock(second.doorsAt)
  gail.send({ type: 'thank', clientMessageId: 'too-late' })
  expect(await gail.next('error')).toMatchObject({ code: 'invalid', clientMessageId: 'too-late' })
  setClock(second.sharingAt)
  gail.send({ type: 'thank' })
  for (const client of clients)
    expect(await client.next('thanks-updated', ({ sittingId }) => sittingId === second.id)).toMatchObject({
      count: 1,
    })
  expect(await thanksOf(first)).toEqual({ count: 2, hasThanked: true })
  expect(await thanksOf(second)).toEqual({ count: 1, hasThanked: false })
})

test('[PLAN-08, PHASE-19] a host’s change of the second names it, and leaves the first alone', async () => {
  setClock(first.videoAt)
  for (const client of clients) await client.whenCaughtUp()
  const before = clients.map(({ frames }) => frames.length)
  await request(nodes[1], `POST /api/sittings/${second.id}/delay`, { as: people.gail, body: { minutes: 10 } })
  for (const client of clients)
    expect(
      await client.next('sitting-changed', ({ sitting }) => sitting !== null && sitting.version > 1),
    ).toMatchObject({
      id: second.id,
      sitting: { startsAt: second.startsAt + 600_000 },
    })
  for (const client of clients) await client.whenCaughtUp()
  const changed = clients.flatMap(({ frames }, index) =>
    frames.slice(before[index]).flatMap((frame) => (frame.type === 'sitting-changed' ? [frame.id] : [])),
  )
  expect(changed).toEqual([second.id, second.id, second.id])
})

test('[PLAN-08, PULSE-09] who joins in the doors of the second gets the number of the first', async () => {
  await nodes[0].database.query
    .insertInto('sitting_reflections')
    .values({ sittingId: first.id, pairs: 9, changeTenths: 12 })
    .execute()
  setClock(second.doorsAt)
  const late = await joinLive(nodes[2], people.ada, day)
  await late.whenCaughtUp()
  const sent = late.frames.flatMap((frame) => (frame.type === 'room-reflection' ? [frame.reflection] : []))
  await late.close()
  expect(sent).toEqual([{ sittingId: first.id, pairs: 9, changeTenths: 12 }])
})

test('[PLAN-08, HELP-03] a request for help belongs to the sitting under way', async () => {
  for (const sitting of [first, second]) {
    setClock(sitting.doorsAt)
    const { status } = await request(nodes[0], 'POST /api/help', {
      as: people.mia,
      body: { kind: 'care', text: '' },
    })
    expect(status).toBeLessThan(300)
  }
  const rows = await nodes[0].database.query
    .selectFrom('help_requests')
    .select('sittingId')
    .orderBy('id')
    .execute()
  await nodes[0].database.query.deleteFrom('help_requests').execute()
  expect(rows.map(({ sittingId }) => sittingId)).toEqual([first.id, second.id])
})
