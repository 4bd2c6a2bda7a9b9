// Frames of a sitting whose teacher speaks here. Nothing is compared: they are looked at.
import { moveBell } from '#test/data/factories.ts'
import { hostFields, signIn } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import { makeLiveSitting } from '#test/streams/live-sitting.ts'
import { test } from '../app.ts'
import { meditationPage } from '../pages/meditation-page.ts'
import { frameTools } from './frames.ts'
import { startTeacher } from './live-teacher.ts'
import { slowMotion } from './slow-motion.ts'

const views = [
  ['light', 1440, 900],
  ['dark', 1440, 900],
  ['light', 390, 844],
  ['dark', 390, 844],
] as const
const leadMs = 6_000

for (const [theme, width, height] of views)
  test(`the picture at ${width}x${height} ${theme}`, async ({ page, app, signInAs, expectConsole }) => {
    expectConsole(/./)
    const hana = await signIn(app, 'hana', hostFields)
    const { id } = await makeLiveSitting(app, {
      hostId: hana.userId,
      inMs: 600_000,
      template: { title: 'An evening with Hana', pictureInSharing: true },
    })
    await signInAs('mia')
    await page.setViewportSize({ width, height })
    await page.addInitScript((value) => localStorage.setItem('theme', value), theme)
    const { frameAfter } = frameTools(
      { page, app, setRate: await slowMotion(page) },
      (moment) => `live-picture-${moment}-${width}-${theme}`,
    )
    const { open, control } = meditationPage(page)
    await open()
    await frameAfter(1_500, '1-doors')
    await control('Take your seat').click()
    await frameAfter(700, '2-seated')
    const teacher = await startTeacher(app, { as: hana, sittingId: id, leadMs })
    await frameAfter(11_000, '3-picture-in-doors')
    teacher.fallSilent()
    await moveBell(app, 3_000)
    await frameAfter(4_500, '4-bell')
    await frameAfter(16_000, '5-scene')
    teacher.findLine()
    await frameAfter(12_000, '6-picture')
    await page.mouse.move(200, 300)
    await page.mouse.move(205, 305)
    await frameAfter(700, '7-controls')
    await page.keyboard.press('k')
    await frameAfter(1_200, '8-own-pace')
    await page.keyboard.press('k')
    await frameAfter(3_000, '9-rejoined')
    await request(app, `POST /api/sittings/${id}/end`, { as: hana })
    await frameAfter(9_000, '10-ending')
    for (const name of ['Continue', 'Not now', 'Back'])
      await control(name)
        .click({ timeout: 4_000 })
        .catch(() => undefined)
    await frameAfter(2_500, '11-sharing')
    await teacher.leave()
  })
