// Two sittings on one day: what is said of each, what is asked in its doors, and the record of the day.
import type { MoodType } from '#features/energy/contract.ts'
import { testZone, wall } from '#test/community-days.ts'
import { allowSeveralADay } from '#test/data/factories.ts'
import { personFields, signIn } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import { expect, test } from '../app.ts'
import { meditationPage } from '../pages/meditation-page.ts'

const day = '2026-11-21'
test.use({ timezoneId: testZone })
const together = { sitting: { together: true } }

test('[PLAN-08, PLAN-10, MED-49] the day remembers the morning; the evening asks for its own levels and says its own @full', async ({
  page,
  app,
  clock,
  meditation,
  signInAs,
}) => {
  await allowSeveralADay(app)
  await meditation({ title: 'Morning', scheduledTime: '07:00', ...together })
  await meditation({ title: 'Evening', scheduledTime: '19:00', slot: 1, ...together })
  const mia = await signInAs('mia')
  const save = async (time: string, moodType: MoodType, emotionLevel: number) => {
    clock.set(wall(`${day} ${time}`))
    const body = { sessionDate: day, moodType, emotionLevel }
    const { body: saved } = await request(app, 'POST /api/mood/entry', { as: mia, body })
    expect(saved).not.toMatchObject({ sittingId: null })
  }
  await save('06:55', 'pre', 4)
  await save('07:05', 'post', 7)
  // What was sat stays until the next doors, also after a reload.
  clock.set(wall(`${day} 09:00`))
  const { open, player, control, countdown } = meditationPage(page)
  await open()
  const line = page.getByRole('list', { name: 'Today’s sittings' })
  const title = page.getByRole('heading', { level: 1 })
  for (const _ of ['before', 'after a reload']) {
    await expect(title).toHaveText('Morning')
    await expect(countdown).toHaveText(/^Next Meditation in \d+h \d+m \d+s · Evening$/)
    await expect(player.getByRole('heading', { name: 'You sat this morning' })).toBeVisible()
    await expect(player.getByText('Third Eye')).toBeVisible()
    await expect(page.getByText(/How (are you arriving|is your energy)\?/)).toBeHidden()
    await expect(line.getByRole('button')).toHaveCount(2)
    await expect(line.getByRole('button', { name: /^7:00\sAM, Morning, you sat$/ })).toBeVisible()
    await page.reload()
  }
  await line.getByRole('button', { name: /Morning/ }).press('Enter')
  await expect(page.getByText(/^7:00\sAM · Morning · you sat$/)).toBeVisible()
  clock.set(wall(`${day} 18:50`))
  await open()
  await expect(title).toHaveText('Evening')
  await expect(player.getByRole('heading', { name: 'You sat this morning' })).toBeHidden()
  await page.getByRole('button', { name: 'Track energy' }).click()
  const modal = page.getByRole('dialog', { name: 'Track Your Energy' })
  await expect(modal.getByRole('radio', { name: 'Before' })).toBeChecked()
  await modal.getByRole('button', { name: 'Skip' }).click()
  await save('18:55', 'pre', 2)
  // The member takes no seat: a level noted at the doors alone isn't one.
  clock.set(wall(`${day} 19:06`))
  await open()
  await expect(
    page.getByRole('paragraph').filter({ hasText: 'The sharing is open to you, too.' }),
  ).toBeVisible()
  await expect(player.getByText(/You sat/)).toBeHidden()
  await expect(control('Back to the video')).toBeHidden()
  clock.set(wall(`${day} 19:20`))
  await open()
  await expect(player.getByRole('heading', { name: 'You sat this morning' })).toBeVisible()
  await expect(player.getByText('Third Eye')).toBeVisible()
  await expect(player.getByText('Root')).toBeHidden()
  await page.goto('/mood-analytics')
  await expect(page.getByText('You finished 3 levels higher than you started.')).toBeVisible()
  await expect(page.getByText('From Solar Plexus to Third Eye.')).toBeVisible()
})

test('[PHASE-20, MED-03, ENERGY-17] beside a day’s open meditation the page names another one’s bell, and a canceled one @full', async ({
  page,
  app,
  clock,
  meditation,
  signInAs,
}) => {
  await allowSeveralADay(app)
  await meditation({ title: 'Morning light' })
  await meditation({ title: 'The long exhale', scheduledTime: '22:00', slot: 1, ...together })
  clock.set(wall(`${day} 06:00`))
  await signInAs('mia')
  const { open, control, countdown } = meditationPage(page)
  await open()
  const line = page.getByText(/^The long exhale, together at 10:00\sPM · doors 9:45\sPM$/)
  await expect(line).toBeVisible()
  await expect(countdown).toHaveText(/^Next Meditation in \d+h \d+m \d+s · The long exhale$/)
  // No row for arriving before the doors, but one offer at the first play.
  const row = page.getByText('How are you arriving?')
  await expect(row).toBeHidden()
  await control('Play the video').click()
  await expect(page.getByText('How is your energy before you begin?')).toBeVisible()
  await expect(row).toBeHidden()

  const gail = await signIn(app, 'gail', personFields.gail)
  const host = async (call: Parameters<typeof request>[1], body?: object) =>
    (await request(app, call, { as: gail, body })).body as { id: number; scheduleId: number }
  const { scheduleId } = await host('GET /api/meditation/today')
  const { id } = await host(`POST /api/sittings/${scheduleId}/begin`, { inSeconds: 900 })
  await host(`POST /api/sittings/${id}/cancel`, { note: 'Wrong button' })
  await expect(page.getByText(/^The 6:15\sAM sitting was canceled: Wrong button$/)).toBeVisible()
  // Two on a day have its line, in place of the sentence.
  await expect(line).toBeHidden()
  await expect(page.getByRole('list', { name: 'Today’s sittings' }).getByRole('button')).toHaveCount(2)
  await expect(page.getByText(/^10:00\sPM · The long exhale · doors 9:45\sPM$/)).toBeVisible()
  await expect(countdown).toHaveText(/ · The long exhale$/)
})
