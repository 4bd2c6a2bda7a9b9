// The page's static shell: it is there before the scripts, and the screen takes its place without moving the title.
import type { Page } from '@playwright/test'
import { inlinePaths } from '#test/web/inline-responses.ts'
import { expect, test } from '../app.ts'

/** Records, frame by frame, what is visible: the shell, the app or nothing, and where the title stands. */
const recordFrames = `
  window.frames_ = []
  ;(function record() {
    const isVisible = (element) => !!element && element.getClientRects().length > 0
    const title = [...document.querySelectorAll('h1')].find(isVisible)
    const shown = isVisible(document.getElementById('shell')) ? 'shell' : title ? 'screen' : 'nothing'
    const { x = 0, y = 0 } = title?.getBoundingClientRect() ?? {}
    if (document.body) window.frames_.push(shown + ' ' + Math.round(x) + ' ' + Math.round(y))
    requestAnimationFrame(record)
  })()`

/** Records which elements became the largest paint; an element that is gone is null. */
const recordLargestPaints = `
  window.paints_ = []
  new PerformanceObserver((list) => {
    for (const { element } of list.getEntries()) window.paints_.push(element)
  }).observe({ type: 'largest-contentful-paint', buffered: true })`

const thumbnailUrl = '/media/thumbnails/morning-light-on-still-water.jpg'

/** As on a device whose fallback font is narrower than the font that arrives after the shell's paint. */
const narrowerFallback = '* { font-family: serif !important } #shell * { letter-spacing: -0.04em }'

for (const [path, isMember, tag] of [
  ['/auth', false, ' @full'],
  ['/meditation', true, ''],
  ['/mood-analytics', true, ' @full'],
] as const)
  test(`[SHELL-29, SHELL-31] the shell of ${path} gives way to its screen without a blank frame or a jump${tag}`, async ({
    app,
    page,
    signInAs,
    meditation,
  }) => {
    await meditation({ title: 'The one and only', thumbnailUrl })
    if (isMember) {
      const { userId } = await signInAs('mia')
      const entry = { userId, sessionDate: '2026-11-21', emotionLevel: 4, moodType: 'pre' } as const
      await app.database.query
        .insertInto('mood_entries')
        .values({ ...entry, createdAt: new Date(app.clock.now()) })
        .execute()
    }
    await page.addInitScript({ content: recordFrames })
    await page.addInitScript({ content: recordLargestPaints })
    await page.route('**/assets/index-*.css', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, body: (await response.text()) + narrowerFallback })
    })
    // The shell's own image is painted before the app runs, however busy this machine is.
    await page.route('**/assets/index-*.js', async (route) => {
      await page.waitForFunction(() => [...document.images].every(({ complete }) => complete))
      await page.evaluate(() => new Promise(requestAnimationFrame))
      await route.continue()
    })
    // Long enough for the loading states to be drawn.
    await page.route('**/api/**', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 200))
      await route.continue()
    })
    const requests: string[] = []
    // Once connected, the page reads again what it may have missed, at a random moment.
    let isConnected = false
    page.on('websocket', (socket) => socket.on('framereceived', () => (isConnected = true)))
    page.on('request', (request) => {
      if (!isConnected) requests.push(pathAndQuery(request.url()))
    })
    const response = await page.goto(path)
    await expect(page.locator('#root').getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('#shell')).toHaveCount(0)
    const frames = await page.evaluate(() => (window as unknown as { frames_: string[] }).frames_)
    const kinds = frames.map((frame) => frame.split(' ')[0])
    expect([...new Set(kinds.slice(kinds.indexOf('shell')))]).toEqual(['shell', 'screen'])
    const lastOf = (kind: string) =>
      frames
        .findLast((frame) => frame.startsWith(kind))
        ?.split(' ')
        .slice(1)
    expect(lastOf('screen')).toEqual(lastOf('shell'))
    expect(await largestPaintsOfApp(page)).toEqual([])
    // The page says whether there is a session, and for members whose it is.
    expect(requests).not.toContain('/api/auth/session')
    await page.waitForLoadState('networkidle')
    const brought = inlinePaths((await response?.text()) ?? '')
    expect(brought).toContain('/api/community')
    expect(requests.filter((request) => brought.includes(request))).toEqual([])
  })

function pathAndQuery(url: string): string {
  const { pathname, search } = new URL(url)
  return pathname + search
}

/** The texts of largest paints that the app drew; the viewer has seen them in the shell already. */
async function largestPaintsOfApp(page: Page): Promise<(string | null)[]> {
  // The browser reports paints in order, so the app's are reported before this one.
  const probe = await page.evaluateHandle(() => {
    const element = document.createElement('p')
    // Larger than any picture: only a larger paint is reported.
    element.textContent = 'Probe '.repeat(12)
    element.style.cssText = 'position: fixed; inset: 0; z-index: 9999; font-size: 12rem; line-height: 1'
    document.body.append(element)
    return element
  })
  await page.waitForFunction(
    (element) => (window as unknown as { paints_: Element[] }).paints_.includes(element),
    probe,
  )
  return page.evaluate(() =>
    (window as unknown as { paints_: (Element | null)[] }).paints_
      .filter((element) => element?.closest('#root'))
      .map((element) => element?.textContent ?? null),
  )
}
