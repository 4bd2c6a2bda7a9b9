// An operator moves a group in, in a browser: a list from a file, its mails, attendance, and what its people do.
import type { Browser, Page } from '@playwright/test'
import type { TestApp } from '#test/app.ts'
import { mailedLink } from '../account/mailbox.ts'
import { expect, test } from '../app.ts'
import { expectAccessibleInBothThemes, expectNoSidewaysScroll } from '../axe.ts'
import { authPage } from '../pages/auth-page.ts'
import { settingsPage } from '../pages/settings-page.ts'

const guests = Array.from({ length: 12 }, (_, index) => `guest-${index}@example.org`)
const [keeping = '', leaving = '', refusing = ''] = guests

/** As spreadsheets write 'Unicode text'. */
const listFile = () => ({
  name: 'people.txt',
  mimeType: 'text/plain',
  buffer: Buffer.from(
    `\uFEFFE-Mail\tName\n${guests.map((email, index) => `${email}\tGuest ${index}`).join('\n')}\n`,
    'utf16le',
  ),
})

/** Follows the link of the mail, joins, and confirms the address. */
async function join(page: Page, app: TestApp, email: string): Promise<void> {
  await page.goto(await mailedLink(app, email, 'invite'))
  const auth = authPage(page)
  await expect(auth.fullName).toHaveValue(/^Guest \d$/)
  await auth.email.fill(email)
  await auth.password.fill('a calm lake at six')
  await auth.submit('Sign Up').click()
  await settingsPage(page).save.click()
  await expect(page).toHaveURL(/\/meditation$/)
  // Nothing is offered before the address is confirmed.
  const asked = page.waitForResponse(/offered-time$/)
  await page.goto(await mailedLink(app, email, 'verified'))
  await asked
  await page.getByRole('button', { name: 'Confirm this address' }).click()
  await expect(page.getByText('Confirmed', { exact: true })).toBeVisible()
}

/** What the community recorded, answered by a press; over the room it is a card that moves nothing. */
async function answerOffer(page: Page, button: 'Keep' | 'Don’t keep'): Promise<void> {
  const offer = page.getByRole('region', { name: 'Your recorded time' })
  await expect(offer).toContainText('Stillwater recorded 1.5 hours for you')
  await page.getByRole('link', { name: 'Meditation', exact: true }).first().click()
  await expect(page).toHaveURL(/\/meditation$/)
  await expect(page.locator('#chat-composer')).toBeInViewport()
  await offer.getByRole('button', { name: 'Later' }).click()
  await expect(offer).toHaveCount(0)
  await page.goBack()
  await offer.getByRole('button', { name: button, exact: true }).click()
  await expect(offer).toHaveCount(0)
}

async function withPage(browser: Browser, app: TestApp, act: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext({ baseURL: app.url })
  await act(await context.newPage())
  await context.close()
}

test('[JOIN-01] [JOIN-03] [JOIN-06] an operator invites a list; its people join by their mails, keep their hours or not, and one refuses @full', async ({
  page,
  browser,
  app,
  signInAs,
  meditation,
}) => {
  // As with a mail server: the mails lie in the outbox of the test.
  Object.assign(app.app.platform.mailer, { isOutbox: false })
  Object.assign(app.config, { bulkMailsPerSecond: 1_000 })
  await meditation()
  await signInAs('ada')
  await page.goto('/admin#users')
  await page.getByRole('button', { name: 'Invite' }).click()
  await page.getByRole('button', { name: 'Invite a list' }).click()
  const dialog = page.getByRole('dialog')
  await page.getByLabel('CSV file').setInputFiles(listFile())
  await expect(dialog.getByLabel('List', { exact: true })).toHaveValue(/guest-11@example\.org/)
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await expect(dialog.getByText('12 of 12 rows can be invited. Nothing is sent yet.')).toBeFocused()
  await expectAccessibleInBothThemes(page, 'the preview of a list')
  await dialog.getByLabel('How did your community get these addresses?').fill('You wrote it on our list.')
  await dialog.getByRole('button', { name: 'Invite 12 people' }).click()
  const lists = page.getByRole('group', { name: 'Lists of people' })
  await expect(lists).toContainText('12 of 12 sent.')
  await lists.getByRole('button', { name: /^Add attendance to/ }).click()
  const rows = [keeping, leaving].map((email) => `${email};4.3.2026;1:30`)
  await dialog.getByLabel('Attendance').fill(['E-Mail;Datum;Dauer', ...rows].join('\n'))
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await expect(dialog).toContainText('2 rows of 2 people, 3 hours together.')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  await expectAccessibleInBothThemes(page, 'a list')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)

  await withPage(browser, app, async (guest) => {
    await join(guest, app, keeping)
    await answerOffer(guest, 'Keep')
    await expect(guest.getByText('One sit is in your history.').first()).toBeVisible()
  })
  await withPage(browser, app, async (guest) => {
    await join(guest, app, leaving)
    await answerOffer(guest, 'Don’t keep')
  })
  await withPage(browser, app, async (guest) => {
    await guest.goto(await mailedLink(app, refusing, 'refuse'))
    await guest.getByRole('button', { name: 'Don’t write to me again' }).click()
    await expect(guest.getByRole('heading', { name: 'You won’t hear from Stillwater again' })).toBeVisible()
  })
  await page.reload()
  await page.getByRole('button', { name: 'Invite' }).click()
  await expect(lists).toContainText('12 of 12 sent. 2 joined. One person wants no more emails.')
})
