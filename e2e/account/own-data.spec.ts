// A member's own data: export as a file, erasure, and the public privacy and terms pages.
import { readFile } from 'node:fs/promises'
import { reauthenticationMaxAgeMs } from '#shared/constants.ts'
import { expect, test } from '../app.ts'
import { expectAccessibleInBothThemes, expectNoSidewaysScroll } from '../axe.ts'
import { authPage } from '../pages/auth-page.ts'
import { settingsPage } from '../pages/settings-page.ts'
import { shell } from '../pages/shell.ts'
import { routeOnce } from '../route-once.ts'
import { mara, signUpMara, expectedErrors, signInStatus } from './account-fixture.ts'

test('[PROF-22, PROF-23, PROF-24] a member downloads their data and deletes the account, in every tab, with the password @full', async ({
  page,
  context,
  app,
  meditation,
  watch,
  expectConsole,
}) => {
  expectConsole(expectedErrors)
  await meditation()
  await signUpMara(context, app)
  const { account } = settingsPage(page)
  const room = await context.newPage()
  await watch(room)
  await room.goto('/meditation')
  await page.goto('/settings')
  await page.evaluate(() => localStorage.setItem('theme', 'dark'))

  await account.getByRole('button', { name: 'Download my data' }).click()
  const download = page.getByRole('dialog', { name: 'Download my data' })
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    download.getByRole('button', { name: 'Download' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('stillwater-my-data-2026-11-21.json')
  const exportedData: unknown = JSON.parse(await readFile(await file.path(), 'utf8'))
  expect(exportedData).toMatchObject({ product: 'Stillwater', account: { email: mara.email } })
  await expect(download.getByText(`Saved as ${file.suggestedFilename()}.`)).toBeVisible()
  await page.keyboard.press('Escape')

  app.clock.advance(reauthenticationMaxAgeMs)
  const remove = account.getByRole('button', { name: 'Delete my account' })
  await remove.click()
  const dialog = page.getByRole('dialog', { name: 'Delete my account?' })
  await dialog.getByRole('button', { name: 'Keep my account' }).click()
  await expect(remove).toBeFocused()
  await remove.click()
  await dialog.getByRole('checkbox').check()
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  const password = dialog.getByLabel('Your password')
  await expect(password).toBeFocused()
  await password.fill('not my password')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('That is not your password.')).toBeVisible()
  await page.setViewportSize({ width: 320, height: 700 })
  await expectNoSidewaysScroll(page)
  await expectAccessibleInBothThemes(page)
  await password.fill(mara.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${app.url}/goodbye`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your account is deleted')
  await expectAccessibleInBothThemes(page)
  await expect(room.getByText('Please sign in to join the chat')).toBeVisible()
  expect(await signInStatus(context, app, mara)).toBe(401)
  // The Back button shows nothing of the member; the browser keeps what serves every user, such as the theme.
  await page.goBack()
  await expect(page).toHaveURL(/\/auth$/)
  expect(await page.evaluate(() => localStorage.getItem('theme'))).not.toBeNull()
})

test('the privacy policy and the terms are public, with links from /auth and Settings @full', async ({
  page,
  app,
  signInAs,
  expectConsole,
}) => {
  expectConsole(expectedErrors)
  await authPage(page).open()
  await routeOnce(page, '**/pages/privacy.md', (route) => route.fulfill({ status: 503 }))
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy')
  await expect(page.getByRole('heading', { level: 2 })).toHaveCount(8)
  await expect(page).toHaveTitle('Privacy · Stillwater')
  for (const width of [320, 1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoSidewaysScroll(page)
  }
  await expectAccessibleInBothThemes(page)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click()
  await expect(page).toHaveURL(`${app.url}/terms`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms')
  await expectAccessibleInBothThemes(page)

  await signInAs('ned')
  await page.goto('/goodbye')
  // Their data wasn't deleted: the page redirects them.
  await expect(page).toHaveURL(/\/settings$/)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click()
  await expect(page).toHaveURL(`${app.url}/privacy`)
  await expect(shell(page).toast).toHaveCount(0)
})
