// Session time in a browser: start, reports, closing, and recovery from failures.
import type { Page, Request } from '@playwright/test'
import type { TestApp } from '#test/app.ts'
import { expect, test } from '../app.ts'
import { flushRequests, advanceTime } from '../clock.ts'
import { meditationPage } from '../pages/meditation-page.ts'
import { shell } from '../pages/shell.ts'

const today = '2026-11-21'

/**
 * A page's session time requests as 'verb target body', without the seconds: the clocks also advance by themselves.
 */
function recordVisitCalls(page: Page): string[] {
  const sent: string[] = []
  page.on('request', (request: Request) => {
    const [, target = ''] = /\/api\/session\/(\w+)$/.exec(request.url()) ?? []
    const body = (request.postData() ?? '').replace(/uration":\d+/, 'uration":s')
    if (target !== '') sent.push(`${request.method()} ${target} ${body}`)
  })
  return sent
}

const started = `POST start {"sessionDate":"${today}"}`
const reported = (id: number | undefined) => `PUT ${id} {"additionalDuration":s,"isVisible":true}`
const reportedByBeacon = (id: number | undefined) => `POST ${id} {"additionalDuration":s,"isVisible":true}`

/** Opens the screen with a clock that the test sets. */
async function open(page: Page): Promise<string[]> {
  const sent = recordVisitCalls(page)
  await page.clock.install()
  const visitStarted = start(page)
  await meditationPage(page).open()
  await visitStarted
  expect(sent).toEqual([started])
  return sent
}

/** Waits for a session start whose response the page has processed. */
const start = (page: Page) => processedResponse(page, /\/api\/session\/start$/)

async function processedResponse(page: Page, url: RegExp): Promise<void> {
  const response = await page.waitForResponse((response) => url.test(response.url()))
  await response.finished()
  await flushRequests(page)
}

const rowsOf = (app: TestApp) =>
  app.database.query
    .selectFrom('meditation_sessions')
    .select(['id', 'duration', 'completed', 'isOpen'])
    .orderBy('id')
    .execute()

async function openPages({ database }: TestApp): Promise<number> {
  const clock = await database.query
    .selectFrom('meditation_clocks')
    .select('openPages')
    .executeTakeFirstOrThrow()
  return clock.openPages
}

/** Waits until the sessions have these credited seconds, plus those that the test itself took. */
async function expectCredited(app: TestApp, ...seconds: number[]): Promise<void> {
  const slackSeconds = 25
  await expect
    .poll(async () => {
      const rows = await rowsOf(app)
      const isSo = rows.every(({ duration }, index) => {
        const minSeconds = seconds[index] ?? Number.NaN
        return duration >= minSeconds && duration < minSeconds + slackSeconds
      })
      return isSo && rows.length === seconds.length ? seconds : rows.map(({ duration }) => duration)
    })
    .toEqual(seconds)
}

/** Hides or shows the page, with the browser's event. */
function setVisibility(page: Page, visibility: 'hidden' | 'visible'): Promise<void> {
  return page.evaluate((state) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: state })
    document.dispatchEvent(new Event('visibilitychange'))
  }, visibility)
}

test('[MED-13, MED-14, MED-15] the session starts once, reports after 30 seconds, and ends on navigation and on leaving the site', async ({
  page,
  app,
  clock,
  signInAs,
  meditation,
}) => {
  await meditation()
  await signInAs('mia')
  const sent = await open(page)
  const [row] = await rowsOf(app)
  await advanceTime(page, clock, 30)
  await expectCredited(app, 30)
  await advanceTime(page, clock, 12)
  await shell(page).choose('Settings')
  await expectCredited(app, 42)
  const id = row?.id
  await expect.poll(() => sent).toEqual([started, reported(id), reportedByBeacon(id)])

  const restarted = start(page)
  await page.goBack()
  await restarted
  await advanceTime(page, clock, 20)
  // Only the server can see that a closed page is gone.
  await page.goto('about:blank')
  await expectCredited(app, 62)
  expect(await openPages(app)).toBe(0)
})

test('[MED-15] closing the tab ends the session @full', async ({
  app,
  clock,
  context,
  signInAs,
  meditation,
  watch,
}) => {
  await meditation()
  await signInAs('mia')
  const tab = await context.newPage()
  await watch(tab)
  await open(tab)
  expect(await openPages(app)).toBe(1)
  await advanceTime(tab, clock, 20)
  await tab.close({ runBeforeUnload: true })
  await expectCredited(app, 20)
  expect(await openPages(app)).toBe(0)
})

test('[MED-32] no session starts on a day without a meditation @full', async ({ page, clock, signInAs }) => {
  await signInAs('mia')
  const sent = recordVisitCalls(page)
  await page.clock.install()
  await meditationPage(page).open()
  await expect(page.getByText('No Meditation Today')).toBeVisible()
  await advanceTime(page, clock, 60)
  expect(sent).toEqual([])
})

test('[MED-14, MED-16] a page suspended in the background says so, and resumes with its total when visible again @full', async ({
  page,
  app,
  clock,
  signInAs,
  meditation,
}) => {
  await meditation()
  await signInAs('mia')
  const sent = await open(page)
  // Without the response, the next report would have the total.
  const acknowledged = processedResponse(page, /\/api\/session\/\d+$/)
  await advanceTime(page, clock, 30)
  await acknowledged
  await expectCredited(app, 30)
  await advanceTime(page, clock, 6)
  await setVisibility(page, 'hidden')
  await expectCredited(app, 36)
  // While a device sleeps no timer fires, but the clock advances.
  clock.advance(100_000)
  await page.clock.setSystemTime(await page.evaluate(() => Date.now() + 100_000))
  expect(sent).toHaveLength(3)
  await setVisibility(page, 'visible')
  await expectCredited(app, 136)
  expect(sent.slice(2)).toMatchObject([
    expect.stringMatching(/^PUT \d+ \{"additionalDuration":s,"isVisible":false\}$/),
    expect.stringMatching(/^PUT \d+ \{"duration":s,"isVisible":true\}$/),
  ])
})

test('[MED-15, MED-16] a page restored from the back/forward cache starts a new visit @full', async ({
  page,
  app,
  clock,
  signInAs,
  meditation,
}) => {
  await meditation()
  await signInAs('mia')
  const sent = await open(page)
  await advanceTime(page, clock, 10)
  const turn = (type: string) =>
    page.evaluate((name) => dispatchEvent(new PageTransitionEvent(name, { persisted: true })), type)
  await turn('pagehide')
  await expectCredited(app, 10)
  await advanceTime(page, clock, 50)
  const restarted = start(page)
  await turn('pageshow')
  await restarted
  await advanceTime(page, clock, 30)
  await expectCredited(app, 40)
  expect(sent.map((line) => line.split(' ', 1)[0])).toEqual(['POST', 'POST', 'POST', 'PUT'])
})

test('[MED-23, MED-19] two tabs of a member share one session and its time @full', async ({
  page,
  app,
  clock,
  context,
  signInAs,
  meditation,
  watch,
}) => {
  await meditation()
  await signInAs('mia')
  await open(page)
  await advanceTime(page, clock, 20)
  const second = await context.newPage()
  await watch(second)
  await open(second)
  clock.advance(10_000)
  await page.clock.fastForward(10_000)
  await expectCredited(app, 30)
  await second.clock.fastForward(10_000)
  await second.goto('about:blank')
  clock.advance(30_000)
  await page.clock.fastForward(30_000)
  await expectCredited(app, 60)
})

test('[MED-18] an ended session is replaced by a new one, a deleted session isn’t @full', async ({
  page,
  app,
  clock,
  signInAs,
  meditation,
  expectConsole,
}) => {
  expectConsole(/status of (404|409)/)
  await meditation()
  const mia = await signInAs('mia')
  const sent = await open(page)
  const change = app.database.query.updateTable('meditation_sessions').where('userId', '=', mia.userId)
  await change.set({ isOpen: false }).execute()
  const restarted = start(page)
  await advanceTime(page, clock, 30)
  await restarted
  const [ended, next] = await rowsOf(app)
  expect(ended).toMatchObject({ duration: 0, isOpen: false })
  await advanceTime(page, clock, 30)
  await expectCredited(app, 0, 30)
  expect(sent.slice(1)).toEqual([reported(ended?.id), started, reported(next?.id)])

  await app.database.query.deleteFrom('meditation_sessions').execute()
  const refused = page.waitForResponse((response) => response.status() === 404)
  await advanceTime(page, clock, 30)
  await refused
  await advanceTime(page, clock, 60)
  await page.goto('about:blank')
  expect(sent).toHaveLength(5)
  expect(await rowsOf(app)).toEqual([])
})

test('[MED-18] time that couldn’t be reported offline is reported when the connection is back @full', async ({
  page,
  app,
  clock,
  context,
  signInAs,
  meditation,
  expectConsole,
}) => {
  expectConsole(/ERR_INTERNET_DISCONNECTED|WebSocket/)
  await meditation()
  await signInAs('mia')
  await open(page)
  await context.setOffline(true)
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/api/session/'))
  await advanceTime(page, clock, 30)
  await failed
  await advanceTime(page, clock, 15)
  await context.setOffline(false)
  // Chromium announces the connection a moment before requests get through: a report sent just then fails.
  await expect(() => flushRequests(page)).toPass()
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expectCredited(app, 45)
})

test('[MED-18] no time is reported after the member’s session ends @full', async ({
  page,
  app,
  clock,
  context,
  signInAs,
  meditation,
  expectConsole,
}) => {
  expectConsole(/status of 401|WebSocket/)
  await meditation()
  await signInAs('mia')
  const sent = await open(page)
  await context.clearCookies()
  await advanceTime(page, clock, 30)
  await expect(page.getByText('Please sign in to join the chat')).toBeVisible()
  const before = sent.length
  await advanceTime(page, clock, 60)
  await page.goto('about:blank')
  expect(sent).toHaveLength(before)
  await expectCredited(app, 0)
})

test('[MED-35] completing the sitting offers the After entry once @full', async ({
  page,
  app,
  clock,
  signInAs,
  meditation,
}) => {
  await meditation({ duration: 1 })
  await signInAs('mia')
  await open(page)
  const offer = page.getByText('How is your energy now?')
  await advanceTime(page, clock, 30)
  await expectCredited(app, 30)
  await expect(offer).toBeHidden()
  await advanceTime(page, clock, 30)
  await expect(offer).toBeVisible()
  expect(await rowsOf(app)).toMatchObject([{ duration: 60, completed: true }])
  await page.getByRole('button', { name: 'Not now' }).click()
  await expect(offer).toBeHidden()
  await advanceTime(page, clock, 30)
  await expectCredited(app, 90)
  await expect(offer).toBeHidden()
  const restarted = start(page)
  await page.reload()
  await restarted
  await advanceTime(page, clock, 30)
  await expectCredited(app, 120)
  await expect(offer).toBeHidden()
})

test('[MED-35] nothing is offered when the day already has its entry @full', async ({
  page,
  app,
  clock,
  signInAs,
  meditation,
}) => {
  await meditation({ duration: 1 })
  const mia = await signInAs('mia')
  await app.database.query
    .insertInto('mood_entries')
    .values({
      userId: mia.userId,
      sessionDate: today,
      emotionLevel: 6,
      moodType: 'post',
      notes: null,
      comment: null,
      createdAt: new Date(clock.now()),
    })
    .execute()
  await open(page)
  await advanceTime(page, clock, 30)
  await expectCredited(app, 30)
  const asked = page.waitForResponse((response) =>
    response.url().endsWith(`/api/mood/analytics?date=${today}`),
  )
  await advanceTime(page, clock, 30)
  await asked
  await expect(page.getByRole('button', { name: 'Track it' })).toBeHidden()
})
