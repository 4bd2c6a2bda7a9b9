// Unbroken names of the maximum length wrap, in the chat and in every dialog that names a member.
import type { Locator, Page } from '@playwright/test'
import { updateSettings } from '#server/community/sql.ts'
import type { TestApp } from '#test/app.ts'
import { setJoining } from '#test/data/invites.ts'
import { signIn } from '#test/people/people.ts'
import { expect, test } from '../app.ts'
import { expectNoSidewaysScroll } from '../axe.ts'
import { meditationPage } from '../pages/meditation-page.ts'
import { usersTab } from '../pages/users.ts'
import { seedMessages } from '../room.ts'

const longNames = ['W'.repeat(60), 'maximiliana.schwarzenberger@longcompany.example']

/** By how many pixels an element's content overflows its width. */
const overflowOf = (locator: Locator) =>
  locator.evaluate((element) => element.scrollWidth - element.clientWidth)

/** The right edge of an element's text, whatever its box. */
const textEnd = (locator: Locator) =>
  locator.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return range.getBoundingClientRect().right
  })

/** Title and description end before the close button, and no content is wider than the dialog. */
async function expectFits(page: Page, dialog: Locator): Promise<void> {
  await expect.poll(() => overflowOf(dialog)).toBe(0)
  const close = (await dialog.getByRole('button', { name: 'Close' }).boundingBox())!
  expect(await textEnd(dialog.getByRole('heading').first())).toBeLessThanOrEqual(close.x)
  const description = await dialog.getAttribute('aria-describedby')
  if (description !== null && (await page.locator(`[id="${description}"]`).count()) > 0)
    expect(await textEnd(page.locator(`[id="${description}"]`))).toBeLessThanOrEqual(close.x)
}

for (const name of longNames) {
  for (const width of [1280, 390]) {
    test(`[CHAT-28, SHELL-22] the name ${name.slice(0, 12)}… wraps in the chat and its dialogs at ${width} px @full`, async ({
      page,
      app,
      signInAs,
      meditation,
    }) => {
      await meditation()
      const gail = await signInAs('gail')
      const mo = await signIn(app, 'mo', { name })
      await seedMessages(app, gail.userId, ['A sentence of several words, to wrap in a narrow column'])
      await seedMessages(app, mo.userId, ['hi'])
      await page.setViewportSize({ width, height: 800 })
      const { open, log, messageRow, deleteButton, dialog } = meditationPage(page)
      await open()
      await messageRow('hi').scrollIntoViewIfNeeded()
      await expect.poll(() => overflowOf(log)).toBe(0)
      const logEnd = await log.evaluate((element) => element.getBoundingClientRect().right)
      for (const text of ['A sentence', 'hi']) {
        const button = (await deleteButton(text).boundingBox())!
        expect(button.x + button.width).toBeLessThanOrEqual(logEnd)
      }

      await deleteButton('hi').click()
      await expectFits(page, dialog)
      await page.keyboard.press('Escape')
      await messageRow('hi').getByRole('button', { name, exact: true }).click()
      await expect(dialog).toHaveAccessibleName(`Ban ${name}`)
      await expectFits(page, dialog)
      await dialog.getByRole('textbox', { name: 'Reason' }).fill('Spam')
      await dialog.getByRole('button', { name: 'Ban', exact: true }).click()
      await expect(dialog).toHaveAccessibleName(`Are you sure you want to ban ${name}?`)
      await expectFits(page, dialog)
    })
  }
}

test('[CHAT-28] a pending message wraps under the member’s own long name @full', async ({
  page,
  app,
  context,
  meditation,
}) => {
  await meditation()
  const [name = ''] = longNames
  const { cookie } = await signIn(app, 'mo', { name })
  const [key = '', value = ''] = cookie.split('=')
  await context.addCookies([{ name: key, value, url: app.url, httpOnly: true, sameSite: 'Lax' }])
  await page.setViewportSize({ width: 390, height: 800 })
  await page.routeWebSocket('**/ws*', (route) => {
    const server = route.connectToServer()
    // No message reaches the server, so the sent one stays pending.
    route.onMessage((message) => {
      if (!message.toString().includes('chat-message')) server.send(message)
    })
  })
  const { open, sendMessage, sending, log } = meditationPage(page)
  await open()
  await sendMessage('another')
  await expect(sending).toBeVisible()
  expect(await overflowOf(log)).toBe(0)
})

const lines = ['Edit User', 'Edit Referrer', 'Grant Garden Angel', 'Ban User', 'Delete User'] as const

test('[SHELL-22] long names and email addresses wrap in the dialogs of the Users tab @full', async ({
  page,
  app,
  signInAs,
}) => {
  await signInAs('ada')
  for (const [index, name] of longNames.entries()) await signIn(app, `long-${index}-${name}`, { name })
  const users = usersTab(page)
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 })
    await users.open()
    for (const name of longNames) {
      for (const messageRow of lines) {
        await users.choose(name, messageRow)
        await expectFits(page, users.dialog)
        if (messageRow === 'Edit Referrer') {
          await users.field('Search by name or email').fill('long-')
          await expect(users.dialog.getByRole('radio')).not.toHaveCount(0)
          await expectFits(page, users.dialog)
          await page.keyboard.press('Escape')
        }
        await page.keyboard.press('Escape')
        await expect(users.dialog).toHaveCount(0)
      }
    }
    await expectNoSidewaysScroll(page)
  }
})

/** Names the community with one word of the maximum length. */
async function nameInOneWord({ app, database }: TestApp): Promise<void> {
  await updateSettings(database.query, { name: 'W'.repeat(60) }, { changed: ['name'], undo: null })
  await app.platform.community.publishChange()
}

async function expectFitsPhones(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading').first()).toBeVisible()
  for (const width of [320, 360]) {
    await page.setViewportSize({ width, height: 740 })
    await expectNoSidewaysScroll(page)
  }
}

test('[SHELL-22] a community’s name of one word fits a phone at every door, and for members @full', async ({
  page,
  app,
  signInAs,
  meditation,
}) => {
  await nameInOneWord(app)
  await meditation()
  await setJoining(app, 'invitation')
  await expectFitsPhones(page, '/auth?invite=ABCDEFGHJKMN')
  await setJoining(app, 'closed')
  for (const path of ['/auth', '/privacy', '/care', '/terms']) await expectFitsPhones(page, path)
  await signInAs('ada')
  for (const path of ['/meditation', '/settings', '/admin#community', '/referrals', '/week'])
    await expectFitsPhones(page, path)
})
