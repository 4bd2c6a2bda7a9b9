// Nothing moves but light: around the bell and the end no element outside the picture changes its place, whoever looks.
import type { Browser, Page } from '@playwright/test'
import { busEvents } from '#shared/bus-events.ts'
import type { TestApp } from '#test/app.ts'
import { makeSitting, moveBell } from '#test/data/factories.ts'
import { live } from '#test/data/live.ts'
import { silence } from '#test/data/silence.ts'
import { joinLive } from '#test/live/live-client.ts'
import { personFields, signIn, type TestUser } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import { liveTemplate } from '#test/streams/live-sitting.ts'
import { expect, test, type Fixtures } from '../app.ts'
import { builtPath } from '../built-path.ts'
import { moveRoomTo } from '../clock.ts'
import { meditationPage } from '../pages/meditation-page.ts'
import { startTeacher, type LiveTeacher } from './live-teacher.ts'

/** Records what moves in a page from now on, for so long at most. Returns the function that stops, and says what did. */
async function recordMoves(page: Page, forMs = 60_000): Promise<() => Promise<string[]>> {
  await page.evaluate((forMs) => {
    const untilMs = performance.now() + forMs
    const moves = new Map<string, number>()
    const note = (what: string, by: number) => moves.set(what, Math.max(moves.get(what) ?? 0, by))
    /** The picture, what the dark lays over the page, and what scrolls by itself. */
    const isExempt = (element: Element) =>
      element.closest(
        'section:is([aria-label^="Video"], [aria-label^="Silence"], [aria-label^="Live"]), .dark-row.lights-down, .dark-bar, [aria-label="Messages"]',
      ) !== null
    const nameOf = (element: Element) =>
      `${element.tagName} ${element.getAttribute('class')?.slice(0, 60) ?? ''} ${element.textContent.slice(0, 30)}`
    const boxes = new WeakMap<Element, number[]>()
    const inline = new WeakMap<Element, boolean>()
    const { dataset } = document.documentElement
    const startedDark = dataset['lights'] === 'dark'
    let isRunning = true
    const look = () => {
      // From then on nobody sees what changes.
      if (dataset['lights'] === 'dark' && !startedDark) isRunning = false
      if (performance.now() > untilMs) isRunning = false
      if (!isRunning) return
      for (const element of document.querySelectorAll('#root *')) {
        if (isExempt(element)) continue
        if (!inline.has(element)) inline.set(element, getComputedStyle(element).display === 'inline')
        if (inline.get(element)) continue
        if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
        const { x, y, width, height } = element.getBoundingClientRect()
        if (width === 0) continue
        const before = boxes.get(element)
        const now = [x, y, width, height]
        boxes.set(element, now)
        if (!before) continue
        const by = Math.max(...now.map((value, side) => Math.abs(value - (before[side] ?? 0))))
        if (by > 0.5) note(nameOf(element), Math.round(by))
      }
      requestAnimationFrame(look)
    }
    look()
    const shifts = new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        hadRecentInput: boolean
        sources: { node: Node | null }[]
      })[]) {
        if (entry.hadRecentInput || entry.startTime > untilMs) continue
        for (const { node } of entry.sources) {
          const element = node instanceof Element ? node : node?.parentElement
          if (element && !isExempt(element)) note(`shift: ${nameOf(element)}`, 0)
        }
      }
    })
    shifts.observe({ type: 'layout-shift' })
    Object.assign(window, {
      stopMoves: () => {
        isRunning = false
        shifts.disconnect()
        return [...moves].map(([what, by]) => `${by} px: ${what}`)
      },
    })
  }, forMs)
  return () => page.evaluate(() => (window as unknown as { stopMoves: () => string[] }).stopMoves())
}

const waitUntil = (app: TestApp, atMs: number) =>
  expect.poll(() => app.clock.now(), { timeout: 30_000, intervals: [50] }).toBeGreaterThanOrEqual(atMs)

/** The sharing has begun on the page, and the light comes back. */
async function expectSharing(page: Page): Promise<void> {
  await expect(page.locator('html')).not.toHaveAttribute('data-lights')
  await expect(page.locator('[data-on]', { hasText: /^Sharing until .* The chat is open/ })).toBeAttached()
}

interface View {
  width: number
  height: number
  theme?: 'light' | 'dark'
  isReduced?: boolean
  /** Of the text, such as '200%'. */
  text?: string
}

type Member = 'seated' | 'lit' | 'guest'

/** A page of a member in the room, before the bell. */
async function enter(
  { browser, app, signInAs, watch }: Pick<Fixtures, 'app' | 'signInAs' | 'watch'> & { browser: Browser },
  role: 'mia' | 'mo' | 'gail' | 'ada',
  member: Member,
  { width, height, theme = 'light', isReduced = false, text = '100%' }: View,
) {
  const context = await browser.newContext({
    baseURL: app.url,
    viewport: { width, height },
    reducedMotion: isReduced ? 'reduce' : 'no-preference',
  })
  const page = await context.newPage()
  await watch(page)
  const user = await signInAs(role, context)
  await page.addInitScript(
    ([shown, lights, fontSize]) => {
      localStorage.setItem('theme', shown)
      localStorage.setItem('lights', lights)
      document.addEventListener(
        'DOMContentLoaded',
        () => (document.documentElement.style.fontSize = fontSize),
      )
    },
    [theme, member === 'lit' ? 'keep' : 'dim', text] as const,
  )
  const { open, control } = meditationPage(page)
  await open()
  await expect(control('Take your seat')).toBeVisible()
  if (member === 'guest') return { page, user }
  // The ending then says it, too.
  await page.getByRole('button', { name: /^Solar Plexus/ }).click()
  await control('Take your seat').click()
  return { page, user }
}

type People = Record<'ada' | 'gail' | 'mia' | 'mo', TestUser>
type Arrive = (app: TestApp, people: People, sittingId: number) => Promise<unknown>

/** What comes with data: before the pages of the doors are opened, in the second before the bell, or as it ends. */
interface Arrivals {
  before?: (app: TestApp, ada: TestUser) => Promise<unknown>
  atBell?: Arrive
  atEnd?: Arrive
  after?: () => Promise<unknown>
}

/** Three members in one sitting: from a second before the bell to two after it, and from its end to six seconds later. */
function nothingMoves(
  title: string,
  views: Readonly<Record<Member, View>>,
  sitting: Partial<Parameters<typeof makeSitting>[1]> = {},
  { before, atBell: arriveAtBell, atEnd: arriveAtEnd, after }: Arrivals = {},
) {
  test(title, async ({ browser, app, signInAs, watch }) => {
    test.setTimeout(120_000)
    await makeSitting(app, { inMs: 600_000, bellSeconds: 4, ...sitting })
    const ada = await signIn(app, 'ada', personFields.ada)
    await before?.(app, ada)
    const roles = { seated: 'mia', lit: 'mo', guest: 'gail' } as const
    const people: Partial<People> = { ada }
    const pages: [Member, Page][] = []
    for (const member of ['seated', 'lit', 'guest'] as const) {
      const role = roles[member]
      const entered = await enter({ browser, app, signInAs, watch }, role, member, views[member])
      people[role] = entered.user
      pages.push([member, entered.page])
    }
    const { id, startsAt } = await moveBell(app, 4_000)
    await waitUntil(app, startsAt - 1_000)
    const atBell = await Promise.all(pages.map(([, page]) => recordMoves(page, 3_000)))
    await arriveAtBell?.(app, people as People, id)
    await waitUntil(app, startsAt + 2_000)
    const moves: Record<string, string[]> = {}
    for (const [index, stop] of atBell.entries()) moves[`bell ${pages[index]?.[0]}`] = await stop()
    await waitUntil(app, startsAt + 5_500)
    const atEnd = await Promise.all(pages.map(([, page]) => recordMoves(page, 6_500)))
    expect(await request(app, `POST /api/sittings/${id}/end`, { as: ada })).toMatchObject({ status: 200 })
    if (arriveAtEnd) {
      // What arrives before a page knows of its end arrives in the sitting.
      await Promise.all(pages.map(([, page]) => expectSharing(page)))
      await arriveAtEnd(app, people as People, id)
    }
    await waitUntil(app, app.clock.now() + 6_500)
    for (const [index, stop] of atEnd.entries()) moves[`end ${pages[index]?.[0]}`] = await stop()
    await after?.()
    await Promise.all(pages.map(([, page]) => page.context().close()))
    const none = Object.fromEntries(Object.keys(moves).map((name) => [name, []]))
    expect(moves).toEqual(none)
  })
}

const desktop: View = { width: 1440, height: 900 }
const laptop: View = { width: 1280, height: 720 }
const phone: View = { width: 390, height: 844 }
const lowPhone: View = { width: 844, height: 390 }
const smallPhone: View = { width: 360, height: 640 }

nothingMoves('[LIGHT-01] at the bell and at the end nothing moves but light @full', {
  seated: desktop,
  lit: { ...phone, theme: 'dark' },
  guest: desktop,
})
nothingMoves('[LIGHT-01] also for the others on a phone and a desktop @full', {
  seated: phone,
  lit: desktop,
  guest: { ...phone, theme: 'dark' },
})
nothingMoves(
  '[SEQ-03, LIGHT-01] in a silence, too @full',
  { seated: phone, lit: { ...desktop, theme: 'dark' }, guest: phone },
  silence([
    { kind: 'sit', minutes: 20 },
    { kind: 'walk', minutes: 5, strokes: 1 },
  ]),
)
nothingMoves(
  '[TEACH-12, LIGHT-01] and in a live sitting @full',
  { seated: phone, lit: { ...desktop, theme: 'dark' }, guest: phone },
  live(),
)
for (const theme of ['light', 'dark'] as const)
  for (const [name, view] of [
    ['a laptop', laptop],
    ['a tablet', { width: 820, height: 1_180 }],
    ['a phone on its side', lowPhone],
    ['a small phone', smallPhone],
  ] as const) {
    const themed: View = { ...view, theme }
    nothingMoves(`[LIGHT-01] also on ${name}, ${theme} @full`, { seated: themed, lit: themed, guest: themed })
  }
nothingMoves('[LIGHT-01] also with reduced motion @full', {
  seated: { ...desktop, isReduced: true },
  lit: { ...desktop, isReduced: true },
  guest: { ...phone, isReduced: true },
})

nothingMoves('[LIGHT-01] also with text of twice its size in the light @full', {
  seated: desktop,
  lit: { ...laptop, text: '200%' },
  guest: { ...lowPhone, text: '200%' },
})

async function publishNews(app: TestApp, ada: TestUser): Promise<void> {
  const news = { title: 'A retreat in May', text: 'Come along.', level: 'important', from: null } as const
  const body = { ...news, until: '2026-12-10', isMailed: false }
  expect(await request(app, 'POST /api/admin/news', { as: ada, body })).toMatchObject({ status: 201 })
}

/** What changes the page of members, moderators or hosts by itself, all at once. */
const arriveTogether: Arrive = async (app, { ada, gail, mia, mo }, sittingId) => {
  const help = { kind: 'technical', text: 'I hear nothing' }
  const mute = { minutes: 60, reason: 'unkind' }
  const responses = await Promise.all([
    request(app, 'POST /api/help', { as: mia, body: help }),
    request(app, 'PUT /api/moderation/room', { as: gail, body: { slowSeconds: 30 } }),
    request(app, `POST /api/moderation/mutes/${mo.userId}`, { as: gail, body: mute }),
    request(app, `POST /api/sittings/${sittingId}/halls`, { as: ada }),
  ])
  expect(responses.map(({ status }) => status)).toEqual([201, 200, 200, 200])
  for (let index = 0; index < 8; index += 1)
    await joinLive(app, await signIn(app, `late-${index}`, { name: `Late ${index}` }), app.calendar.today())
}

nothingMoves(
  '[LIGHT-01, NEWS-02] a line of news keeps its place, and what arrives at the bell takes none @full',
  { seated: phone, lit: { ...desktop, theme: 'dark' }, guest: desktop },
  {},
  { before: publishNews, atBell: arriveTogether },
)
nothingMoves(
  '[LIGHT-01] nor does what arrives at the end, news among it @full',
  { seated: desktop, lit: phone, guest: { ...phone, theme: 'dark' } },
  {},
  {
    atEnd: (app, people, id) => Promise.all([publishNews(app, people.ada), arriveTogether(app, people, id)]),
  },
)

const teachers: LiveTeacher[] = []

nothingMoves(
  '[STREAM-02, LIGHT-01] nor does the picture of a teacher who begins to speak at the bell, and stays for the sharing @full',
  { seated: phone, lit: desktop, guest: { ...phone, theme: 'dark' } },
  { template: { ...liveTemplate, pictureInSharing: true } },
  {
    atBell: async (app, { ada }, sittingId) => {
      teachers.push(await startTeacher(app, { as: ada, sittingId, leadMs: 6_000, spokenMs: 6_000 }))
    },
    before: async (app, { userId }) => {
      await app.database.query.updateTable('schedules').set({ hostId: userId }).execute()
      await app.bus.publish(busEvents.days, { type: 'changed' })
    },
    after: () => Promise.all(teachers.splice(0).map((teacher) => teacher.leave())),
  },
)

/** The faces and words of the dark row, by their left and upper edges. */
const rowOf = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('.dark-faces > *, .dark-row.lights-down button')]
      .filter((part) => part.closest('.dark-actions') === null)
      .map((part) => {
        const { x, y } = part.getBoundingClientRect()
        return `${part.textContent} ${x} ${y}`
      }),
  )

test('[LIGHT-01] from its first frame on the dark row stays, over the beginning of the video and of the silence @full', async ({
  browser,
  app,
  signInAs,
  watch,
}) => {
  test.setTimeout(120_000)
  await makeSitting(app, { inMs: 600_000, bellSeconds: 12, silenceMinutes: 3 })
  const views = [
    ['mia', lowPhone],
    ['mo', desktop],
    ['gail', phone],
    ['ada', { ...smallPhone, text: '200%' }],
  ] as const
  const pages: Page[] = []
  for (const [role, view] of views)
    pages.push((await enter({ browser, app, signInAs, watch }, role, 'seated', view)).page)
  const { videoAt, sharingAt } = await moveBell(app, 4_000)
  for (const page of pages) await expect(page.locator('.dark-faces > *')).toHaveCount(4)
  const inBell = await Promise.all(pages.map(rowOf))
  expect(app.clock.now()).toBeLessThan(videoAt)
  for (const page of pages) await expect(page.locator('.dark-actions button').first()).toBeAttached()
  const inVideo = await Promise.all(pages.map(rowOf))
  for (const page of pages) await moveRoomTo(page, app.clock, sharingAt - 100_000)
  for (const page of pages) {
    await expect(page.getByText(/^In silence until/)).toBeVisible()
    await expect(page.locator('.dark-actions button')).toHaveCount(0)
  }
  const inSilence = await Promise.all(pages.map(rowOf))
  await Promise.all(pages.map((page) => page.context().close()))
  expect(inBell.map(({ length }) => length)).toEqual([7, 7, 7, 7])
  expect(inVideo).toEqual(inBell)
  expect(inSilence).toEqual(inBell)
})

test('[LIGHT-01] the menu of a host has its place before it is loaded', async ({ page, app, signInAs }) => {
  await page.setViewportSize(desktop)
  await makeSitting(app, { inMs: 600_000 })
  await signInAs('gail')
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(`**${builtPath('host-tools.tsx')}`, async (route) => {
    await released
    await route.continue()
  })
  await meditationPage(page).open()
  const menu = page.getByRole('button', { name: 'Host' })
  await expect(page.getByRole('region', { name: 'Help' })).toBeVisible()
  await expect(menu).toHaveCount(0)
  const stop = await recordMoves(page)
  release()
  await expect(menu).toBeVisible()
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  expect(await stop()).toEqual([])
})
