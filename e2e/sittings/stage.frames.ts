// Frames of a sitting's moments at five sizes in both themes, as a member with a seat sees them. Nothing is compared:
// they are looked at.
import { listActivePictureUrls } from '#features/profile/server/sql.ts'
import type { TestApp } from '#test/app.ts'
import { makeSitting } from '#test/data/factories.ts'
import { joinLive } from '#test/live/live-client.ts'
import { signIn } from '#test/people/people.ts'
import { expect, test } from '../app.ts'
import { moveRoomTo } from '../clock.ts'
import { meditationPage } from '../pages/meditation-page.ts'
import { frameTools } from './frames.ts'

const sizes = [
  [1440, 900],
  [820, 1180],
  [390, 844],
  [844, 390],
  [360, 640],
] as const
const names = ['Ana Ribeiro', 'Tobias Berg', 'Ines Moreau', 'Kofi Mensah', 'Yuki Tanaka', 'Lena Oduya']

/** Members in the room, each with a picture. */
async function fillRoom(app: TestApp, count: number) {
  const pictures = await listActivePictureUrls(app.database.query)
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const user = await signIn(app, `sitter-${index}`, { name: `${names[index % names.length]} ${index}` })
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
        const { startsAt, videoAt, sharingAt, endsAt } = await makeSitting(app, {
          inMs: 3_600_000,
          gatherSeconds: 60,
          bellSeconds: 8,
          silenceMinutes: 2,
          template: { title: 'Morning light on still water', sessionSteps: [] },
        })
        const sitters = await fillRoom(app, 29)
        await signInAs('mia')
        const { open, control, player } = meditationPage(page)
        const { frame, frameAfter, framesAt, press } = frameTools(
          { page, app },
          (moment) => `${moment}-${width}-${theme}`,
        )
        await open()
        await frame('01-before')
        await moveRoomTo(page, app.clock, startsAt - 12.4 * 60_000)
        await expect(control('Take your seat')).toBeVisible()
        await frameAfter(1_500, '02-doors')
        await press(control('Take your seat'))
        await moveRoomTo(page, app.clock, startsAt - 42_000)
        await frameAfter(1_000, '03-gather')
        await moveRoomTo(page, app.clock, startsAt - 2_000)
        await framesAt('04-bell', startsAt, [0.7, 2, 3, 5, 7.5])
        await framesAt('05-melt', videoAt, [0.3, 0.8, 1.5])
        await moveRoomTo(page, app.clock, videoAt + 92_000)
        await frameAfter(6_000, '06-sitting')
        await page.mouse.move(width / 2, height / 2)
        await page.mouse.move(width / 2 + 5, height / 2)
        await frameAfter(600, '07-sitting-pointer')
        await press(page.getByRole('button', { name: 'Show the chat' }))
        await frameAfter(400, '08-sitting-chat')
        await page.keyboard.press('Escape')
        await press(page.getByRole('button', { name: 'I am not well' }))
        await frameAfter(400, '09-sitting-help')
        await press(page.getByRole('button', { name: 'Close' }).first())
        await moveRoomTo(page, app.clock, sharingAt - 90_000)
        await frameAfter(5_000, '10-silence')
        await moveRoomTo(page, app.clock, sharingAt - 2_000)
        await framesAt('11-end', sharingAt, [1, 2.2, 4.6, 6.2, 10])
        const row = player.getByRole('group', { name: 'How are you leaving?' })
        await expect(row).toBeVisible()
        // Each step fades in.
        await frameAfter(1_500, '12-level')
        await press(row.getByRole('button', { name: /^Heart/ }))
        await frameAfter(1_500, '12-heart')
        await press(page.getByRole('button', { name: 'Save', exact: true }))
        await frameAfter(1_500, '13-noted')
        await frameAfter(4_500, '14-room')
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
