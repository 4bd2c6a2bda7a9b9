// Outside playlists on the real server: one node alone reads, members are told, and nothing bad is followed.
import { createServer, request as httpRequest, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createLog } from '#server/log.ts'
import { createRequestPublic } from '#server/outgoing/request-public.ts'
import { dailyMeditationPath } from '#shared/paths.ts'
import { defaultTestTime } from '#test/clock.ts'
import { deleteSchedules } from '#test/data/factories.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { signInPeople } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import { makeLiveSitting, putInit } from '#test/streams/live-sitting.ts'

const asked: string[] = []
let respond: (response: ServerResponse, path: string) => void = (response) => response.end()
const source = createServer(({ url = '' }, response) => {
  asked.push(url)
  respond(response, url)
})
afterAll(() => source.close())
await new Promise<void>((done) => source.listen(0, '127.0.0.1', done))
const { port } = source.address() as AddressInfo

let isPrivate = false
const requestPublic = createRequestPublic({
  resolve: async () => {
    if (isPrivate) throw new Error('It resolves to an inner address now.')
    return { address: '127.0.0.1', family: 4 }
  },
  request: ({ hostname, pathname }, options, onResponse) =>
    httpRequest(`http://${hostname}:${port}${pathname}`, options, onResponse),
})
const lines: { event?: string; reason?: string }[] = []
const log = createLog(
  { logLevel: 'warn', nodeId: 'test' },
  { write: (line: string) => void lines.push(JSON.parse(line) as object) },
)
const app = await openTestApp({ isUnlimited: true, requestPublic, log })
const peer = await openTestApp({ peerOf: app, isUnlimited: true, requestPublic, log })
const { ada, mia } = await signInPeople(app)
const liveSource = 'https://live.example.com/ana/index.m3u8'
let sittingId = 0

const playlist = (lastSeq: number, more = '') =>
  `#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:${lastSeq}\n#EXT-X-PROGRAM-DATE-TIME:${new Date(
    app.clock.now() - 2_500,
  ).toISOString()}\n#EXTINF:2,\ns${lastSeq}.ts\n${more}`
let seq = 0
const next = (more: string) => playlist((seq += 1), more)

beforeEach(async () => {
  app.clock.set(defaultTestTime)
  await deleteSchedules(app)
  asked.length = 0
  isPrivate = false
  lines.length = 0
  respond = (response) => {
    seq += 1
    response.end(playlist(seq))
  }
  sittingId = (await makeLiveSitting(app, { hostId: null, template: { liveSource } })).id
})

const stream = async () =>
  app.database.query.selectFrom('streams').selectAll().where('sittingId', '=', sittingId).executeTakeFirst()
/** Lets so many seconds pass, with the reads that are due in them. */
async function pass(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    app.clock.advance(1_000)
    for (const { app: node } of [app, peer]) await node.jobs.whenIdle()
  }
}

test('[STREAM-11] one node alone reads it, once per target duration, and it is on', async () => {
  await pass(25)
  expect(asked.length).toBeGreaterThanOrEqual(8)
  expect(asked.length).toBeLessThanOrEqual(13)
  expect(await stream()).toMatchObject({ state: 'on', teacherId: null })
  expect(Number((await stream())?.offsetMs)).toBeGreaterThanOrEqual(0)
  respond = (response) => response.end(playlist(seq, '#EXT-X-ENDLIST\n'))
  await pass(5)
  expect(await stream()).toMatchObject({ state: 'ended' })
})

test('[STREAM-26] what a moderator ended stays so, whatever is played there, until they let it begin again', async () => {
  const at = `/api/sittings/${sittingId}/stream` as const
  await pass(8)
  expect(await stream()).toMatchObject({ state: 'on' })
  expect(await request(app, `POST ${at}/end`, { as: ada })).toMatchObject({ body: { state: 'ended' } })
  await pass(8)
  expect(await stream()).toMatchObject({ state: 'ended' })
  await request(app, `POST ${at}/start`, { as: ada })
  await pass(4)
  expect(await stream()).toMatchObject({ state: 'on' })
})

test('[STREAM-04] a lead that a moderator has set stays', async () => {
  const body = { seconds: 25 }
  await request(app, `PUT /api/sittings/${sittingId}/stream/lead`, { as: ada, body })
  await pass(25)
  expect(await stream()).toMatchObject({ state: 'on', leadMs: 25_000 })
})

test('[STREAM-21] members get the address itself, from the doors on, and no one sends there', async () => {
  expect((await request(app, `GET ${dailyMeditationPath}`, { as: mia })).body).toMatchObject({
    stream: { url: liveSource, soundUrl: null, bellBy: 'clock', inSharing: false },
  })
  expect(await putInit(app, { as: ada, sittingId })).toMatchObject({ status: 404 })
  expect((await request(app, `GET /live/${sittingId}/picture.m3u8`, { as: mia })).status).toBe(404)
})

test('[STREAM-21] the privacy page names its host', async () => {
  const { body } = await request(app, 'GET /pages/privacy.md')
  expect(body).toContain('live.example.com')
})

test('[STREAM-11] of a list of variants the first is read', async () => {
  respond = (response, path) => {
    seq += 1
    response.end(
      path.endsWith('low.m3u8') ? playlist(seq) : '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nlow.m3u8\n',
    )
  }
  await pass(15)
  expect(await stream()).toMatchObject({ state: 'on' })
  expect(asked.filter((path) => path.endsWith('index.m3u8'))).toHaveLength(1)
})

describe('[STREAM-11] a bad one is off, with one log line a minute', () => {
  test.each<[string, (response: ServerResponse) => void, string | null]>([
    ['a page', (response) => response.end('<!doctype html>'), 'not-a-playlist'],
    ['2 MB', (response) => response.end(next(`#${'x'.repeat(2_000_000)}\n`)), 'unreadable-body'],
    [
      'a gzip bomb',
      (response) => {
        const body = gzipSync(next(`#${'x'.repeat(2_000_000)}\n`))
        response.writeHead(200, { 'content-encoding': 'gzip' }).end(body)
      },
      'unreadable-body',
    ],
    [
      '10,000 segments',
      (response) => response.end(next('#EXTINF:2,\na.ts\n'.repeat(10_000))),
      'too-many-segments',
    ],
    ['a key', (response) => response.end(next('#EXT-X-KEY:METHOD=AES-128,URI="k"\n')), 'encrypted'],
    [
      'a segment on this machine',
      (response) => response.end(next('#EXTINF:2,\nhttps://127.0.0.1/a\n')),
      'private-address',
    ],
    [
      'a redirect',
      (response) => response.writeHead(302, { location: 'http://127.0.0.1/' }).end(),
      'status 302',
    ],
    ['an error', (response) => response.writeHead(500).end(), 'status 500'],
    ['nothing new', (response) => response.end(playlist(1)), null],
    ['nothing at all', (response) => response.destroy(), 'unreachable'],
  ])('%s', async (_, bad, reason) => {
    respond = bad
    await pass(12)
    expect(asked.length).toBeGreaterThan(2)
    expect((await stream())?.state ?? 'off').toBe('off')
    const own = lines.filter(({ event }) => event === 'stream-address')
    // Each node has a minute of its own; an old playlist isn't a bad one.
    expect(own.length).toBeLessThanOrEqual(2)
    expect(own.length > 0).toBe(reason !== null)
    for (const line of own) expect(line).toMatchObject({ host: 'live.example.com', reason })
    expect(JSON.stringify(lines)).not.toContain('/ana/')
  })

  test('a name that resolves to an inner address the second time', async () => {
    await pass(8)
    expect(await stream()).toMatchObject({ state: 'on' })
    isPrivate = true
    asked.length = 0
    await pass(14)
    expect(asked).toEqual([])
    expect(await stream()).toMatchObject({ state: 'off' })
  })
})
