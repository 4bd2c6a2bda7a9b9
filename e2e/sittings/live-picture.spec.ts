// A teacher who speaks now, on the pages of members: the picture comes by itself, at one second for all, and goes without a
// word.
import type { Page } from '@playwright/test'
import type { Sitting } from '#features/sittings/sitting.ts'
import type { TestApp } from '#test/app.ts'
import { moveBell } from '#test/data/factories.ts'
import { hostFields, signIn } from '#test/people/people.ts'
import { makeLiveSitting } from '#test/streams/live-sitting.ts'
import { expect, test } from '../app.ts'
import { meditationPage } from '../pages/meditation-page.ts'
import { startTeacher } from './live-teacher.ts'

const leadMs = 6_000

/** What a page requests of the stream, and the stamp of its player's position 0: that of the first playlist's first segment. */
function watchStream(page: Page) {
  const requested: string[] = []
  let zeroMs: number | null = null
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/live/')) requested.push(pathname)
  })
  page.on('response', async (response) => {
    if (zeroMs !== null || !response.url().endsWith('/picture.m3u8') || !response.ok()) return
    const stamp = /#EXT-X-PROGRAM-DATE-TIME:(\S+)/.exec(await response.text())?.[1]
    zeroMs ??= stamp === undefined ? null : Date.parse(stamp)
  })
  return { requested, zeroMs: () => zeroMs }
}

/** How far the picture is from room clock − lead, in seconds; null while it doesn't run. */
async function driftOf(page: Page, app: TestApp, zeroMs: number | null): Promise<number | null> {
  if (zeroMs === null) return null
  const aheadMs = app.clock.now() - Date.now()
  return page.locator('video').evaluate(
    (video: HTMLVideoElement, facts) => {
      const isRunning = !video.paused && !video.seeking && video.readyState >= 3
      const group = Date.now() + facts.aheadMs - facts.leadMs
      return isRunning ? video.currentTime - (group - facts.zeroMs) / 1_000 : null
    },
    { zeroMs, aheadMs, leadMs },
  )
}

const picture = (page: Page) => page.locator('.live-picture')
const seen = (page: Page) => expect(picture(page)).toHaveAttribute('data-seen', 'true', { timeout: 20_000 })

/** What screen readers would say from now on. */
async function collectSpoken(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const spoken: string[] = []
    Object.assign(window, { spoken })
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const element = target instanceof Element ? target : target.parentElement
        const region = element?.closest('[role=status], [role=alert], [role=log], [aria-live=polite]')
        if (region?.textContent) spoken.push(region.textContent)
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
  return () => page.evaluate(() => (window as unknown as { spoken: string[] }).spoken)
}

/** Mia sits, and the bell rings in so many seconds. */
async function seat(page: Page, app: TestApp, inMs: number): Promise<Sitting> {
  const { open, control } = meditationPage(page)
  await open()
  await control('Take your seat').click()
  const sitting = await moveBell(app, inMs)
  await expect(page.locator('.silence-word')).toBeVisible({ timeout: inMs + 15_000 })
  return sitting
}

test('[STREAM-02, STREAM-12, STREAM-13] nobody speaks: nothing is requested; then the picture comes without a press, in step, with its sound', async ({
  page,
  app,
  signInAs,
}) => {
  const hana = await signIn(app, 'hana', hostFields)
  const sitting = await makeLiveSitting(app, { hostId: hana.userId, inMs: 600_000 })
  await signInAs('mia')
  const { requested, zeroMs } = watchStream(page)
  await seat(page, app, 2_000)
  const { player } = meditationPage(page)
  await expect(player.getByText('Hana’s picture comes here')).toBeVisible()
  expect(requested).toEqual([])
  const spoken = await collectSpoken(page)

  const teacher = await startTeacher(app, { as: hana, sittingId: sitting.id, leadMs })
  await seen(page)
  await expect
    .poll(async () => Math.abs((await driftOf(page, app, zeroMs())) ?? 9), { timeout: 10_000 })
    .toBeLessThanOrEqual(0.5)
  const sound = await page
    .locator('video')
    .evaluate(
      (video) => (video as unknown as { webkitAudioDecodedByteCount: number }).webkitAudioDecodedByteCount,
    )
  expect(sound).toBeGreaterThan(0)
  // It has covered the line.
  await expect(player.getByText('Hana’s picture comes here')).toBeHidden()
  await teacher.leave()
  expect(await spoken()).toEqual([])
})
