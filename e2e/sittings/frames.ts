// Frames of a sitting, taken at moments of the room's clock: for the *.frames.ts beside.
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import type { TestApp } from '#test/app.ts'
import { expect } from '../app.ts'

/** Takes frames of a page; a file has the name of its moment, such as '04-bell-390-dark'. */
export function frameTools(
  { page, app }: { page: Page; app: TestApp },
  fileName: (moment: string) => string,
) {
  const frame = (name: string) =>
    page.screenshot({
      path: join('.reports/frames', `${fileName(name)}.png`),
      animations: 'allow',
      caret: 'initial',
    })
  const frameAfter = async (ms: number, name: string) => {
    await waitUntil(app, app.clock.now() + ms)
    await frame(name)
  }
  /** So many seconds after a moment. */
  const framesAt = async (name: string, atMs: number, afterSeconds: readonly number[]) => {
    for (const seconds of afterSeconds) {
      await waitUntil(app, atMs + seconds * 1_000)
      await frame(`${name}-${seconds}`)
    }
  }
  /** Presses it where it is: `click` scrolls the page where its first try meets an animation. */
  const press = async (target: Locator) => {
    await expect(target).toBeVisible()
    const box = await target.boundingBox()
    if (box) await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
  }
  return { frame, frameAfter, framesAt, press }
}

const waitUntil = (app: TestApp, atMs: number) =>
  expect.poll(() => app.clock.now(), { intervals: [50] }).toBeGreaterThanOrEqual(atMs)
