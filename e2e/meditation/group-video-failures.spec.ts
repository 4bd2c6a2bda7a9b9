// The group's video when it fails, is cut off by the network, or ends before its time.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeSitting } from '#test/data/factories.ts'
import { personFields, signIn } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import { expect, test } from '../app.ts'
import { expectDrift, joinGroup } from '../group.ts'
import { meditationPage } from '../pages/meditation-page.ts'
import { routeUntil } from '../route-once.ts'

test.describe.configure({ timeout: 180_000 })

test('[SYNC-35] a video shorter than its measured length ends, and the cover of the silence replaces it @full', async ({
  page,
  app,
  signInAs,
}) => {
  // The file lasts 168 s.
  const sitting = await makeSitting(app, { inMs: -166_000, template: { mediaSeconds: 400 } })
  await signInAs('mia')
  const { open, control, player } = meditationPage(page)
  await open()
  await control('Join the group').click()
  await expect(page.getByText('Video: The video is over')).toBeAttached({ timeout: 15_000 })
  await expect(player.getByText(/^In silence until/)).toBeVisible()
  expect(app.clock.now()).toBeLessThan(sitting.sharingAt - 100_000)
})

test('[SYNC-24] a video that failed comes back at the group’s second @full', async ({
  page,
  app,
  signInAs,
  expectConsole,
}) => {
  expectConsole(/ERR_FAILED/)
  const sitting = await makeSitting(app, { inMs: -31_000 })
  await signInAs('mia')
  const { open, control, player } = meditationPage(page)
  const allowVideo = await routeUntil(page, '**/media/still-water.mp4', (route) => route.abort())
  await open()
  await control('Join the group').click()
  await expect(player.getByRole('heading', { name: 'The video can’t be played right now.' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText(/^The chat rests until/)).toBeVisible()
  allowVideo()
  await control('Try again').click()
  await expectDrift(page, app, sitting, 1)
})

test('[MED-41, SYNC-24] a video whose line was cut plays on by itself at the group’s second @full', async ({
  page,
  app,
  signInAs,
  expectConsole,
}) => {
  expectConsole(/ERR_INTERNET_DISCONNECTED/)
  // Sent in pieces, as over a slow line, which is cut after some seconds.
  const file = readFileSync(join(import.meta.dirname, '../../assets/media/still-water.mp4'))
  let sentBytes = 0
  let isLineBack = false
  await page.route('**/media/still-water.mp4', async (route) => {
    if (sentBytes > 1_200_000 && !isLineBack) return route.abort('internetdisconnected')
    const from = Number(/bytes=(\d+)/.exec((await route.request().headerValue('range')) ?? '')?.[1] ?? 0)
    const body = file.subarray(from, from + 300_000)
    sentBytes += body.length
    const range = `bytes ${from}-${from + body.length - 1}/${file.length}`
    return route.fulfill({
      status: 206,
      headers: { 'content-range': range, 'accept-ranges': 'bytes', 'content-type': 'video/mp4' },
      body,
    })
  })
  const { player, sitting } = await joinGroup({ page, app, signInAs }, { inMs: -21_000 })
  const panel = player.getByRole('alert')
  await expect(panel).toContainText('It will continue when the connection is back.', { timeout: 90_000 })
  await expect(page.getByText('Video: On your own')).toBeHidden()
  isLineBack = true
  await expectDrift(page, app, sitting, 2, 60_000)
  await expect(panel).toBeHidden()
  await expect(page.getByText(/^Video: (In step|Close to|Catching up)/)).toBeAttached()
})

test('[STAGE-04, MED-41] a video that fails just before its sitting is ended doesn’t play into the sharing @full', async ({
  page,
  app,
  signInAs,
}) => {
  const { player, sitting, isPlaying } = await joinGroup({ page, app, signInAs }, { inMs: -21_000 })
  await expect.poll(isPlaying).toBe(true)
  const gail = await signIn(app, 'gail', personFields.gail)
  // Each attempt fails, as without a line.
  await page.locator('video').evaluate((video: HTMLVideoElement) => {
    const error = { code: MediaError.MEDIA_ERR_NETWORK }
    Object.defineProperty(video, 'error', { configurable: true, get: () => error })
    video.load = () => void video.dispatchEvent(new Event('error'))
    video.play = async () => {
      const { dataset } = document.documentElement
      dataset['plays'] = String(Number(dataset['plays'] ?? 0) + 1)
    }
    video.dispatchEvent(new Event('error'))
  })
  const plays = async () => Number(await page.locator('html').getAttribute('data-plays'))
  await expect.poll(plays).toBeGreaterThan(0)
  await request(app, `POST /api/sittings/${sitting.id}/end`, { as: gail })
  await expect(player.locator('[data-ending]')).toBeVisible()
  const before = await plays()
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  expect(await plays()).toBe(before)
  expect(await isPlaying()).toBe(false)
  await expect(player.locator('[data-ending]')).toBeVisible()
  await expect(player.getByRole('alert')).toHaveCount(0)
})
