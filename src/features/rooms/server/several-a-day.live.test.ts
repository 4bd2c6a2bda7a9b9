// Two sittings on one date, on three nodes: each message belongs to the sitting of its moment.
import { beforeEach, expect, test } from 'vitest'
import type { Sitting } from '#features/sittings/sitting.ts'
import { closeAfterAll } from '#test/close-after-all.ts'
import { joinLive, sendChatMessage } from '#test/live/live-client.ts'
import { request } from '#test/request.ts'
import { dayOfTwo, startThreeNodes, type ThreeNodes } from '#test/sittings/two-on-a-day.ts'

let clients: Awaited<ReturnType<ThreeNodes['begin']>>['clients']
let first: Sitting
let second: Sitting
const community = closeAfterAll(await startThreeNodes())
const { nodes, people } = community
beforeEach(async () => {
  for (const table of ['chat_messages', 'sitting_reflections'] as const)
    await nodes[0].database.query.deleteFrom(table).execute()
  const started = await community.begin()
  ;({ clients, first, second } = started)
  return started.leave
})

const setClock = (atMs: number) => nodes[0].clock.set(atMs)

test('[PLAN-08, QUIET-01] a message while everyone sits in the second is refused on every node, one between the two is not', async () => {
  for (const [sitting, name] of [
    [first, 'first'],
    [second, 'second'],
  ] as const) {
    setClock(sitting.startsAt)
    for (const [index, client] of clients.entries()) {
      sendChatMessage(client, 'Now?', `${name}-bell-${index}`)
      expect(
        await client.next('error', ({ clientMessageId }) => clientMessageId === `${name}-bell-${index}`),
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
  const late = await joinLive(nodes[2], people.ada, dayOfTwo)
  const sent = () =>
    late.frames.flatMap((frame) => (frame.type === 'room-reflection' ? [frame.reflection] : []))
  await expect.poll(sent).toEqual([{ sittingId: first.id, pairs: 9, changeTenths: 12 }])
  await late.close()
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
