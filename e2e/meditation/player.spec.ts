// The native player: streams, with and without native HLS support, captions from other servers, and errors.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { makeSitting } from '#test/data/factories.ts'
import { expect, test } from '../app.ts'
import { builtPath } from '../built-path.ts'
import { meditationPage } from '../pages/meditation-page.ts'
import { shell } from '../pages/shell.ts'
import {
  corsHeaders,
  serveStream,
  streamUrl,
  withNativeStreams,
  withoutNativeStreams,
} from './stream-server.ts'

/** After so long without a frame the player reports a slow video. */
const stallTimeoutMs = 12_000
const read = (path: string) => readFileSync(join(import.meta.dirname, path))

test.beforeEach(async ({ signInAs }) => {
  await signInAs('mia')
})

function scriptsOf(page: Page): string[] {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname)
  })
  return scripts
}

test('[SHELL-25] after a reload the video resumes at its position, also in a sharing, and after its end from the start @full', async ({
  page,
  app,
}) => {
  await makeSitting(app, { inMs: -200_000, template: { mediaSeconds: 168 } })
  const { open } = meditationPage(page)
  const video = page.locator('video')
  const seconds = () => video.evaluate((one: HTMLVideoElement) => one.currentTime)
  const isLoaded = () => video.evaluate((one: HTMLVideoElement) => one.readyState > 0)
  await open()
  await page.getByRole('button', { name: 'Play the video' }).click()
  await video.evaluate((one: HTMLVideoElement) => {
    one.currentTime = 60
  })
  await expect.poll(seconds).toBeGreaterThan(60)
  await page.reload()
  await expect.poll(seconds).toBeGreaterThanOrEqual(60)
  await expect(page.getByRole('button', { name: 'Play the video' })).toBeVisible()

  await page.getByRole('button', { name: 'Play the video' }).click()
  await video.evaluate((one: HTMLVideoElement) => {
    one.currentTime = one.duration - 0.3
  })
  await expect.poll(() => video.evaluate((one: HTMLVideoElement) => one.ended)).toBe(true)
  await page.reload()
  await expect.poll(isLoaded).toBe(true)
  expect(await seconds()).toBe(0)
})

test('[SHELL-25, AUTH-26] signing out deletes the video’s position @full', async ({ page, meditation }) => {
  await meditation()
  await meditationPage(page).open()
  await page.getByRole('button', { name: 'Play the video' }).click()
  const stored = () => page.evaluate(() => JSON.stringify(sessionStorage))
  await expect.poll(stored).toContain('video-position')
  await shell(page).choose('Sign Out')
  await expect(page).toHaveURL(/\/auth$/)
  expect(await stored()).not.toContain('video-position')
})

test('[MED-12] a stream plays through hls.js, also in a Chrome that claims to play it, seeks, and is released on leaving @full', async ({
  page,
  meditation,
}) => {
  await page.addInitScript(() => {
    HTMLMediaElement.prototype.canPlayType = () => 'maybe'
  })
  await meditation({ videoUrl: streamUrl, captionsUrl: null })
  const asked = await serveStream(page)
  const scripts = scriptsOf(page)
  const { open, player, control, slider, video, seconds, isPlaying } = meditationPage(page)
  await open()
  await control('Play the video').click()
  await expect.poll(isPlaying).toBe(true)
  expect(scripts.filter((path) => path === builtPath('hls-stream.ts'))).toHaveLength(1)
  await expect(video).toHaveAttribute('src', /^blob:/)
  await expect(player.getByText('/ 0:06')).toBeVisible()
  await slider('Seek').fill('4.5')
  await expect.poll(seconds).toBeGreaterThan(4.4)
  await expect.poll(() => asked).toContain('calm-2.m4s')

  const element = await video.elementHandle()
  await shell(page).choose('Settings')
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
  await expect.poll(() => element?.getAttribute('src')).toBeNull()
})

for (const videoUrl of ['/media/still-water.mp4', streamUrl]) {
  test(`[MED-12] hls.js isn’t loaded for ${videoUrl} where the browser plays it natively @full`, async ({
    page,
    meditation,
  }) => {
    await withNativeStreams(page)
    await meditation({ videoUrl, captionsUrl: null })
    await serveStream(page)
    const scripts = scriptsOf(page)
    const { open, video } = meditationPage(page)
    await open()
    await page.waitForLoadState('networkidle')
    expect(scripts.length).toBeGreaterThan(0)
    expect(scripts).not.toContain(builtPath('hls-stream.ts'))
    await expect(video).toHaveAttribute('src', videoUrl)
  })
}

test('[MED-12] a browser that fails at native playback of a stream gets hls.js at the next attempt @full', async ({
  page,
  meditation,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource/)
  await withNativeStreams(page)
  await meditation({ videoUrl: streamUrl, captionsUrl: null })
  const { open, player, control, video, isPlaying } = meditationPage(page)
  await page.route('https://cdn.stillwater.org/**', (route) =>
    route.fulfill({ status: 200, body: 'No stream.' }),
  )
  await open()
  await expect(video).toHaveAttribute('src', streamUrl)
  await expect(player.getByRole('alert')).toContainText('The video can’t be played right now.')
  await serveStream(page)
  await control('Try again').click()
  await expect.poll(isPlaying).toBe(true)
  await expect(video).toHaveAttribute('src', /^blob:/)
})

test('[MED-12] a missing stream is reported and can be retried @full', async ({
  page,
  meditation,
  expectConsole,
}) => {
  expectConsole(/status of 404/)
  await withoutNativeStreams(page)
  await meditation({ videoUrl: streamUrl, captionsUrl: null })
  const { open, player, control, isPlaying } = meditationPage(page)
  await page.route('https://cdn.stillwater.org/**', (route) =>
    route.fulfill({ status: 404, headers: corsHeaders, body: '' }),
  )
  await open()
  await expect(player.getByRole('alert')).toContainText('The video can’t be played right now.')
  await serveStream(page)
  await control('Try again').click()
  await expect.poll(isPlaying).toBe(true)
  await expect(player).toBeFocused()
  await expect(player.getByRole('alert')).toHaveCount(0)
})

test('[MED-12] captions from another server are shown; without captions there is no button @full', async ({
  page,
  meditation,
  expectConsole,
}) => {
  expectConsole(/status of 404/)
  await meditation({ captionsUrl: 'https://cdn.stillwater.org/day/calm.vtt' })
  const { open, control, video } = meditationPage(page)
  const body = read('../../assets/media/still-water.en.vtt')
  await page.route('https://cdn.stillwater.org/**', (route) =>
    route.fulfill({ contentType: 'text/vtt', headers: corsHeaders, body }),
  )
  await open()
  await control('Play the video').click()
  await control('Captions').click()
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.textTracks[0]?.cues?.length ?? 0))
    .toBeGreaterThan(3)

  await page.route('https://cdn.stillwater.org/**', (route) =>
    route.fulfill({ status: 404, headers: corsHeaders, body: '' }),
  )
  await open()
  await control('Play the video').click()
  await expect(control('Full screen')).toBeVisible()
  await expect(control('Captions')).toHaveCount(0)
})

const broken = [
  ['is missing', { status: 404, body: '' }],
  ['is no video', { status: 200, contentType: 'video/mp4', body: 'This is a text.' }],
] as const

test('[MED-12] a missing or invalid video file is replaced by a panel of the same size @full', async ({
  page,
  meditation,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource/)
  await meditation({ videoUrl: '/media/elsewhere.mp4' })
  const { open, player, control } = meditationPage(page)
  const panel = player.getByRole('alert')
  for (const [what, response] of broken) {
    await page.route('**/media/elsewhere.mp4', (route) => route.fulfill(response))
    await open()
    await expect(panel, what).toContainText('The video can’t be played right now.')
    expect(await panel.boundingBox(), what).toEqual(await player.boundingBox())
    await expect(control('Play the video'), what).toHaveCount(0)
    await expect(control('Try again'), what).toBeVisible()
  }
})

test('[MED-12] a network failure keeps the position, also across a failed retry @full', async ({
  page,
  meditation,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource/)
  await meditation()
  const file = read('../../assets/media/still-water.mp4')
  let isBroken = false
  // Sent in chunks, as over a slow connection.
  await page.route('**/still-water.mp4', async (route) => {
    const from = Number(/bytes=(\d+)/.exec((await route.request().headerValue('range')) ?? '')?.[1] ?? 0)
    if (isBroken) return route.abort('internetdisconnected')
    const body = file.subarray(from, from + 600_000)
    const range = `bytes ${from}-${from + body.length - 1}/${file.length}`
    return route.fulfill({
      status: 206,
      headers: { 'content-range': range, 'accept-ranges': 'bytes', 'content-type': 'video/mp4' },
      body,
    })
  })
  const { open, player, control, slider, seconds, isPlaying } = meditationPage(page)
  const panel = player.getByRole('alert')
  await page.clock.install()
  await open()
  await control('Play the video').click()
  await slider('Seek').fill('40')
  await expect.poll(seconds).toBeGreaterThan(40.2)
  isBroken = true
  await slider('Seek').fill('120')
  await expect(player.getByText('Loading the video')).toBeVisible()
  await page.clock.runFor(stallTimeoutMs)
  await expect(panel).toContainText('The video is taking a while to load.')
  await control('Try again').click()
  await expect(panel).toContainText('The video can’t be played right now.')
  await expect(panel).toContainText('Your place in the video is saved.')
  const failedAttempts = page.waitForEvent('requestfailed')
  await control('Try again').click()
  await failedAttempts
  await expect(panel).toBeVisible()
  await expect(player.getByText('Loading the video')).toHaveCount(0)
  isBroken = false
  await control('Try again').click()
  await expect.poll(isPlaying).toBe(true)
  expect(await seconds()).toBeGreaterThan(119)
})
