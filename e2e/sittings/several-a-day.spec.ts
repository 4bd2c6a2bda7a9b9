// Several sittings a day on the screen: the next one follows the last, without a reload.
import { wall } from '#test/community-days.ts'
import { allowSeveralADay } from '#test/data/factories.ts'
import { expect, test } from '../app.ts'
import { meditationPage } from '../pages/meditation-page.ts'

test('[PLAN-02, PLAN-08] as a sharing ends, the page announces the day’s next sitting; its doors open there @full', async ({
  page,
  app,
  clock,
  meditation,
  signInAs,
}) => {
  await allowSeveralADay(app)
  const sitting = { together: true }
  await meditation({ title: 'Morning light', scheduledTime: '07:00', sitting })
  await meditation({ title: 'Noon hush', scheduledTime: '12:00', sitting, slot: 1 })
  await meditation({ title: 'Evening calm', scheduledTime: '19:00', sitting, slot: 2 })
  await signInAs('mia')
  // The sharing of the first ends at 7:17:56.
  clock.set(wall('2026-11-21 07:17:30'))
  await meditationPage(page).open()
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('Morning light')
  await expect(page.getByText(/^Sharing until .* The chat is open/)).toBeVisible()
  await expect(heading).toHaveText('Noon hush', { timeout: 45_000 })
  const line = page.getByRole('list', { name: 'Today’s sittings' })
  await expect(line.getByRole('button', { pressed: true })).toHaveAccessibleName(/, Noon hush, next, doors/)
  await expect(page.getByRole('timer')).toContainText('4h 4')
  clock.set(wall('2026-11-21 11:44:50'))
  await page.reload()
  await expect(heading).toHaveText('Noon hush')
  await expect(page.getByRole('button', { name: 'Take your seat' })).toBeVisible({ timeout: 20_000 })
})
