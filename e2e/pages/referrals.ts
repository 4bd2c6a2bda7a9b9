// The page object of 'Share the Love'.
import { expect, type Page } from '@playwright/test'

export function referralsScreen(page: Page) {
  const points = page.getByRole('region', { name: 'Quantum Love Points' })
  const friends = page.getByRole('region', { name: /^Your Referrals/ })
  return {
    /** The code, without a gap. */
    code: page.getByText(/^[0-9A-HJKMNP-TV-Z]{8}$/),
    share: page.getByRole('button', { name: 'Share Link' }),
    copy: page.getByRole('button', { name: 'Copy link' }),
    /** The total of points. */
    total: points.getByRole('heading').locator('+ div'),
    /** The scroll container. */
    ledger: points.getByRole('group', { name: 'Transactions' }),
    ledgerRows: points.getByRole('listitem'),
    /** 'Your Referrals (n)'. */
    heading: friends.getByRole('heading').first(),
    friends: friends.getByRole('listitem'),
    /** Opens the screen and waits until everything is loaded. */
    open: async () => {
      await page.goto('/referrals')
      await expect(page.getByRole('heading', { name: /^Your Referrals \(/ })).toBeVisible()
    },
    /** Makes the tab visible again, with the browser's event. */
    returnToTab: () =>
      page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))),
  }
}
