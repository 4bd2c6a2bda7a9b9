// 'Share the Love' in a real browser: the clipboard and the keyboard.
import { expect, test } from '../app.ts'
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
