// Moderation of the chat in real browsers: deletions, bans, and the screens of affected members.
import type { Locator, Page } from '@playwright/test'
import type { TestApp } from '#test/app.ts'
import { personFields, signIn } from '#test/people/people.ts'
import { expect } from '../app.ts'
import { meditationPage } from '../pages/meditation-page.ts'
import { shell } from '../pages/shell.ts'
import { twoMemberTest as test, seedMessages } from '../room.ts'

test.beforeEach(async ({ meditation }) => meditation())

const banQuestion = 'Are you sure you want to ban Mo Member?'

const reasonIn = (dialog: Locator) => dialog.getByRole('textbox', { name: 'Reason' })
const buttonIn = (dialog: Locator, name: string) => dialog.getByRole('button', { name, exact: true })

/** The banned member's alert on /auth. */
async function expectDenied(page: Page, reason: string): Promise<void> {
  await expect(page.getByRole('alertdialog')).toContainText(`Access denied: ${reason}`)
  await expect(page).toHaveURL(/\/auth$/)
}

test('[CHAT-11, CHAT-14, CHAT-18] an angel and a member chat; the member likes, the angel deletes and bans @full', async ({
  page,
  app,
  signInAs,
  mo,
  expectConsole,
}) => {
  expectConsole(/status of 40[13]|HTTP Authentication failed/)
  await signInAs('gail')
  const gail = meditationPage(page)
  await gail.open()
  await mo.open()

  await gail.sendMessage('Be welcome')
  await mo.sendMessage('Glad to be here')
  await mo.sendMessage('Buy my crystals')
  const sentTexts = ['Be welcome', 'Glad to be here', 'Buy my crystals']
  await expect.poll(gail.messages).toEqual(sentTexts)
  await expect.poll(mo.messages).toEqual(sentTexts)

  await mo.likeButton('Be welcome').click()
  await expect(gail.likeButton('Be welcome')).toHaveAccessibleName(/^Like .*, 1 like$/)
  await expect(gail.likeButton('Be welcome')).toHaveAttribute('aria-pressed', 'false')
  await expect(mo.likeButton('Be welcome')).toHaveAttribute('aria-pressed', 'true')

  await gail.deleteButton('Buy my crystals').click()
  await buttonIn(gail.dialog, 'Delete').click()
  await expect.poll(mo.messages).toEqual(['Be welcome', 'Glad to be here'])
  await expect.poll(gail.messages).toEqual(['Be welcome', 'Glad to be here'])

  await gail.messageRow('Glad to be here').getByRole('button', { name: 'Mo Member', exact: true }).click()
  await reasonIn(gail.dialog).fill('Selling crystals again')
  await buttonIn(gail.dialog, 'Ban').click()
  await expect(gail.dialog).toHaveAccessibleName(banQuestion)
  await buttonIn(gail.dialog, 'Yes, ban').click()
  await expectDenied(mo.page, 'Selling crystals again')
  await expect(shell(page).toast).toContainText('User Banned')
  await expect(gail.dialog).toHaveCount(0)
  await expect.poll(gail.messages).toEqual(['Be welcome', 'Glad to be here'])

  await mo.page.getByRole('button', { name: 'I understand' }).click()
  await mo.page.goto('/meditation')
  await expect(mo.page).toHaveURL(/\/auth$/)
  await expect(mo.page.getByText('Glad to be here')).toHaveCount(0)
  expect(await banOf(app, 'Mo Member')).toEqual({ isBanned: true, bannedReason: 'Selling crystals again' })
})

async function banOf(app: TestApp, name: string) {
  return app.database.query
    .selectFrom('users')
    .select(['isBanned', 'bannedReason'])
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
}

test('[CHAT-14] a deleted message disappears from every open chat, and the focus stays in the chat log @full', async ({
  page,
  signInAs,
  mo,
}) => {
  await signInAs('ada')
  const ada = meditationPage(page)
  await ada.open()
  await mo.open()
  await mo.sendMessage('First')
  await mo.sendMessage('Second')
  await expect(ada.messageRow('Second')).toBeVisible()
  await mo.likeButton('Second').focus()
  await ada.deleteButton('Second').press('Enter')
  await buttonIn(ada.dialog, 'Delete').press('Enter')
  await expect.poll(ada.messages).toEqual(['First'])
  await expect.poll(mo.messages).toEqual(['First'])
  await expect(ada.log).toBeFocused()
  await expect(mo.log).toBeFocused()
})

test('[CHAT-33] the ban dialog keeps its size when the check completes @full', async ({
  page,
  app,
  signInAs,
}) => {
  await signInAs('gail')
  const mo = await signIn(app, 'mo', personFields.mo)
  await seedMessages(app, mo.userId, ['hi'])
  let response: (() => Promise<void>) | undefined
  await page.route('**/ban-check', (route) => {
    response = () => route.continue()
  })
  const { open, messageRow, dialog } = meditationPage(page)
  await open()
  await messageRow('hi').getByRole('button', { name: 'Mo Member', exact: true }).click()
  await expect(dialog.getByText('Loading')).toBeAttached()
  const height = () => dialog.evaluate((element: HTMLElement) => element.offsetHeight)
  const before = await height()
  await expect.poll(() => response).toBeDefined()
  await response?.()
  await expect(reasonIn(dialog)).toBeFocused()
  expect(Math.abs((await height()) - before)).toBeLessThanOrEqual(1)
})
