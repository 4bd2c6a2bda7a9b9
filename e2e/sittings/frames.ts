// Frames of a sitting, taken at moments of the room's clock: for the *.frames.ts beside.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import type { TestApp } from '#test/app.ts'
import { expect } from '../app.ts'
import { moveRoomTo } from '../clock.ts'
import type { slowMotion } from './slow-motion.ts'

const filmRate = 0.25

/** Takes frames of a page; a file has the name of its moment, such as '04-bell-390-dark'. */
export function frameTools(
  { page, app, setRate }: { page: Page; app: TestApp; setRate: Awaited<ReturnType<typeof slowMotion>> },
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
  /** Every half second from two before a moment to twelve after it, as the browser drew them. */
  const film = async (name: string, atMs: number) => {
    await setRate(filmRate)
    await moveRoomTo(page, app.clock, atMs - 2_200)
    const session = await page.context().newCDPSession(page)
    const drawn: { atMs: number; data: string }[] = []
    const [startedAtMs, realMs] = [app.clock.now(), Date.now()]
    session.on('Page.screencastFrame', ({ data, metadata: { timestamp = 0 }, sessionId }) => {
      drawn.push({ atMs: startedAtMs + (timestamp * 1_000 - realMs) * filmRate, data })
      void session.send('Page.screencastFrameAck', { sessionId })
    })
    await session.send('Page.startScreencast', { format: 'jpeg', quality: 95 })
    await waitUntil(app, atMs + 12_000)
    await session.send('Page.stopScreencast')
    await session.detach()
    await setRate(1)
    await mkdir('.reports/frames', { recursive: true })
    for (let seconds = -2; seconds <= 12; seconds += 0.5) {
      const shown = drawn.findLast((one) => one.atMs <= atMs + seconds * 1_000)
      const file = `${fileName(`${name}${seconds < 0 ? '' : '+'}${seconds.toFixed(1)}`)}.jpg`
      if (shown) await writeFile(join('.reports/frames', file), Buffer.from(shown.data, 'base64'))
    }
  }
  /** Presses it where it is: `click` scrolls the page where its first try meets an animation. */
  const press = async (target: Locator) => {
    await expect(target).toBeVisible()
    const box = await target.boundingBox()
    if (box) await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
  }
  return { frame, frameAfter, framesAt, film, press }
}

const waitUntil = (app: TestApp, atMs: number) =>
  expect.poll(() => app.clock.now(), { timeout: 120_000, intervals: [50] }).toBeGreaterThanOrEqual(atMs)
