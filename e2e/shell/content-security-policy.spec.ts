// No screen violates the content security policy, in both themes. Dialogs are covered by their own specs, each of
// which also fails at the first violation (e2e/app.ts).
import { expect, test } from '../app.ts'

const screens = [
  '/meditation',
  '/mood-analytics',
  '/referrals',
  '/settings',
  '/garden-angel',
  '/moderation',
  ...['dashboard', 'users', 'templates', 'schedules', 'profile-pictures', 'analytics'].map(
    (tab) => `/admin#${tab}`,
  ),
  '/privacy',
  '/terms',
  '/care',
  '/first-admin',
  '/goodbye',
  '/nowhere',
]

test('[T31] no screen violates its Content-Security-Policy @full', async ({ page, signInAs, meditation }) => {
  await meditation()
  await page.goto('/auth')
  await signInAs('ada')
  for (const path of screens) {
    await page.goto(path)
    await expect(page.getByRole('heading').first()).toBeVisible()
    for (const theme of ['dark', 'light']) {
      // As another tab would change it.
      await page.evaluate((newValue) => {
        localStorage.setItem('theme', newValue)
        dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue }))
      }, theme)
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
    }
  }
})
