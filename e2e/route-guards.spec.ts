// Route guards: which roles wait, get access, or are redirected, and where to.
import type { Page } from '@playwright/test'
import { expect, test } from './app.ts'
import { authPage } from './pages/auth-page.ts'
import { shell } from './pages/shell.ts'
import { routeOnce } from './route-once.ts'

/** Holds a request until the returned function is called. */
async function delayRequest(page: Page, path: string): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(path, async (route) => {
    await released
    await route.continue()
  })
  return release
}

test('[SHELL-01, SHELL-02] until the session state is known, only a spinner is shown', async ({
  page,
  signInAs,
}) => {
  await signInAs('mia')
  const answerSession = await delayRequest(page, '**/api/auth/session')
  const answerUser = await delayRequest(page, '**/api/auth/user/*')
  await page.goto('/settings', { waitUntil: 'load' })
  await expect(page.getByText('Loading...')).toBeVisible()
  await expect(page.getByRole('banner')).toHaveCount(0)
  answerSession()
  await page.waitForRequest('**/api/auth/user/*')
  await expect(page.getByText('Loading...')).toBeVisible()
  await expect(page.getByRole('heading')).toHaveCount(0)
  answerUser()
  await expect(page.getByRole('heading', { name: 'Settings', exact: true })).toBeVisible()
  await expect(page.getByText('Loading...')).toHaveCount(0)
})

test('[SHELL-03] a guarded screen reports an authentication error and offers a retry', async ({
  page,
  signInAs,
  expectConsole,
}) => {
  expectConsole(/status of 500/)
  await signInAs('mia')
  await routeOnce(page, '**/api/auth/user/*', (route) => route.fulfill({ status: 500 }))
  await page.goto('/referrals')
  await expect(page.getByText('Authentication error. Please try again.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Share the Love' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Share the Love' })).toBeVisible()
})

test('[SHELL-04, SHELL-13] without a completed profile every guarded path redirects to /settings', async ({
  page,
  signInAs,
}) => {
  await signInAs('ned')
  for (const path of ['/', '/meditation', '/mood-analytics', '/referrals', '/admin', '/garden-angel']) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/settings$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome! Complete Your Profile')
  }
  await expect(shell(page).bar.getByRole('navigation')).toHaveCount(0)
})

test('[SHELL-05] /admin redirects a member to /meditation, with one toast', async ({ page, signInAs }) => {
  await signInAs('mia')
  const visited: string[] = []
  page.on('framenavigated', (frame) => {
    const { pathname } = new URL(frame.url())
    // The router stores its own key in the first history entry; that isn't a redirect.
    if (pathname !== visited.at(-1)) visited.push(pathname)
  })
  await page.goto('/admin')
  await expect(shell(page).toast).toContainText('Access Denied')
  await expect(shell(page).toast).toContainText("You don't have permission to access the admin panel.")
  await expect(page.getByRole('heading', { name: 'No Meditation Today' })).toBeVisible()
  expect(visited).toEqual(['/admin', '/meditation'])
})

test('[SHELL-06, SHELL-07] /admin redirects to /auth when signed out, and when the check fails', async ({
  page,
  signInAs,
  expectConsole,
}) => {
  expectConsole(/status of (401|500)/)
  await page.goto('/admin')
  await expect(page).toHaveURL(/\/auth$/)
  await expect(authPage(page).submit('Sign In')).toBeVisible()

  await signInAs('ada')
  await routeOnce(page, '**/api/auth/user/*', (route) => route.fulfill({ status: 500 }))
  await page.goto('/admin')
  await expect(page).toHaveURL(/\/auth$/)
  await expect(page.getByRole('heading', { name: 'You are signed in' })).toBeVisible()
  await page.goto('/admin')
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
})

test('[SHELL-08] /garden-angel admits garden angels and administrators, and redirects others to /', async ({
  page,
  signInAs,
}) => {
  const heading = page.getByRole('heading', { name: 'Gardian Angel Dashboard' })
  for (const role of ['gail', 'ada'] as const) {
    await signInAs(role)
    await page.goto('/garden-angel')
    await expect(heading).toBeVisible()
  }
  await signInAs('mia')
  await page.goto('/garden-angel')
  await expect(page.getByRole('heading', { name: 'No Meditation Today' })).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/')
  await expect(heading).toHaveCount(0)
})

test('[SHELL-09, SHELL-10] / shows the meditation, and an unknown path the 404 page', async ({
  page,
  meditation,
  signInAs,
}) => {
  await meditation({ title: 'Morning light on still water' })
  await signInAs('mia')
  for (const path of ['/', '/meditation']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'Morning light on still water' })).toBeVisible()
    await expect(shell(page).bar.getByRole('link', { name: 'Meditation' })).toHaveAttribute(
      'aria-current',
      'page',
    )
  }
  await page.goto('/nowhere/at/all')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('404 Page Not Found')
  await page.getByRole('link', { name: 'Go home' }).click()
  await expect(page.getByRole('heading', { name: 'Morning light on still water' })).toBeVisible()
})

test('a screen requested offline loads when the connection is back', async ({
  page,
  context,
  signInAs,
  expectConsole,
}) => {
  expectConsole(/ERR_INTERNET_DISCONNECTED/)
  await signInAs('mia')
  await page.goto('/settings')
  await expect(page.getByRole('heading', { name: 'Settings', exact: true })).toBeVisible()
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Energy Tracker' }).click()
  await expect(page.getByText('offline', { exact: false }).first()).toBeVisible()
  await expect(page).toHaveURL(/mood-analytics/)
  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: 'Energy Analytics' })).toBeVisible()
})
