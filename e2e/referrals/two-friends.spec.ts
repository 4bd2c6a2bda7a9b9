// Two friends, from a shared referral link to the points of both.
import { expect, test } from '../app.ts'
import { flushRequests, advanceTime } from '../clock.ts'
import { authPage } from '../pages/auth-page.ts'
import { meditationPage } from '../pages/meditation-page.ts'
import { referralsScreen } from '../pages/referrals.ts'
import { settingsPage } from '../pages/settings-page.ts'

const nia = { name: 'Nia Newcomer', email: 'nia@example.org', password: 'a quiet lake at six' }

test('[PTS-01, PTS-02, REF-11] Mia shares her link, her friend joins and sits, and both get their points @full', async ({
  page,
  app,
  browser,
  clock,
  context,
  signInAs,
  meditation,
  watch,
  expectConsole,
}) => {
  expectConsole(/status of 40[14]/)
  await meditation({ duration: 1 })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signInAs('mia')
  const miaReferrals = referralsScreen(page)
  await miaReferrals.open()
  await miaReferrals.copy.click()
  await expect(page.getByText('Referral link copied to clipboard.').first()).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(link).toBe(`${app.url}/?ref=${await miaReferrals.code.textContent()}`)

  const elsewhere = await browser.newContext({ baseURL: app.url })
  const friends = await elsewhere.newPage()
  await watch(friends)
  await friends.goto(link)
  await expect(friends.getByText('Invited by Mia Member')).toBeVisible()
  await authPage(friends).signUp(nia)
  await expect(friends.getByRole('heading', { level: 1 })).toHaveText('Welcome! Complete Your Profile')
  await settingsPage(friends).save.click()
  await expect(friends).toHaveURL(/\/meditation$/)
  const friendReferrals = referralsScreen(friends)
  await friendReferrals.open()
  await expect(friendReferrals.total).toHaveText('50')
  await miaReferrals.returnToTab()
  await expect(miaReferrals.heading).toHaveText('Your Referrals (1)')
  await expect(miaReferrals.friends).toContainText('Pending')
  await expect(miaReferrals.total).toHaveText('0')

  await friends.clock.install()
  const started = friends.waitForResponse('**/api/session/start')
  await meditationPage(friends).open()
  await (await started).finished()
  await flushRequests(friends)
  for (let half = 0; half < 2; half += 1) {
    const credited = friends.waitForResponse((response) => /\/api\/session\/\d+$/.test(response.url()))
    await advanceTime(friends, clock, 30)
    await credited
  }
  await friendReferrals.open()
  await expect(friendReferrals.total).toHaveText('75')
  await expect(friendReferrals.ledgerRows).toHaveText([
    'Completed a first meditationNovember 21, 2026+25',
    'Joined through a friendNovember 21, 2026+50',
  ])

  await miaReferrals.returnToTab()
  await expect(miaReferrals.total).toHaveText('100')
  await expect(miaReferrals.ledgerRows).toHaveText(
    'A friend completed a first meditationNovember 21, 2026+100',
  )
  await expect(miaReferrals.friends).toHaveText(
    /^User #\d+CompletedJoined November 21, 2026 Completed November 21, 2026$/,
  )
  await elsewhere.close()
})
