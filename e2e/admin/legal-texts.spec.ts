// An administrator changes the terms; members accept them once, on one of their devices.
import { expect, test } from '../app.ts'
import { expectAccessibleInBothThemes } from '../axe.ts'
import { builtPath } from '../built-path.ts'

test('[COM-10, COM-14] a material change of the terms asks each member once, on one device @full', async ({
  page,
  browser,
  context,
  app,
  signInAs,
  watch,
}) => {
  await signInAs('mia')
  await page.goto('/referrals')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  const office = await browser.newContext({ baseURL: app.url })
  await signInAs('ada', office)
  const admin = await office.newPage()
  await watch(admin)
  await admin.goto('/admin#community/texts')
  await admin.getByLabel('Page', { exact: true }).selectOption('Terms')
  await admin.getByText('Standard and yours', { exact: true }).click()
  await admin.getByLabel('Your text').fill('No shoes on the **carpet**.')
  await admin.getByRole('button', { name: 'Preview' }).click()
  await expect(admin.getByRole('dialog', { name: 'Preview of Terms' }).getByText('carpet')).toBeVisible()
  await admin.keyboard.press('Escape')
  await admin.getByLabel(/This change is material/).check()
  await expectAccessibleInBothThemes(admin, 'with the editor of the terms')
  await admin.getByRole('button', { name: 'Save Terms' }).click()
  await admin.getByRole('button', { name: 'Save and ask' }).click()
  await expect(admin.getByRole('button', { name: 'Saved', exact: true })).toBeVisible()

  const asked = page.getByRole('dialog', { name: 'Please read our terms' })
  await page.reload()
  await expect(asked).toBeVisible()
  await expectAccessibleInBothThemes(page, 'with the question for the terms')
  await page.keyboard.press('Escape')
  await expect(asked).toBeVisible()
  const opened = context.waitForEvent('page')
  await asked.getByRole('link', { name: 'Read the terms' }).click()
  const terms = await opened
  await expect(terms.getByText('No shoes on the carpet.')).toBeVisible()
  await expect(terms.getByRole('dialog')).toHaveCount(0)
  await terms.close()
  await asked.getByRole('button', { name: 'Accept the terms' }).click()
  await expect(asked).toHaveCount(0)

  const phone = await browser.newContext({
    baseURL: app.url,
    storageState: await context.storageState(),
  })
  const other = await phone.newPage()
  await watch(other)
  const requests: string[] = []
  other.on('request', (request) => requests.push(request.url()))
  await other.goto('/referrals')
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
  await other.waitForLoadState('networkidle')
  const dialog = builtPath('terms-dialog.tsx')
  expect(requests.filter((url) => url.endsWith(dialog))).toEqual([])
  await admin.reload()
  await expect(admin.getByRole('dialog', { name: 'Please read our terms' })).toBeVisible()
  await phone.close()
  await office.close()
})
