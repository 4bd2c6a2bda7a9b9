// Energy entries in a real browser: another tab, midnight, and the browser’s history.
import type { Page } from '@playwright/test'
import { expect, test } from '../app.ts'

const modal = (page: Page) => page.getByRole('dialog', { name: 'Track Your Energy' })
const level = (page: Page, name: string) => modal(page).getByRole('radio', { name })
const diary = (page: Page) => modal(page).getByRole('textbox', { name: 'Diary' })
const kind = (page: Page, name: 'Before' | 'After') => modal(page).getByRole('radio', { name })
const save = (page: Page) => modal(page).getByRole('button', { name: 'Save' })
const openModal = (page: Page) => page.getByRole('button', { name: 'Track energy' }).click()

test('[ENERGY-24] an entry saved meanwhile in another tab isn’t overwritten without notice @full', async ({
  page,
  app,
  context,
  watch,
  signInAs,
}) => {
  await signInAs('mia')
  const stored = () =>
    app.database.query.selectFrom('mood_entries').select(['moodType', 'emotionLevel']).orderBy('id').execute()
  const other = await context.newPage()
  await watch(other)
  for (const tab of [page, other]) {
    await tab.goto('/settings')
    await openModal(tab)
    await expect(kind(tab, 'Before')).toBeChecked()
  }
  await save(other).click()
  await expect(modal(other)).toBeHidden()
  await level(page, 'Root Center').press('Space')
  await save(page).click()
  await expect(modal(page).getByText('Saved: Throat. Saving changes it.')).toBeVisible()
  await expect(kind(page, 'Before')).toBeChecked()
  expect(await stored()).toEqual([{ moodType: 'pre', emotionLevel: 6 }])
  await kind(page, 'After').press('Space')
  await expect(level(page, 'Root Center')).toBeChecked()
  await save(page).click()
  await expect(modal(page)).toBeHidden()
  expect(await stored()).toEqual([
    { moodType: 'pre', emotionLevel: 6 },
    { moodType: 'post', emotionLevel: 2 },
  ])
})

test('[ENERGY-25] a modal open over midnight names the day of its entry @full', async ({
  page,
  app,
  clock,
  signInAs,
}) => {
  clock.set('2026-11-22T05:59:30.000Z')
  await signInAs('mia')
  await page.clock.install({ time: clock.now() })
  await page.goto('/settings')
  await openModal(page)
  await expect(modal(page).getByText('For today')).toBeVisible()
  clock.set('2026-11-22T06:00:30.000Z')
  await page.clock.runFor(61_000)
  await expect(modal(page).getByText('For Saturday, November 21')).toBeVisible()
  await save(page).click()
  await expect(modal(page)).toBeHidden()
  const rows = await app.database.query.selectFrom('mood_entries').select('sessionDate').execute()
  expect(rows).toEqual([{ sessionDate: '2026-11-21' }])
})

test('[ENERGY-26] Back closes the modal and stays on the screen, and Forward doesn’t reopen it @full', async ({
  page,
  signInAs,
}) => {
  await page.setViewportSize({ width: 390, height: 600 })
  await signInAs('mia')
  await page.goto('/referrals')
  await page.goto('/settings')
  await page.evaluate(() => window.scrollTo(0, 300))
  const open = async () => {
    await page.getByRole('button', { name: 'Track energy' }).click()
    await expect(kind(page, 'Before')).toBeChecked()
  }
  await open()
  await diary(page).fill('Kept.')
  await page.goBack()
  await expect(modal(page)).toBeHidden()
  await expect(page).toHaveURL(/\/settings$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await page.evaluate(() => window.scrollY)).toBe(300)
  await page.goForward()
  await expect(page).toHaveURL(/\/settings$/)
  await expect(modal(page)).toBeHidden()
  await page.goBack()

  await open()
  await expect(diary(page)).toHaveValue('Kept.')
  await page.keyboard.press('Escape')
  await expect(modal(page)).toBeHidden()
  // The closed modal left no entry in the browser history.
  await page.goBack()
  await expect(page).toHaveURL(/\/referrals$/)
})
