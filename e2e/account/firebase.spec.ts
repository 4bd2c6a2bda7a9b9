// /auth with the Firebase provider: the real client library, against a fake project.
import type { Page } from '@playwright/test'
import { parseRanges } from '#server/addresses/address-ranges.ts'
import { startTestApp, type TestApp } from '#test/app.ts'
import { makeReferralCode } from '#test/data/referral-factories.ts'
import { startFakeFirebase, type FakeFirebase } from '#test/fakes/firebase.ts'
import { personFields, signIn } from '#test/people/people.ts'
import { expect, test as base, webDir } from '../app.ts'
import { authPage } from '../pages/auth-page.ts'
import { settingsPage } from '../pages/settings-page.ts'
import { shell } from '../pages/shell.ts'
import { routeOnce, routeUntil } from '../route-once.ts'
import { firebaseStorageKeys, startFirebaseProject, type FirebaseProject } from './firebase-project.ts'

const test = base.extend<{ fake: FakeFirebase; project: FirebaseProject }>({
  fake: async ({ clock }, use) => {
    const fake = await startFakeFirebase({ clock })
    await use(fake)
    await fake.close()
  },
  app: async ({ clock, fake }, use) => {
    const { config, externalProviders } = fake.appOptions()
    const limitsExempt = parseRanges('127.0.0.0/8')
    const app = await startTestApp({ clock, webDir, externalProviders, config: { ...config, limitsExempt } })
    await use(app)
    await app.close()
  },
  project: [async ({ context, fake }, use) => use(await startFirebaseProject(context, fake)), { auto: true }],
})

const una = { name: 'Una Newcomer', email: 'una@example.org', password: 'a quiet lake at six' }
const expectedErrors = /status of (40[0134]|503)/

/**
 * Expects the path of the current document, whose policy applies whatever screen it shows. The next document may
 * still be loading.
 */
const expectDocument = (page: Page, path: string) =>
  expect(async () => {
    const address = await page.evaluate(() => performance.getEntriesByType('navigation')[0]?.name ?? '')
    expect(new URL(address).pathname).toBe(path)
  }).toPass()

test('[AUTH-05, AUTH-33, PROF-25] sign-up by email; Settings leave Firebase’s own functions to Firebase @full', async ({
  page,
  context,
  project,
  expectConsole,
}) => {
  expectConsole(expectedErrors)
  const auth = authPage(page)
  await auth.open()
  await expectDocument(page, '/auth')
  // Firebase creates the account, but our server fails to register it: the next attempt continues from there.
  await routeOnce(page, '**/api/auth/session', (route) =>
    route.fulfill({ status: 503, json: { code: 'unavailable', message: 'The service is resting.' } }),
  )
  await auth.signUp(una)
  await expect(page.getByRole('alert')).toHaveText('The service is resting.')
  await auth.submit('Sign Up').click()
  await expect(shell(page).toast).toContainText('Account created successfully')
  await expect(page).toHaveURL(/\/settings$/)
  const settings = settingsPage(page)
  await expect(settings.name).toHaveValue(una.name)
  await expectDocument(page, '/meditation')
  expect(project.mails).toEqual([`VERIFY_EMAIL ${una.email}`])
  expect((await context.cookies()).map(({ name }) => name)).toEqual(['sid'])
  expect(await firebaseStorageKeys(page)).toEqual([])

  await expect(settings.email).toHaveAttribute('readonly')
  const asked = project.requestedUrls.length
  await settings.save.click()
  await expect(page).toHaveURL(/\/meditation$/)
  expect(project.requestedUrls).toHaveLength(asked)

  await settings.open()
  await expect(page.getByText('“Forgot password?” sends another one.')).toBeVisible()
  const hiddenButtons = page.getByRole('button', { name: /Change password|Sign out everywhere|Send again/ })
  await expect(hiddenButtons).toHaveCount(0)
})

test('[AUTH-06, AUTH-07, AUTH-11] sign-out, sign-in, and a forgotten password @full', async ({
  page,
  context,
  project,
  expectConsole,
}) => {
  expectConsole(expectedErrors)
  project.accounts.push({ ...una, uid: 'uid-of-una' })
  const auth = authPage(page)
  await auth.open()
  await auth.signIn({ ...una, password: 'not my password' })
  await expect(page.getByRole('alert')).toHaveText(
    'Invalid email or password. Please check your credentials and try again.',
  )
  await expect(auth.password).toHaveValue('not my password')
  await auth.forgotPassword.click()
  await expect(shell(page).toast).toContainText('Password reset email sent')
  expect(project.mails).toEqual([`PASSWORD_RESET ${una.email}`])
  await auth.switchTo('Sign Up')
  await auth.signUp(una)
  await expect(page.getByRole('alert')).toHaveText(
    'An account with this email already exists. Please sign in instead.',
  )
  await auth.switchTo('Sign In')
  // When Firebase accepts a sign-in that our server rejects, say for clock skew, the password wasn't wrong.
  await routeOnce(page, '**/api/auth/session', (route) =>
    route.fulfill({
      status: 401,
      json: { code: 'invalid-credential', message: 'Invalid email or password.' },
    }),
  )
  await auth.signIn(una)
  await expect(page.getByRole('alert')).toHaveText('An error occurred during authentication')
  await auth.signIn({ ...una, remember: true })
  await expect(shell(page).toast).toContainText('Welcome back')
  expect((await context.cookies())[0]?.expires).toBeGreaterThan(Date.now() / 1_000)

  await expectDocument(page, '/meditation')
  await shell(page).choose('Sign Out')
  await expect(shell(page).toast).toContainText('Signed out successfully')
  await expect(page).toHaveURL(/\/auth$/)
  await expectDocument(page, '/auth')
})

/** Clicks the button, and returns the page in Google's popup. */
async function openGoogle(page: Page): Promise<Page> {
  const [popup] = await Promise.all([page.waitForEvent('popup'), authPage(page).googleButton.click()])
  await popup.getByRole('button', { name: 'Go on' }).waitFor()
  return popup
}

const continueAtGoogle = (google: Page) => google.getByRole('button', { name: 'Go on' }).click()
const gia = { uid: 'uid-of-gia', email: 'gia@example.org', name: 'Gia', emailVerified: true }

async function referrer(app: TestApp) {
  const mia = await signIn(app, 'mia', personFields.mia)
  return { ...mia, code: await makeReferralCode(app, mia) }
}

const joinedAs = (app: TestApp, email: string) =>
  app.database.query
    .selectFrom('users')
    .leftJoin('referrals', 'referrals.referredId', 'users.id')
    .select(['name', 'referrerId'])
    .where('email', '=', email)
    .execute()

test('[AUTH-03, AUTH-09, AUTH-29] sign-in with Google in a popup @full', async ({
  page,
  app,
  project,
  expectConsole,
}) => {
  expectConsole(expectedErrors)
  const { code, userId } = await referrer(app)
  const auth = authPage(page)
  await page.goto(`/?ref=${code}`)
  await expect(auth.referralBanner).toContainText('Invited by Mia Member')
  await expectDocument(page, '/auth')
  expect(project.requestedUrls).toEqual([])
  await continueAtGoogle(await openGoogle(page))
  await expect(page.getByRole('alert')).toHaveText('Sign-in was cancelled. Please try again.')
  expect(await page.locator('iframe').boundingBox()).toMatchObject({ width: 1, height: 1 })

  project.googleUser = gia
  project.nextError = 'USER_DISABLED'
  await continueAtGoogle(await openGoogle(page))
  await expect(page.getByRole('alert')).toHaveText('This account is disabled. Please ask an administrator.')

  const lost = await openGoogle(page)
  await expect(page.getByRole('status').filter({ hasText: 'Google window' })).toBeVisible()
  await continueAtGoogle(await openGoogle(page))
  await expect(shell(page).toast).toContainText('Account created successfully')
  await expect(page).toHaveURL(/\/settings$/)
  await expectDocument(page, '/meditation')
  expect(lost.isClosed()).toBe(true)
  expect(await firebaseStorageKeys(page)).toEqual([])
  expect(await joinedAs(app, gia.email)).toEqual([{ name: 'Gia', referrerId: userId }])
})

test('[AUTH-03, AUTH-09, AUTH-29] sign-in with Google by redirect where the browser blocks the popup @full', async ({
  page,
  app,
  project,
  expectConsole,
}) => {
  expectConsole(expectedErrors)
  const { code, userId } = await referrer(app)
  await page.addInitScript(() => {
    window.open = () => null
  })
  const auth = authPage(page)
  await auth.open(`?ref=${code}`)
  await auth.rememberMe.check()
  await auth.googleButton.click()
  await continueAtGoogle(page)
  await expect(page.getByRole('alert')).toHaveText('Sign-in was cancelled. Please try again.')

  project.googleUser = gia
  await auth.rememberMe.check()
  await auth.googleButton.click()
  await continueAtGoogle(page)
  await expect(shell(page).toast).toContainText('Account created successfully')
  expect((await page.context().cookies(app.url))[0]?.expires).toBeGreaterThan(0)
  expect(await firebaseStorageKeys(page)).toEqual([])
  expect(await joinedAs(app, gia.email)).toEqual([{ name: 'Gia', referrerId: userId }])
})

test('[AUTH-09] a Google popup that is closed, and one that never opens @full', async ({
  page,
  project,
  expectConsole,
}) => {
  expectConsole(expectedErrors)
  expectConsole(/ERR_FAILED/)
  await page.clock.install()
  const auth = authPage(page)
  await auth.open()
  const release = await routeUntil(page, 'https://apis.google.com/**', (route) => route.abort())
  await auth.googleButton.click()
  await expect(page.getByRole('alert')).toHaveText('Failed to sign in with Google')
  release()
  const popup = await openGoogle(page)
  await popup.close()
  await page.clock.runFor(12_000)
  await expect(page.getByRole('alert')).toHaveText('Sign-in was cancelled. Please try again.')
  expect(project.accounts).toEqual([])
})

test('[AUTH-25, AUTH-33] a banned member sees the reason, at sign-in and while signed in @full', async ({
  page,
  app,
  expectConsole,
}) => {
  expectConsole(expectedErrors)
  const auth = authPage(page)
  await auth.open()
  await auth.signUp(una)
  await expect(page).toHaveURL(/\/settings$/)
  await expect(settingsPage(page).name).toHaveValue(una.name)
  // An open page might notice the ban first, and sign out.
  await page.goto('about:blank')
  await app.database.query
    .updateTable('users')
    .set({ isBanned: true, bannedAt: new Date(app.clock.now()), bannedReason: 'Unkind words' })
    .where('email', '=', una.email)
    .execute()
  await app.app.sessions.sync()
  await page.goto('/meditation')
  await expect(page.getByRole('alertdialog')).toContainText('Access denied: Unkind words')
  await expectDocument(page, '/auth')
  await page.getByRole('button', { name: 'I understand' }).click()
  await auth.signIn(una)
  await expect(page.getByRole('alert')).toHaveText('Access denied: Unkind words')
})
