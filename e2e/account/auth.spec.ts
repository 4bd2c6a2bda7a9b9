// Signing up, in and out.
import { expect, test } from '../app.ts'
import { authPage } from '../pages/auth-page.ts'
import { meditationPage } from '../pages/meditation-page.ts'
import { settingsPage } from '../pages/settings-page.ts'
import { shell } from '../pages/shell.ts'
import { routeOnce } from '../route-once.ts'

const mara = { name: 'Mara Lind', email: 'mara@example.org', password: 'a quiet lake at six' }

test('[AUTH-04, AUTH-05, MED-39] a newcomer signs up, comes by way of the profile into the room and its three steps, goes out, and in again', async ({
  page,
  meditation,
  expectConsole,
}) => {
  expectConsole(/status of (40[14]|503)/)
  await meditation({ title: 'Morning light on still water' })
  const auth = authPage(page)
  const { toast, choose } = shell(page)
  await auth.open()
  await auth.signUp(mara)
  await expect(toast).toContainText('Account created successfully')
  await expect(page).toHaveURL(/\/settings$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome! Complete Your Profile')
  const settings = settingsPage(page)
  await expect(settings.name).toHaveValue(mara.name)
  await expect(settings.email).toHaveValue(mara.email)
  await expect(settings.picture).toBeVisible()
  await settings.save.click()
  await expect(page).toHaveURL(/\/meditation$/)
  await expect(page.getByRole('heading', { name: 'Morning light on still water' })).toBeVisible()

  const welcome = page.getByText('Welcome, Mara', { exact: true })
  await expect(welcome).toBeVisible()
  const steps = page.getByRole('list', { name: 'Your first sitting' })
  await expect(steps.getByRole('listitem')).toHaveText([
    /Say how you’re arriving/,
    /Press play/,
    /Say how you’re leaving/,
  ])
  await meditationPage(page).control('Play the video').click()
  await expect(steps).toBeHidden()
  await expect(welcome).toBeHidden()

  await choose('Sign Out')
  await expect(toast).toContainText('Signed out successfully')
  await expect(page).toHaveURL(/\/auth$/)
  await auth.signIn({ ...mara, password: 'not my password' })
  await expect(page.getByRole('alert')).toHaveText(
    'Invalid email or password. Please check your credentials and try again.',
  )
  await expect(auth.email).toHaveValue(mara.email)
  await expect(auth.password).toHaveValue('not my password')
  await auth.signIn(mara)
  await expect(toast).toContainText('Welcome back')
  await expect(page).toHaveURL(/\/meditation$/)

  await auth.open()
  await expect(page.getByRole('heading', { name: 'You are signed in' })).toBeVisible()
  await expect(page.getByText(mara.email)).toBeVisible()
  await routeOnce(page, '**/api/auth/session', (route) => route.fulfill({ status: 503 }))
  const signOut = page.getByRole('button', { name: 'Sign Out' })
  await signOut.click()
  await expect(toast).toContainText('Failed to sign out. Please try again.')
  await signOut.click()
  await expect(toast).toContainText('Signed out successfully')
  await expect(auth.submit('Sign In')).toBeVisible()
})

test('[AUTH-43] sign-in returns to the requested screen, or to the meditation after a sign-out @full', async ({
  page,
  context,
  app,
  meditation,
  expectConsole,
}) => {
  expectConsole(/status of 40[134]|HTTP Authentication failed/)
  await meditation()
  const auth = authPage(page)
  // A new member completes the profile first.
  await page.goto('/referrals')
  await expect(page).toHaveURL(/\/auth$/)
  await auth.signUp(mara)
  await expect(page).toHaveURL(/\/settings$/)
  await settingsPage(page).save.click()
  await expect(page).toHaveURL(/\/referrals$/)

  await context.clearCookies()
  await page.goto('/mood-analytics?period=all')
  await expect(page).toHaveURL(/\/auth$/)
  await auth.signIn(mara)
  await expect(page).toHaveURL(/\/mood-analytics\?period=all$/)

  // The session ends while a screen is open.
  await shell(page).choose('Settings')
  await settingsPage(page).name.fill('Mara Linden')
  await context.clearCookies()
  // A poll may find the end of the session before the save does.
  await Promise.race([settingsPage(page).save.click(), page.waitForURL(/\/auth$/)])
  await expect(page).toHaveURL(/\/auth$/)
  await auth.signIn(mara)
  await expect(page).toHaveURL(/\/settings$/)

  // The guard of an administrator's screen still applies.
  await context.clearCookies()
  await page.goto('/admin#users')
  await auth.signIn(mara)
  await expect(shell(page).toast).toContainText('Access Denied')
  await expect(page).toHaveURL(/\/meditation$/)
  await app.database.query.updateTable('users').set({ isAdmin: true }).execute()
  await context.clearCookies()
  await page.goto('/admin#users')
  await auth.signIn(mara)
  await expect(page).toHaveURL(/\/admin#users$/)
  await expect(page.getByRole('tab', { name: 'Users', selected: true })).toBeVisible()

  await shell(page).choose('Sign Out')
  await expect(page).toHaveURL(/\/auth$/)
  await auth.signIn(mara)
  await expect(page).toHaveURL(/\/meditation$/)
})
