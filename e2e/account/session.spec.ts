// Sessions: signing out without a trace.
import { expect, test } from '../app.ts'
import { settingsPage } from '../pages/settings-page.ts'
import { shell } from '../pages/shell.ts'

const signedOutSession = /status of 401/

test('[AUTH-26] no data of a member remains for the next one, in any tab of the browser @full', async ({
  page,
  context,
  signInAs,
  watch,
  expectConsole,
}) => {
  expectConsole(signedOutSession)
  await signInAs('mia')
  const other = await context.newPage()
  await watch(other)
  await page.goto('/settings')
  await other.goto('/settings')
  await expect(settingsPage(page).name).toHaveValue('Mia Member')
  await expect(settingsPage(other).name).toHaveValue('Mia Member')
  await page.evaluate(() => localStorage.setItem('draft:uid-mia:energy', 'half a sentence'))

  await shell(page).choose('Sign Out')
  await expect(page).toHaveURL(/\/auth$/)
  await expect(other).toHaveURL(/\/auth$/)
  await expect(other.getByText('Mia Member')).toHaveCount(0)
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('half a sentence')

  await signInAs('mo')
  await other.goto('/settings')
  await expect(settingsPage(other).name).toHaveValue('Mo Member')
  await expect(other.getByText('Mia')).toHaveCount(0)
  await page.goto('/settings')
  await expect(settingsPage(page).name).toHaveValue('Mo Member')
})
