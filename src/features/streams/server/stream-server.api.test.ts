// A stream server of one's own as docs/stream-server.md sets it up: nginx with its RTMP module, ffmpeg, and a real server.
// Skipped on a machine without them.
import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Sitting } from '#features/sittings/sitting.ts'
import { createRequestPublic } from '#server/outgoing/request-public.ts'
import { secondMs } from '#shared/durations.ts'
import { openTestApp } from '#test/open-test-app.ts'
import { hostFields, signIn, signInPeople, type TestUser } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import { makeLiveSitting } from '#test/streams/live-sitting.ts'
import { missingStreamServer, startStreamServer, type StreamServer } from '#test/streams/stream-server.ts'

const path = '/live/own/ana.m3u8'
const missing = missingStreamServer === null ? '' : ` (not run: ${missingStreamServer})`

describe.skipIf(missing !== '')(`a stream server of one’s own @full${missing}`, async () => {
  let server: StreamServer
  const requestPublic = createRequestPublic({
    resolve: async () => ({ address: '127.0.0.1', family: 4 }),
    request: ({ pathname }, options, onResponse) =>
      httpRequest(`${server.url}${pathname}`, { ...options, localAddress: server.serverAddress }, onResponse),
  })
  const app = await openTestApp({ isUnlimited: true, requestPublic })
  const { ada, mia } = await signInPeople(app)
  let hana: TestUser
  let sitting: Sitting
  let key = ''
  beforeAll(async () => {
    server = await startStreamServer(app.url)
    hana = await signIn(app, 'hana-of-obs', hostFields)
    const liveSource = `https://sit.example.org${path}`
    sitting = await makeLiveSitting(app, { hostId: hana.userId, template: { liveSource } })
    const { body } = await request(app, `POST /api/sittings/${sitting.id}/stream/key`, { as: hana })
    key = (body as { streamKey: string }).streamKey.replace('ana?key=', '')
  })
  afterAll(() => server.stop())

  const statusFor = async (as: TestUser | null) =>
    (await fetch(`${server.url}${path}`, { headers: as ? { cookie: as.cookie } : {} })).status
  /** The number of the latest segment; -1 without one. */
  const latest = async () => {
    const playlist = await server.playlist('ana')
    const first = Number(/MEDIA-SEQUENCE:(\d+)/.exec(playlist)?.[1] ?? 0)
    return first + (playlist.match(/#EXTINF/g)?.length ?? 0) - 1
  }
  const discontinuities = async () =>
    (await server.playlist('ana')).match(/^#EXT-X-DISCONTINUITY$/gm)?.length ?? 0
  const within = (ms: number) => ({ timeout: ms, interval: 200 })

  test('[STREAM-20] refuses an encoder with another key, and one under another name', async () => {
    for (const [name, other] of [
      ['ana', 'x'.repeat(22)],
      ['ben', key],
    ] as const) {
      const encoder = server.publish(name, other)
      expect((await once(encoder, 'exit'))[0]).not.toBe(0)
      expect(await server.playlist(name)).toBe('')
    }
  })

  test('[STREAM-20] packages it with stamps, for members and for the server alone; it is on', async () => {
    server.publish('ana', key)
    await expect.poll(latest, within(20_000)).toBeGreaterThanOrEqual(1)
    expect(await server.playlist('ana')).toContain('#EXT-X-PROGRAM-DATE-TIME')
    expect([await statusFor(mia), await statusFor(null)]).toEqual([200, 401])
    const stateAfterASecond = async () => {
      app.clock.advance(1_000)
      await app.app.jobs.whenIdle()
      const { body } = await request(app, `GET /api/sittings/${sitting.id}/stream`, { as: ada })
      return body
    }
    await expect
      .poll(stateAfterASecond, within(20_000))
      .toMatchObject({ state: 'on', teacher: { id: hana.userId } })
  })

  test.each([6, 30])(
    '[STREAM-20] after an encoder was killed, and away for %s s, it moves again within ten seconds',
    async (seconds) => {
      await server.killEncoders()
      const [before, breaks] = [await latest(), await discontinuities()]
      const goneAt = Date.now()
      await expect.poll(() => Date.now() - goneAt, within(40_000)).toBeGreaterThan(seconds * secondMs)
      const stopped = await latest()
      server.publish('ana', key)
      await expect.poll(latest, within(10_000)).toBeGreaterThan(stopped)
      expect(stopped).toBeGreaterThanOrEqual(before)
      expect(await discontinuities()).toBe(breaks + 1)
    },
  )

  test('[STREAM-20] [STREAM-26] cuts the encoder off when its maker is banned', async () => {
    const encoder = server.encoders().at(-1)
    expect(encoder?.exitCode).toBeNull()
    await request(app, `PUT /api/admin/users/${hana.userId}/ban`, {
      as: ada,
      body: { reason: 'Unkind words' },
    })
    await expect.poll(() => encoder?.exitCode, within(15_000)).not.toBeNull()
  })

  test('[STREAM-20] has the key in no log', async () => {
    expect(await server.logs()).not.toContain(key)
  })
})
