// Sessions: registration at sign-in, rejected sign-ins, and signing out without a trace.
import { insertUser } from '#features/auth/server/sql/users.ts'
import { personFields, signIn } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import { expect, test } from '../app.ts'
import { authPage } from '../pages/auth-page.ts'
import { meditationPage } from '../pages/meditation-page.ts'
import { settingsPage } from '../pages/settings-page.ts'
import { shell } from '../pages/shell.ts'

const signedOutSession = /status of 401/

test('[AUTH-16] a signed-in visitor without a user row is registered on entry @full', async ({
  page,
  app,
  signInAs,
  expectConsole,
}) => {
  expectConsole(/status of 404/)
  const una = await signInAs('una')
  await page.goto('/meditation')
  await expect(page).toHaveURL(/\/settings$/)
  await expect(settingsPage(page).name).toHaveValue(una.name)
  const rows = await app.database.query
    .selectFrom('users')
    .select('email')
    .where('firebaseUid', '=', una.uid)
    .execute()
  expect(rows).toEqual([{ email: una.email }])
})

test('[AUTH-39] a registration with an address in use is reported, with Sign Out @full', async ({
  page,
  app,
  signInAs,
  expectConsole,
}) => {
  expectConsole(/status of 4/)
  const una = await signInAs('una')
  await insertUser(app.database.query, {
    name: 'The first Una',
    email: una.email,
    firebaseUid: 'uid-another',
    profilePicture: null,
    profileCompleted: false,
    isAdmin: false,
    isGardenAngel: false,
    createdAt: new Date(app.clock.now()),
  })
  await page.goto('/meditation')
  await expect(page).toHaveURL(/\/auth$/)
  await expect(page.getByRole('alert')).toHaveText(
    'An account with this email already exists. Please sign in instead.',
  )
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(authPage(page).submit('Sign In')).toBeVisible()
})

test('[AUTH-25] a banned member is signed out, sees the reason, and stays at /auth @full', async ({
  page,
  signInAs,
  expectConsole,
}) => {
  expectConsole(/status of 40[13]/)
  await signInAs('bea')
  await page.goto('/meditation')
  await expect(page).toHaveURL(/\/auth$/)
  const banner = page.getByRole('alertdialog')
  await expect(banner).toContainText('Access denied: Unkind words')
  await banner.getByRole('button', { name: 'I understand' }).click()
  await expect(banner).toHaveCount(0)
  await page.goto('/settings')
  await expect(page).toHaveURL(/\/auth$/)
  await expect(authPage(page).submit('Sign In')).toBeVisible()
  await expect(banner).toHaveCount(0)
})

test('[AUTH-26] no data of a member remains for the next one, in any tab of the browser', async ({
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

test('[AUTH-42] after a sign-out in another tab no banner promises typed text, and a ban shows in every tab @full', async ({
  page,
  app,
  context,
  signInAs,
  meditation,
  watch,
  expectConsole,
}) => {
  expectConsole(/status of 40[13]|HTTP Authentication failed/)
  await meditation()
  await signInAs('mia')
  const other = await context.newPage()
  await watch(other)
  await other.goto('/settings')
  await settingsPage(other).name.fill('Mia Half')
  await page.goto('/settings')
  await shell(page).choose('Sign Out')
  await expect(other).toHaveURL(/\/auth$/)
  await expect(other.getByText('You were signed out in another tab.')).toBeVisible()
  await expect(other.getByText('What you typed will still be here')).toHaveCount(0)

  const mo = await signInAs('mo')
  const ada = await signIn(app, 'ada', personFields.ada)
  await meditationPage(page).open()
  await other.goto('/settings')
  await expect(settingsPage(other).name).toHaveValue('Mo Member')
  await request(app, `PUT /api/admin/users/${mo.userId}/ban`, { as: ada, body: { reason: 'Spam' } })
  for (const tab of [page, other]) {
    await expect(tab.getByRole('alertdialog')).toContainText('Access denied: Spam')
    await expect(tab).toHaveURL(/\/auth$/)
    await expect(tab.getByText('What you typed will still be here')).toHaveCount(0)
  }
})
