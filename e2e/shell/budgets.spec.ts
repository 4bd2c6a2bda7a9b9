// Size budgets of a first visit: scripts, styles and fonts of the first screen until the network is idle, gzipped.
// Parts that the page preloads in the background, after its first screen, aren't counted. Names of files are hashes, so the
// same code differs by up to 0.2 kB from build to build.
import { gzipSync } from 'node:zlib'
import type { Page, Response } from '@playwright/test'
import { backgroundPreloadDelayMs } from '#shared/constants.ts'
import { languages, type Language } from '#shared/i18n/t.ts'
import type { TestApp } from '#test/app.ts'
import { createConsecutiveDays } from '#test/data/energy-history.ts'
import { expect, test } from '../app.ts'
import { seedHistory } from '../seed-history.ts'

const kb = 1_000
// 0.9 to 2.9 kB of each first load are for texts in the viewer’s language, and for its choice (0084, 0085).
// 0.4 kB are for the clock of a device that slept, 0.2 kB for how often the community meditates. 1 to 5 kB are for the
// whole declarations of calls (0002), by which forms check what they send (0092).
// 2 kB less of each member's first load are icons that its screen doesn't show.
const budgetsKb = {
  // 2.5 kB of these for the sky of the community's hour and the sentence of the bell.
  // 2 kB for the cities of time zones in the page's language, 1 kB for what a newcomer typed and an administrator's link.
  // 0.1 kB for the drawing of the water that pictures share, and the moon's own path on it.
  // 0.1 kB for the name that a personal invite proposes.
  // 0.2 kB for what a day plays, 0.4 kB for who may hold sittings.
  // 1 kB for parts that streams and halls share with it.
  // 0.1 kB of these and of the next ones for places that are held around a bell.
  // 0.1 kB of these and of the next ones for a sky that has no disc behind words.
  // 0.2 kB for the day of the next bell, and a form that begins at its first field.
  auth: 164,
  // 12 kB of these for the sitting that starts together: its phases, seat and paused chat, and its video in step.
  // 2.5 kB for its scene, the words of the levels, and the melt into the video.
  // 0.3 kB for the community’s own look, zone and terms, as in the settings.
  // 2 kB for a day with several sittings: whose bell, whose levels, and the days after it.
  // 0.4 kB for the engine of streams, the stages in which nothing plays, and an offline page after a new name.
  // 2 kB for the cities of time zones in the page's language.
  // 1 kB for what was sat and stays, and for whether the member's day has a line.
  // 1.2 kB for places that stay: the page as the dark finds it, a chat that fades, one line on phones.
  // 1.3 kB for places of what loads later, and words that follow the hour.
  // 2 kB for the room's protocol of moderation: messages that rest or return, and a composer that waits.
  // 0.1 kB of these and of the next ones for the offer of recorded time.
  // 0.9 kB for a silence in place of the video, sound only, and a bell that asks whether the silence rings.
  // 2.2 kB for who holds the sitting, one that meets elsewhere, and words that fade.
  // 2.3 kB for a teacher who speaks now: what the channel says of streams, and the places of the picture.
  // 1.3 kB for people in halls.
  // 3 kB less: what the room shares with others lies together. The calls of a teacher's desk and the schemas of addresses
  // aren't in it.
  // 0.1 kB for the seat of who begins a sitting, 0.2 kB for larger words and a focus that comes back.
  // 0.1 kB for the way back to the picture, and for the keys of the chat.
  // 0.2 kB for the height of the opened chat, and who sat together as it ended.
  meditation: 215,
  // 0.5 kB for pairs by sitting on a day with several.
  // 1 kB of these and of the next ones for the question before unsaved input is left.
  // 0.6 kB of these and of the next ones for what the channel tells a member, and for the path of cases.
  // 3 kB for what a member brought along, in the list, the calendar and the day.
  // 0.2 kB of these, of the next ones and of the garden angel's for sections that links lead to, and the names of parts.
  // 0.1 kB for a row of buttons whose words are flush with the page.
  analytics: 186,
  // 0.6 kB of these for what shows a call's failure, loading and content, once for eleven screens.
  // 0.2 kB for the bar, and for the names of files, whose hashes compress better or worse.
  referrals: 165.6,
  // Why not 165: docs/decisions/0046-page-shells.md.
  // 0.1 kB of these, and of the pages around them, for the first words to a newcomer.
  // 0.4 kB of these for the place of the menu beside the settings, which loads later.
  setup: 182.2,
  // 4.8 kB for the list of practice from elsewhere.
  // 0.2 kB for times by the viewer's clock, which lie with what every page needs.
  // 0.2 kB for the section that the address names.
  // 1.1 kB for the menu of the sections: it had come four seconds after its place.
  settings: 197.3,
  // 2 kB for the sitting of a schedule in its dialog, 4 kB for what its forms keep.
  // 1 kB for the declarations of the settings: they lie with their calls, of which other tabs need some.
  // 3.3 kB for the week's line above the schedules.
  // 0.4 kB for invitations beside the members, and days filled by time.
  // 2 kB for the bar's count of cases, and for lists of reasons and words.
  // The menus of its sittings and the dialog of a schedule load after it.
  // 0.1 kB for weeks of rows.
  admin: 220.6,
  // 1.2 kB for what came before moderation unnoticed, 1.5 kB for the bar's count of cases.
  // 10 kB for hosts: who holds each sitting, the button of its menu, how many sat, and what it shares with the room.
  // 0.2 kB for the failure whose button gives its focus on, 0.7 kB for sittings that come by weeks.
  gardenAngel: 181.9,
  // 0.7 kB of these for the staged sitting, 0.4 kB for texts from right to left.
  // 0.8 kB for the week's line in Schedules.
  // 0.4 kB for the queue, the menu and the cards of moderation.
  // 0.1 kB for hosts, and for words that fade.
  // 0.3 kB for a log whose messages fade at its ends, 0.2 kB for the words of streams and halls.
  // 0.3 kB for forced colors: switches, tracks, bars, charts, and buttons side by side.
  // 0.1 kB for larger text, and for targets side by side. 0.1 kB for a title that wraps, captions, and toasts on the bar.
  // 0.1 kB for lower cards of members, and a picture above a form that fits its width.
  // 0.1 kB for a code, a badge and rows that wrap at larger text.
  // 0.3 kB for forms with their explanation beside them, a week's line in two rows, and the last words of a closed chat.
  css: 19,
  fonts: 60,
  // 0.15 kB for the names of files, whose hashes compress by some bytes better or worse.
  // 0.03 kB for the files of a stream, which pass it.
  worker: 3.22,
  // 15 kB of these for the staged sitting: it must be there when the line is cut.
  // 5 kB for unsaved input, cities, and a player that is built again.
  // 3 kB for the day's line.
  // 6 kB for what the sitting lays out in the dark, and for forms that fade into each other.
  // 0.3 kB for the line since the bell, and layouts of enlarged text.
  // 0.4 kB for a row that keeps its height, and the places of what loads later.
  // 4 kB for what the room hears of moderation, and the address of the cases.
  // 0.6 kB for the offer of recorded time.
  // 14 kB for the sound and the stage of a silence, which is sat without a line.
  // 0.7 kB for words, a scrim and a row that fade.
  // 5.3 kB for a sitting that meets elsewhere, and for who holds one.
  // 0.8 kB for the dark room beside an open chat, and for logs that fade.
  // 3.3 kB for the words around a teacher's picture, 2.4 kB for halls and parts that documents share.
  // 2.5 kB less for fewer and larger chunks.
  // 0.5 kB for forced colors and the bar's sign of people.
  // 0.4 kB for larger text in the dark.
  // 0.2 kB for menus in a landmark, toasts over the picture, and days of rest in a row.
  // 0.4 kB for the sign that leads to requests for help.
  // 1 kB for targets side by side, larger text, dim water by day, and a picture that is seen in the sharing.
  // 0.6 kB for the seat of who begins a sitting, and what the room says without a seat.
  // 0.7 kB for a focus that comes back in the room, who came after the end, and words that wrap.
  // 0.1 kB for the way back to the picture, 0.2 kB for the bar in large text and the keys of the chat.
  // 0.8 kB for what screen readers hear of the seat, the support in the log of messages, and the last words of a chat.
  precached: 442.6,
} as const

/** Each language adds at most 4 kB to what the first loads were in fixed English (LANG-04). */
// 0.1 to 0.5 kB of these for articles by the hour. 0.6 kB for what the room says without a seat, as above.
// 0.4 kB for the settings’ list of sections, 1.3 kB for a focus that comes back and words that wrap, as above.
const languageBudgetsKb = { auth: 166, meditation: 217.4, settings: 198.5, precached: 447.2 } as const

/** Scripts that a first load requests, at most: over HTTP/1.1 each of them counts. */
const requestBudgets = {
  auth: 15,
  // One for each group of screens with which the room shares something.
  meditation: 18,
  // Three of these, and seven of the settings', have what both show of practice from elsewhere. One is the settings' menu.
  analytics: 21,
  referrals: 11,
  setup: 17,
  settings: 38,
  // Four of these have what the days’ lines share with the room and the coming days.
  // Two for the bar's count of cases.
  // Three for the sitting of tonight and its menu.
  admin: 60,
  // One for the bar's count of cases, one for the small rules of schedules, one for weeks of rows.
  gardenAngel: 31,
} as const

interface Weight {
  /** The number of scripts. */
  requests: number
  script: number
  css: number
  font: number
}

function expectWithin({ requests, script, css }: Weight, screen: keyof typeof requestBudgets): void {
  expect(script).toBeLessThanOrEqual(budgetsKb[screen] * kb)
  expect(requests).toBeLessThanOrEqual(requestBudgets[screen])
  expect(css).toBeLessThanOrEqual(budgetsKb.css * kb)
}

/** On a loaded machine the background's preloads would otherwise start before the network is idle. */
function withoutTimersOf(delayMs: number): void {
  const start = window.setTimeout
  window.setTimeout = ((run: TimerHandler, ms?: number, ...args: unknown[]) =>
    ms === delayMs ? 0 : start(run, ms, ...args)) as typeof window.setTimeout
}

async function weigh(page: Page, path: string): Promise<Weight> {
  const weight: Weight = { requests: 0, script: 0, css: 0, font: 0 }
  const bodies: Promise<void>[] = []
  const onResponse = (response: Response) => {
    const type = response.request().resourceType()
    if (type !== 'script' && type !== 'stylesheet' && type !== 'font') return
    if (type === 'script') weight.requests += 1
    bodies.push(
      response.body().then((body) => {
        if (type === 'font') weight.font += body.length
        else weight[type === 'script' ? 'script' : 'css'] += gzipSync(body, { level: 9 }).length
      }),
    )
  }
  page.on('response', onResponse)
  await page.addInitScript(withoutTimersOf, backgroundPreloadDelayMs)
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  // What comes later isn't of the first load.
  page.off('response', onResponse)
  await Promise.all(bodies)
  return weight
}

test('the first loads of /auth and /meditation, the service worker and its precache stay within their budgets; scripts are sent compressed and cached as immutable', async ({
  app,
  browser,
  page,
  signInAs,
  meditation,
  watch,
}) => {
  const script = page.waitForResponse((response) => response.request().resourceType() === 'script')
  const auth = await weigh(page, '/auth')
  expect(auth.script).toBeGreaterThan(50 * kb)
  expectWithin(auth, 'auth')
  expect(auth.font).toBeLessThanOrEqual(budgetsKb.fonts * kb)
  const headers = await (await script).allHeaders()
  expect(headers['content-encoding']).toMatch(/^(br|gzip)$/)
  expect(headers['cache-control']).toContain('immutable')

  await meditation()
  // Another browser: this one has loaded a part already.
  const context = await browser.newContext({ baseURL: app.url, serviceWorkers: 'block' })
  await signInAs('mia', context)
  const room = await context.newPage()
  await watch(room)
  const meditationLoad = await weigh(room, '/meditation')
  expectWithin(meditationLoad, 'meditation')
  expect(meditationLoad.font).toBeLessThanOrEqual(budgetsKb.fonts * kb)
  await context.close()

  const { worker, precached } = await weighWorker(app, 'en')
  expect(worker).toBeLessThanOrEqual(budgetsKb.worker * kb)
  expect(precached).toBeLessThanOrEqual(budgetsKb.precached * kb)
})

test('the first load of /mood-analytics stays within its budget @full', async ({ page, app, signInAs }) => {
  const { userId } = await signInAs('mia')
  await seedHistory(app, userId, createConsecutiveDays(90, '2026-11-21'))
  const weight = await weigh(page, '/mood-analytics')
  expectWithin(weight, 'analytics')
  expect(weight.font).toBeLessThanOrEqual(budgetsKb.fonts * kb)
})

test('the first load of /referrals stays within its budget @full', async ({ page, signInAs }) => {
  await signInAs('mia')
  expectWithin(await weigh(page, '/referrals'), 'referrals')
})

for (const [role, screen] of [
  ['ned', 'setup'],
  ['mia', 'settings'],
] as const) {
  test(`the first load of /settings stays within the budget of ${role} @full`, async ({ page, signInAs }) => {
    await signInAs(role)
    expectWithin(await weigh(page, '/settings'), screen)
  })
}

test('the first loads of /admin and /garden-angel stay within their budgets @full', async ({
  page,
  context,
  signInAs,
  meditation,
}) => {
  await meditation()
  await signInAs('ada')
  // The largest tab.
  expectWithin(await weigh(page, '/admin#schedules'), 'admin')
  expectWithin(await weigh(await context.newPage(), '/garden-angel'), 'gardenAngel')
})

for (const language of languages) {
  test(`[LANG-04] the first loads in ${language} stay within the budgets of every language @full`, async ({
    page,
    app,
    context,
    signInAs,
    meditation,
  }) => {
    await context.addCookies([{ name: 'language', value: language, url: app.url }])
    const auth = await weigh(page, '/auth')
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    expect(auth.script).toBeLessThanOrEqual(languageBudgetsKb.auth * kb)
    expect(auth.css).toBeLessThanOrEqual(budgetsKb.css * kb)
    await meditation()
    const { userId } = await signInAs('mia')
    // Else the page would change to the member's language.
    await app.database.query.updateTable('users').set({ language }).where('id', '=', userId).execute()
    for (const screen of ['meditation', 'settings'] as const) {
      const { script, css } = await weigh(await context.newPage(), `/${screen}`)
      expect(script, screen).toBeLessThanOrEqual(languageBudgetsKb[screen] * kb)
      expect(css, screen).toBeLessThanOrEqual(budgetsKb.css * kb)
    }
    expect((await weighWorker(app, language)).precached).toBeLessThanOrEqual(languageBudgetsKb.precached * kb)
  })
}

/** The bytes of the worker with its list of a language, and of the files in that list. */
async function weighWorker(
  { url }: TestApp,
  language: Language,
): Promise<{ worker: number; precached: number }> {
  const read = async (path: string) => Buffer.from(await (await fetch(url + path)).arrayBuffer())
  const bytesOf = async (path: string) => {
    const body = await read(path)
    return path.endsWith('.woff2') ? body.length : gzipSync(body, { level: 9 }).length
  }
  const [, list = ''] = new RegExp(`"${language}":"([^"]+)"`).exec(String(await read('/sw.js'))) ?? []
  const files = JSON.parse(String(await read(list))) as string[]
  expect(files.length).toBeGreaterThan(20)
  const sizes = await Promise.all(files.map(bytesOf))
  return {
    worker: (await bytesOf('/sw.js')) + (await bytesOf(list)),
    precached: sizes.reduce((sum, bytes) => sum + bytes, 0),
  }
}
