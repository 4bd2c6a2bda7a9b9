// The history calendar in a real browser: keyboard navigation, opening and closing, on a phone in both themes.
import type { Page } from '@playwright/test'
import { createHistoryDay } from '#test/data/energy-history.ts'
import { expect, test } from '../app.ts'
import { expectAccessibleInBothThemes, expectNoSidewaysScroll } from '../axe.ts'
import { seedHistory } from '../seed-history.ts'

const cell = (page: Page, name: string) => page.getByRole('gridcell', { name, exact: true })
const rooted = 'Thursday 19 November, Root to Throat, 24 minutes'
const october = 'Saturday 31 October, No Awareness to Solar Plexus, 1 hour 35 minutes'

const days = [
  createHistoryDay('2026-10-31', { before: 0, after: 3, minutes: 95 }),
  createHistoryDay('2026-11-18', { before: 1, beforeComment: 'W'.repeat(500) }),
  createHistoryDay('2026-11-19', { before: 1, after: 5, minutes: 24, afterComment: 'Room in my chest.' }),
]

async function openCalendar(page: Page): Promise<void> {
  await page.goto('/mood-analytics?period=all')
  await page.getByText('Calendar', { exact: true }).click()
  await expect(page.getByRole('grid', { name: 'November 2026' })).toBeVisible()
}

test('[HIST-11, HIST-12, HIST-14] keyboard navigation moves through the months, into a day and back to its cell @full', async ({
  page,
  app,
  signInAs,
}) => {
  await seedHistory(app, (await signInAs('mia')).userId, days)
  await openCalendar(page)
  await expect(page.getByRole('gridcell')).toHaveCount(42)
  await expect(cell(page, 'Today, Saturday 21 November, no entries')).toHaveAttribute('aria-current', 'date')
  await expect(page.getByRole('button', { name: 'Next month' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Current Month' })).toBeDisabled()

  // Tab moves from the buttons to the newest day, and from there out of the grid.
  await page.getByRole('button', { name: 'Previous month' }).focus()
  await page.keyboard.press('Tab')
  await expect(cell(page, rooted)).toBeFocused()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Thursday, November 19, 2026' })
  await expect(dialog.getByText('24 minutes')).toBeVisible()
  await expect(dialog.getByText('Room in my chest.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(cell(page, rooted)).toBeFocused()

  await page.keyboard.press('PageUp')
  await expect(page.getByRole('grid', { name: 'October 2026' })).toBeVisible()
  await expect(cell(page, 'Monday 19 October, no entries')).toBeFocused()
  for (const key of ['ArrowDown', 'End']) await page.keyboard.press(key)
  await expect(cell(page, october)).toBeFocused()
  await page.keyboard.press(' ')
  await expect(page.getByRole('dialog').getByText('1 hour 35 minutes')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(cell(page, october)).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('grid', { name: 'November 2026' })).toBeVisible()
  await expect(cell(page, 'Sunday 1 November, no entries')).toBeFocused()
  await page.keyboard.press('PageDown')
  await expect(cell(page, 'Sunday 1 November, no entries')).toBeFocused()

  await cell(page, rooted).hover()
  await expect(page.getByRole('tooltip')).toHaveText(/Root to Throat, 24 minutes/)
})

test('[HIST-13] on a phone every day can be tapped, nothing scrolls sideways, and axe finds no issues @full', async ({
  page,
  app,
  signInAs,
}) => {
  await seedHistory(app, (await signInAs('mia')).userId, days)
  await page.setViewportSize({ width: 320, height: 844 })
  await openCalendar(page)
  await page.getByRole('button', { name: 'Previous month' }).click()
  await expect(cell(page, october).getByText('1h 35m')).toBeVisible()
  const heights = await page
    .getByRole('gridcell')
    .evaluateAll((cells) => cells.map((one) => one.getBoundingClientRect().height))
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(44)
  expect(Math.max(...heights) - Math.min(...heights)).toBeLessThan(1)
  await expectNoSidewaysScroll(page)

  await page.setViewportSize({ width: 390, height: 844 })
  // accessibility.spec covers the whole page; this covers what the calendar adds.
  await expectAccessibleInBothThemes(page, 'the grid', { within: 'section:has([role=grid])' })
  await cell(page, october).click()
  await expectAccessibleInBothThemes(page, 'the day', { within: '[role=dialog]' })
})
