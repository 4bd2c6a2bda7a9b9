// Sittings that play a silence, on the real server and database.
import { beforeEach, expect, test } from 'vitest'
import { defaultTestTime } from '#test/clock.ts'
import { makeMeditation } from '#test/data/factories.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { signInPeople } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import type { Block } from '../silence.ts'
import type { Sitting } from '../sitting.ts'

const app = await openTestApp({ isUnlimited: true })
const people = await signInPeople(app)
const blocks: Block[] = [
  { kind: 'sit', minutes: 25 },
  { kind: 'walk', minutes: 5, strokes: 2 },
]
let templateId = 0
let scheduleId = 0
beforeEach(async () => {
  app.clock.set(defaultTestTime)
  for (const table of ['sittings', 'schedules', 'meditation_templates'] as const)
    await app.database.query.deleteFrom(table).execute()
  await makeMeditation(app, { kind: 'silence', blocks, videoUrl: '', mediaSeconds: 1_800 })
  const { id, templateId: of } = await app.database.query
    .selectFrom('schedules')
    .select(['id', 'templateId'])
    .executeTakeFirstOrThrow()
  scheduleId = id
  templateId = of
})

const today = async () =>
  (await request(app, 'GET /api/meditation/today', { as: people.mia })).body as {
    kind: string
    blocks: Block[]
    videoUrl: string
    sitting: Sitting
  }

/** A template with other blocks. */
async function edit(change: Block[]) {
  const { body } = await request(app, 'GET /api/admin/templates', { as: people.ada })
  const {
    id: _id,
    createdAt: _at,
    version: _version,
    ...fields
  } = (body as Record<string, unknown>[])[0] ?? {}
  const sent = { ...fields, blocks: change }
  return request(app, `PUT /api/admin/templates/${templateId}`, { as: people.ada, body: sent })
}

test('[SEQ-02, PHASE-21] a silence lasts as long as its blocks, and keeps them when its template changes meanwhile', async () => {
  const begun = await request(app, `POST /api/sittings/${scheduleId}/begin`, {
    as: people.gail,
    body: { inSeconds: 60 },
  })
  const { videoAt, sharingAt, endsAt, mediaSeconds } = begun.body as Sitting
  expect([mediaSeconds, sharingAt - videoAt]).toEqual([1_800, 1_800_000])
  app.clock.set(videoAt + 60_000)
  expect(await edit([{ kind: 'stand', minutes: 10 }])).toMatchObject({ status: 200, body: { duration: 10 } })
  expect(await today()).toMatchObject({
    kind: 'silence',
    blocks,
    videoUrl: '',
    sitting: { sharingAt, endsAt },
  })
  app.clock.set(endsAt)
  expect(await today()).toMatchObject({ kind: 'silence', blocks: [{ kind: 'stand', minutes: 10 }] })
})

test('[SEQ-02] a change of the blocks reaches the sittings ahead', async () => {
  const created = await request(app, 'POST /api/admin/schedules', {
    as: people.ada,
    body: { date: '2026-12-02', templateId, scheduledTime: '06:30', together: true },
  })
  expect(created.status).toBe(201)
  expect((await edit([{ kind: 'sit', minutes: 40 }])).status).toBe(200)
  const sitting = await app.database.query
    .selectFrom('sittings')
    .select(['kind', 'blocks', 'mediaSeconds'])
    .executeTakeFirstOrThrow()
  expect(sitting).toEqual({ kind: 'silence', blocks: [{ kind: 'sit', minutes: 40 }], mediaSeconds: 2_400 })
})
