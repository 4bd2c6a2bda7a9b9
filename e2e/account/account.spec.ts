// The account: address verification, password changes, and signing out everywhere.
import type { Page } from '@playwright/test'
import { expect, test } from '../app.ts'
import { expectAccessibleInBothThemes, expectNoSidewaysScroll } from '../axe.ts'
import { authPage } from '../pages/auth-page.ts'
import { settingsPage } from '../pages/settings-page.ts'
import { shell } from '../pages/shell.ts'
import { routeOnce } from '../route-once.ts'
import { mara, signUpMara, newEmail, newPassword, expectedErrors, signInStatus } from './account-fixture.ts'
import { mailedLink } from './mailbox.ts'

test('[AUTH-37, PROF-25] a verification link from a resent mail works once, and every tab shows the result @full', async ({
  page,
  context,
  app,
  watch,
}) => {
  await signUpMara(context, app)
  const settings = settingsPage(page)
  await settings.open()
  await expect(page.getByText('Not confirmed yet.')).toBeVisible()
  const first = await mailedLink(app, mara.email, 'verified')
  // A mailbox gets one such mail an hour (T71).
  await app.database.query.deleteFrom('mail_limits').execute()
  await page.getByRole('button', { name: 'Send again' }).click()
  await expect(page.getByText('An email is on its way to mara@example.org.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Again in/ })).toBeVisible()
  const second = await mailedLink(app, mara.email, 'verified', 2)

  let followed = 0
  const mail = await context.newPage()
  await watch(mail)
  mail.on('request', (request) => {
    if (request.url().endsWith('/verify-email')) followed += 1
  })
  await mail.goto(second)
  await confirmAddress(mail)
  await expect(mail.getByText('Your email address is confirmed.')).toBeVisible()
  await expect(mail).toHaveURL(`${app.url}/settings?verified`)
  await expect(mail.getByText('Confirmed', { exact: true })).toBeVisible()
  await expect(page.getByText('Confirmed', { exact: true })).toBeVisible()
  expect(followed).toBe(1)
  await mail.reload()
  await expect(mail.getByText('Your email address is confirmed.')).toBeVisible()
  expect(followed).toBe(1)
  await mail.goto(first)
  await expect(mail.getByText('your email address is confirmed', { exact: false }).first()).toBeVisible()
})

test('[AUTH-37] a verification link works signed out, and a used link is reported @full', async ({
  page,
  context,
  app,
  expectConsole,
}) => {
  expectConsole(expectedErrors)
  await signUpMara(context, app)
  await context.clearCookies()
  const auth = authPage(page)
  await page.goto(await mailedLink(app, mara.email, 'verified'))
  await confirmAddress(page)
  await expect(auth.status).toHaveText('Your email address is confirmed. Please sign in.')
  await expect(page).toHaveURL(`${app.url}/auth?verified`)
  await page.goto('/settings?verified=1e5')
  await expect(auth.status).toContainText('This link has expired or has already been used.')
  await auth.signIn(mara)
  await expect(page).toHaveURL(/\/meditation$/)
  await page.goto('/settings?verified=1e5')
  await expect(
    page.getByText('You don’t need this link anymore: your email address is confirmed.'),
  ).toBeVisible()
})

test('[PROF-17, AUTH-37] an email change takes effect when the owner of the new address follows the link @full', async ({
  page,
  context,
  app,
}) => {
  await signUpMara(context, app)
  const settings = settingsPage(page)
  await settings.open()
  await settings.email.fill('Mara.Lind@example.com')
  await expect(page.getByText('Not saved yet')).toBeVisible()
  await settings.save.click()
  await expect(shell(page).toast).toContainText('Profile Updated')
  const waits = page.getByText(
    `Confirm ${newEmail} with the link we sent there. Until then, you sign in with ${mara.email}.`,
  )
  await expect(waits).toBeVisible()
  await expect(settings.email).toHaveValue(newEmail)
  await page.reload()
  await expect(waits).toBeVisible()
  const otherBrowser = await context.browser()?.newContext({ baseURL: app.url })
  if (!otherBrowser) throw new Error('There is no browser.')
  expect(await signInStatus(otherBrowser, app, mara)).toBe(200)

  // Saving the current address cancels the change, and the link of the first mail no longer works.
  await settings.email.fill(mara.email)
  await settings.save.click()
  await expect(waits).toHaveCount(0)
  await app.database.query.deleteFrom('mail_limits').execute()
  await settings.email.fill(newEmail)
  await settings.save.click()
  await expect(waits).toBeVisible()

  await page.goto(await mailedLink(app, newEmail, 'verified', 2))
  await confirmAddress(page)
  await expect(page.getByText('Your email address is confirmed.')).toBeVisible()
  await expect(waits).toHaveCount(0)
  await expect(settings.email).toHaveValue(newEmail)
  await expect(page.getByText('Confirmed', { exact: true })).toBeVisible()
  expect(await signInStatus(otherBrowser, app, { ...mara, email: newEmail })).toBe(200)
  expect(await signInStatus(otherBrowser, app, mara)).toBe(401)
  await otherBrowser.close()
})

test('[PROF-27, PROF-28] an email change long after sign-in needs the password, and the owner of the old address can undo it @full', async ({
  page,
  context,
  browser,
  app,
  expectConsole,
}) => {
  expectConsole(expectedErrors)
  await signUpMara(context, app)
  await page.goto(await mailedLink(app, mara.email, 'verified'))
  await confirmAddress(page)
  await expect(page.getByText('Your email address is confirmed.')).toBeVisible()
  await app.database.query
    .updateTable('sessions')
    .set({ createdAt: new Date(app.clock.now() - 3_600_000) })
    .execute()
  const settings = settingsPage(page)
  await settings.open()
  await settings.email.fill(newEmail)
  await settings.save.click()
  const password = page.getByLabel('Your password')
  await expect(password).toBeFocused()
  await expectAccessibleInBothThemes(page)
  await page.keyboard.type('a guess')
  await page.keyboard.press('Enter')
  await expect(page.getByText('That is not your password.')).toBeVisible()
  await expect(settings.email).toHaveValue(newEmail)
  await password.fill(mara.password)
  await settings.save.click()
  await expect(shell(page).toast).toContainText('Profile Updated')
  await expect(password).toHaveCount(0)

  // Confirmed in another session of the account than the one that asked for the change: every session ends.
  const otherContext = await browser.newContext({ baseURL: app.url })
  const otherPage = await otherContext.newPage()
  const change = await mailedLink(app, newEmail, 'verified')
  await otherPage.goto(change)
  await expect(authPage(otherPage).status).toContainText('sign in to the account that is to get it first')
  await authPage(otherPage).signIn(mara)
  await confirmAddress(otherPage)
  await expect(otherPage).toHaveURL(/\/auth/)
  await page.reload()
  await expect(page).toHaveURL(/\/auth/)

  const undo = await mailedLink(app, mara.email, 'undo')
  await otherPage.goto(undo)
  await expect(otherPage.getByRole('heading', { name: 'Recover your account' })).toBeVisible()
  await expect(otherPage).toHaveURL(`${app.url}/auth`)
  await expectAccessibleInBothThemes(otherPage)
  await authPage(otherPage).newPassword.fill(newPassword)
  await authPage(otherPage).saveNewPassword.click()
  // Where this browser was before every session ended.
  await expect(otherPage).toHaveURL(/\/settings\?verified$/)
  expect(await signInStatus(context, app, { email: newEmail, password: mara.password })).toBe(401)
  expect(await signInStatus(context, app, { email: mara.email, password: newPassword })).toBe(200)
  await page.goto(undo)
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  await otherContext.close()
})

test('[PROF-25, AUTH-26] signing out everywhere revokes all sessions; another browser keeps its typed text @full', async ({
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
  await signUpMara(context, app)
  const otherContext = await browser.newContext({ baseURL: app.url })
  expect(await signInStatus(otherContext, app, mara)).toBe(200)
  const [room, otherPage] = [await otherContext.newPage(), await otherContext.newPage()]
  await watch(room)
  await watch(otherPage)
  await room.goto('/meditation')
  await expect(room.getByRole('textbox', { name: /message/i })).toBeVisible()
  await otherPage.goto('/settings')
  await settingsPage(otherPage).name.fill('Mara of the Lake')

  const settings = settingsPage(page)
  await settings.open()
  await settings.signOutEverywhere.click()
  await settings.leaveDialog.getByRole('button', { name: 'Stay signed in' }).click()
  await expect(settings.leaveDialog).toHaveCount(0)
  await settings.signOutEverywhere.click()
  await routeOnce(page, '**/api/auth/sessions', (route) => route.fulfill({ status: 503 }))
  await settings.leaveDialog.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(shell(page).toast).toContainText('Failed to sign out. Please try again.')
  await settings.leaveDialog.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(shell(page).toast).toContainText('Signed out successfully')
  await expect(page).toHaveURL(/\/auth$/)

  await expect(room.getByText('Please sign in to join the chat')).toBeVisible()
  await expect(room.getByRole('heading', { name: 'Morning light on still water' })).toBeVisible()
  await settingsPage(otherPage).save.click()
  await expect(otherPage).toHaveURL(/\/auth$/)
  await expect(authPage(otherPage).status).toContainText('You have been signed out.')
  await authPage(otherPage).signIn(mara)
  await expect(otherPage).toHaveURL(/\/settings$/)
  await expect(room.getByRole('textbox', { name: /message/i })).toBeVisible()
  await expect(settingsPage(otherPage).name).toHaveValue('Mara of the Lake')
  await settingsPage(otherPage).save.click()
  await expect(shell(otherPage).toast).toContainText('Profile Updated')
  await otherContext.close()
})

test('the account screens pass axe in both themes @full', async ({ page, context, app, expectConsole }) => {
  test.setTimeout(120_000)
  expectConsole(expectedErrors)
  await signUpMara(context, app)
  const settings = settingsPage(page)
  await settings.open()
  await settings.email.fill(newEmail)
  await settings.save.click()
  await page.getByText('Until then, you sign in with').waitFor()
  // Otherwise it would fade out during the checks.
  await page.getByRole('button', { name: 'Close notification' }).click()
  await shell(page).toast.waitFor({ state: 'detached' })
  await expectClean(page)
  await settings.changePassword.click()
  await settings.passwordDialog.getByLabel('New password').fill('short')
  await page.keyboard.press('Enter')
  await page.getByText('A password has at least 8 characters.').waitFor()
  await expectClean(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard' }).click()
  await settings.signOutEverywhere.click()
  await settings.leaveDialog.waitFor()
  await expectClean(page)
  await page.goto('/settings?verified=spent')
  await page.getByText('This link has expired').waitFor()
  await expectClean(page)
  await context.clearCookies()
  const auth = authPage(page)
  await auth.open()
  await auth.email.fill(mara.email)
  await auth.forgotPassword.click()
  await auth.status.waitFor()
  await expectClean(page)
  await auth.open('?reset=spent')
  await auth.sendNewLink.waitFor()
  await expectClean(page)
})

/** Presses the button of a followed verification link. */
async function confirmAddress(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Confirm this address' }).click()
}

/** axe finds no faults on a phone; and no sideways scrolling there, on the smallest phone and on a desktop. */
async function expectClean(page: Page): Promise<void> {
  for (const width of [320, 1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoSidewaysScroll(page)
  }
  // axe would take a control half below the bar for a target that is too small.
  await page.evaluate(() => window.scrollTo(0, 0))
  await expectAccessibleInBothThemes(page)
}
