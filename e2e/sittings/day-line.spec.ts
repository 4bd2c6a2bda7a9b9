// The day's line under the stage: many sittings on a phone, a second one that comes, another zone.
import { timestampToMs } from '#shared/day.ts'
import { testZone, wall } from '#test/community-days.ts'
import { allowSeveralADay } from '#test/data/factories.ts'
import { personFields, signIn } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import { expect, test } from '../app.ts'
import { expectAccessible } from '../axe.ts'
import { moveRoomTo } from '../clock.ts'
import { meditationPage } from '../pages/meditation-page.ts'

const day = '2026-11-21'
const together = { sitting: { together: true, sharingMinutes: 5 } }
test.use({ timezoneId: testZone })

test('[PLAN-10] eight suns on a phone: in order, 42 px apart, by keyboard; a press moves nothing @full', async ({
  page,
  app,
  clock,
  meditation,
  signInAs,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await allowSeveralADay(app)
  const hours = ['05:00', '06:30', '08:00', '12:00', '15:00', '18:00', '19:00', '22:30']
  for (const [slot, scheduledTime] of hours.entries())
    await meditation({ title: `Sitting ${slot + 1} of a long day`, scheduledTime, slot, ...together })
  clock.set(wall(`${day} 14:00`))
  await signInAs('mia')
  await meditationPage(page).open()
  const line = page.getByRole('list', { name: 'Today’s sittings' })
  const suns = line.getByRole('button')
  await expect(suns).toHaveCount(8)
  await expect(line.getByRole('button', { pressed: true })).toHaveAccessibleName(/^3:00\sPM, .* next/)
  const centers = await suns.evaluateAll((all) =>
    all.map((sun) => sun.getBoundingClientRect()).map(({ left, width }) => left + width / 2),
  )
  for (const [index, center] of centers.entries())
    if (index > 0) expect(center - (centers[index - 1] ?? 0)).toBeGreaterThanOrEqual(42)
  const boxes = () =>
    page
      .getByRole('main')
      .locator('*')
      .evaluateAll((all) =>
        all
          .filter(
            (part) =>
              !part.closest('[role=timer], .day-line-words, svg, [aria-label="Today’s sittings"] span'),
          )
          .map((part) => part.getBoundingClientRect())
          .map(({ x, y, width, height }) => [x, y, width, height].map(Math.round).join()),
      )
  await suns.first().focus()
  const before = await boxes()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^6:30\sAM · Sitting 2 of a long day · past$/)).toBeVisible()
  expect(await boxes()).toEqual(before)
  await expectAccessible(page, 'eight suns')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page, 'eight suns in the dark theme')
  await page.emulateMedia({ forcedColors: 'active' })
  await expect(suns.first().locator('svg')).toBeVisible()
})

test('[PLAN-10] a second sitting that is added brings the line to an open page, a canceled one stays @full', async ({
  page,
  app,
  clock,
  meditation,
  signInAs,
}) => {
  await allowSeveralADay(app)
  const templateId = await meditation({ title: 'Evening calm', scheduledTime: '19:00', ...together })
  clock.set(wall(`${day} 09:00`))
  await signInAs('mia')
  await meditationPage(page).open()
  const line = page.getByRole('list', { name: 'Today’s sittings' })
  const sentence = page.getByText(/^Together at 7:00\sPM/)
  await expect(sentence).toBeVisible()
  await expect(line).toBeHidden()
  const ada = await signIn(app, 'ada', personFields.ada)
  const body = { date: day, templateId, scheduledTime: '12:00', ...together.sitting }
  await request(app, 'POST /api/admin/schedules', { as: ada, body })
  await expect(line.getByRole('button')).toHaveCount(2)
  await expect(sentence).toBeHidden()
  const { body: sittings } = await request(app, 'GET /api/sittings', { as: ada })
  const [noon] = (sittings as { id: number; day: string }[]).filter((sitting) => sitting.day === day)
  await request(app, `POST /api/sittings/${noon?.id}/delay`, { as: ada, body: { minutes: 30 } })
  await expect(line.getByRole('button', { name: /^12:30\sPM, .* next, doors/ })).toBeVisible()
  await request(app, `POST /api/sittings/${noon?.id}/cancel`, { as: ada, body: { note: 'Lena is ill.' } })
  await expect(line.getByRole('button', { name: /^12:30\sPM, .* canceled: Lena is ill\.$/ })).toBeVisible()
  await expect(line.getByRole('button', { pressed: true })).toHaveAccessibleName(
    /^7:00\sPM, Evening calm, next/,
  )
})

test('[MED-03, PLAN-10] a change of the community’s zone reaches the countdown and the names of an open page @full', async ({
  page,
  app,
  clock,
  meditation,
  signInAs,
}) => {
  await allowSeveralADay(app)
  await meditation({ scheduledTime: '07:00', ...together })
  for (const [slot, scheduledTime] of ['07:00', '19:00'].entries())
    await meditation({ day: '2026-11-22', title: `Sunday ${slot}`, scheduledTime, slot, ...together })
  clock.set(wall(`${day} 23:00`))
  await signInAs('mia')
  const { countdown, open } = meditationPage(page)
  await open()
  await expect(countdown).toHaveText(/^Next Meditation in 7h 59m \d+s · Sunday 0$/)
  const ada = await signIn(app, 'ada', personFields.ada)
  const { body } = await request(app, 'GET /api/admin/community', { as: ada })
  const { version } = body as { version: number }
  await request(app, 'PUT /api/admin/community/zone', { as: ada, body: { zone: 'America/Denver', version } })
  await expect(countdown).toHaveText(/^Next Meditation in 8h 59m \d+s · Sunday 0$/)
  // After the reader's midnight, before the community's.
  await moveRoomTo(page, clock, timestampToMs(wall('2026-11-22 00:30')))
  const suns = page.getByRole('list', { name: 'Today’s sittings' }).getByRole('button')
  await expect(suns.first()).toHaveAccessibleName(
    /^8:00\sAM, Sunday 0, next, doors 7:45\sAM, 7:00\sAM in Denver$/,
  )
})

test.describe('in Tokyo', () => {
  test.use({ timezoneId: 'Asia/Tokyo' })

  test('[PLAN-10] the line is the member’s day: an evening and a morning of two rooms @full', async ({
    page,
    app,
    clock,
    meditation,
    signInAs,
  }) => {
    await allowSeveralADay(app)
    for (const date of [day, '2026-11-22']) {
      await meditation({ day: date, title: `Morning ${date}`, scheduledTime: '07:00', ...together })
      await meditation({ day: date, title: `Evening ${date}`, scheduledTime: '19:00', slot: 1, ...together })
    }
    // Sunday, 8 AM in Tokyo.
    clock.set(wall(`${day} 17:00`))
    await signInAs('mia')
    await meditationPage(page).open()
    const suns = page.getByRole('list', { name: 'Today’s sittings' }).getByRole('button')
    await expect(suns).toHaveCount(2)
    await expect(suns.first()).toHaveAccessibleName(
      /^10:00\sAM, Evening 2026-11-21, next, doors 9:45\sAM, Saturday 7:00\sPM in Chicago$/,
    )
    await expect(suns.last()).toHaveAccessibleName(
      /^10:00\sPM, Morning 2026-11-22, coming, 7:00\sAM in Chicago$/,
    )
  })
})
