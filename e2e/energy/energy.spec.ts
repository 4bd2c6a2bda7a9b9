// Recording energy: the modal, the day of its entry, and the prompts around the sitting.
import type { Page } from '@playwright/test'
import { expect, test } from '../app.ts'

const modal = (page: Page) => page.getByRole('dialog', { name: 'Track Your Energy' })
const openModal = (page: Page) => page.getByRole('button', { name: 'Track energy' }).click()

test('[ENERGY-14, ENERGY-19] an entry saved in a sitting that started yesterday is for that day @full', async ({
  page,
  app,
  clock,
  signInAs,
  meditation,
}) => {
  clock.set('2026-11-22T05:50:00.000Z')
  await meditation()
  await meditation({ day: '2026-11-23' })
  const mia = await signInAs('mia')
  await page.clock.install()
  await page.goto('/meditation')
  await expect(page.getByText('Connected', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Play the video' }).click()
  await page.getByRole('button', { name: 'Not now' }).click()
  clock.set('2026-11-22T06:20:00.000Z')
  // The page knows that it is past midnight, and the video continues.
  const heard = page.waitForResponse((response) => response.url().includes('/api/meditation/online-count/'))
  await page.clock.runFor(10_000)
  await heard
  await expect(page.getByText(/^23h/)).toBeVisible()
  await openModal(page)
  await expect(modal(page).getByText('For Saturday, November 21')).toBeVisible()
  await modal(page).getByRole('radio', { name: 'After' }).press('Space')
  await modal(page).getByRole('button', { name: 'Save' }).click()
  await expect(modal(page)).toBeHidden()

  await page.goto('/settings')
  await openModal(page)
  await expect(modal(page).getByText('For today')).toBeVisible()
  await modal(page).getByRole('button', { name: 'Save' }).click()
  await expect(modal(page)).toBeHidden()
  const rows = await app.database.query
    .selectFrom('mood_entries')
    .select(['sessionDate', 'moodType'])
    .where('userId', '=', mia.userId)
    .orderBy('id')
    .execute()
  expect(rows).toEqual([
    { sessionDate: '2026-11-21', moodType: 'post' },
    { sessionDate: '2026-11-22', moodType: 'pre' },
  ])
})

test('[ENERGY-17] the first play offers Before, the end of the video After; one click dismisses each @full', async ({
  page,
  signInAs,
  meditation,
}) => {
  await meditation()
  await signInAs('mia')
  await page.goto('/meditation')
  const offer = page.getByRole('button', { name: 'Track it' })
  await expect(offer).toBeHidden()
  await page.getByRole('button', { name: 'Play the video' }).click()
  await expect(page.getByText('How is your energy before you begin?')).toBeVisible()
  await page.getByRole('button', { name: 'Not now' }).click()
  await expect(offer).toBeHidden()

  await page.locator('video').evaluate((video: HTMLVideoElement) => {
    video.currentTime = video.duration - 0.3
  })
  await expect(page.getByText('How are you leaving?')).toBeVisible({ timeout: 15_000 })
  await page.getByRole('button', { name: 'Add a few words' }).click()
  await expect(modal(page)).toBeVisible()
  await modal(page).getByRole('radio', { name: 'After' }).press('Space')
  await modal(page).getByRole('button', { name: 'Save' }).click()
  await expect(modal(page)).toBeHidden()
  await expect(offer).toBeHidden()
})
