// Password reset: requested by mail, and completed through the mailed link.
import { expect, test } from '../app.ts'
import { authPage } from '../pages/auth-page.ts'
import { settingsPage } from '../pages/settings-page.ts'
import { shell } from '../pages/shell.ts'
import { routeOnce } from '../route-once.ts'
import { mara, signUpMara, newPassword, expectedErrors, signInStatus } from './account-fixture.ts'
import { mailedLink } from './mailbox.ts'

test('[AUTH-38] a followed reset link signs in with the new password and revokes every other session @full', async ({
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
  await watch(phone)
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

test('[AUTH-38, AUTH-26] a reset link followed while another member is signed in switches every tab to its owner @full', async ({
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
  await watch(other)
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
