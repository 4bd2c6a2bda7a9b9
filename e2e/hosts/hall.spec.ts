// A hall: from its host's menu to a screen that rings, what it shows of a sitting, and when it is dark.
import type { CDPSession, Page } from '@playwright/test'
import { minuteMs } from '#shared/durations.ts'
import { makeSitting, moveBell } from '#test/data/factories.ts'
import { hallToken, openHall } from '#test/data/halls.ts'
import { silence } from '#test/data/silence.ts'
import { expect, test } from '../app.ts'
import { expectAccessible, expectAccessibleInBothThemes, expectNoSidewaysScroll } from '../axe.ts'
import { advanceTime } from '../clock.ts'
import { expectDrift, pressInTheDark } from '../group.ts'
import { stubYoutube, videoId } from '../pages/fake-youtube.ts'
import { hallPage, openHallPage } from '../pages/hall-page.ts'
import { meditationPage } from '../pages/meditation-page.ts'
import { soundStarts, startRecordingSounds } from '../record-sounds.ts'

test('[HALL-01, HALL-03, HALL-04] from the room to a hall that rings in five presses, and the number beside presence', async ({
  app,
  context,
  page,
  signInAs,
  watch,
  expectConsole,
}) => {
  expectConsole(/status of 401/)
  await startRecordingSounds(context)
  await makeSitting(app, { inMs: 10 * minuteMs })
  await signInAs('ada')
  await meditationPage(page).open()
  let presses = 0
  const press = async (role: 'button' | 'menuitem' | 'link', name: string, at: Page = page) => {
    presses += 1
    await at.getByRole(role, { name }).click()
  }
  await press('button', 'Host')
  await press('menuitem', 'A hall…')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('This sitting has no hall yet.')).toBeVisible()
  await press('button', 'Make a link')
  await expect(dialog.getByLabel('Link of the hall')).toHaveValue(/\/hall#[\w-]{22}$/)
  await expectAccessibleInBothThemes(page, 'the dialog of halls', { within: '[role=dialog]' })
  const opened = context.waitForEvent('page')
  await press('link', 'Open it here')
  const hall = hallPage(await opened)
  await watch(hall.page)
  await expect(hall.words).toContainText('The bell rings in')
  await press('button', 'Begin', hall.page)
  expect(presses).toBe(5)
  const { startsAt } = await moveBell(app, 2_000)
  await hall.reread()
  await expect.poll(async () => (await soundStarts(hall.page)).length).toBe(1)
  const [rungAt = 0] = await soundStarts(hall.page)
  // The clock of the server is that of the test.
  expect(Math.abs(rungAt + (app.clock.now() - Date.now()) - startsAt)).toBeLessThan(300)

  // The number is its host's, on their own page.
  await dialog.getByLabel('How many of us are here').fill('201')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('People in the hall: a whole number from 0 to 200.')).toBeVisible()
  await dialog.getByLabel('How many of us are here').fill('12')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.locator('.room-count')).toHaveText(/^13 (are here|sit together), 12 of them in a hall$/)
  await dialog.getByRole('button', { name: /^Revoke the link/ }).click()
  await expect(dialog.getByText('This sitting has no hall yet.')).toBeVisible()
  await hall.reread()
  await expect(hall.closed).toBeVisible()
})

test('[HALL-02, HALL-06, T101] in a browser that is signed in the hall has no session, no socket, and tells its token to one call', async ({
  app,
  context,
  page,
  signInAs,
  watch,
}) => {
  const { id } = await makeSitting(app, { inMs: 10 * minuteMs })
  await signInAs('mia')
  await page.goto('/settings')
  const hall = await openHallPage(context, app, { sittingId: id, watch })
  const sent: { url: string; headers: Record<string, string> }[] = []
  hall.page.on('request', (request) => {
    // Those of a request that is under way at the end of the test never come.
    const ignore = () => undefined
    void request.allHeaders().then((headers) => sent.push({ url: request.url(), headers }), ignore)
  })
  let sockets = 0
  hall.page.on('websocket', () => (sockets += 1))
  const response = await hall.open()
  await hall.press()
  await expect(hall.words).toContainText('12 of them in a hall')
  expect(response?.headers()['set-cookie']).toBeUndefined()
  expect(response?.headers()['x-robots-tag']).toBe('noindex')
  for (const part of ['Mia', 'manifest']) expect(await response?.text()).not.toContain(part)
  await expect.poll(() => sent.some(({ url }) => url.endsWith('/api/hall'))).toBe(true)
  const calls = sent.filter(({ url }) => new URL(url).pathname.startsWith('/api/'))
  for (const { url, headers } of calls) {
    expect(new URL(url).pathname).toBe('/api/hall')
    expect(headers['cookie']).toBeUndefined()
    expect(headers['firebase-uid']).toBeUndefined()
  }
  for (const { url, headers } of sent) {
    const { 'x-hall': token, ...others } = headers
    expect(url + JSON.stringify(others)).not.toContain(hallToken)
    if (!url.endsWith('/api/hall')) expect(token).toBeUndefined()
  }
  expect(sockets).toBe(0)
  expect(await hall.page.evaluate(() => document.body.textContent)).not.toContain('Mia')
})

test('[HALL-05, HALL-06, SYNC-01] the video plays in step after the press; the sharing is in the own hands', async ({
  app,
  context,
  watch,
}) => {
  const { id } = await makeSitting(app, { inMs: 30_000 })
  const hall = await openHallPage(context, app, { sittingId: id, watch })
  await hall.open()
  await expect(hall.words.getByRole('heading')).toHaveText('Morning light on still water')
  await hall.press()
  const sitting = await moveBell(app, 1_000)
  await hall.reread()
  await expectDrift(hall.page, app, sitting, 1)
  await expect(hall.words).toBeHidden()
  await moveBell(app, sitting.startsAt - sitting.sharingAt - 1_000)
  await hall.reread()
  await expect(hall.words.getByRole('heading')).toHaveText('The sharing is in your own hands')
  await expect(hall.page.getByRole('textbox')).toHaveCount(0)
  expect(await hall.isPlaying()).toBe(false)
})

test('[HALL-06] a hall loads nothing of YouTube before the press', async ({ app, context, watch }) => {
  const template = { videoUrl: `https://www.youtube.com/watch?v=${videoId}` }
  const { id } = await makeSitting(app, { inMs: -20_000, template })
  const hall = await openHallPage(context, app, { sittingId: id, watch })
  const youtube = await stubYoutube(hall.page)
  await hall.open()
  await expect(hall.words).toContainText('loads the video from YouTube')
  expect(youtube.requests).toEqual([])
  await hall.press()
  await expect.poll(() => youtube.requests.length).toBeGreaterThan(0)
  for (const request of youtube.requests) expect(JSON.stringify(request)).not.toContain(hallToken)
})

test('[HALL-01, HALL-07] a hall whose link is taken away is dark and silent within 15 seconds', async ({
  app,
  context,
  clock,
  watch,
  expectConsole,
}) => {
  expectConsole(/status of 401/)
  const { id } = await makeSitting(app, { inMs: -20_000, ...silence([{ kind: 'sit', minutes: 20 }]) })
  const hall = await openHallPage(context, app, { sittingId: id, watch })
  await startRecordingSounds(hall.page)
  await hall.page.clock.install({ time: clock.now() })
  await hall.open()
  await hall.press()
  await expect(hall.words).toContainText('20 minutes')
  await app.database.query
    .updateTable('hall_links')
    .set({ revokedAt: new Date(clock.now()) })
    .execute()
  await advanceTime(hall.page, clock, 14)
  await expect(hall.closed).toBeVisible()
  await expect(hall.page.locator('.sitting-scene')).toHaveCount(0)
  await expectAccessible(hall.page, 'a closed hall')
  await hall.page.getByRole('button', { name: 'Try again' }).click()
  await expect(hall.closed).toBeVisible()
})

test('[HALL-07] without a line it goes on by what it knows, and without a first response it tries again', async ({
  app,
  context,
  clock,
  watch,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource/)
  const { id } = await makeSitting(app, { inMs: 10 * minuteMs })
  const hall = await openHallPage(context, app, { sittingId: id, watch })
  await hall.page.clock.install({ time: clock.now() })
  await hall.page.route('**/api/hall', (route) => route.abort())
  await hall.open()
  await expect(hall.page.getByRole('heading')).toHaveText('The hall didn’t load')
  await hall.page.unrouteAll()
  await advanceTime(hall.page, clock, 14)
  await expect(hall.words).toContainText('The bell rings in')
  await hall.page.route('**/api/hall', (route) => route.fulfill({ status: 503, body: '' }))
  await advanceTime(hall.page, clock, 14)
  await expect(hall.page.getByText('You’re offline.')).toBeVisible()
  await advanceTime(hall.page, clock, 10 * 60)
  await expect(hall.words).not.toContainText('The bell rings in')
})

test('[HALL-08] its words are read from three metres, and none is lost at 200 % zoom', async ({
  app,
  context,
  watch,
}) => {
  const long = 'An evening of still water, slow breath and seven lamps for everyone who comes in late'
  const { id } = await makeSitting(app, { inMs: 10 * minuteMs, bellSeconds: 30, template: { title: long } })
  const hall = await openHallPage(context, app, { sittingId: id, people: 188, watch })
  const { page } = hall
  await page.setViewportSize({ width: 1440, height: 900 })
  await hall.open()
  const far = () =>
    page
      .locator('.hall-words :is(h1, p, b):not(.hall-hint)')
      .evaluateAll((all) =>
        Math.min(...all.map((each) => Number.parseFloat(getComputedStyle(each).fontSize))),
      )
  await expect.poll(far).toBeGreaterThanOrEqual(0.04 * 900)
  await expectAccessible(page, 'a hall before the press')
  for (const [width, height] of [
    [720, 450],
    [390, 844],
    [820, 1180],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expectNoSidewaysScroll(page)
    const isWhole = await hall.words.evaluate((words) => {
      const { overflowY } = getComputedStyle(words)
      return words.scrollHeight <= words.clientHeight + 1 || overflowY === 'auto'
    })
    expect(isWhole, `at ${width}`).toBe(true)
    await hall.begin.scrollIntoViewIfNeeded()
    await expect(hall.begin).toBeInViewport({ ratio: 1 })
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await hall.press()
  for (const [inMs, words] of [
    [-1_000, 'The bell'],
    [-300_000, 'The sharing is in your own hands'],
  ] as const) {
    await moveBell(app, inMs)
    await hall.reread()
    await expect(hall.words.getByRole('heading')).toHaveText(words)
    await expect.poll(far).toBeGreaterThanOrEqual(0.04 * 900)
    await expectAccessible(page, words)
  }
})

test('[HALL-06] the hall of a live sitting shows no picture, and says where the picture is', async ({
  app,
  context,
  watch,
}) => {
  const template = { kind: 'live' as const, videoUrl: '', liveSource: 'here', bellBy: 'clock' as const }
  const { id } = await makeSitting(app, {
    inMs: -20_000,
    template: { ...template, captionsUrl: null, mediaSeconds: 1_800, duration: 30 },
  })
  const hall = await openHallPage(context, app, { sittingId: id, watch })
  await hall.open()
  await hall.press()
  await expect(hall.words).toContainText(
    'For a hall: open the room on the device there, signed in as a member',
  )
  await expect(hall.video).toHaveCount(0)
})

test('[HALL-04] beside a hall a member turns their own sound off, and on again @full', async ({
  app,
  page,
  signInAs,
}) => {
  await startRecordingSounds(page)
  const { id } = await makeSitting(app, { inMs: 10 * minuteMs })
  await openHall(app, id)
  await signInAs('mia')
  const { open, control, isPlaying, video } = meditationPage(page)
  await open()
  await expect(page.locator('.room-count')).toHaveText('13 are here, 12 of them in a hall')
  await control('Take your seat').click()
  await page.getByRole('button', { name: 'Sound off: the hall rings' }).click()
  await moveBell(app, 1_000)
  await expect.poll(isPlaying).toBe(true)
  const isMuted = () => video.evaluate((element: HTMLVideoElement) => element.muted)
  await expect.poll(isMuted).toBe(true)
  expect(await soundStarts(page)).toEqual([])
  expect(await page.evaluate(() => localStorage.getItem('bell'))).toBeNull()
  await pressInTheDark(page, 'Lights up')
  await page.getByRole('button', { name: 'Sound is off: the hall rings' }).click()
  await expect.poll(isMuted).toBe(false)
})

test('[HALL-04] beside a hall YouTube’s player is mute, too, and heard again @full', async ({
  app,
  page,
  signInAs,
}) => {
  const youtube = await stubYoutube(page)
  const template = { videoUrl: `https://www.youtube.com/watch?v=${videoId}` }
  const { id } = await makeSitting(app, { inMs: 10 * minuteMs, template })
  await openHall(app, id)
  await signInAs('mia')
  const { open, control } = meditationPage(page)
  await open()
  await control('Take your seat').click()
  await page.getByRole('button', { name: 'Sound off: the hall rings' }).click()
  await moveBell(app, 2_000)
  const commands = async () => (await youtube.commands()).map(({ func }) => func)
  await expect.poll(commands).toContain('playVideo')
  expect((await commands()).slice(0, (await commands()).indexOf('playVideo'))).toContain('mute')
  expect(await commands()).not.toContain('unMute')
  await expect(page.locator('html')).toHaveAttribute('data-lights', 'dark')
  // Beside YouTube's frame, which keeps the pointer's moves to itself.
  await page.mouse.move(4, 700)
  await page.mouse.move(6, 704)
  await page.getByRole('button', { name: 'Lights up', exact: true }).click()
  await page.getByRole('button', { name: 'Sound is off: the hall rings' }).click()
  await expect.poll(commands).toContain('unMute')
})

interface Weight {
  heap: number
  nodes: number
  listeners: number
}

/** After a garbage collection. */
async function weigh(session: CDPSession): Promise<Weight> {
  await session.send('HeapProfiler.collectGarbage')
  const { metrics } = await session.send('Performance.getMetrics')
  const read = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0
  return { heap: read('JSHeapUsedSize'), nodes: read('Nodes'), listeners: read('JSEventListeners') }
}

test('[HALL-08] an hour of a hall, eight times over, holds on to nothing that has passed @full', async ({
  app,
  context,
  clock,
  watch,
}) => {
  test.setTimeout(900_000)
  const blocks = [
    { kind: 'sit' as const, minutes: 25 },
    { kind: 'walk' as const, minutes: 5, strokes: 2 as const },
    { kind: 'sit' as const, minutes: 20, strokes: 1 as const },
  ]
  const { id } = await makeSitting(app, { inMs: 5 * minuteMs, doorsMinutes: 5, ...silence(blocks) })
  const hall = await openHallPage(context, app, { sittingId: id, watch })
  const { page } = hall
  await page.clock.install({ time: clock.now() })
  await hall.open()
  await hall.press()
  const session = await context.newCDPSession(page)
  await session.send('Performance.enable')
  const hours: { atFive: Weight; atSixty: Weight }[] = []
  for (let round = 0; round < 8; round += 1) {
    const advance = async (minutes: number) => {
      for (let step = 0; step < minutes * 3; step += 1) await advanceTime(page, clock, 20)
    }
    await advance(5)
    const atFive = await weigh(session)
    await advance(55)
    await expect(hall.words.getByRole('heading')).toHaveText('The sharing is in your own hands')
    hours.push({ atFive, atSixty: await weigh(session) })
    await moveBell(app, 5 * minuteMs)
    await advanceTime(page, clock, 15)
    await expect(hall.words).toContainText('The bell rings in')
  }
  test.info().annotations.push({ type: 'minutes 5 and 60', description: JSON.stringify(hours) })
  for (const [round, { atFive, atSixty }] of hours.entries()) {
    expect(atSixty.heap / atFive.heap, `heap of hour ${round}`).toBeLessThan(1.15)
    // The rings of the second bell may still be drawn.
    expect(atSixty.nodes - atFive.nodes, `nodes of hour ${round}`).toBeLessThan(60)
    expect(atSixty.listeners - atFive.listeners, `listeners of hour ${round}`).toBeLessThan(10)
  }
  // In the first hours the browser still compiles.
  const [fourth, eighth] = [hours[3]?.atFive, hours[7]?.atFive]
  expect((eighth?.heap ?? 0) / (fourth?.heap ?? 1)).toBeLessThan(1.08)
  expect((eighth?.nodes ?? 0) - (fourth?.nodes ?? 0)).toBeLessThan(20)
})
