// YouTube videos: the facade, the player's messages, and the fallback when it can't play.
import type { Page } from '@playwright/test'
import { busEvents } from '#shared/bus-events.ts'
import { expect, test } from '../app.ts'
import { expectAccessibleInBothThemes, expectNoSidewaysScroll } from '../axe.ts'
import { flushRequests, advanceTime } from '../clock.ts'
import { stubYoutube, videoId } from '../pages/fake-youtube.ts'
import { meditationPage } from '../pages/meditation-page.ts'
import { routeUntil } from '../route-once.ts'

const videoUrl = `https://www.youtube.com/watch?v=${videoId}&t=30s`
/** After so long without a response the player counts as blocked. */
const youtubeRespondsWithinMs = 10_000
const watchAddress = `https://www.youtube.com/watch?v=${videoId}`

test.beforeEach(async ({ signInAs }) => {
  await signInAs('mia')
})

/** The screen with a YouTube video. */
function youtubePage(page: Page) {
  const { open, player, control } = meditationPage(page)
  return {
    open,
    player,
    play: control('Play the video'),
    frame: player.locator('iframe'),
    panel: player.getByRole('alert'),
    again: control('Try again'),
    watch: player.getByRole('link', { name: 'Watch on YouTube' }),
    offer: page.getByText(/^How (is your energy|are you leaving)/),
  }
}

test('[MED-10] no request goes to YouTube before play, not even for the template’s image @full', async ({
  page,
  meditation,
}) => {
  await meditation({ videoUrl, thumbnailUrl: `https://i.ytimg.com/vi/${videoId}/maxresdefault.jpg` })
  const youtube = await stubYoutube(page)
  const { open, player, play, frame } = youtubePage(page)
  await open()
  await expect(player.getByText('Playing loads the video from YouTube.')).toBeVisible()
  await play.hover()
  await page.waitForLoadState('networkidle')
  expect(youtube.requests).toEqual([])
  await expect(frame).toHaveCount(0)
  await expect(page.locator('video')).toHaveCount(0)

  await play.click()
  await youtube.waitForListener()
  expect(youtube.requests).toHaveLength(1)
})

test('[MED-10] the YouTube player loads from its privacy-enhanced URL, built from the id alone @full', async ({
  page,
  app,
  meditation,
}) => {
  await meditation({ videoUrl: `${videoUrl}&list=PLx&autoplay=0&evil="><script>`, title: 'A "title" of <b>' })
  const youtube = await stubYoutube(page)
  const { open, player, play, frame } = youtubePage(page)
  await open()
  const before = await player.boundingBox()
  await play.click()
  await youtube.waitForListener()
  const origin = encodeURIComponent(app.url)
  const src = `https://www.youtube-nocookie.com/embed/${videoId}?enablejsapi=1&autoplay=1&playsinline=1&rel=0&origin=${origin}&start=30`
  await expect(frame).toHaveAttribute('src', src)
  await expect(frame).toHaveAttribute('allow', 'autoplay; encrypted-media; picture-in-picture; fullscreen')
  await expect(frame).toHaveAttribute('referrerpolicy', 'strict-origin-when-cross-origin')
  await expect(frame).toHaveAttribute('title', 'A "title" of <b>')
  expect(youtube.requests).toEqual([{ url: src, referrer: `${app.url}/` }])

  // The same position as before, without an overlay of ours.
  expect(await player.boundingBox()).toEqual(before)
  expect(await frame.boundingBox()).toEqual(before)
  const onTop = await frame.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return [0.1, 0.5, 0.9].map(
      (at) => document.elementFromPoint(left + width * at, top + height * at) === element,
    )
  })
  expect(onTop).toEqual([true, true, true])
})

test('[MED-10] the keyboard starts the video and moves on into the player @full', async ({
  page,
  meditation,
}) => {
  await meditation({ videoUrl })
  const youtube = await stubYoutube(page)
  const { open, player, play, frame } = youtubePage(page)
  await open()
  await play.focus()
  await page.keyboard.press('Enter')
  await youtube.waitForListener()
  await expect(player).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(frame).toBeFocused()
})

test('[MED-10, ENERGY-17] YouTube playback prompts for energy: Before at the first play, After at its end @full', async ({
  page,
  meditation,
}) => {
  await meditation({ videoUrl })
  const youtube = await stubYoutube(page)
  const { open, play, offer } = youtubePage(page)
  await open()
  await play.click()
  await youtube.waitForListener()
  await expect(offer).toHaveText('How is your energy before you begin?')
  await page.getByRole('button', { name: 'Not now' }).click()
  await youtube.setState(3)
  await youtube.setState(1)
  await youtube.setState(2)
  await expect(offer).toHaveCount(0)
  await youtube.setState(1)
  await youtube.setState(0)
  await expect(offer).toHaveText('How are you leaving?')
})

test('[LIVE-18] a YouTube video playing over midnight keeps the screen until it ends @full', async ({
  page,
  clock,
  meditation,
}) => {
  clock.set('2026-11-22T05:59:20Z')
  await meditation({ videoUrl, title: 'The last one' })
  await meditation({ title: 'The next one', day: '2026-11-22' })
  const youtube = await stubYoutube(page)
  const { play } = youtubePage(page)
  let todayRequests = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/meditation/today')) todayRequests += 1
  })
  await page.clock.install()
  await page.goto('/meditation')
  await play.click()
  await youtube.waitForListener()
  await youtube.setState(1)
  // Once connected, the page reads again what it may have missed.
  await flushRequests(page)
  todayRequests = 0
  await advanceTime(page, clock, 40)
  // Longer after midnight than the screen normally waits to switch to the new day.
  await advanceTime(page, clock, 6)
  await expect(meditationPage(page).countdown).toHaveText(/23h 59m ([0-4]?\d|5[0-4])s$/)
  await flushRequests(page)
  expect(todayRequests).toBe(0)
  await expect(page.getByRole('heading', { name: 'The last one' })).toBeVisible()
  // A pause isn't the end.
  await youtube.setState(2)
  await advanceTime(page, clock, 6)
  await expect(page.getByRole('heading', { name: 'The last one' })).toBeVisible()
  await youtube.setState(1)
  await youtube.setState(0)
  await advanceTime(page, clock, 6)
  await expect(page.getByRole('heading', { name: 'The next one' })).toBeVisible()
  expect(todayRequests).toBeGreaterThan(0)
})

const playerErrors = [
  [101, 'Video Embedding Restricted'],
  [150, 'Video Embedding Restricted'],
  [153, 'Video Embedding Restricted'],
  [100, 'This video is gone'],
  [2, 'This video can’t be played here'],
  [5, 'This video can’t be played here'],
] as const

test('[MED-11] each player error is replaced by a message with a link to YouTube @full', async ({
  page,
  context,
  meditation,
}) => {
  await meditation({ videoUrl })
  const youtube = await stubYoutube(page)
  const { open, player, play, frame, panel, watch } = youtubePage(page)
  const logged: string[] = []
  page.on('console', (message) => logged.push(message.text()))
  for (const [code, title] of playerErrors) {
    logged.length = 0
    await open()
    const before = await player.boundingBox()
    await play.click()
    await youtube.waitForListener()
    await youtube.sendError(code)
    await expect(panel.getByRole('heading', { name: title, exact: true }), `error ${code}`).toBeVisible()
    await expect(frame).toHaveCount(0)
    expect(await player.boundingBox()).toEqual(before)
    await expect(watch).toHaveAttribute('rel', /noopener/)
    const opened = context.waitForEvent('page')
    await watch.click()
    const tab = await opened
    await expect.poll(() => tab.url()).toBe(watchAddress)
    expect(await tab.evaluate(() => window.opener === null)).toBe(true)
    await tab.close()
    expect(
      logged.some((line) => line.includes('error 153')),
      `error ${code}`,
    ).toBe(code === 153)
  }
})

test('[MED-11] an error that occurred before the page listened is handled too @full', async ({
  page,
  meditation,
}) => {
  await meditation({ videoUrl })
  await stubYoutube(page, { earlyError: 150 })
  const { open, play, panel, player } = youtubePage(page)
  await open()
  await play.press('Enter')
  await expect(panel).toContainText('Video Embedding Restricted')
  await expect(player).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Watch on YouTube' })).toBeFocused()
})

test('[MED-11] a blocked player is replaced by a panel and can be retried @full', async ({
  page,
  meditation,
  expectConsole,
}) => {
  // The browser's messages about a frame that it didn't load.
  expectConsole(/ERR_BLOCKED_BY_CLIENT|Failed to execute 'postMessage'/)
  await meditation({ videoUrl })
  const youtube = await stubYoutube(page)
  const allowRequests = await routeUntil(page, 'https://www.youtube-nocookie.com/**', (route) =>
    route.abort('blockedbyclient'),
  )
  const { open, player, play, frame, panel, again, watch } = youtubePage(page)
  await page.clock.install()
  await open()
  const before = await player.boundingBox()
  await play.click()
  await expect(player.getByText('Loading the video')).toBeAttached()
  await page.clock.runFor(youtubeRespondsWithinMs)
  await expect(panel).toContainText('YouTube isn’t responding')
  await expect(frame).toBeHidden()
  await expect(watch).toHaveAttribute('href', watchAddress)
  allowRequests()
  await again.click()
  await youtube.waitForListener()
  await expect(panel).toHaveCount(0)
  await expect(frame).toBeVisible()
  expect(await player.boundingBox()).toEqual(before)
})

test('[MED-11] a late response removes the panel @full', async ({ page, meditation }) => {
  await meditation({ videoUrl })
  const youtube = await stubYoutube(page, { mute: true })
  const { open, player, play, frame, panel } = youtubePage(page)
  await page.clock.install()
  await open()
  await play.click()
  await expect(player.getByText('Loading the video')).toBeAttached()
  await page.clock.runFor(youtubeRespondsWithinMs)
  await expect(panel).toContainText('YouTube isn’t responding')
  await youtube.startResponding()
  await expect(panel).toHaveCount(0)
  await expect(frame).toBeVisible()
})

test('[T30] messages from another origin or window are ignored @full', async ({ page, meditation }) => {
  await meditation({ videoUrl })
  const youtube = await stubYoutube(page)
  const { open, play, frame, panel, offer } = youtubePage(page)
  await open()
  await play.click()
  await youtube.waitForListener()
  await expect(offer).toHaveText('How is your energy before you begin?')
  await frame.evaluate((element: HTMLIFrameElement) => {
    const error = JSON.stringify({ event: 'onError', info: 150 })
    const spoof = (origin: string, source: Window | null) =>
      window.dispatchEvent(new MessageEvent('message', { data: error, origin, source }))
    // Our player's window, and an origin that only resembles YouTube's.
    for (const origin of [
      'https://www.youtube-nocookie.com.evil.net',
      'http://www.youtube-nocookie.com',
      'https://evil.net',
      location.origin,
      'null',
      '',
    ])
      spoof(origin, element.contentWindow)
    // YouTube's origin, and a window that isn't our player's.
    spoof('https://www.youtube-nocookie.com', window)
    spoof('https://www.youtube.com', null)
    window.postMessage(error, '*')
  })
  // Another real YouTube player on the page.
  await page.evaluate(() => {
    const other = document.createElement('iframe')
    other.src = 'https://www.youtube-nocookie.com/embed/someoneelse'
    document.body.append(other)
  })
  await expect.poll(() => page.frames().some((one) => one.url().endsWith('/someoneelse'))).toBe(true)
  const other = page.frames().find((one) => one.url().endsWith('/someoneelse'))
  await other?.evaluate(() => {
    window.parent.postMessage(JSON.stringify({ event: 'onError', info: 150 }), '*')
  })
  // Messages that aren't the player's are ignored.
  await (
    await youtube.frame()
  ).evaluate(() => {
    for (const data of ['{', '7', 'null', '{"event":7}', '{"event":"onStateChange","info":"0"}', '[]'])
      window.parent.postMessage(data, '*')
    window.parent.postMessage({ info: { playerState: 0 } }, '*')
  })
  await youtube.setState(0)
  await expect(offer).toHaveText('How are you leaving?')
  await expect(panel).toHaveCount(0)
  await expect(frame).toBeVisible()
})

const invalidVideoUrls = [
  'javascript:alert(1)',
  'https://www.youtube.com/watch?v=short',
  'https://10.0.0.7/a.mp4',
]
test('[T29] a URL that isn’t a video never reaches a frame or a player @full', async ({
  page,
  app,
  meditation,
}) => {
  await meditation({ thumbnailUrl: 'https://127.0.0.1/a.jpg' })
  const youtube = await stubYoutube(page)
  const { open, panel, play } = youtubePage(page)
  for (const address of invalidVideoUrls) {
    await app.database.query.updateTable('meditation_templates').set({ videoUrl: address }).execute()
    await app.bus.publish(busEvents.days, { type: 'changed' })
    await open()
    await expect(panel, address).toContainText('This video can’t be shown')
    await expect(page.locator('iframe, video, img[src^="https:"]'), address).toHaveCount(0)
    await expect(play, address).toHaveCount(0)
  }
  expect(youtube.requests).toEqual([])
})

test('[MED-10, MED-11] the facade and the panels pass axe in both themes, at every width @full', async ({
  page,
  meditation,
}) => {
  await meditation({ videoUrl })
  const youtube = await stubYoutube(page)
  const { open, player, play, panel, watch } = youtubePage(page)
  const atEveryWidth = async (look: () => Promise<void>) => {
    for (const width of [1440, 820, 390, 320]) {
      await page.setViewportSize({ width, height: width === 1440 ? 900 : 760 })
      await expectNoSidewaysScroll(page)
      await look()
      // axe would find the same here as at the widths next to it.
      if (width === 820 || width === 320) continue
      await expectAccessibleInBothThemes(page, `at ${width}`, { rules: 'everything', within: 'main' })
    }
  }
  await open()
  await atEveryWidth(() => expect(play).toBeInViewport())
  await play.click()
  await youtube.waitForListener()
  await youtube.sendError(150)
  await expect(panel).toBeVisible()
  await atEveryWidth(async () => {
    const box = await player.boundingBox()
    const button = await watch.boundingBox()
    // The button is visible within the picture, without scrolling.
    expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThanOrEqual((box?.y ?? 0) + (box?.height ?? 0))
  })
})
