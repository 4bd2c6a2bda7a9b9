// A picture from another site, on a member's page: stamps that are wrong, that jump, and none at all.
import { request as httpRequest } from 'node:http'
import type { Page } from '@playwright/test'
import { parseRanges } from '#server/addresses/address-ranges.ts'
import { createRequestPublic } from '#server/outgoing/request-public.ts'
import { hourMs, secondMs } from '#shared/durations.ts'
import { startTestApp, type TestApp } from '#test/app.ts'
import { personFields, signIn } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import { makeLiveSitting } from '#test/streams/live-sitting.ts'
import { expect, test as base } from '../app.ts'
import { meditationPage } from '../pages/meditation-page.ts'
import { outsideUrl, startOutsideStream, type OutsideStream } from './outside-stream.ts'

const test = base.extend<{ outside: OutsideStream }>({
  outside: async ({ clock }, use) => {
    const outside = await startOutsideStream(clock.now)
    await use(outside)
    outside.close()
  },
  app: async ({ clock, zone, webDir, outside }, use) => {
    const requestPublic = createRequestPublic({
      resolve: async () => ({ address: '127.0.0.1', family: 4 }),
      request: ({ pathname }, options, onResponse) =>
        httpRequest(`http://127.0.0.1:${outside.port}${pathname}`, options, onResponse),
    })
    const config = { limitsExempt: parseRanges('127.0.0.0/8') }
    const app = await startTestApp({ clock, zone, webDir, config, requestPublic })
    await use(app)
    await app.close()
  },
})

/** Mia comes late, and sees the picture. The lead is set: on its way to a measured one the picture would move. */
async function join(page: Page, app: TestApp, outside: OutsideStream): Promise<void> {
  const template = { liveSource: outsideUrl }
  const { id } = await makeLiveSitting(app, { hostId: null, inMs: -60_000, template })
  const ada = await signIn(app, 'ada', personFields.ada)
  await request(app, `PUT /api/sittings/${id}/stream/lead`, { as: ada, body: { seconds: 10 } })
  await outside.serveTo(page)
  const { open, control } = meditationPage(page)
  await open()
  expect(outside.requested).toEqual([])
  await control('Join the group').click()
  await expect(page.locator('.live-picture')).toHaveAttribute('data-seen', 'true', { timeout: 60_000 })
}

/** How far the picture is ahead of this machine's clock, in seconds: a number that stays while it runs in step. */
const ahead = (page: Page) =>
  page
    .locator('video')
    .evaluate((video: HTMLVideoElement) =>
      video.paused ? Number.NaN : video.currentTime - Date.now() / 1_000,
    )

/**
 * How far the picture moves in so many seconds, in seconds of it: within half a second, and in all; NaN if it stands. A player
 * without a processor falls behind little by little, within SYNC's tolerance.
 */
async function movesWithin(page: Page, seconds: number): Promise<{ atOnce: number; inAll: number }> {
  const seen: number[] = []
  await expect
    .poll(async () => seen.push(await ahead(page)), { timeout: (seconds + 60) * secondMs, intervals: [500] })
    .toBeGreaterThanOrEqual(seconds * 2)
  const steps = seen.slice(1).map((now, index) => Math.abs(now - (seen[index] ?? Number.NaN)))
  return { atOnce: Math.max(...steps), inAll: Math.max(...seen) - Math.min(...seen) }
}

function expectEven({ atOnce, inAll }: Awaited<ReturnType<typeof movesWithin>>): void {
  process.stdout.write(`    moved by ${atOnce.toFixed(2)} s at once, ${inAll.toFixed(2)} s in all\n`)
  expect(atOnce).toBeLessThanOrEqual(0.3)
  expect(inAll).toBeLessThanOrEqual(0.6)
}

for (const byMs of [40 * secondMs, -40 * secondMs])
  test(`[STREAM-05] stamps that are wrong by three hours, and then jump by ${byMs / secondMs} s, move no page by more than 0.3 s @full`, async ({
    app,
    outside,
    page,
    signInAs,
  }) => {
    test.setTimeout(240_000)
    outside.setClock(3 * hourMs)
    await signInAs('mia')
    await join(page, app, outside)
    await expect(page.getByText(/In step with the group \(0\.[0-4] s\)/)).toBeAttached({ timeout: 60_000 })
    outside.setClock(3 * hourMs + byMs)
    expectEven(await movesWithin(page, 40))
  })

test('[STREAM-17] a stream without stamps plays evenly, and its page says at the seat that it isn’t in step @full', async ({
  app,
  outside,
  page,
  signInAs,
}) => {
  outside.setClock(null)
  await signInAs('mia')
  await join(page, app, outside)
  expectEven(await movesWithin(page, 5))
  // In the dark nothing is said; in the light it is read at the seat.
  await page.keyboard.press('Escape')
  await expect(page.getByText('Not in step with the group', { exact: true })).toBeVisible()
})

test('[STREAM-17] stamps that vanish from a stream take no picture away: it plays on, and says that it isn’t in step @full', async ({
  app,
  outside,
  page,
  signInAs,
}) => {
  test.setTimeout(180_000)
  await signInAs('mia')
  await join(page, app, outside)
  await expect(page.getByText(/In step with the group/)).toBeAttached({ timeout: 60_000 })
  outside.setClock(null)
  await expect(page.getByText(/Not in step with the group/)).toBeAttached({ timeout: 60_000 })
  expectEven(await movesWithin(page, 6))
  await expect(page.locator('.live-picture')).toHaveAttribute('data-seen', 'true')
  outside.setClock(0)
  await expect(page.getByText(/In step with the group/)).toBeAttached({ timeout: 60_000 })
})
