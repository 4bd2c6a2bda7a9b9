// An encoder that crashes and returns, as a member's player shows it, with the ways of packaging from which it
// returns (docs/stream-server.md).
import { request as httpRequest } from 'node:http'
import type { Page } from '@playwright/test'
import { createRequestPublic } from '#server/outgoing/request-public.ts'
import { minuteMs } from '#shared/durations.ts'
import { startTestApp } from '#test/app.ts'
import { hostFields, signIn } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import { makeLiveSitting } from '#test/streams/live-sitting.ts'
import {
  missingStreamServer,
  startStreamServer,
  type Packager,
  type StreamServer,
} from '#test/streams/stream-server.ts'
import { expect, test as base } from '../app.ts'
import { corsHeaders, withoutNativeStreams } from '../meditation/stream-server.ts'
import { meditationPage } from '../pages/meditation-page.ts'

const liveSource = 'https://sit.example.org/live/own/ana.m3u8'

const test = base.extend<{ packager: Packager; server: StreamServer }>({
  packager: ['shipped', { option: true }],
  app: async ({ clock, zone, webDir }, use) => {
    const requestPublic = createRequestPublic({
      resolve: async () => ({ address: '127.0.0.1', family: 4 }),
      request: ({ pathname }, options, onResponse) =>
        httpRequest(
          `${serverOf(app.url).url}${pathname}`,
          { ...options, localAddress: serverOf(app.url).serverAddress },
          onResponse,
        ),
    })
    const app = await startTestApp({ clock, zone, webDir, isUnlimited: true, requestPublic })
    await use(app)
    await app.close()
  },
  server: async ({ app, packager }, use) => {
    const server = await startStreamServer(app.url, packager)
    servers.set(app.url, server)
    await use(server)
    await server.stop()
  },
})

const servers = new Map<string, StreamServer>()
/** Its address is known after the app's, which asks it later. */
function serverOf(appUrl: string): StreamServer {
  const server = servers.get(appUrl)
  if (!server) throw new Error('The stream server isn’t started.')
  return server
}

/** Of the member's player, ten times a second. */
interface Reading {
  atMs: number
  position: number
  isSeen: boolean
}

async function startReading(page: Page): Promise<() => Promise<Reading[]>> {
  await page.evaluate(() => {
    const readings: Reading[] = []
    Object.assign(window, { readings })
    setInterval(() => {
      const picture = document.querySelector('.live-picture')
      const video = picture?.querySelector('video')
      const isSeen = picture?.getAttribute('data-seen') === 'true'
      readings.push({ atMs: Date.now(), position: video?.currentTime ?? 0, isSeen })
    }, 100)
  })
  return () => page.evaluate(() => (window as unknown as { readings: Reading[] }).readings)
}

const stillMs = 600

/** When it moved again for good after it last stood still, or wasn't seen; null while it doesn't. */
function movedAt(readings: readonly Reading[]): number | null {
  let movedSince: number | null = null
  let [lastMoveMs, lastPosition] = [0, Number.NaN]
  for (const { atMs, position, isSeen } of readings) {
    const isMove = isSeen && position !== lastPosition
    if (isMove && (movedSince === null || atMs - lastMoveMs > stillMs)) movedSince = atMs
    if (!isSeen) movedSince = null
    if (isMove) lastMoveMs = atMs
    lastPosition = position
  }
  const nowMs = readings.at(-1)?.atMs ?? 0
  return nowMs - lastMoveMs > stillMs ? null : movedSince
}

const packagers: readonly Packager[] = ['shipped', 'module']
const missing = missingStreamServer === null ? '' : ` (not run: ${missingStreamServer})`

for (const packager of packagers)
  test.describe(`packaged by ‘${packager}’${missing}`, () => {
    test.skip(missing !== '')
    test.use({ packager })

    test('[STREAM-14, STREAM-15, STREAM-20] the picture moves again within ten seconds of an encoder’s return, six of them the group’s delay @full', async ({
      app,
      expectConsole,
      page,
      server,
      signInAs,
    }) => {
      test.setTimeout(300_000)
      expectConsole(/status of 404/)
      const hana = await signIn(app, 'hana', hostFields)
      const template = { liveSource }
      const sitting = await makeLiveSitting(app, { hostId: hana.userId, inMs: -minuteMs, template })
      const { body } = await request(app, `POST /api/sittings/${sitting.id}/stream/key`, { as: hana })
      const key = (body as { streamKey: string }).streamKey.replace('ana?key=', '')
      await request(app, `PUT /api/sittings/${sitting.id}/stream/lead`, { as: hana, body: { seconds: 6 } })
      const mia = await signInAs('mia')
      await withoutNativeStreams(page)
      await page.route('https://sit.example.org/live/own/**', async (route) => {
        const { pathname } = new URL(route.request().url())
        const headers = { cookie: mia.cookie }
        const response = await fetch(`${server.url}${pathname}`, { headers }).catch(() => null)
        // The stream server is stopped before the page is closed.
        if (response === null) return route.fulfill({ status: 404 })
        await route.fulfill({
          status: response.status,
          contentType: response.headers.get('content-type') ?? 'text/plain',
          headers: corsHeaders,
          body: Buffer.from(await response.arrayBuffer()),
        })
      })
      server.publish('ana', key)
      const { open, control } = meditationPage(page)
      await open()
      await control('Join the group').click()
      await expect(page.locator('.live-picture')).toHaveAttribute('data-seen', 'true', { timeout: 60_000 })
      const readings = await startReading(page)
      for (const gapMs of [6_000, 30_000]) {
        await expect.poll(async () => movedAt(await readings()), { timeout: 60_000 }).not.toBeNull()
        await server.killEncoders()
        const goneAtMs = Date.now()
        await expect.poll(() => Date.now() - goneAtMs, { timeout: 60_000 }).toBeGreaterThan(gapMs)
        const returnedAtMs = Date.now()
        server.publish('ana', key)
        // At first it plays what was loaded before; later a player may be built again.
        await expect
          .poll(async () => Date.now() - returnedAtMs > 15_000 && movedAt(await readings()) !== null, {
            timeout: 120_000,
          })
          .toBe(true)
        const afterMs = (movedAt(await readings()) ?? Number.POSITIVE_INFINITY) - returnedAtMs
        const { leadMs } = await app.database.query
          .selectFrom('streams')
          .select('leadMs')
          .executeTakeFirstOrThrow()
        const description = `${gapMs / 1_000} s: ${(afterMs / 1_000).toFixed(1)} s, lead ${leadMs / 1_000} s`
        test.info().annotations.push({ type: `moves again, ${packager}`, description })
        // The encoder starts, and the packager waits for a keyframe: what it writes first is seen by the group’s delay later.
        expect.soft(afterMs, description).toBeLessThanOrEqual(leadMs + 4_000)
        // A packager that doesn’t wait for a picture would go on with the sound alone.
        const width = page.locator('video').evaluate((video: HTMLVideoElement) => video.videoWidth)
        expect(await width).toBe(320)
      }
    })
  })
