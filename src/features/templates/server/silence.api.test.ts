// Templates with a silence, on the real server and database.
import { expect, test } from 'vitest'
import { openTestApp } from '#test/open-test-app.ts'
import { signInPeople } from '#test/people/people.ts'
import { request } from '#test/request.ts'

const at = '/api/admin/templates'
const app = await openTestApp({ isUnlimited: true })
const people = await signInPeople(app)

const texts = {
  title: 'Sit, walk, sit',
  description: 'An hour without words.',
  instructor: 'Lena Oduya',
  instructorTitle: 'Meditation Teacher',
}
const sit = { kind: 'sit', minutes: 25 }
const blocks = [sit, { kind: 'walk', minutes: 5, strokes: 2 }, sit]
const silence = { ...texts, kind: 'silence', blocks }
const video = { ...texts, duration: 12, videoUrl: '/media/still-water.mp4' }

const create = (body: object) => request(app, `POST ${at}`, { as: people.ada, body })
const stored = () => app.database.query.selectFrom('meditation_templates').selectAll().orderBy('id').execute()
const repeated = (count: number, minutes: number) =>
  Array.from({ length: count }, () => ({ kind: 'sit', minutes }))

test('[SEQ-01, SEQ-02] a silence is stored with its strokes, and the server says how long it lasts', async () => {
  const ignored = {
    duration: 600,
    mediaSeconds: 1,
    captionsUrl: '/media/a.vtt',
    audioUrl: 'x',
    keepsTempo: false,
  }
  const { status, body } = await create({ ...silence, ...ignored, videoUrl: '' })
  expect(status).toBe(201)
  expect(body).toMatchObject({
    kind: 'silence',
    blocks: [sit, { kind: 'walk', minutes: 5, strokes: 2 }, { ...sit, strokes: 1 }],
    videoUrl: '',
    audioUrl: null,
    captionsUrl: null,
    mediaSeconds: 3_300,
    duration: 55,
    keepsTempo: true,
  })
  const { id, version } = body as { id: number; version: number }
  const copy = await request(app, `POST ${at}/${id}/duplicate`, { as: people.ada })
  expect(copy.body).toMatchObject({
    kind: 'silence',
    blocks: (body as { blocks: object }).blocks,
    duration: 55,
  })
  const change = { ...silence, blocks: [{ kind: 'stand', minutes: 3 }], version }
  expect(await request(app, `PUT ${at}/${id}`, { as: people.ada, body: change })).toMatchObject({
    status: 200,
    body: { mediaSeconds: 180, duration: 3 },
  })
})

test('[SEQ-01] a template becomes a silence, and a video again without what it had', async () => {
  const { body } = await create({ ...video, audioUrl: '/media/a.m4a', mediaSeconds: 700 })
  const path = `PUT ${at}/${(body as { id: number }).id}` as const
  expect((await request(app, path, { as: people.ada, body: silence })).body).toMatchObject({
    kind: 'silence',
    videoUrl: '',
    audioUrl: null,
  })
  expect((await request(app, path, { as: people.ada, body: video })).body).toMatchObject({
    kind: 'video',
    blocks: null,
    audioUrl: null,
    mediaSeconds: null,
    keepsTempo: false,
  })
})

test.each([
  ['no blocks', { blocks: undefined }, 'blocks'],
  ['no block', { blocks: [] }, 'blocks'],
  ['13 blocks', { blocks: repeated(13, 1) }, 'blocks'],
  ['a block of 0 minutes', { blocks: repeated(1, 0) }, 'blocks.0.minutes'],
  ['a block of 91 minutes', { blocks: repeated(1, 91) }, 'blocks.0.minutes'],
  ['a block of 1.5 minutes', { blocks: repeated(2, 1.5) }, 'blocks.0.minutes'],
  ['181 minutes in all', { blocks: [...repeated(2, 90), { kind: 'walk', minutes: 1 }] }, 'blocks'],
  ['a block of swimming', { blocks: [{ kind: 'swim', minutes: 5 }] }, 'blocks.0.kind'],
  ['three strokes', { blocks: [sit, { ...sit, strokes: 3 }] }, 'blocks.1.strokes'],
  ['strokes in the first block', { blocks: [{ ...sit, strokes: 1 }] }, 'blocks.0.strokes'],
  ['a video as well', { videoUrl: '/media/still-water.mp4' }, 'videoUrl'],
  ['another kind', { kind: 'dance' }, 'kind'],
])('[SEQ-01] a silence with %s is refused beside its field', async (_, changes, path) => {
  const before = await stored()
  const { status, body } = await create({ ...silence, ...changes })
  expect(status).toBe(400)
  expect((body as { issues: { path: string; message: string }[] }).issues[0]).toMatchObject({
    path,
    message: expect.stringMatching(/^[A-Z].+\.$/) as string,
  })
  expect(await stored()).toEqual(before)
})

test.each([
  ['without an address', { videoUrl: undefined }, 'videoUrl'],
  ['with an empty address', { kind: 'video', videoUrl: '' }, 'videoUrl'],
  ['with blocks', { kind: 'video', blocks }, 'blocks'],
])('[SEQ-01] a video %s is refused beside its field', async (_, changes, path) => {
  const { status, body } = await create({ ...video, ...changes })
  expect(status).toBe(400)
  expect((body as { issues: object[] }).issues[0]).toMatchObject({ path })
})

test('[SEQ-01] the database keeps no template or sitting that plays both or nothing', async () => {
  const { body } = await create(silence)
  const { id } = body as { id: number }
  for (const change of [{ kind: 'video' as const }, { blocks: null }, { videoUrl: '/media/still-water.mp4' }])
    await expect(
      app.database.query.updateTable('meditation_templates').set(change).where('id', '=', id).execute(),
    ).rejects.toThrow('meditation_templates_play_one')
})
