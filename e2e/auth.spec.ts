// Signing up, in and out.
import { expect, test } from './app.ts'
import { authPage } from './pages/auth-page.ts'
import { settingsPage } from './pages/settings-page.ts'
import { shell } from './pages/shell.ts'
import { routeOnce } from './route-once.ts'

const mara = { name: 'Mara Lind', email: 'mara@example.org', password: 'a quiet lake at six' }
const signedOutSession = /status of 401/

test('[AUTH-01, AUTH-03] /auth toggles between sign-in and sign-up, without a federated button', async ({
  page,
  expectConsole,
}) => {
  expectConsole(signedOutSession)
  const auth = authPage(page)
  await auth.open()
  await expect(auth.submit('Sign In')).toBeVisible()
  await expect(auth.rememberMe).toBeVisible()
  await expect(auth.forgotPassword).toBeVisible()
  await expect(auth.fullName).toHaveCount(0)
  await auth.switchTo('Sign Up')
  await expect(auth.fullName).toBeVisible()
  await expect(auth.forgotPassword).toHaveCount(0)
  await expect(auth.rememberMe).toBeVisible()
  await expect(auth.submit('Sign Up')).toBeVisible()
  await expect(page.getByRole('button', { name: /google|continue with/i })).toHaveCount(0)
})

test('[AUTH-02] empty fields are named and not sent to the provider', async ({ page, expectConsole }) => {
  expectConsole(signedOutSession)
  const requests: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/identity/')) requests.push(request.url())
  })
  const auth = authPage(page)
  await auth.open()
  await expect(auth.email).toHaveAttribute('type', 'email')
  await auth.submit('Sign In').click()
  await expect(page.getByText('Please enter your email address.')).toBeVisible()
  await expect(page.getByText('Please enter your password.')).toBeVisible()
  await expect(auth.email).toBeFocused()
  expect(requests).toEqual([])
})

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

test('[AUTH-43] sign-in returns to the requested screen, or to the meditation after a sign-out', async ({
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
  await settingsPage(page).save.click()
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

test('[AUTH-07] sign-up reports an address that is already in use', async ({
  page,
  request,
  app,
  expectConsole,
}) => {
  expectConsole(/status of (401|409)/)
  await request.post('/api/identity/sign-up/email', { data: mara, headers: { origin: app.url } })
  const auth = authPage(page)
  await auth.open()
  await auth.signUp({ ...mara, name: 'Somebody Else' })
  await expect(page.getByRole('alert')).toHaveText(
    'An account with this email already exists. Please sign in instead.',
  )
  await expect(auth.fullName).toHaveValue('Somebody Else')
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
