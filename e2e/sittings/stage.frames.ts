// Frames of a sitting's moments at five sizes in both themes, as a member with a seat sees them. Nothing is compared:
// they are looked at.
import { listActivePictureUrls } from '#features/profile/server/sql.ts'
import type { TestApp } from '#test/app.ts'
import { makeMeditation, makeSitting } from '#test/data/factories.ts'
import { joinLive, sendChatMessage } from '#test/live/live-client.ts'
import { signIn } from '#test/people/people.ts'
import { expect, test } from '../app.ts'
import { moveRoomTo } from '../clock.ts'
import { meditationPage } from '../pages/meditation-page.ts'
import { frameTools } from './frames.ts'
import { slowMotion } from './slow-motion.ts'

const sizes = [
  [1440, 900],
  [820, 1180],
  [390, 844],
  [844, 390],
  [360, 640],
] as const
const names = ['Ana Ribeiro', 'Tobias Berg', 'Ines Moreau', 'Kofi Mensah', 'Yuki Tanaka', 'Lena Oduya']

const messages = [
  'Good evening from Lisbon. Rain on the window, tea in hand.',
  'Day 10 in a row. Thank you all for sitting with me.',
  'Welcome. We begin softly; find a seat that lets your back be long.',
  'My shoulders dropped just reading that.',
  'First time here. Glad I came.',
]

/** Headless browsers refuse it, and the page would say so. */
const allowScreenOn = () =>
  Object.defineProperty(navigator, 'wakeLock', {
    value: {
      request: () => Promise.resolve(Object.assign(new EventTarget(), { release: () => Promise.resolve() })),
    },
  })

/** Members in the room, each with a picture. */
async function fillRoom(app: TestApp, count: number) {
  const pictures = await listActivePictureUrls(app.database.query)
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const user = await signIn(app, `sitter-${index}`, { name: names[index % names.length]! })
      await app.database.query
        .updateTable('users')
        .set({ profilePicture: pictures[index % pictures.length] ?? null })
        .where('id', '=', user.userId)
        .execute()
      return joinLive(app, user, app.calendar.today())
    }),
  )
}

const themes = process.env['FRAMES_THEME']?.split(',') ?? ['light', 'dark']
const widths = process.env['FRAMES_WIDTH']?.split(',')
const forcedColors = process.env['FRAMES_FORCED_COLORS'] ? 'active' : 'none'

for (const theme of themes)
  for (const [width, height] of sizes) {
    if (widths && !widths.includes(String(width))) continue
    test.describe(`${width}x${height}`, () => {
      test.use({ hasTouch: width < 1024 })
      test(theme, async ({ page, app, signInAs }) => {
        app.clock.set('2026-11-22T00:00:00.000Z')
        await page.setViewportSize({ width, height })
        await page.emulateMedia({ forcedColors })
        await page.addInitScript((value) => localStorage.setItem('theme', value), theme)
        await page.addInitScript(allowScreenOn)
        const { startsAt, videoAt, sharingAt, endsAt } = await makeSitting(app, {
          inMs: 3_600_000,
          gatherSeconds: 60,
          bellSeconds: 8,
          silenceMinutes: 2,
          template: { title: 'Morning light on still water', sessionSteps: [] },
        })
        await makeMeditation(app, {
          day: '2026-11-22',
          title: 'Seven lamps',
          scheduledTime: '19:00',
          sitting: { together: true },
        })
        const sitters = await fillRoom(app, 29)
        await signInAs('mia')
        const { open, control, player } = meditationPage(page)
        const setRate = await slowMotion(page)
        const { frame, frameAfter, film, press } = frameTools(
          { page, app, setRate },
          (moment) => `${moment}-${width}-${theme}`,
        )
        await open()
        await frame('01-before')
        await moveRoomTo(page, app.clock, startsAt - 12.4 * 60_000)
        await expect(control('Take your seat')).toBeVisible()
        await expect(page.getByRole('button', { name: 'I am not well' })).toBeVisible()
        await frameAfter(1_500, '02-doors')
        for (const [index, text] of messages.entries()) {
          const sitter = sitters[index]!
          sendChatMessage(sitter, text)
          await sitter.next('new-message')
        }
        // A phone on its side has the row below its window.
        if (height > 600) await press(page.getByRole('button', { name: /^Sacral/ }))
        await press(control('Take your seat'))
        await moveRoomTo(page, app.clock, startsAt - 42_000)
        await frameAfter(1_000, '03-gather')
        await film('04-bell', startsAt)
        await moveRoomTo(page, app.clock, videoAt + 92_000)
        const secondsPlayed = () =>
          page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime)
        await expect.poll(secondsPlayed).toBeGreaterThan(92)
        await frameAfter(6_000, '06-sitting')
        await page.mouse.move(width / 2, height / 2)
        await page.mouse.move(width / 2 + 5, height / 2)
        await frameAfter(600, '07-sitting-pointer')
        await press(page.getByRole('button', { name: 'Show the chat' }))
        // Its log fades in.
        await frameAfter(1_500, '08-sitting-chat')
        await page.keyboard.press('Escape')
        await press(page.getByRole('button', { name: 'I am not well' }))
        await frameAfter(400, '09-sitting-help')
        await press(page.getByRole('button', { name: 'Close' }).first())
        await moveRoomTo(page, app.clock, sharingAt - 90_000)
        await frameAfter(5_000, '10-silence')
        await film('11-end', sharingAt)
        const row = player.getByRole('group', { name: 'How are you leaving?' })
        await expect(row).toBeVisible()
        // Each step fades in.
        await frameAfter(1_500, '12-level')
        await press(row.getByRole('button', { name: /^Heart/ }))
        await frameAfter(1_500, '12-heart')
        await press(page.getByRole('button', { name: 'Save', exact: true }))
        await frameAfter(1_500, '13-noted')
        await frameAfter(4_500, '14-room')
        await setRate(0.25)
        for (const [index, words] of ['One person said', '2 people said', '3 people said'].entries()) {
          sitters[index + 3]?.send({ type: 'thank' })
          await expect(player.getByText(words)).toBeVisible()
        }
        await frameAfter(300, '14-thanks')
        await setRate(1)
        await press(player.getByRole('button', { name: 'To the sharing' }))
        await frameAfter(2_000, '14-sharing')
        await page.locator('#chat-composer').blur()
        await moveRoomTo(page, app.clock, endsAt - 30_000)
        await frameAfter(1_500, '15-closing')
        await moveRoomTo(page, app.clock, endsAt + 60_000)
        await frameAfter(2_000, '16-after')
        await Promise.all(sitters.map((sitter) => sitter.close()))
      })
    })
  }
