// Session time in a browser: start, reports, closing, and the entry that it offers.
import type { Page, Request } from '@playwright/test'
import type { TestApp } from '#test/app.ts'
import { makeSitting, moveBell } from '#test/data/factories.ts'
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

test('[MED-13, MED-14, MED-15] the session starts once, reports after 30 seconds, and ends on navigation and on leaving the site @full', async ({
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

test('[MED-32] no session starts on a day without a meditation @full', async ({ page, clock, signInAs }) => {
  await signInAs('mia')
  const sent = recordVisitCalls(page)
  await page.clock.install()
  await meditationPage(page).open()
  await expect(page.getByText('No Meditation Today')).toBeVisible()
  await advanceTime(page, clock, 60)
  expect(sent).toEqual([])
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

test('[MED-35] the doors of a sitting take the offer back @full', async ({ page, app, clock, signInAs }) => {
  await makeSitting(app, { inMs: 7_200_000, template: { duration: 1 } })
  await signInAs('mia')
  await open(page)
  const offer = page.getByText('How is your energy now?')
  await advanceTime(page, clock, 30)
  await advanceTime(page, clock, 30)
  await expect(offer).toBeVisible()
  await moveBell(app, 600_000)
  await expect(page.getByRole('button', { name: 'Take your seat' })).toBeVisible()
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
