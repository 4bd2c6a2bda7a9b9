// Joining by invitation, in a browser: an administrator makes one, its link, and the same link used up.
import { setJoining } from '#test/data/invites.ts'
import { expect, test } from '../app.ts'
import { expectAccessibleInBothThemes, expectNoSidewaysScroll } from '../axe.ts'
import { authPage } from '../pages/auth-page.ts'

const una = { name: 'Una Newcomer', email: 'una@example.org', password: 'a calm lake at six' }

test('[COM-06] the link of an invitation lets one in, which its list counts; the next one reads kindly that it is used up @full', async ({
  page,
  browser,
  app,
  signInAs,
  meditation,
  watch,
  expectConsole,
}) => {
  expectConsole(/status of 40[134]/)
  await meditation()
  await setJoining(app, 'invitation')
  const adminContext = await browser.newContext({ baseURL: app.url })
  const admin = await adminContext.newPage()
  await watch(admin)
  await signInAs('ada', adminContext)
  await admin.goto('/admin#users')
  await admin.getByRole('button', { name: 'Invite' }).click()
  const form = admin.getByRole('form', { name: 'New invitation' })
  await form.getByLabel('People').fill('1')
  await form.getByRole('button', { name: 'Make an invitation' }).click()
  const list = admin.getByRole('group', { name: 'Invitations' })
  await expect(list).toContainText('0 of 1 place taken')
  await list.getByRole('button', { name: 'QR code' }).click()
  const link = admin.getByRole('dialog').getByText(`${app.url}/`)
  const url = (await link.textContent()) ?? ''
  // A late toast, or anything else over the page, isn't on the sheet.
  await admin.evaluate(() =>
    document.body.append(Object.assign(document.createElement('p'), { id: 'late', textContent: 'Late' })),
  )
  await admin.emulateMedia({ media: 'print' })
  const printed = await admin.evaluate(() =>
    [...document.body.children].flatMap((element) => {
      const { height } = element.getBoundingClientRect()
      return height > 0 ? [element.getAttribute('role') ?? element.id] : []
    }),
  )
  expect(printed).toEqual(['dialog'])
  await admin.emulateMedia({ media: null })
  const auth = authPage(page)
  const field = page.getByLabel('Invitation code')

  await page.goto('/')
  await expect(page.getByText('Today', { exact: true })).toHaveCount(0)
  await auth.switchTo('Sign Up')
  await expect(page.getByText('New members come to Stillwater by invitation.')).toBeVisible()
  await expectAccessibleInBothThemes(page, 'by invitation')
  await expectNoSidewaysScroll(page)

  await page.goto(url)
  await expect(field).toHaveValue(/^\w{12}$/)
  await expect(page.getByText('Your invitation is valid. Come in.')).toBeVisible()
  await auth.signUp(una)
  await expect(page).toHaveURL(/\/settings$/)
  await admin.reload()
  await admin.getByRole('button', { name: 'Invite' }).click()
  await expect(list).toContainText('1 of 1 place taken')
  await expect(list).toContainText('All places are taken')
  await adminContext.close()

  await page.context().clearCookies()
  await page.goto(url)
  await expect(page.getByText('This invitation has been used up or has ended.')).toBeVisible()
  await auth.signUp({ ...una, email: 'late@example.org' })
  await expect(field).toBeFocused()
  await expect(page.getByText('This invitation has been used up or has ended.')).toBeVisible()
  await expect(auth.fullName).toHaveValue(una.name)
})
