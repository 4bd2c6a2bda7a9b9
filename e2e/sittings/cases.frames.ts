// Frames of a sitting in its rarer cases, on a desktop in light and a phone in dark. Nothing is compared: they are
// looked at.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Block } from '#features/sittings/silence.ts'
import { makeSitting } from '#test/data/factories.ts'
import { silence } from '#test/data/silence.ts'
import { test, type Fixtures } from '../app.ts'
import { moveRoomTo } from '../clock.ts'
import { corsHeaders } from '../meditation/stream-server.ts'
import { stubYoutube, videoId } from '../pages/fake-youtube.ts'
import { meditationPage } from '../pages/meditation-page.ts'
import { frameTools } from './frames.ts'
import { slowMotion } from './slow-motion.ts'

interface Case {
  name: string
  /** Takes no seat. */
  isGuest?: boolean
  role?: 'mia' | 'gail'
  videoUrl?: string
  /** Sat in place of a video. */
  blocks?: Block[]
  /** Before the page is opened. */
  prepare?: (page: Page) => Promise<unknown>
  /** With the seat taken, before the bell. */
  seated?: (page: Page) => Promise<unknown>
  /** Amid the video: the steps to further frames, by their names. */
  amid?: Readonly<Record<string, (page: Page) => Promise<unknown>>>
  /** Brings the stage back after them. */
  afterwards?: (page: Page) => Promise<unknown>
  /** In the sharing, as `amid`. */
  ending?: Readonly<Record<string, (page: Page) => Promise<unknown>>>
}

/** A film of another shape, from another host. */
const film = (shape: string): Case => ({
  name: shape,
  videoUrl: `https://cdn.stillwater.org/${shape}.mp4`,
  prepare: (page) =>
    page.route('https://cdn.stillwater.org/**', (route) =>
      route.fulfill({
        contentType: 'video/mp4',
        headers: corsHeaders,
        body: readFileSync(join(import.meta.dirname, 'films', `${shape}.mp4`)),
      }),
    ),
})

const press = (name: string) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).filter({ visible: true }).first().click()
/** On a phone its heading does. */
const openChat = (page: Page) =>
  page
    .getByRole('region', { name: 'Live chat' })
    .locator('[aria-expanded], .chat-fold')
    .filter({ visible: true })
    .last()
    .click()
const wake = async (page: Page) => {
  await page.mouse.move(150, 200)
  await page.mouse.move(155, 205)
}

const cases: readonly Case[] = [
  film('portrait'),
  film('square'),
  film('wide'),
  {
    name: 'youtube',
    videoUrl: `https://www.youtube.com/watch?v=${videoId}`,
    prepare: (page) => stubYoutube(page, { duration: 168 }),
    amid: { pointer: wake },
  },
  {
    name: 'on-my-own',
    amid: {
      pointer: wake,
      'at-own-pace': press('On my own'),
      lit: (page) => page.keyboard.press('Escape'),
    },
  },
  {
    name: 'host',
    role: 'gail',
    amid: {
      pointer: wake,
      menu: press('Host'),
    },
    afterwards: (page) => page.keyboard.press('Escape'),
  },
  {
    name: 'guest',
    isGuest: true,
    amid: { chat: openChat },
    ending: {
      scrolled: (page) => page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight)),
    },
  },
  {
    name: 'offline',
    amid: { offline: (page) => page.context().setOffline(true) },
    afterwards: (page) => page.context().setOffline(false),
  },
  {
    name: 'scrolled',
    seated: (page) => page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight)),
  },
  {
    name: 'care',
    ending: {
      level: (page) => page.getByRole('button', { name: /^No Awareness/ }).click(),
      card: press('Save'),
      help: press('Talk to a garden angel'),
    },
  },
  {
    name: 'silence',
    blocks: [
      { kind: 'sit', minutes: 25 },
      { kind: 'walk', minutes: 5, strokes: 1 },
    ],
    amid: { pointer: wake, 'at-own-pace': press('On my own') },
    afterwards: press('Rejoin the group'),
  },
  { name: 'reduced-motion', prepare: (page) => page.emulateMedia({ reducedMotion: 'reduce' }) },
  {
    name: 'forced-colors',
    prepare: (page) => page.emulateMedia({ forcedColors: 'active' }),
    amid: { pointer: wake, chat: press('Show the chat') },
    afterwards: (page) => page.keyboard.press('Escape'),
  },
  {
    name: 'lights-on',
    prepare: (page) => page.addInitScript(() => localStorage.setItem('lights', 'keep')),
    amid: { pointer: wake },
  },
  {
    name: 'right-to-left',
    prepare: (page) =>
      page.addInitScript(() =>
        document.addEventListener('DOMContentLoaded', () => (document.documentElement.dir = 'rtl')),
      ),
    amid: { pointer: wake, chat: press('Show the chat') },
    afterwards: (page) => page.keyboard.press('Escape'),
  },
]

async function play(
  { page, app, signInAs }: Pick<Fixtures, 'app' | 'signInAs'> & { page: Page },
  { role = 'mia', isGuest, videoUrl, blocks, prepare, seated, amid, afterwards, ending }: Case,
  { frame, frameAfter, framesAt }: ReturnType<typeof frameTools>,
) {
  const framesOfSteps = async (number: number, steps: Case['amid'] = {}) => {
    for (const [name, lead] of Object.entries(steps)) {
      await lead(page)
      await frameAfter(700, `${number}-${name}`)
    }
  }
  app.clock.set('2026-11-22T00:00:00.000Z')
  const { startsAt, videoAt, sharingAt } = await makeSitting(app, {
    inMs: 3_600_000,
    gatherSeconds: 60,
    bellSeconds: 8,
    silenceMinutes: 2,
    template: { title: 'Morning light on still water', ...(videoUrl && { videoUrl, captionsUrl: null }) },
    ...(blocks && silence(blocks)),
  })
  await signInAs(role)
  await prepare?.(page)
  const { open, control } = meditationPage(page)
  await open()
  await moveRoomTo(page, app.clock, startsAt - 12 * 60_000)
  if (!isGuest) await control('Take your seat').click()
  await moveRoomTo(page, app.clock, startsAt - 4_000)
  await seated?.(page)
  await frame('1-seated')
  await framesAt('2-bell', startsAt, [0.7, 3, 7.5])
  await framesAt('3-melt', videoAt, [1.5])
  await frameAfter(5_000, '4-amid')
  await framesOfSteps(5, amid)
  await afterwards?.(page)
  await moveRoomTo(page, app.clock, sharingAt - 60_000)
  await frameAfter(5_000, '6-silence')
  await moveRoomTo(page, app.clock, sharingAt - 1_500)
  await framesAt('7-end', sharingAt, [1, 4.6, 10])
  await framesOfSteps(8, ending)
}

const only = process.env['FRAMES_CASE']?.split(',')

for (const [theme, width, height] of [
  ['light', 1440, 900],
  ['dark', 390, 844],
] as const)
  for (const one of cases) {
    if (only && !only.includes(one.name)) continue
    test(`${one.name} at ${width}x${height} ${theme}`, async ({ page, app, signInAs, expectConsole }) => {
      expectConsole(/./)
      await page.setViewportSize({ width, height })
      await page.addInitScript((value) => localStorage.setItem('theme', value), theme)
      const tools = frameTools(
        { page, app, setRate: await slowMotion(page) },
        (moment) => `${one.name}-${moment}-${width}-${theme}`,
      )
      await play({ page, app, signInAs }, one, tools)
    })
  }
