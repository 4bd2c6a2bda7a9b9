// The page object of the energy screen.
import { expect, type Page } from '@playwright/test'

export function historyScreen(page: Page) {
  const rows = page.getByRole('article')
  return {
    rows,
    /** The title of a row, by default the newest. */
    titleOf: (row = 0) => rows.nth(row).getByRole('heading'),
    button: (name: string) => page.getByRole('button', { name, exact: true }),
    tab: (name: string) => page.getByRole('tab', { name }),
    /** An option of the period or the view. */
    option: (name: string) => page.getByRole('radio', { name }),
    search: page.getByRole('searchbox', { name: 'Search by date or comment' }),
    /** The number on a card. */
    statValue: (card: string) => page.locator('dl > div').filter({ hasText: card }).locator('dd').first(),
    /** Opens the screen and waits for the history. */
    open: async (query = '') => {
      await page.goto(`/mood-analytics${query}`)
      await expect(page.getByRole('heading', { name: 'Session History' })).toBeVisible()
    },
  }
}
