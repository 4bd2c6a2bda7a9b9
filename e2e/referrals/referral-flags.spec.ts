// Referral flags: administrators see suspicious referrals; other roles' pages don't even request them.
import { randomUUID } from 'node:crypto'
import { insertUser } from '#features/auth/server/sql/users.ts'
import { recordReferralJoin } from '#features/referrals/server/service.ts'
import type { TestApp } from '#test/app.ts'
import { testDays } from '#test/community-days.ts'
import { makeReferralCode } from '#test/data/referral-factories.ts'
import { expect, test } from '../app.ts'
import { expectAccessibleInBothThemes, expectNoSidewaysScroll } from '../axe.ts'
import { shell } from '../pages/shell.ts'

/** A member with the longest possible name, whose friends join from one address. */
async function makeCluster({ app, name, friends }: { app: TestApp; name: string; friends: number }) {
  const { clock, database } = app
  const createdAt = new Date(clock.now())
  const put = (createMember: string) =>
    insertUser(database.query, {
      name: createMember,
      email: `${randomUUID()}@example.org`,
      firebaseUid: null,
      profilePicture: null,
      profileCompleted: false,
      isAdmin: false,
      isGardenAngel: false,
      createdAt,
    })
  const referralCode = await makeReferralCode(app, { userId: await put(name) })
  for (let one = 0; one < friends; one += 1) {
    const userId = await put('A Friend')
    const joining = { userId, referralCode, joinedFrom: '203.0.113.7', now: createdAt }
    await database.transaction((tx) => recordReferralJoin(tx, testDays, joining))
  }
}

test('an administrator sees the flags, refetched at every opening; a member is redirected @full', async ({
  page,
  app,
  signInAs,
}) => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/admin/')) asked.push(new URL(request.url()).pathname)
  })
  await signInAs('mia')
  await page.goto('/admin')
  await expect(shell(page).toast).toContainText('Access Denied')
  await expect(page).toHaveURL(/\/meditation$/)
  expect(asked).toEqual([])

  await signInAs('ada')
  await page.goto('/admin#dashboard')
  const noted = page.getByRole('region', { name: 'To review' })
  await expect(noted.getByText('Nothing to review.')).toBeVisible()
  await makeCluster({ app, name: 'Maximiliana'.padEnd(60, 'a'), friends: 4 })
  await makeCluster({ app, name: 'Max Referrer', friends: 12 })
  await page.getByRole('link', { name: 'Energy Tracker' }).click()
  await expect(page.getByRole('heading', { name: 'Energy Analytics' })).toBeVisible()
  await page.goBack()
  await expect(noted.getByRole('listitem')).toHaveText([
    '12 friends of Max Referrer joined from the same address on Saturday, November 21.',
    /^4 friends of Maximilianaa+ joined from the same address on Saturday, November 21\.$/,
  ])
  expect(asked.filter((path) => path.endsWith('/flags'))).toHaveLength(2)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScroll(page)
  await expectAccessibleInBothThemes(page, 'the admin screen')
})
