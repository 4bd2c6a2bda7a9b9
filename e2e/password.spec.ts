// Password reset: requested by mail, and completed through the mailed link.
import { expect, test } from './app.ts'
import { mailedLink, mailedLinks } from './mailbox.ts'
import { mara, signUpMara, newPassword, expectedErrors, signInStatus } from './account-fixture.ts'
import { authPage } from './pages/auth-page.ts'
import { settingsPage } from './pages/settings-page.ts'
import { shell } from './pages/shell.ts'
import { routeOnce } from './route-once.ts'

test('[AUTH-01, AUTH-10, AUTH-11] a password reset is requested by email address, and typed text stays', async ({
  page,
  expectConsole,
}) => {
  expectConsole(expectedErrors)
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/request-password-reset')) asked.push(request.postData() ?? '')
  })
  const auth = authPage(page)
  await auth.open()
  await auth.password.fill('half a password')
  await auth.forgotPassword.click()
  await expect(page.getByText('Please enter your email address first')).toBeVisible()
  await expect(auth.email).toBeFocused()
  await auth.email.fill('mara@nowhere')
  await auth.forgotPassword.click()
  await expect(page.getByText('Please enter a valid email address')).toBeVisible()
  expect(asked).toEqual([])

  await auth.email.fill(mara.email)
  const reset = '**/api/identity/request-password-reset'
  await routeOnce(page, reset, (route) => route.fulfill({ status: 503 }))
  await auth.forgotPassword.click()
  await expect(page.getByRole('alert')).toHaveText('Failed to send password reset email. Please try again.')
  await auth.forgotPassword.click()
  await expect(shell(page).toast).toContainText('Password reset email sent')
  await expect(auth.notice).toContainText(mara.email)
  await expect(page.getByRole('button', { name: /^Again in \d+ s$/ })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await expect(auth.password).toHaveValue('half a password')

  await auth.switchTo('Sign Up')
  await expect(auth.forgotPassword).toHaveCount(0)
  await expect(auth.notice).toHaveCount(0)
})

test('[AUTH-12] an unknown address gets the same response and no mail', async ({ page, context, app }) => {
  await signUpMara(context, app)
  await context.clearCookies()
  const auth = authPage(page)
  await auth.open()
  for (const email of ['nobody@example.org', mara.email]) {
    await auth.email.fill(email)
    await auth.forgotPassword.click()
    await expect(auth.notice).toHaveText(
      `If ${email} has an account here, an email with a link is on its way. Open the link to choose a new password. Nothing after a few minutes? Please check your spam folder.`,
    )
    await expect(shell(page).toast).toContainText('Password reset email sent')
  }
  await mailedLink(app, mara.email, 'reset')
  expect(await mailedLinks(app, 'nobody@example.org', 'reset')).toEqual([])
})

test('[AUTH-38] a followed reset link signs in with the new password and revokes every other session', async ({
  page,
  context,
  browser,
  app,
  meditation,
  watch,
  expectConsole,
}) => {
  expectConsole(expectedErrors)
  await meditation()
  const elsewhere = await browser.newContext({ baseURL: app.url })
  await signUpMara(elsewhere, app)
  const phone = await elsewhere.newPage()
  watch(phone)
  await phone.goto('/meditation')
  const message = phone.getByRole('textbox', { name: /message/i })
  await message.fill('half a sentence')

  const auth = authPage(page)
  await auth.open()
  await auth.email.fill(mara.email)
  await auth.forgotPassword.click()
  const link = await mailedLink(app, mara.email, 'reset')
  const secret = new URL(link).searchParams.get('reset') ?? ''
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible()
  await expect(page).toHaveURL(`${app.url}/auth`)
  await auth.newPassword.fill('short')
  await auth.saveNewPassword.click()
  await expect(page.getByText('A password has at least 8 characters.')).toBeVisible()
  await routeOnce(page, '**/api/identity/reset-password', (route) => route.abort())
  expectConsole(/ERR_FAILED/)
  await auth.newPassword.fill(newPassword)
  await auth.saveNewPassword.click()
  await expect(page.getByRole('alert')).toHaveText('Your new password was not saved. Please try again.')
  await expect(auth.newPassword).toHaveValue(newPassword)
  await auth.saveNewPassword.click()
  await expect(shell(page).toast).toContainText('Welcome back')
  await expect(page).toHaveURL(/\/meditation$/)
  await expect(shell(page).account).toBeVisible()
  const storage = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage, history.state]))
  expect(storage).not.toContain(secret)

  await expect(phone.getByText('Please sign in to join the chat')).toBeVisible()
  await expect(phone).toHaveURL(/\/meditation$/)
  expect(await signInStatus(elsewhere, app, mara)).toBe(401)
  expect(await signInStatus(elsewhere, app, { ...mara, password: newPassword })).toBe(200)
  expect((await context.request.get(`${app.url}/api/auth/session`)).status()).toBe(200)
  await elsewhere.close()
})

test('[AUTH-38, AUTH-11] a used link is reported, and a new one can be requested there', async ({
  page,
  context,
  app,
  expectConsole,
}) => {
  expectConsole(expectedErrors)
  await signUpMara(context, app)
  await context.clearCookies()
  const auth = authPage(page)
  await auth.open('?reset=0012')
  await auth.newPassword.fill(newPassword)
  await auth.saveNewPassword.click()
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  await expect(page.getByText('This link has expired or has already been used.')).toBeVisible()
  await auth.sendNewLink.click()
  await expect(page.getByText('Please enter your email address first')).toBeVisible()
  await auth.email.fill(mara.email)
  await page.keyboard.press('Enter')
  await expect(shell(page).toast).toContainText('Password reset email sent')
  await page.goto(await mailedLink(app, mara.email, 'reset'))
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible()
})

test('[AUTH-38, AUTH-26] a reset link followed while another member is signed in switches every tab to its owner', async ({
  page,
  context,
  app,
  signInAs,
  watch,
  expectConsole,
}) => {
  expectConsole(expectedErrors)
  await signUpMara(context, app)
  await context.clearCookies()
  await signInAs('mia')
  const other = await context.newPage()
  watch(other)
  await other.goto('/settings')
  await expect(settingsPage(other).name).toHaveValue('Mia Member')
  await context.request.post(`${app.url}/api/identity/request-password-reset`, {
    data: { email: mara.email },
    headers: { origin: app.url },
  })
  await page.goto(await mailedLink(app, mara.email, 'reset'))
  await authPage(page).newPassword.fill(newPassword)
  await authPage(page).saveNewPassword.click()
  await expect(page).toHaveURL(/\/meditation$/)
  await expect(settingsPage(other).name).toHaveValue('Mara Lind')
  await page.goto('/settings')
  await expect(settingsPage(page).name).toHaveValue('Mara Lind')
})
