// Thanks of two sittings on one date, on three nodes.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Sitting } from '#features/sittings/sitting.ts'
import { request } from '#test/request.ts'
import { startThreeNodes, type ThreeNodes } from '#test/sittings/two-on-a-day.ts'
import type { Thanks } from '../contract.ts'

let community: ThreeNodes
let nodes: ThreeNodes['nodes']
let people: ThreeNodes['people']
let clients: Awaited<ReturnType<ThreeNodes['begin']>>['clients']
let first: Sitting
let second: Sitting
beforeAll(async () => {
  community = await startThreeNodes()
  ;({ nodes, people } = community)
})
afterAll(() => community.close())
beforeEach(async () => {
  await nodes[0].database.query.deleteFrom('sitting_thanks').execute()
  const started = await community.begin()
  ;({ clients, first, second } = started)
  return started.leave
})

const setClock = (atMs: number) => nodes[0].clock.set(atMs)
const thanksOf = async ({ id }: Sitting) =>
  (await request(nodes[2], `GET /api/sittings/${id}/thanks`, { as: people.mia })).body as Thanks

test('[PLAN-08, THANK-01] thanks stay with the sitting in whose sharing they were sent, up to its last moment @full', async () => {
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
