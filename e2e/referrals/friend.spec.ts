// A referred friend's journey: from the shared link through /auth to the points for joining.
import type { Page } from '@playwright/test'
import type { TestApp } from '#test/app.ts'
import { makeReferralCode } from '#test/data/referral-factories.ts'
import { personFields, signIn } from '#test/people/people.ts'
import { expect, test } from '../app.ts'
import { expectAccessibleInBothThemes, expectNoSidewaysScroll } from '../axe.ts'
import { authPage } from '../pages/auth-page.ts'
import { settingsPage } from '../pages/settings-page.ts'
import { routeOnce } from '../route-once.ts'

const validation = '**/api/referral/validate'
const una = { name: 'Una Newcomer', email: 'una@example.org', password: 'a quiet lake at six' }

/** The path, query and fragment of the page's URL. */
const pathIn = (page: Page) => page.url().slice(new URL(page.url()).origin.length)

/** Inserts a new member with a given referral code. */
async function insertReferralCode(
  app: TestApp,
  key: string,
  code: string,
  facts: Parameters<typeof signIn>[2],
) {
  const { userId } = await signIn(app, key, facts)
  await app.database.query
    .insertInto('referral_codes')
    .values({ code, userId, createdAt: new Date(app.clock.now()) })
    .execute()
}

test('[AUTH-27, AUTH-28, PTS-01] a shared link leads through the banner to 50 points @full', async ({
  page,
  app,
  meditation,
  expectConsole,
}) => {
  expectConsole(/status of 404/)
  await meditation()
  const code = await makeReferralCode(app, await signIn(app, 'mia-invites', personFields.mia))
  const auth = authPage(page)
  let respond = () => {}
  const released = new Promise<void>((resolve) => {
    respond = resolve
  })
  await page.route(validation, async (route) => {
    await released
    await route.continue()
  })
  await page.goto(`/?ref=${code.toLowerCase()}`)
  await expect(auth.referralBanner).toHaveText(`Referral code ${code}Checking whose it is …`)
  expect(pathIn(page)).toBe(`/auth?ref=${code.toLowerCase()}`)
  await expect(page.getByRole('heading', { name: 'A place for you' })).toBeVisible()
  const before = await auth.referralBanner.boundingBox()

  respond()
  await expect(auth.referralBanner).toHaveText(
    `Invited by Mia Member50 Quantum Love points for joining.Referral code ${code}`,
  )
  await expect(auth.submit('Sign Up')).toBeVisible()
  expect((await auth.referralBanner.boundingBox())?.height).toBe(before?.height)
  await expectAccessibleInBothThemes(page, 'by a valid link')

  await auth.signUp(una)
  await expect(page).toHaveURL(/\/settings$/)
  await settingsPage(page).save.click()
  await expect(page).toHaveURL(/\/meditation$/)
  const user = (await (await page.request.get('/api/auth/user')).json()) as { id: number }
  const ledger = await page.request.get(`/api/user/${user.id}/quantum-love`)
  expect(await ledger.json()).toMatchObject({
    points: 50,
    transactions: [{ amount: 50, type: 'join', description: 'Joined through a friend' }],
  })
})

test('[AUTH-28, AUTH-30, REF-05] referral codes of every form appear unchanged in the banner, at 320 px @full', async ({
  page,
  app,
  expectConsole,
}) => {
  expectConsole(/status of 429/)
  await page.setViewportSize({ width: 320, height: 640 })
  const longName = 'W'.repeat(60)
  await insertReferralCode(app, 'zeros', '00123456', { name: 'Zoë Zeros' })
  await insertReferralCode(app, 'number', '1E500000', { name: longName })
  await insertReferralCode(app, 'bea', 'BANNED00', personFields.bea)
  const { referralBanner, fullName } = authPage(page)
  const heights = new Set<number | undefined>()
  const openLink = async (query: string, text: string) => {
    await page.goto(`/?ref=${query}`)
    await expect(referralBanner).toContainText(text)
    expect(pathIn(page).replaceAll('+', '%20')).toBe(`/auth?ref=${query}`)
    await expectNoSidewaysScroll(page)
    heights.add((await referralBanner.boundingBox())?.height)
  }
  await openLink('00123456', 'Invited by Zoë Zeros')
  await openLink('1e500000', `Invited by ${longName}`)
  await openLink('%2000123456%20', 'Invited by Zoë Zeros')
  await openLink('BANNED00', 'Invalid referral code: BANNED00')
  await openLink('true', 'Invalid referral code: TRUE')
  await openLink('1e5', 'Invalid referral code: 1E5')
  await openLink('W'.repeat(200), `Invalid referral code: ${'W'.repeat(200)}`)

  await routeOnce(page, validation, (route) => route.fulfill({ status: 429 }))
  await openLink('ZZZZZZZZ', 'ZZZZZZZZcouldn’t be checked.We’ll check it again when you join.')
  await expectAccessibleInBothThemes(page, 'when the code could not be checked')
  await page.getByRole('button', { name: 'Try again' }).press('Enter')
  await expect(referralBanner).toContainText('Invalid referral code: ZZZZZZZZ')
  // The keyboard focus continues after the banner.
  await page.keyboard.press('Tab')
  await expect(fullName).toBeFocused()
  expect([...heights]).toHaveLength(1)
})
