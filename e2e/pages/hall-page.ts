// The page object of a hall's screen, opened by the link of a test's hall.
import { expect, type BrowserContext, type Page } from '@playwright/test'
import type { TestApp } from '#test/app.ts'
import { hallToken, openHall } from '#test/data/halls.ts'

/** Opens a hall of a sitting in a browser of its own. */
export async function openHallPage(
  context: BrowserContext,
  app: TestApp,
  {
    sittingId,
    people = 12,
    watch,
  }: { sittingId: number; people?: number; watch: (page: Page) => Promise<void> },
) {
  await openHall(app, sittingId, people)
  const page = await context.newPage()
  await watch(page)
  return { ...hallPage(page), open: () => page.goto(`/hall#${hallToken}`) }
}

/** Locators on the screen. */
export function hallPage(page: Page) {
  return {
    page,
    words: page.locator('.hall-words'),
    begin: page.getByRole('button', { name: 'Begin', exact: true }),
    closed: page.getByRole('heading', { name: 'The hall is closed' }),
    video: page.locator('video'),
    isPlaying: () =>
      page.locator('video').evaluate((video: HTMLVideoElement) => !video.paused && video.currentTime > 0),
    /** Reads at once, as a page does that is shown again; else it does each 14 s. */
    reread: () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange'))),
    /** Begins, and waits until the press is gone. */
    async press() {
      await page.getByRole('button', { name: 'Begin', exact: true }).click()
      await expect(page.getByRole('button', { name: 'Begin', exact: true })).toBeHidden()
    },
  }
}
