// Frames of a sitting, taken at moments of the room's clock: for the *.frames.ts beside.
import { join } from 'node:path'
import type { Page } from '@playwright/test'
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
  return { frame, frameAfter, framesAt }
}

const waitUntil = (app: TestApp, atMs: number) =>
  expect.poll(() => app.clock.now(), { intervals: [50] }).toBeGreaterThanOrEqual(atMs)
