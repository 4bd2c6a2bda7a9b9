// The energy screen as a member uses it.
import { expect, type Page } from '@playwright/test'

export function historyScreen(page: Page) {
  const rows = page.getByRole('article')
  return {
    rows,
    /** The title of a row, the newest one's unless told otherwise. */
    titleOf: (row = 0) => rows.nth(row).getByRole('heading'),
    button: (name: string) => page.getByRole('button', { name, exact: true }),
    tab: (name: string) => page.getByRole('tab', { name }),
    /** A choice of the period or of the view. */
    choice: (name: string) => page.getByRole('radio', { name }),
    search: page.getByRole('searchbox', { name: 'Search by date or comment' }),
    /** The figure of a card. */
    figure: (card: string) => page.locator('dl > div').filter({ hasText: card }).locator('dd').first(),
    /** Goes there and waits until the history is there. */
    open: async (query = '') => {
      await page.goto(`/mood-analytics${query}`)
      await expect(page.getByRole('heading', { name: 'Session History' })).toBeVisible()
    },
  }
}
