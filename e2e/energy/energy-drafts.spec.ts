// The energy modal and the browser’s history.
import type { Page } from '@playwright/test'
import { expect, test } from '../app.ts'

const modal = (page: Page) => page.getByRole('dialog', { name: 'Track Your Energy' })
const diary = (page: Page) => modal(page).getByRole('textbox', { name: 'Diary' })
const kind = (page: Page, name: 'Before' | 'After') => modal(page).getByRole('radio', { name })

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
