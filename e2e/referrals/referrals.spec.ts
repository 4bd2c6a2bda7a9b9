// 'Share the Love' in a real browser: access, the clipboard, the keyboard, and changes while the tab is hidden.
import { rewardFirstSession } from '#features/referrals/server/service.ts'
import { makeReferral } from '#test/data/referral-factories.ts'
import { signIn } from '#test/people/people.ts'
import { expect, test } from '../app.ts'
import { expectAccessibleInBothThemes, expectNoSidewaysScroll } from '../axe.ts'
import { referralsScreen } from '../pages/referrals.ts'
import { shell } from '../pages/shell.ts'

test('[REF-02, REF-09, REF-10] the link is copied by keyboard, and a click selects the code @full', async ({
  page,
  app,
  context,
  signInAs,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signInAs('mia')
  const { code, share, copy, open } = referralsScreen(page)
  await open()
  const link = `${app.url}/?ref=${await code.textContent()}`
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
  await copy.focus()
  await page.keyboard.press('Enter')
  await expect(shell(page).toast).toContainText('Copied!')
  await expect(shell(page).toast).toContainText('Referral link copied to clipboard.')
  expect(await clipboard()).toBe(link)
  await page.evaluate(() => navigator.clipboard.writeText(''))
  await page.keyboard.press('Shift+Tab')
  await expect(share).toBeFocused()
  // This browser has no native share sheet.
  await page.keyboard.press('Space')
  await expect.poll(clipboard).toBe(link)

  await code.click()
  expect(await page.evaluate(() => getSelection()?.toString())).toBe(await code.textContent())
})

test('[REF-11, REF-14, REF-16] a friend who joined in the meantime appears when the tab is visible again @full', async ({
  page,
  app,
  signInAs,
}) => {
  const mia = await signInAs('mia')
  const { ledgerRows, ledger, heading, friends, total, open, returnToTab } = referralsScreen(page)
  await open()
  await expect(page.getByText('No transactions yet. Start referring friends to earn points!')).toBeVisible()
  await expect(heading).toHaveText('Your Referrals (0)')

  const { database, clock } = app
  const addReferral = async (key: string) => {
    const friend = await signIn(app, key, { name: 'A Friend' })
    await makeReferral(app, mia, friend)
    return friend.userId
  }
  const joined = await addReferral('joined')
  const gone = await addReferral('gone')
  await database.query
    .updateTable('referrals')
    .set({ status: 'superseded' })
    .where('referredId', '=', gone)
    .execute()
  const completedSession = await addReferral('sat')
  await database.transaction((tx) =>
    rewardFirstSession(tx, { userId: completedSession, now: new Date(clock.now()) }),
  )
  await returnToTab()
  await expect(heading).toHaveText('Your Referrals (2)')
  const today = 'November 21, 2026'
  await expect(friends).toHaveText([
    `User #${completedSession}CompletedJoined ${today} Completed ${today}`,
    `User #${joined}PendingJoined ${today} `,
  ])
  await expect(total).toHaveText('100')
  await expect(ledgerRows).toHaveText([`A friend completed a first meditation${today}+100`])
  expect(await ledger.evaluate((element) => getComputedStyle(element).maxHeight)).toBe('192px')

  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessibleInBothThemes(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScroll(page)
})
