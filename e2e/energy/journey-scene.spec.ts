// The painted journey canvas: reference screenshots, what is animated when, and what stays still.
// After a wanted change: look at it, then `npx playwright test e2e/energy/journey-scene.spec.ts --update-snapshots`.
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { createHistoryDay } from '#test/data/energy-history.ts'
import { expect, test } from '../app.ts'
import { seedHistory } from '../seed-history.ts'

const days = [
  createHistoryDay('2026-11-17', { before: 1, after: 5 }),
  createHistoryDay('2026-11-18', { before: 6, after: 2 }),
  createHistoryDay('2026-11-19', { before: 4, after: 4 }),
]

/** Opens the journey with a paused clock, so that every run sees the same moments. */
async function openJourney(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.setViewportSize({ width: 1100, height: 700 })
  await page.addInitScript((name) => localStorage.setItem('theme', name), theme)
  await page.clock.install()
  await page.goto('/mood-analytics?period=all')
  await expect(page.getByRole('tab', { name: 'Journey' })).toBeVisible()
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000))
  await page.getByRole('tab', { name: 'Journey' }).click()
  // A pane of a fixed size: the layout of the modal isn't under test.
  await page.locator('canvas').evaluate((canvas) => {
    if (!canvas.parentElement) return
    Object.assign(canvas.parentElement.style, {
      position: 'fixed',
      inset: '0 auto auto 0',
      width: '720px',
      height: '640px',
      padding: '40px 0 80px',
    })
  })
  await expect(page.locator('canvas')).toHaveJSProperty('width', 720)
}

/** Only the canvas, without the elements above it. */
function canvasImage(page: Page): Promise<string> {
  return page.locator('canvas').evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL())
}

/**
 * Compares with the reference screenshot, scaled down so that anti-aliasing differences between machines don't
 * matter.
 */
async function expectPicture(page: Page, name: string): Promise<void> {
  const picture = Buffer.from((await canvasImage(page)).replace(/^.*,/, ''), 'base64')
  const small = await sharp(picture).resize(300).png({ compressionLevel: 9 }).toBuffer()
  expect(small).toMatchSnapshot(`${name}.png`, { threshold: 0.03, maxDiffPixelRatio: 0.002 })
}

async function expectSession(page: Page, session: number): Promise<void> {
  await expect(page.getByRole('img', { name: new RegExp(`^Session ${session} of 3`) })).toBeVisible()
}

function setVisibility(page: Page, visibility: 'hidden' | 'visible'): Promise<void> {
  return page.evaluate((state) => {
    Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, visibility)
}

test('[JRNY-02] energy rises at night and falls by day; the scene settles when not playing and pauses when hidden @full', async ({
  page,
  app,
  signInAs,
}) => {
  await seedHistory(app, (await signInAs('mia')).userId, days)
  await openJourney(page, 'dark')
  await page.clock.runFor(2_000)
  await expectPicture(page, 'journey-rising-dark')
  const movingImage = await canvasImage(page)
  await page.clock.runFor(3_000)
  const settledImage = await canvasImage(page)
  expect(settledImage).not.toBe(movingImage)
  await page.clock.runFor(1_000)
  expect(await canvasImage(page)).toBe(settledImage)

  // Another tab changes the theme; the test steps to the next session itself.
  await page.evaluate(() => {
    localStorage.setItem('theme', 'light')
    window.dispatchEvent(new StorageEvent('storage', { key: 'theme' }))
  })
  await page.getByRole('button', { name: 'Next session' }).click()
  await expectSession(page, 2)
  await page.clock.runFor(2_000)
  await expectPicture(page, 'journey-falling-light')

  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeVisible()
  await page.clock.runFor(500)
  const playing = await canvasImage(page)
  await setVisibility(page, 'hidden')
  await page.clock.runFor(2_000)
  expect(await canvasImage(page)).toBe(playing)
  await setVisibility(page, 'visible')
  await page.clock.runFor(100)
  expect(await canvasImage(page)).not.toBe(playing)
})

test('[JRNY-02] with reduced motion each session is a static image @full', async ({
  page,
  app,
  signInAs,
}) => {
  await seedHistory(app, (await signInAs('mia')).userId, days)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openJourney(page, 'light')
  await expectPicture(page, 'journey-still-light')
  const stillImage = await canvasImage(page)
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await page.clock.runFor(2_900)
  expect(await canvasImage(page)).toBe(stillImage)
  await page.clock.runFor(200)
  await expectSession(page, 2)
  expect(await canvasImage(page)).not.toBe(stillImage)
  await page.getByRole('button', { name: 'Next session' }).click()
  await expectSession(page, 3)
  await expectPicture(page, 'journey-resting-light')

  const settledImage = await canvasImage(page)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await expect
    .poll(async () => {
      await page.clock.runFor(100)
      return canvasImage(page)
    })
    .not.toBe(settledImage)
})
