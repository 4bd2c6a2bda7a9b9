// The first administrator: by the link of the first start, through sign-up, once only.
import { createFirstAdminLink } from '#features/members/server/first-admin.ts'
import { expect, test } from '../app.ts'
import { authPage } from '../pages/auth-page.ts'
import { shell } from '../pages/shell.ts'

test('[OPS-18] the first visitor who follows the link and signs up becomes an administrator, and no later one @full', async ({
  page,
  app,
  browser,
  signInAs,
  watch,
  expectConsole,
}) => {
  expectConsole(/status of 404/)
  const link = (await createFirstAdminLink(app.app.platform)) ?? ''
  expect(link).toMatch(new RegExp(`^${app.url}/first-admin#[\\w-]{43}$`))
  await page.goto(link)
  await expect(page).toHaveURL(/\/auth$/)
  await expect(shell(page).toast).toContainText('become its administrator')
  await authPage(page).signUp({
    name: 'Frida First',
    email: 'frida@example.org',
    password: 'a quiet lake at dawn',
  })
  await expect(page).toHaveURL(/\/first-admin#/)
  await expect(page.getByText('frida@example.org')).toBeVisible()
  const become = { name: 'Become the administrator' }
  await page.getByRole('button', become).click()
  await expect(shell(page).toast).toContainText('You’re this community’s administrator now')
  await expect(page).toHaveURL(/\/settings$/)
  const users = app.database.query.selectFrom('users').select('name').where('isAdmin', '=', true)
  expect(await users.execute()).toEqual([{ name: 'Frida First' }])

  const context = await browser.newContext({ baseURL: app.url })
  const other = await context.newPage()
  await watch(other)
  await signInAs('mia', context)
  await other.goto(link)
  await other.getByRole('button', become).click()
  await expect(other.getByRole('alert')).toContainText('This link has been used')

  await app.database.query.updateTable('users').set({ isAdmin: false }).execute()
  await other.goto((await createFirstAdminLink(app.app.platform)) ?? '')
  await other.getByRole('button', become).click()
  await expect(other).toHaveURL(/\/meditation/)
  await expect(shell(other).toast).toContainText('You’re this community’s administrator now')
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
  await context.close()
})
