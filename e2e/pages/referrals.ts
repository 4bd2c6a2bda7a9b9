// 'Share the Love' as a member uses it.
import { expect, type Page } from '@playwright/test'

export function referralsScreen(page: Page) {
  const points = page.getByRole('region', { name: 'Quantum Love Points' })
  const friends = page.getByRole('region', { name: /^Your Referrals/ })
  return {
    /** The code, without a gap. */
    code: page.getByText(/^[0-9A-HJKMNP-TV-Z]{8}$/),
    share: page.getByRole('button', { name: 'Share Link' }),
    copy: page.getByRole('button', { name: 'Copy link' }),
    /** How many points there are. */
    total: points.getByRole('heading').locator('+ div'),
    /** What scrolls. */
    ledger: points.getByRole('group', { name: 'Transactions' }),
    lines: points.getByRole('listitem'),
    /** 'Your Referrals (n)'. */
    heading: friends.getByRole('heading').first(),
    friends: friends.getByRole('listitem'),
    /** Goes there and waits until everything is read. */
    open: async () => {
      await page.goto('/referrals')
      await expect(page.getByRole('heading', { name: /^Your Referrals \(/ })).toBeVisible()
    },
    /** The tab is seen again, as the browser would tell it. */
    comeBack: () =>
      page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))),
  }
}
