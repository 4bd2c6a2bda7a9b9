// News: from the administrator's form to the line on open pages, and /news.
import { backgroundPreloadDelayMs } from '#shared/constants.ts'
import { expect, test } from '../app.ts'
import { expectAccessibleInBothThemes, expectNoSidewaysScroll } from '../axe.ts'
import { shell } from '../pages/shell.ts'

/** The message, the random wait of a page, and its read. */
const changeMs = 15_000
/** The line loads after the first screen. */
const lineMs = backgroundPreloadDelayMs + changeMs

test('[NEWS-02] [NEWS-03] [NEWS-04] what an administrator publishes is on every open page, and read once for all devices @full', async ({
  page,
  app,
  browser,
  meditation,
  signInAs,
  watch,
}) => {
  await meditation()
  const admin = await browser.newContext({ baseURL: app.url })
  await signInAs('ada', admin)
  await signInAs('mia')
  const form = await admin.newPage()
  await watch(form)
  await form.goto('/admin#news')
  await page.goto('/meditation')
  const other = await page.context().newPage()
  await watch(other)
  await other.goto('/mood-analytics')

  await form.getByLabel('Title').fill('A day of silence')
  await form.getByLabel('Text').fill('On Sunday we sit all day.\n\nhttps://example.org/retreat')
  await expectAccessibleInBothThemes(form, 'the form of news')
  await form.getByRole('button', { name: 'Publish' }).click()
  await expect(form.getByRole('listitem').filter({ hasText: 'Shown now' })).toContainText('Not read yet')

  const lines = [page, other].map((each) => each.getByRole('region', { name: 'News' }))
  for (const line of lines) await expect(line).toContainText('A day of silence', { timeout: lineMs })
  await expectAccessibleInBothThemes(page, 'the line in the room')
  await expectNoSidewaysScroll(page)
  await other.getByRole('button', { name: 'Mark as read: “A day of silence”' }).click()
  await expect(other.getByRole('region', { name: 'News' })).toBeHidden()

  await page.reload()
  await shell(page).choose('News')
  await expect(page.getByRole('article')).toContainText('On Sunday we sit all day.')
  await expect(page.getByText('Unread')).toBeHidden()
  await expectAccessibleInBothThemes(page, 'the news')
  await admin.close()
})
