// A live sitting's picture on a member's page: what is requested of the stream, and whether it is in step.
import type { Page } from '@playwright/test'
import type { TestApp } from '#test/app.ts'

/** What a page requests of the stream, and the stamp of its player's position 0: that of the first playlist's first segment. */
export function watchStream(page: Page) {
  const requested: string[] = []
  let zeroMs: number | null = null
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/live/')) requested.push(pathname)
  })
  page.on('response', async (response) => {
    if (zeroMs !== null || !/\/live\/.*\.m3u8$/.test(response.url()) || !response.ok()) return
    const stamp = /#EXT-X-PROGRAM-DATE-TIME:(\S+)/.exec(await response.text())?.[1]
    zeroMs ??= stamp === undefined ? null : Date.parse(stamp)
  })
  return { requested, zeroMs: () => zeroMs }
}

/** How far a picture is ahead of room clock − lead, in seconds; null while it doesn't run. */
export async function secondsFromGroup(
  page: Page,
  app: TestApp,
  { zeroMs, leadMs }: { zeroMs: number | null; leadMs: number },
): Promise<number | null> {
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

/** How many bytes of sound a page has decoded. */
export function decodedSound(page: Page): Promise<number> {
  return page
    .locator('video')
    .evaluate(
      (video) => (video as unknown as { webkitAudioDecodedByteCount: number }).webkitAudioDecodedByteCount,
    )
}
