// The meditation screen: the day and its countdown, the stage, the player, and a day without a meditation.
import type { Locator } from '@playwright/test'
import type { TestApp } from '#test/app.ts'
import { connectLive, type TestLiveClient } from '#test/live/live-client.ts'
import { signIn } from '#test/people/people.ts'
import { inlineBlock } from '#test/web/inline-responses.ts'
import { expect, test } from '../app.ts'
import { expectNoSidewaysScroll } from '../axe.ts'
import { flushRequests } from '../clock.ts'
import { meditationPage } from '../pages/meditation-page.ts'
import { routeUntil } from '../route-once.ts'

const today = '2026-11-21'
const narrow = { width: 390, height: 844 }
const wide = { width: 1440, height: 900 }

/** Connects `count` members who have joined today's room. */
async function fillRoom(app: TestApp, count: number, from = 0): Promise<TestLiveClient[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const user = await signIn(app, `guest${from + index}`, { name: `Guest ${from + index}` })
      const client = await connectLive(app, { as: user })
      await client.join(today)
      return client
    }),
  )
}

test('[MED-02, MED-06, MED-33] / shows the day, the meditation, its numbers and its steps, in two columns or stacked, at 320 px, too', async ({
  page,
  signInAs,
  meditation,
}) => {
  // A title without any space: nothing may scroll sideways.
  const title = 'Averylongtitlewithoutanyspaceinit'.repeat(3)
  await meditation({
    title,
    description: `A slow, guided breath ${'word'.repeat(90)}`,
    sessionSteps: [
      { number: 1, title: 'Arrive', description: 'Find a seat.' },
      { number: 2, title: 'Rest', description: 'Stay a moment longer.' },
    ],
  })
  await meditation({ day: '2026-11-22' })
  await signInAs('mia')
  await page.setViewportSize(wide)
  const { open, stat, player, composer, countdown } = meditationPage(page)
  await open('/')
  await expect(page.getByText('Saturday, November 21')).toBeVisible()
  const heading = page.getByRole('heading', { name: title, level: 1 })
  await expect(heading).toBeVisible()
  await expect(page.getByText('A slow, guided breath')).toBeVisible()
  await expect(player).toBeVisible()
  await expect(composer).toBeVisible()
  await expect(stat('Active Now')).toHaveText('1')
  // Under the title: the meditation is open all day, and no bell takes the line.
  await expect(page.getByRole('main').locator('header').first()).toContainText('3 min')
  await expect(stat('Minutes')).toHaveText('3 min')
  await expect(stat('Level')).toHaveText('Beginner')
  await expect(stat('Instructor').first()).toHaveText('with Lena Oduya')
  await expect(page.getByText('Meditation Teacher')).toBeVisible()

  const steps = page.getByRole('button', { name: 'In this meditation' })
  await expect(page.getByText('Find a seat.')).toBeHidden()
  await steps.click()
  await expect(steps).toHaveAttribute('aria-expanded', 'true')
  await expect(page.getByText('Find a seat.')).toBeVisible()
  await expect(page.getByText('Stay a moment longer.')).toBeVisible()

  const chat = page.getByRole('region', { name: 'Live chat' })
  const boxOf = async (part: Locator) => (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const chatBox = await boxOf(chat)
  expect(chatBox.width / wide.width).toBeCloseTo(1 / 3, 1)
  expect(chatBox.x).toBeGreaterThan((await boxOf(player)).x + (await boxOf(player)).width)
  expect(chatBox.y + chatBox.height).toBeCloseTo(wide.height, 0)

  await page.setViewportSize(narrow)
  const video = await boxOf(player)
  const titleBox = await boxOf(heading)
  expect(video.height).toBeCloseTo(narrow.height * 0.35, 0)
  expect(video.width).toBe(narrow.width)
  expect(titleBox.y).toBeGreaterThan(video.y + video.height)
  expect((await boxOf(chat)).y).toBeGreaterThan(titleBox.y + titleBox.height)

  // A phone on its side: who writes has the chat in full height, the video beside it.
  const onItsSide = { width: 844, height: 390 }
  await page.setViewportSize(onItsSide)
  await composer.focus()
  expect((await boxOf(player)).height).toBe(onItsSide.height)
  expect((await boxOf(chat)).height).toBe(onItsSide.height)

  await page.setViewportSize({ width: 320, height: 640 })
  expect((await boxOf(countdown.getByText('Next Meditation in'))).width).toBeGreaterThan(80)
  await page.getByRole('button', { name: 'About this meditation' }).click()
  await composer.fill('word'.repeat(90))
  await expectNoSidewaysScroll(page)
})

test.describe('with a wrong clock in Tokyo', () => {
  test.use({ timezoneId: 'Asia/Tokyo' })

  test('[MED-03, TIME-01, F15] the date and the countdown follow the server’s clock, not the browser’s @full', async ({
    page,
    clock,
    signInAs,
    meditation,
  }) => {
    clock.set('2026-11-21T22:17:41.400Z')
    await meditation()
    await meditation({ day: '2026-11-22' })
    await signInAs('mia')
    await page.clock.setSystemTime('2026-11-25T03:00:00Z')
    const { open, countdown } = meditationPage(page)
    await open()
    await expect(page.getByText('Saturday, November 21')).toBeVisible()
    await expect(countdown).toHaveText(/^Next Meditation in 7h (42|41)m \d\d?s$/)
    const before = await countdown.textContent()
    await expect(countdown).not.toHaveText(before ?? '')
    await expect(countdown).toHaveText(/^Next Meditation in 7h (42|41)m \d\d?s$/)
  })

  test('[MED-04] a future start is shown in Chicago time and in the member’s own zone @full', async ({
    page,
    signInAs,
    meditation,
  }) => {
    await meditation({ scheduledTime: '18:30' })
    await signInAs('mia')
    await meditationPage(page).open()
    await expect(page.getByText(/Begins at 6:30\sPM in Chicago, Sunday 9:30\sAM where you are/)).toBeVisible()
  })
})

test('[MED-05, LIVE-08] Active Now is polled every 10 s and matches the number in the top bar @full', async ({
  page,
  app,
  signInAs,
  meditation,
}) => {
  await meditation()
  await signInAs('mia')
  let polled = 0
  page.on('request', (request) => {
    if (request.url().endsWith(`/api/meditation/online-count/${today}`)) polled += 1
  })
  const advance = async (ms: number) => {
    await page.clock.runFor(ms)
    await flushRequests(page)
  }
  await page.clock.install()
  const { open, stat } = meditationPage(page)
  const [guest] = await fillRoom(app, 1)
  await open()
  await expect(stat('Active Now')).toHaveText('2')
  await page.reload()
  await expect(page.getByText('2 online')).toBeVisible()
  await expect(stat('Active Now')).toHaveText('2')
  // Now the page's clock is paused and only the test advances it: from one poll to the next but one, to the half
  // second.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000))
  await flushRequests(page)
  const before = polled
  for (let steps = 0; polled === before && steps < 20; steps += 1) await advance(500)
  expect(polled).toBe(before + 1)
  await advance(9_000)
  expect(polled).toBe(before + 1)
  await advance(1_000)
  await expect.poll(() => polled).toBe(before + 2)
  guest?.terminate()
})

test('[MED-02, MED-33] on a phone the description, the numbers and the steps expand @full', async ({
  page,
  signInAs,
  meditation,
}) => {
  await meditation()
  await signInAs('mia')
  await page.setViewportSize(narrow)
  const { open, stat } = meditationPage(page)
  await open()
  await expect(page.getByText('A slow, guided breath')).toBeHidden()
  await page.getByRole('button', { name: 'About this meditation' }).click()
  await expect(page.getByText('A slow, guided breath')).toBeVisible()
  await expect(stat('Minutes')).toHaveText('3 min')
  await page.getByRole('button', { name: 'In this meditation' }).click()
  await expect(page.getByText('Find a seat.')).toBeVisible()
})

test('[MED-07] the avatar strip scrolls above 10 members, on a phone above 8 @full', async ({
  page,
  app,
  signInAs,
  meditation,
}) => {
  await meditation()
  await signInAs('mia')
  const { open, avatarStrip } = meditationPage(page)
  /** By half a face at least: the strip ends on a face, without its ring. */
  const scrolls = () => avatarStrip.evaluate((strip) => strip.scrollWidth > strip.clientWidth + 20)
  const guests = await fillRoom(app, 7)
  await page.setViewportSize(narrow)
  await open()
  await expect(avatarStrip.getByRole('img')).toHaveCount(8)
  expect(await scrolls()).toBe(false)
  guests.push(...(await fillRoom(app, 1, 7)))
  await expect(avatarStrip.getByRole('img')).toHaveCount(9)
  expect(await scrolls()).toBe(true)

  await page.setViewportSize(wide)
  guests.push(...(await fillRoom(app, 1, 8)))
  await expect(avatarStrip.getByRole('img')).toHaveCount(10)
  expect(await scrolls()).toBe(false)
  guests.push(...(await fillRoom(app, 1, 9)))
  await expect(avatarStrip.getByRole('img')).toHaveCount(11)
  expect(await scrolls()).toBe(true)
  await expect(page.getByText(/and 8 others are here/)).toBeVisible()
  await avatarStrip.focus()
  await expect(avatarStrip).toBeFocused()
  for (const guest of guests) guest.terminate()
})

test('[MED-09, MED-03] a day without a meditation is announced, with the chat, and a countdown once a day is scheduled @full', async ({
  page,
  signInAs,
  meditation,
}) => {
  await signInAs('mia')
  const { open, countdown, sendMessage, messages } = meditationPage(page)
  await open()
  await expect(page.getByRole('heading', { name: 'No Meditation Today' })).toBeVisible()
  await expect(
    page.getByText("There's no meditation scheduled for today. Check back tomorrow or contact an admin."),
  ).toBeVisible()
  await expect(page.getByText('The next meditation isn’t scheduled yet.')).toBeVisible()
  await expect(countdown).toHaveCount(0)
  await meditation({ day: '2026-11-24' })
  await open()
  await expect(countdown).toHaveText(/^Next Meditation in 59h \d+m \d+s$/)
  await sendMessage('Calm here today')
  await expect.poll(messages).toEqual(['Calm here today'])
})

test('a failed load can be retried, and the chat works meanwhile @full', async ({
  page,
  signInAs,
  meditation,
  expectConsole,
}) => {
  expectConsole(/status of 500/)
  await meditation()
  await signInAs('mia')
  const serverError = { status: 500, json: { message: 'Something went wrong.', code: 'internal' } }
  const restore = await routeUntil(page, '**/api/meditation/today', (route) => route.fulfill(serverError))
  // The page comes without the day, as when the server's own read of it fails.
  await page.route('**/meditation', async (route) => {
    const response = await route.fetch()
    const html = await response.text()
    expect(html).toMatch(inlineBlock)
    await route.fulfill({ response, body: html.replace(inlineBlock, '') })
  })
  const { open, player, sendMessage, messages } = meditationPage(page)
  await open()
  await expect(page.getByRole('alert')).toContainText('didn’t load')
  await sendMessage('Still here')
  await expect.poll(messages).toEqual(['Still here'])
  restore()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(player).toBeVisible()
})

test.describe('the player', () => {
  test.beforeEach(async ({ signInAs, meditation }) => {
    await meditation()
    await signInAs('mia')
  })

  test('[MED-12] plays, pauses, seeks, and changes volume and speed @full', async ({ page }) => {
    const { open, control, slider, player, video, seconds, isPlaying } = meditationPage(page)
    await open()
    await control('Play the video').click()
    await expect.poll(isPlaying).toBe(true)
    await control('Pause').click()
    await expect.poll(isPlaying).toBe(false)

    const seek = slider('Seek')
    await seek.focus()
    await page.keyboard.press('Home')
    await expect.poll(seconds).toBe(0)
    for (let press = 0; press < 13; press += 1) await page.keyboard.press('ArrowRight')
    await expect.poll(seconds).toBe(65)
    await expect(seek).toHaveAttribute('aria-valuetext', /^1 minute 5 seconds of 2 minutes \d+ seconds?$/)
    await expect(player.getByText('1:05 / 2:')).toBeVisible()
    await page.keyboard.press('ArrowLeft')
    await expect.poll(seconds).toBe(60)

    await control('Mute').click()
    expect(await video.evaluate((element: HTMLVideoElement) => element.muted)).toBe(true)
    await expect(slider('Volume')).toHaveAttribute('aria-valuetext', '0 percent')
    await control('Unmute').click()
    await slider('Volume').fill('0.4')
    await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.volume)).toBe(0.4)

    await player.getByRole('combobox', { name: 'Speed' }).selectOption('1.5')
    expect(await video.evaluate((element: HTMLVideoElement) => element.playbackRate)).toBe(1.5)
  })

  test('[MED-12] shows captions, remembers that choice, and goes full screen with its controls @full', async ({
    page,
  }) => {
    const { open, control, player, video } = meditationPage(page)
    const captions = () =>
      video.evaluate((element: HTMLVideoElement) => {
        const [track] = element.textTracks
        return { mode: track?.mode, cues: track?.cues?.length ?? 0 }
      })
    await open()
    expect((await captions()).mode).toBe('hidden')
    await control('Play the video').click()
    await control('Captions').click()
    await expect(control('Captions')).toHaveAttribute('aria-pressed', 'true')
    await expect.poll(async () => (await captions()).cues).toBeGreaterThan(3)
    expect((await captions()).mode).toBe('showing')
    await page.reload()
    await expect.poll(async () => (await captions()).mode).toBe('showing')

    await control('Play the video').click()
    await control('Full screen').click()
    await expect(control('Exit full screen')).toBeVisible()
    expect(await player.evaluate((element) => document.fullscreenElement === element)).toBe(true)
    await control('Exit full screen').click()
    await expect(control('Full screen')).toBeVisible()
  })

  test('[MED-12] offers picture-in-picture where the browser supports it @full', async ({ page }) => {
    const { open, control, video } = meditationPage(page)
    await page.addInitScript(() => {
      // A headless browser can't open picture-in-picture; the test checks that the page requests it.
      HTMLVideoElement.prototype.requestPictureInPicture = function request() {
        this.dataset.asked = 'yes'
        return new Promise(() => {})
      }
    })
    await open()
    await control('Play the video').click()
    await control('Picture in picture').click()
    await expect(video).toHaveAttribute('data-asked', 'yes')
    await page.addInitScript(() => {
      Object.defineProperty(Document.prototype, 'pictureInPictureEnabled', { value: false })
    })
    await open()
    await control('Play the video').click()
    await expect(control('Full screen')).toBeVisible()
    await expect(control('Picture in picture')).toHaveCount(0)
  })

  test('[MED-12] handles its keys while focused, and none typed in the chat @full', async ({ page }) => {
    const { open, control, player, video, composer, seconds, isPlaying } = meditationPage(page)
    const muted = () => video.evaluate((element: HTMLVideoElement) => element.muted)
    await open()
    await composer.pressSequentially('kmfc  k')
    await expect(composer).toHaveValue('kmfc  k')
    expect(await isPlaying()).toBe(false)
    expect(await muted()).toBe(false)

    await control('Play the video').press('Enter')
    await expect.poll(isPlaying).toBe(true)
    await expect(player).toBeFocused()
    await page.keyboard.press('k')
    await expect.poll(isPlaying).toBe(false)
    const secondsBefore = await seconds()
    await page.keyboard.press('ArrowRight')
    await expect.poll(seconds).toBeCloseTo(secondsBefore + 5, 1)
    await page.keyboard.press('m')
    await expect.poll(muted).toBe(true)
    await page.keyboard.press('ArrowUp')
    await expect.poll(muted).toBe(false)
    await page.keyboard.press('c')
    await expect(control('Captions')).toHaveAttribute('aria-pressed', 'true')
    await page.keyboard.press(' ')
    await expect.poll(isPlaying).toBe(true)
    await page.keyboard.press('f')
    await expect(control('Exit full screen')).toBeVisible()
  })

  test('[MED-12] hides its controls when idle and shows them on pointer movement @full', async ({ page }) => {
    const { open, control, player, isPlaying } = meditationPage(page)
    await page.clock.install()
    await open()
    await control('Play the video').click()
    const bar = control('Pause').locator('xpath=ancestor::div[2]')
    await expect.poll(isPlaying).toBe(true)
    await expect(bar).toHaveCSS('opacity', '1')
    await page.clock.runFor(3_000)
    await expect(bar).toHaveCSS('opacity', '0')
    await player.hover({ position: { x: 40, y: 40 } })
    await expect(bar).toHaveCSS('opacity', '1')
  })

  test('[MED-34] seeking doesn’t affect another member’s video @full', async ({
    page,
    browser,
    signInAs,
    app,
    watch,
  }) => {
    const context = await browser.newContext({ baseURL: app.url })
    const other = await context.newPage()
    await watch(other)
    await signInAs('mo', context)
    const [mine, theirs] = [meditationPage(page), meditationPage(other)]
    await mine.open()
    await theirs.open()
    await mine.control('Play the video').click()
    await mine.slider('Seek').fill('30')
    await expect.poll(mine.seconds).toBeGreaterThan(30)
    await mine.sendMessage('It plays here')
    await expect.poll(theirs.messages).toEqual(['It plays here'])
    expect(await theirs.isPlaying()).toBe(false)
    expect(await theirs.seconds()).toBe(0)
    await context.close()
  })

  test('[MED-12] reports a video that can’t be played, and retries @full', async ({
    page,
    expectConsole,
  }) => {
    expectConsole(/Failed to load resource/)
    const restore = await routeUntil(page, '**/still-water.mp4', (route) => route.abort())
    const { open, player, isPlaying } = meditationPage(page)
    await open()
    await expect(player.getByRole('alert')).toContainText('The video can’t be played right now.')
    restore()
    await player.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(isPlaying).toBe(true)
    await expect(player.getByRole('alert')).toHaveCount(0)
  })
})
