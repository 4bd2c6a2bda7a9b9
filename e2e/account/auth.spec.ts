// Signing up, in and out.
import { expect, test } from '../app.ts'
import { authPage } from '../pages/auth-page.ts'
import { settingsPage } from '../pages/settings-page.ts'
import { shell } from '../pages/shell.ts'
import { routeOnce } from '../route-once.ts'

const mara = { name: 'Mara Lind', email: 'mara@example.org', password: 'a quiet lake at six' }

test('[AUTH-05, PROF-14] sign-up continues through profile completion to the meditation', async ({
  page,
  meditation,
  expectConsole,
}) => {
  expectConsole(/status of 40[14]/)
  await meditation({ title: 'Morning light on still water' })
  const auth = authPage(page)
  await auth.open()
  await auth.signUp(mara)
  await expect(shell(page).toast).toContainText('Account created successfully')
  await expect(page).toHaveURL(/\/settings$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome! Complete Your Profile')
  const settings = settingsPage(page)
  await expect(settings.name).toHaveValue(mara.name)
  await expect(settings.email).toHaveValue(mara.email)
  await expect(settings.picture).toBeVisible()
  await settings.save.click()
  await expect(page).toHaveURL(/\/meditation$/)
  await expect(page.getByRole('heading', { name: 'Morning light on still water' })).toBeVisible()
})

test('[AUTH-05, AUTH-06, AUTH-07] a member signs in again with the right password, and out', async ({
  page,
  request,
  app,
  expectConsole,
}) => {
  expectConsole(/status of 40[14]/)
  const signUp = await request.post('/api/identity/sign-up/email', {
    data: mara,
    headers: { origin: app.url },
  })
  expect(signUp.ok()).toBe(true)
  const auth = authPage(page)
  await auth.open()
  await auth.signIn({ ...mara, password: 'not my password' })
  await expect(page.getByRole('alert')).toHaveText(
    'Invalid email or password. Please check your credentials and try again.',
  )
  await expect(auth.email).toHaveValue(mara.email)
  await expect(auth.password).toHaveValue('not my password')

  await auth.signIn(mara)
  await expect(shell(page).toast).toContainText('Welcome back')
  await expect(page).toHaveURL(/\/settings$/)
  await shell(page).choose('Sign Out')
  await expect(shell(page).toast).toContainText('Signed out successfully')
  await expect(page).toHaveURL(/\/auth$/)
  await page.goto('/settings')
  await expect(page).toHaveURL(/\/auth$/)
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

test('[AUTH-04, AUTH-06] a signed-in visitor of /auth sees the banner and can sign out there', async ({
  page,
  signInAs,
  expectConsole,
}) => {
  expectConsole(/status of (401|503)/)
  await signInAs('mia')
  await authPage(page).open()
  await expect(page.getByRole('heading', { name: 'You are signed in' })).toBeVisible()
  await expect(page.getByText('mia@example.org')).toBeVisible()

  await routeOnce(page, '**/api/auth/session', (route) => route.fulfill({ status: 503 }))
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(shell(page).toast).toContainText('Failed to sign out. Please try again.')
  await expect(page.getByRole('heading', { name: 'You are signed in' })).toBeVisible()

  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(shell(page).toast).toContainText('Signed out successfully')
  await expect(authPage(page).submit('Sign In')).toBeVisible()
})
