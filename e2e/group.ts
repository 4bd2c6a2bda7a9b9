// A member in the group's video: joins it, and is so many seconds from it.
import type { Page } from '@playwright/test'
import type { Sitting } from '#features/sittings/sitting.ts'
import type { TestApp } from '#test/app.ts'
import { makeSitting } from '#test/data/factories.ts'
import { rateStalledKey } from '#web/player/group/measured-player.ts'
import { mediaTraits } from '#web/player/group/sync-traits.ts'
import { expect, type Fixtures } from './app.ts'
import { meditationPage } from './pages/meditation-page.ts'

/** The video's position minus the group's second; null while it doesn't run. */
export function driftOf(page: Page, app: TestApp, { videoAt }: Sitting): Promise<number | null> {
  const serverAheadMs = app.clock.now() - Date.now()
  return page.locator('video').evaluate((video: HTMLVideoElement, startsAtMs) => {
    const isRunning = !video.paused && !video.seeking && video.readyState >= 3
    return isRunning ? video.currentTime - (Date.now() - startsAtMs) / 1_000 : null
  }, videoAt - serverAheadMs)
}

/**
 * How far from the group a page may stay that is asked to be within so many seconds of it. On a busy machine a change of
 * the rate may stall the player. The page remembers that, and then leaves up to 2 s alone (SYNC-08).
 */
export async function leftAlone(page: Page, within: number): Promise<number> {
  const rateStalls = await page.evaluate((key) => localStorage.getItem(key) !== null, rateStalledKey)
  return rateStalls ? Math.max(within, mediaTraits.toleranceWithoutStretch) : within
}

/**
 * Waits until the video is within so many seconds of the group. On a slow machine a seek lands late. A stretch takes 25 s to
 * make up for one second, and starts again after an interruption.
 */
export async function expectDrift(
  page: Page,
  app: TestApp,
  sitting: Sitting,
  within: number,
  timeout = 90_000,
) {
  await expect
    .poll(
      async () => {
        const drift = Math.abs((await driftOf(page, app, sitting)) ?? Number.POSITIVE_INFINITY)
        return drift <= (await leftAlone(page, within)) ? 'near' : `${drift} s from the group`
      },
      { timeout },
    )
    .toBe('near')
}

/** As a line without data does: the video waits, its position rests, and it goes on where it was. */
export function stall(page: Page, forMs: number): Promise<void> {
  return page.locator('video').evaluate(async (video: HTMLVideoElement, ms) => {
    const stuckAt = video.currentTime
    const until = performance.now() + ms
    const waiting = { currentTime: stuckAt, readyState: 2, buffered: { length: 0 } }
    for (const [name, value] of Object.entries(waiting))
      Object.defineProperty(video, name, { get: () => value, configurable: true })
    video.dispatchEvent(new Event('waiting'))
    await new Promise((resolve) => setTimeout(resolve, until - performance.now()))
    for (const name of Object.keys(waiting)) Reflect.deleteProperty(video, name)
    video.currentTime = stuckAt
    video.dispatchEvent(new Event('playing'))
  }, forMs)
}

/** Brings what the dark room shows for three seconds after a pointer. */
export async function wakeDarkRoom(page: Page): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('data-lights', 'dark')
  await page.mouse.move(300, 300)
  await page.mouse.move(305, 300)
}

/** Presses what `wakeDarkRoom` brings. */
export async function pressInTheDark(page: Page, name: string): Promise<void> {
  await wakeDarkRoom(page)
  await page.getByRole('button', { name, exact: true }).click()
}

/** Mia joins a sitting that is under way; how close she gets is the matter of SYNC-13. */
export async function joinGroup(
  { page, app, signInAs }: Pick<Fixtures, 'app' | 'signInAs'> & { page: Page },
  options: Parameters<typeof makeSitting>[1],
) {
  const sitting = await makeSitting(app, options)
  await signInAs('mia')
  const shown = meditationPage(page)
  await shown.open()
  await shown.control('Join the group').click()
  await expectDrift(page, app, sitting, 3)
  return { ...shown, sitting }
}
