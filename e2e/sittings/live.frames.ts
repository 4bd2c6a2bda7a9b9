// Frames of a live sitting that meets elsewhere, and of who holds it. Nothing is compared: they are looked at.
import { makeSitting } from '#test/data/factories.ts'
import { live } from '#test/data/live.ts'
import { hostFields, signIn } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import { test } from '../app.ts'
import { moveRoomTo } from '../clock.ts'
import { meditationPage } from '../pages/meditation-page.ts'
import { frameTools } from './frames.ts'
import { slowMotion } from './slow-motion.ts'

const views = [
  ['light', 1440, 900],
  ['dark', 1440, 900],
  ['light', 820, 1_180],
  ['dark', 390, 844],
  ['light', 390, 844],
] as const
const minute = 60_000

for (const [theme, width, height] of views)
  for (const who of ['member', 'guest', 'host'] as const) {
    if (who !== 'member' && width === 820) continue
    test(`${who} at ${width}x${height} ${theme}`, async ({ page, app, signInAs, context, expectConsole }) => {
      expectConsole(/./)
      app.clock.set('2026-11-22T00:00:00.000Z')
      const { startsAt, sharingAt, endsAt, scheduleId } = await makeSitting(app, {
        inMs: 40 * minute,
        gatherSeconds: 60,
        bellSeconds: 8,
        ...live(),
      })
      const hana = await signIn(app, 'hana', hostFields)
      await request(app, `PUT /api/schedules/${scheduleId ?? 0}/host`, {
        as: hana,
        body: { hostId: hana.userId },
      })
      if (who === 'host') {
        const [name = '', value = ''] = hana.cookie.split('=')
        await context.addCookies([{ name, value, url: app.url }])
      } else await signInAs('mia')
      await page.setViewportSize({ width, height })
      await page.addInitScript((value) => localStorage.setItem('theme', value), theme)
      const { frame, frameAfter, framesAt } = frameTools(
        { page, app, setRate: await slowMotion(page) },
        (moment) => `live-${who}-${moment}-${width}-${theme}`,
      )
      const { open, control } = meditationPage(page)
      await open()
      await frameAfter(1_500, '0-before')
      await moveRoomTo(page, app.clock, startsAt - 12 * minute)
      await frameAfter(12_000, '1-doors')
      if (who !== 'guest') {
        await control('Take your seat').click()
        await frameAfter(700, '2-seated')
      }
      if (who === 'host') {
        await page.getByRole('button', { name: 'Host' }).click()
        await frameAfter(700, '2-menu')
        await page.keyboard.press('Escape')
      }
      await moveRoomTo(page, app.clock, startsAt - 4_000)
      await framesAt('3-bell', startsAt, [0.7, 3])
      await moveRoomTo(page, app.clock, startsAt + 10 * minute)
      await frameAfter(2_500, '4-during')
      if (who === 'host') {
        await page.mouse.move(150, 200)
        await page.mouse.move(155, 205)
        await frameAfter(700, '4-pointer')
      }
      await moveRoomTo(page, app.clock, sharingAt - 1_500)
      await framesAt('5-end', sharingAt, [4.6, 12])
      await moveRoomTo(page, app.clock, endsAt + 2_000)
      await frameAfter(2_000, '6-after')
      await frame('6-after')
    })
  }
