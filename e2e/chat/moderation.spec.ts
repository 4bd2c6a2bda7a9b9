// Moderation of the chat in real browsers: deletions, bans, and the screens of affected members.
import type { Locator, Page } from '@playwright/test'
import type { TestApp } from '#test/app.ts'
import { personFields, signIn } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import { expect } from '../app.ts'
import { meditationPage } from '../pages/meditation-page.ts'
import { shell } from '../pages/shell.ts'
import { twoMemberTest as test, seedMessages } from '../room.ts'

test.beforeEach(async ({ meditation }) => meditation())

const deleteQuestion = 'Are you sure you want to delete this message?'
const banQuestion = 'Are you sure you want to ban Mo Member?'

const reasonIn = (dialog: Locator) => dialog.getByRole('textbox', { name: 'Reason' })
const buttonIn = (dialog: Locator, name: string) => dialog.getByRole('button', { name, exact: true })

/** The banned member's alert on /auth. */
async function expectDenied(page: Page, reason: string): Promise<void> {
  await expect(page.getByRole('alertdialog')).toContainText(`Access denied: ${reason}`)
  await expect(page).toHaveURL(/\/auth$/)
}

/** Counts the requests of a method to a path. */
function countCalls(page: Page, method: string, path: RegExp): () => number {
  let count = 0
  page.on('request', (request) => {
    if (request.method() === method && path.test(new URL(request.url()).pathname)) count += 1
  })
  return () => count
}

test('[CHAT-11, CHAT-14, CHAT-18] an angel and a member chat; the member likes, the angel deletes and bans', async ({
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

test('[CHAT-13] only moderators can delete, a dialog asks first, and declining makes no call @full', async ({
  page,
  signInAs,
  mo,
}) => {
  await signInAs('gail')
  const gail = meditationPage(page)
  const calls = countCalls(page, 'DELETE', /^\/api\/messages\//)
  await gail.open()
  await mo.open()
  await mo.sendMessage('Good morning')
  await gail.sendMessage('Good morning to you')
  await expect(mo.messageRow('Good morning to you')).toBeVisible()
  await expect(mo.page.getByRole('button', { name: 'Delete message' })).toHaveCount(0)

  const { dialog } = gail
  const deleteMessage = gail.deleteButton('Good morning to you')
  await deleteMessage.click()
  await expect(dialog).toHaveAccessibleName(deleteQuestion)
  await expect(dialog).toContainText('Good morning to you')
  await expect(buttonIn(dialog, 'Cancel')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(deleteMessage).toBeFocused()
  for (const decline of [() => page.keyboard.press('Escape'), () => buttonIn(dialog, 'Close').click()]) {
    await deleteMessage.press('Enter')
    await expect(dialog).toBeVisible()
    await decline()
    await expect(dialog).toHaveCount(0)
  }
  expect(calls()).toBe(0)
  expect(await gail.messages()).toEqual(['Good morning', 'Good morning to you'])
})

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

test('[CHAT-12] a failed deletion is only logged, and the message reappears @full', async ({
  page,
  signInAs,
  expectConsole,
}) => {
  expectConsole(/status of 503/)
  await signInAs('gail')
  const { open, sendMessage, deleteButton, dialog, messages, messageRow } = meditationPage(page)
  await open()
  await sendMessage('One')
  await sendMessage('Two')
  await expect(messageRow('Two')).toBeVisible()
  let release = () => undefined as void
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/messages/*', async (route) => {
    await gate
    await route.fulfill({ status: 503, json: { code: 'unavailable', message: 'Resting.' } })
  })
  const logged = page.waitForEvent('console', (message) => message.text().includes('could not be deleted'))
  await deleteButton('One').click()
  await buttonIn(dialog, 'Delete').click()
  await expect.poll(messages).toEqual(['Two'])
  release()
  await logged
  await expect.poll(messages).toEqual(['One', 'Two'])
  await expect(shell(page).toast).toHaveCount(0)
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

test('[AUTH-44] a new garden angel can moderate at once; a former administrator is redirected @full', async ({
  page,
  app,
  context,
  signInAs,
  watch,
  expectConsole,
}) => {
  expectConsole(/status of 403/)
  const ada = await signIn(app, 'other-ada', personFields.ada)
  const mia = await signInAs('mia')
  const { open, sendMessage, deleteButton } = meditationPage(page)
  await open()
  await sendMessage('Good morning')
  await expect(deleteButton('Good morning')).toHaveCount(0)
  const other = await context.newPage()
  await watch(other)
  await other.goto('/settings')
  await request(app, `POST /api/admin/users/${mia.userId}/garden-angel`, { as: ada })
  await expect(deleteButton('Good morning')).toHaveCount(1)
  for (const tab of [page, other])
    await expect(tab.getByRole('link', { name: 'Garden Angel', exact: true })).toBeVisible()

  await request(app, `PUT /api/admin/users/${mia.userId}`, { as: ada, body: { isAdmin: true } })
  await page.getByRole('link', { name: 'Admin', exact: true }).click()
  await expect(page.getByRole('tabpanel').getByText('Morning light on still water').first()).toBeVisible()
  await request(app, `PUT /api/admin/users/${mia.userId}`, { as: ada, body: { isAdmin: false } })
  await expect(shell(page).toast).toContainText('Access Denied')
  await expect(page).toHaveURL(/\/meditation$/)
})

test('[CHAT-31] earlier messages of a renamed member change on open screens @full', async ({
  page,
  app,
  signInAs,
  mo,
}) => {
  const ada = await signIn(app, 'other-ada', personFields.ada)
  await signInAs('mia')
  const { open, messageRow } = meditationPage(page)
  await open()
  await mo.open()
  await mo.sendMessage('Good morning')
  await expect(messageRow('Good morning')).toContainText('Mo Member')
  const { id } = await app.database.query
    .selectFrom('users')
    .select('id')
    .where('name', '=', 'Mo Member')
    .executeTakeFirstOrThrow()
  await request(app, `PUT /api/admin/users/${id}`, { as: ada, body: { name: 'Mo Anders' } })
  await expect(messageRow('Good morning')).toContainText('Mo Anders')
})
