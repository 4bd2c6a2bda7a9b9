// The live chat in real browsers: messages in both directions, no lost drafts or messages, and who may write.
import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import type { TestApp } from '#test/app.ts'
import { expect, test } from '../app.ts'
import { meditationPage } from '../pages/meditation-page.ts'
import { shell } from '../pages/shell.ts'
import { twoMemberTest } from '../room.ts'

test.beforeEach(async ({ meditation }) => meditation())

const longName = 'maximiliana.schwarzenberger@longcompany.example'

async function storedTexts(app: TestApp): Promise<string[]> {
  const { rows } = await sql<{ message: string }>`
    select message from chat_messages order by "timestamp", id`.execute(app.database.query)
  return rows.map(({ message }) => message)
}

/** Ends the session of an open room: the screen stays, asks for a sign-in, and tries to connect no more. */
async function endSession({
  page,
  app,
  cookie,
}: {
  page: Page
  app: TestApp
  cookie: string
}): Promise<void> {
  let attempts = 0
  page.on('websocket', () => {
    attempts += 1
  })
  await fetch(`${app.url}/api/auth/session`, { method: 'DELETE', headers: { cookie, origin: app.url } })
  const signInLink = page.getByRole('link', { name: 'Please sign in to join the chat' })
  await expect(signInLink).toBeVisible()
  await expect(signInLink).toHaveAttribute('href', '/auth')
  await expect(meditationPage(page).composer).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Morning light on still water' })).toBeVisible()
  await page.getByRole('heading', { level: 1 }).click()
  expect(attempts).toBe(0)
}

twoMemberTest(
  '[CHAT-01, CHAT-03, CHAT-28] an angel on a phone and a member with a long name write to each other; a removal tells its author, and the end of a session asks for sign-in',
  async ({ page, app, signInAs, mo, expectConsole }) => {
    await app.database.query
      .updateTable('users')
      .set({ name: longName })
      .where('email', '=', 'mo@example.org')
      .execute()
    const { cookie } = await signInAs('gail')
    const gail = meditationPage(page)
    await page.setViewportSize({ width: 390, height: 800 })
    await gail.open()
    await mo.open()
    await gail.sendMessage('Be welcome')
    await mo.sendMessage('Good morning to you')
    const both = ['Be welcome', 'Good morning to you']
    await expect.poll(gail.messages).toEqual(both)
    await expect.poll(mo.messages).toEqual(both)
    await expect(gail.sending).toHaveCount(0)
    await expect(gail.composer).toBeEmpty()
    await expect(mo.messageRow('Be welcome')).toContainText('Gail Gardner(Gardian Angel)')
    await expect(mo.messageRow('to you')).not.toContainText('Gardian Angel')
    await expect(mo.page.getByText('You and Gail are here')).toBeVisible()
    await expect(mo.stat('Active Now')).toHaveText('2')

    await mo.composer.fill('Two')
    await mo.composer.press('Shift+Enter')
    await mo.composer.pressSequentially('lines')
    await expect(mo.composer).toHaveValue('Two\nlines')
    expect(await mo.messages()).toEqual(both)
    await mo.send.click()
    await expect.poll(gail.messages).toEqual([...both, 'Two\nlines'])
    await expect(mo.composer).toBeFocused()
    await expect(mo.log.getByText('Two')).toHaveCSS('white-space', 'pre-wrap')
    expect(await storedTexts(app)).toEqual([...both, 'Two\nlines'])

    const remove = gail.deleteButton('to you')
    await remove.scrollIntoViewIfNeeded()
    expect(await gail.log.evaluate((log) => log.scrollWidth - log.clientWidth)).toBe(0)
    await expect(remove).toBeInViewport({ ratio: 1 })
    await remove.click()
    await gail.dialog.getByRole('button', { name: 'Delete' }).click()
    await expect.poll(mo.messages).toEqual(['Be welcome', 'Two\nlines'])
    const told = mo.page.getByRole('region', { name: 'From the garden angels' })
    await expect(told).toContainText('Your message was removed')

    expectConsole(/status of 401/)
    await endSession({ page, app, cookie })
    expect(await gail.messages()).toEqual(['Be welcome', 'Two\nlines'])
  },
)

test('[CHAT-03] Enter during IME composition doesn’t send, and the next Enter does @full', async ({
  page,
  signInAs,
}) => {
  await signInAs('mia')
  const { open, composer, messages } = meditationPage(page)
  await open()
  await composer.focus()
  const keyboard = await page.context().newCDPSession(page)
  const enter = { type: 'rawKeyDown', key: 'Enter', code: 'Enter' } as const
  await keyboard.send('Input.imeSetComposition', { text: 'みず', selectionStart: 2, selectionEnd: 2 })
  await expect(composer).toHaveValue('みず')
  await keyboard.send('Input.dispatchKeyEvent', { ...enter, windowsVirtualKeyCode: 229 })
  await keyboard.send('Input.insertText', { text: '水' })
  await expect(composer).toHaveValue('水')
  // Safari ends the composition before the keydown event.
  await composer.dispatchEvent('keydown', { key: 'Enter', keyCode: 229 })
  // Other browsers send it during the composition.
  await composer.dispatchEvent('keydown', { key: 'Enter', isComposing: true })
  await expect(composer).toHaveValue('水')
  expect(await messages()).toEqual([])
  await composer.press('Enter')
  await expect.poll(messages).toEqual(['水'])
})

twoMemberTest(
  '[LIVE-14] what was said while one was offline is there afterwards, once and in order @full',
  async ({ page, context, signInAs, mo, expectConsole }) => {
    expectConsole(/ERR_INTERNET_DISCONNECTED/)
    await signInAs('mia')
    const mia = meditationPage(page)
    await mia.open()
    await mo.open()
    await mia.sendMessage('Before')
    await expect.poll(mo.messages).toEqual(['Before'])
    await context.setOffline(true)
    await expect(page.getByText('Reconnecting…')).toBeVisible()
    await mia.composer.fill('Typed in a tunnel')
    await mo.sendMessage('You missed this')
    await mo.sendMessage('And this')
    await expect.poll(mo.messages).toEqual(['Before', 'You missed this', 'And this'])
    await context.setOffline(false)
    await expect(page.getByText('Connected', { exact: true })).toBeVisible()
    await expect.poll(mia.messages).toEqual(['Before', 'You missed this', 'And this'])
    await expect(mia.composer).toHaveValue('Typed in a tunnel')
    await mia.composer.press('Enter')
    const expectedTexts = ['Before', 'You missed this', 'And this', 'Typed in a tunnel']
    await expect.poll(mia.messages).toEqual(expectedTexts)
    await expect.poll(mo.messages).toEqual(expectedTexts)
  },
)

test('[CHAT-01, CHAT-26, LIVE-13] when the session ends, the screen stays and the chat asks for sign-in @full', async ({
  page,
  app,
  signInAs,
  expectConsole,
}) => {
  expectConsole(/status of 401/)
  const { cookie } = await signInAs('mia')
  const { open, sendMessage, composer, messages } = meditationPage(page)
  await open()
  await sendMessage('Still here')
  await expect.poll(messages).toEqual(['Still here'])
  await composer.fill('Half a sen')
  await endSession({ page, app, cookie })
  expect(await messages()).toEqual(['Still here'])

  await page.context().clearCookies()
  await signInAgain(page, app)
  await open()
  await expect(composer).toHaveValue('Half a sen')
})

test('[CHAT-26, AUTH-26] a sign-out in another tab keeps the room on screen, and signing in again resumes it @full', async ({
  page,
  context,
  app,
  signInAs,
  watch,
  expectConsole,
}) => {
  expectConsole(/status of 401/)
  await signInAs('mia')
  const { open, sendMessage, composer, messages } = meditationPage(page)
  await open()
  await sendMessage('Still here')
  await expect.poll(messages).toEqual(['Still here'])
  await composer.fill('Half a sen')
  const other = await context.newPage()
  await watch(other)
  await other.goto('/settings')
  await shell(other).choose('Sign Out')
  await expect(other).toHaveURL(/\/auth$/)
  await expect(page.getByRole('link', { name: 'Please sign in to join the chat' })).toBeVisible()
  await expect(page).toHaveURL(/\/meditation$/)
  await expect(page.getByRole('heading', { name: 'Morning light on still water' })).toBeVisible()
  expect(await messages()).toEqual(['Still here'])
  await expect(page.getByRole('button', { name: /^Like / })).toBeDisabled()
  expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain(
    'Half a sen',
  )

  await signInAgain(page, app)
  await other.goto('/meditation')
  await other.evaluate(() => new BroadcastChannel('session').postMessage('uid-mia'))
  await expect(page.getByText('Connected', { exact: true })).toBeVisible()
  await expect(composer).toHaveValue('Half a sen')
  await composer.press('Enter')
  await expect.poll(messages).toEqual(['Still here', 'Half a sen'])
})

async function signInAgain(page: Page, app: TestApp): Promise<void> {
  const { openSession } = await import('#features/auth/server/session.ts')
  const { sessionCookieName } = await import('#server/http/session-cookie.ts')
  const { token } = await openSession(app.app.platform, {
    identity: { uid: 'uid-mia', email: 'mia@example.org', name: 'Mia Member', emailVerified: true },
    provider: 'builtin',
    remembered: true,
    address: '127.0.0.1',
  })
  await page.context().addCookies([{ name: sessionCookieName(app.config), value: token, url: app.url }])
}
