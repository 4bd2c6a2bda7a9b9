// A page that the browser translates: a fake does to its texts what Chrome's and Edge's translation does.
import type { Page } from '@playwright/test'
import { createHistoryDay } from '#test/data/energy-history.ts'
import { makeSitting } from '#test/data/factories.ts'
import { personFields, signIn } from '#test/people/people.ts'
import { expect, test } from '../app.ts'
import { meditationPage } from '../pages/meditation-page.ts'
import { seedMessages } from '../room.ts'
import { seedHistory } from '../seed-history.ts'

/** Replaces every text by elements, now and later, as a translator does; the words stay, so that locators work. */
async function translate(page: Page): Promise<void> {
  await page.evaluate(() => {
    const ignored = 'script, style, textarea, noscript, font, title, [translate=no]'
    const replace = (text: Text) => {
      if (text.data.trim() === '' || !text.parentElement || text.parentElement.closest(ignored)) return
      const [outer, inner] = [document.createElement('font'), document.createElement('font')]
      inner.textContent = text.data
      outer.append(inner)
      text.replaceWith(outer)
    }
    const translateIn = (root: Node) => {
      if (root instanceof Text) return replace(root)
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      const texts: Text[] = []
      while (walker.nextNode()) texts.push(walker.currentNode as Text)
      for (const text of texts) replace(text)
    }
    translateIn(document.body)
    new MutationObserver((records) => {
      for (const { addedNodes } of records)
        for (const node of addedNodes) if (node.isConnected && node.nodeName !== 'FONT') translateIn(node)
    }).observe(document.body, { childList: true, subtree: true })
  })
}

const goThere = (page: Page, path: string) =>
  page
    .locator(`a[href="${path}"]`)
    .first()
    .evaluate((link: HTMLAnchorElement) => link.click())

test('[SHELL-33] a translated room goes on: the countdown, the connection, likes, the seat and the energy modal @full', async ({
  page,
  context,
  app,
  signInAs,
  expectConsole,
}) => {
  expectConsole(/ERR_INTERNET_DISCONNECTED/)
  await makeSitting(app, { inMs: 600_000, gatherSeconds: 60, doorsMinutes: 15 })
  const mia = await signInAs('mia')
  await seedMessages(app, mia.userId, ['Good morning'])
  const { open, player, log, likeButton, messageRow, sendMessage } = meditationPage(page)
  await open()
  await translate(page)
  const digits = player.getByRole('timer')
  const before = await digits.innerText()
  await expect(digits).not.toHaveText(before)

  await likeButton('Good morning').click()
  await expect(likeButton('Good morning')).toHaveText('1')
  await likeButton('Good morning').click()
  await expect(likeButton('Good morning')).toHaveText('')
  await sendMessage('Said in another language')
  await expect(messageRow('Said in another language')).toBeVisible()
  await expect(log.getByText('Sending…')).toHaveCount(0)

  const row = page.getByRole('group', { name: 'How is your energy?' })
  await row.getByRole('button', { name: /^Heart/ }).click()
  await expect(row.getByRole('button', { name: /^Heart/, pressed: true })).toBeVisible()
  await player.getByRole('button', { name: 'Take your seat' }).click()
  await expect(player.getByText('You have a seat. The video starts by itself.')).toBeVisible()

  await page.getByRole('button', { name: 'Track energy' }).click()
  const modal = page.getByRole('dialog', { name: 'Track Your Energy' })
  await modal.getByText('After', { exact: true }).click()
  await modal.getByRole('textbox', { name: 'Diary' }).fill('Rain')
  await expect(modal.getByText('4/500 characters')).toBeVisible()
  await modal.getByRole('button', { name: 'Save' }).click()
  await expect(modal).toBeHidden()

  await context.setOffline(true)
  await expect(page.getByText('Reconnecting…')).toBeVisible()
  await expect(page.getByText('Connected', { exact: true })).toBeHidden()
  await context.setOffline(false)
  await expect(page.getByText('Connected', { exact: true })).toBeVisible()
})

test('[SHELL-33] every translated screen can be used @full', async ({ page, app, signInAs, meditation }) => {
  await meditation()
  const ada = await signInAs('ada')
  await signIn(app, 'mia', personFields.mia)
  await seedHistory(app, ada.userId, [createHistoryDay('2026-11-19', { before: 1, after: 5, minutes: 24 })])
  await page.goto('/mood-analytics?period=all')
  await translate(page)
  const press = async (name: string | RegExp) => {
    await page.getByRole('button', { name }).first().click()
  }
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'))
  const closeDialog = async () => {
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  }
  await page.getByText('Calendar', { exact: true }).click()
  await page.getByRole('gridcell', { name: /^Thursday 19 November, / }).click()
  await closeDialog()
  await page.getByText('List', { exact: true }).click()
  await page.getByRole('tab', { name: 'Journey' }).click()
  await closeDialog()
  await goThere(page, '/referrals')
  await press('Copy link')
  await press('Your account')
  await page.getByRole('menuitem', { name: 'Settings' }).click()
  await press('Choose Avatar')
  await closeDialog()
  await press('Change password')
  await closeDialog()
  await goThere(page, '/admin')
  for (const [tab, button] of [
    ['Templates', 'New Template'],
    ['Templates', 'Import CSV'],
    ['Schedules', 'Add Schedule'],
    ['Users', null],
    ['Analytics', null],
    ['What Helps', null],
    ['Profile Pictures', null],
    ['Community', null],
    ['Activity', null],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click()
    await expect(page.getByRole('tab', { name: tab, selected: true })).toBeVisible()
    if (button === null) continue
    await press(button)
    await closeDialog()
  }
  await page.getByRole('tab', { name: 'Users' }).click()
  await page.getByRole('searchbox').fill('Mia')
  await expect(page.getByText('Ada Adler').last()).toBeHidden()
  await expect(page.getByText('Mia Member').first()).toBeVisible()
})
