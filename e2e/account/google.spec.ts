// /auth with the built-in provider and Google sign-in: through Google's own page, and back.
import { parseRanges } from '#server/addresses/address-ranges.ts'
import { startTestApp } from '#test/app.ts'
import { makeReferralCode } from '#test/data/referral-factories.ts'
import { startFakeGoogle, type FakeGoogle } from '#test/fakes/google.ts'
import { personFields, signIn } from '#test/people/people.ts'
import { expect, test as base, webDir } from '../app.ts'
import { expectAccessibleInBothThemes, expectNoSidewaysScroll } from '../axe.ts'
import { authPage } from '../pages/auth-page.ts'
import { settingsPage } from '../pages/settings-page.ts'
import { shell } from '../pages/shell.ts'
import { routeOnce } from '../route-once.ts'

const test = base.extend<{ google: FakeGoogle }>({
  google: async ({ clock }, use) => {
    const google = await startFakeGoogle({ clock })
    await use(google)
    await google.close()
  },
  app: async ({ clock, google }, use) => {
    const { config, externalProviders } = google.appOptions()
    const limitsExempt = parseRanges('127.0.0.0/8')
    const app = await startTestApp({ clock, webDir, externalProviders, config: { ...config, limitsExempt } })
    await use(app)
    await app.close()
  },
})

test('[AUTH-03, AUTH-05, AUTH-29] sign-up with Google registers with a friend’s code; then the member signs in again @full', async ({
  page,
  app,
  google,
  expectConsole,
}) => {
  expectConsole(/status of 40[14]/)
  const mia = await signIn(app, 'mia', personFields.mia)
  const auth = authPage(page)
  await auth.open(`?ref=${await makeReferralCode(app, mia)}`)
  await expect(auth.referralBanner).toContainText('Invited by Mia Member')
  await page.setViewportSize({ width: 320, height: 700 })
  await expect(auth.googleButton).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessibleInBothThemes(page, 'with the way in by Google')

  google.account = { sub: 'gia-at-google', email: 'gia@example.org', name: 'Gia' }
  await auth.rememberMe.check()
  await auth.googleButton.click()
  await expect(page).toHaveURL(/\/settings$/)
  await expect(shell(page).toast).toContainText('Account created successfully')
  const joined = await app.database.query
    .selectFrom('referrals')
    .innerJoin('users', 'users.id', 'referrals.referredId')
    .select(['name', 'referrerId'])
    .execute()
  expect(joined).toEqual([{ name: 'Gia', referrerId: mia.userId }])
  expect((await page.context().cookies(app.url))[0]?.expires).toBeGreaterThan(0)

  await shell(page).acceptTerms()
  await shell(page).menu.click()
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click()
  await expect(page).toHaveURL(/\/auth$/)
  await auth.googleButton.click()
  await expect(shell(page).toast).toContainText('Welcome back')
})

test('[AUTH-43] sign-in with Google returns to the requested screen after profile completion @full', async ({
  page,
  google,
  expectConsole,
}) => {
  expectConsole(/status of 40[14]/)
  google.account = { sub: 'gia-at-google', email: 'gia@example.org', name: 'Gia' }
  const auth = authPage(page)
  await page.goto('/referrals')
  await expect(page).toHaveURL(/\/auth$/)
  await auth.googleButton.click()
  await expect(page).toHaveURL(/\/settings$/)
  await shell(page).acceptTerms()
  await settingsPage(page).save.click()
  await expect(page).toHaveURL(/\/referrals$/)
  await page.context().clearCookies()
  await page.goto('/mood-analytics?period=all')
  await auth.googleButton.click()
  await expect(page).toHaveURL(/\/mood-analytics\?period=all$/)
  await expect(shell(page).toast).toContainText('Welcome back')
})

test('[AUTH-09, AUTH-30] a canceled or denied Google sign-in shows the reason, and the URL is cleaned @full', async ({
  page,
  request,
  app,
  google,
  expectConsole,
}) => {
  expectConsole(/status of (401|503)/)
  const auth = authPage(page)
  const code = (await makeReferralCode(app, await signIn(app, 'mia', personFields.mia))).toLowerCase()
  await auth.open(`?ref=${code}`)
  await routeOnce(page, '**/api/identity/sign-in/social', (route) => route.fulfill({ status: 503 }))
  await auth.googleButton.click()
  await expect(page.getByRole('alert')).toHaveText('Failed to sign in with Google')

  await auth.googleButton.click()
  await expect(page.getByRole('alert')).toHaveText('Sign-in was cancelled. Please try again.')
  await expect(page).toHaveURL(`${app.url}/auth?ref=${code}`)
  await expect(auth.referralBanner).toContainText('Invited by Mia Member')
  await auth.switchTo('Sign In')
  await auth.signIn({ email: 'nobody@example.org', password: 'a quiet lake at six' })
  await expect(page.getByRole('alert')).toHaveText(
    'Invalid email or password. Please check your credentials and try again.',
  )

  const mara = { name: 'Mara Lind', email: 'mara@example.org', password: 'a quiet lake at six' }
  await request.post('/api/identity/sign-up/email', { data: mara, headers: { origin: app.url } })
  google.account = { sub: 'mara-at-google', email: mara.email }
  await auth.googleButton.click()
  await expect(page.getByRole('alert')).toHaveText(
    'An account with this email already exists. Please sign in instead.',
  )
})
