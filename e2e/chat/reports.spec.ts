// Moderation of the chat by keyboard alone: a report, a removal, a mute, and what each member is told.
import type { Page } from '@playwright/test'
import { expect } from '../app.ts'
import { meditationPage } from '../pages/meditation-page.ts'
import { twoMemberTest as test } from '../room.ts'

test.beforeEach(async ({ meditation }) => meditation())

const toldCard = (page: Page) => page.getByRole('region', { name: 'From the garden angels' })

/** Opens the menu of the newest message from the composer, and chooses its item of this number. */
async function chooseInMenu(page: Page, number: number): Promise<void> {
  // It loads once there are messages.
  await expect(page.getByRole('button', { name: 'Menu of Mo Member’s message' }).last()).toBeVisible()
  await meditationPage(page).composer.focus()
  await page.keyboard.press('Shift+Tab')
  await expect(page.getByRole('button', { name: 'Menu of Mo Member’s message' }).last()).toBeFocused()
  await page.keyboard.press('Enter')
  const item = page.getByRole('menuitem').nth(number - 1)
  await expect(item).toBeVisible()
  // Where the keys begin depends on whether the menu was loaded before.
  await expect(async () => {
    await page.keyboard.press('ArrowDown')
    await expect(item).toBeFocused({ timeout: 100 })
  }).toPass()
  await page.keyboard.press('Enter')
}

/** Presses Tab until this button of the dialog has the focus. */
async function pressButton(page: Page, name: string): Promise<void> {
  const button = meditationPage(page).dialog.getByRole('button', { name, exact: true })
  for (
    let tabs = 0;
    tabs < 12 && !(await button.evaluate((each) => each === document.activeElement));
    tabs += 1
  )
    await page.keyboard.press('Tab')
  await expect(button).toBeFocused()
  await page.keyboard.press('Enter')
}

test('[MOD-01, MOD-06, MOD-17] a member reports, an angel removes, and both members are told @full', async ({
  page,
  app,
  context,
  signInAs,
  mo,
}) => {
  await mo.open()
  await mo.sendMessage('Good morning')
  await mo.sendMessage('Buy my crystals')
  await expect.poll(mo.messages).toEqual(['Good morning', 'Buy my crystals'])

  const { cookie } = await signInAs('mia')
  const mia = meditationPage(page)
  await mia.open()
  await expect.poll(mia.messages).toEqual(['Good morning', 'Buy my crystals'])
  await chooseInMenu(page, 1)
  await expect(mia.dialog.getByRole('radio', { name: 'It is unkind' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(mia.dialog.getByRole('radio', { name: 'Spam or selling' })).toBeChecked()
  await page.keyboard.press('Tab')
  await page.keyboard.type('The third time today')
  await pressButton(page, 'Report')
  await expect(mia.dialog).toContainText('Thank you. The garden angels will look at it.')
  await page.keyboard.press('Enter')
  await expect(mia.dialog).toHaveCount(0)
  // The author learns nothing of it.
  await expect(toldCard(mo.page)).toHaveCount(0)

  await signInAs('gail')
  const gail = meditationPage(page)
  await gail.open()
  await expect.poll(gail.messages).toEqual(['Good morning', 'Buy my crystals'])
  await chooseInMenu(page, 2)
  await expect(gail.dialog).toContainText('Buy my crystals')
  await pressButton(page, 'Delete')
  await expect.poll(mo.messages).toEqual(['Good morning'])
  await expect(gail.log).toBeFocused()
  await expect(toldCard(mo.page)).toContainText('Your message was removed')
  await toldCard(mo.page).getByRole('button', { name: 'OK' }).press('Enter')
  await expect(toldCard(mo.page)).toHaveCount(0)

  await page.goto('about:blank')
  const [name = '', value = ''] = cookie.split('=')
  await context.addCookies([{ name, value, url: app.url, httpOnly: true, sameSite: 'Lax' }])
  await page.goto('/settings')
  await expect(toldCard(page)).toContainText('Thank you, someone has reviewed it')
})

test('[MOD-05, MOD-11] an angel mutes, and the member is told and keeps the typed text @full', async ({
  page,
  signInAs,
  mo,
}) => {
  await mo.open()
  await mo.sendMessage('Buy my crystals')
  await signInAs('gail')
  const gail = meditationPage(page)
  await gail.open()
  await expect.poll(gail.messages).toEqual(['Buy my crystals'])
  await chooseInMenu(page, 3)
  await expect(gail.dialog).toHaveAccessibleName('Mute Mo Member')
  const reason = gail.dialog.getByRole('combobox', { name: 'Reason' })
  await expect(reason).toBeVisible()
  await reason.press('ArrowDown')
  await expect(reason.locator('option:checked')).toHaveText('It was unkind.')
  await pressButton(page, 'Mute')
  await expect(gail.dialog).toHaveCount(0)

  await expect(toldCard(mo.page)).toContainText('You are muted in the chat')
  await expect(toldCard(mo.page)).toContainText('It was unkind.')
  await toldCard(mo.page).getByRole('button', { name: 'OK' }).press('Enter')
  await expect(toldCard(mo.page)).toHaveCount(0)
  const muted = mo.page.getByText(/^You can’t write in the chat until/)
  await expect(muted).toBeVisible()
  await mo.sendMessage('I mean well')
  await expect(mo.composer).toHaveValue('I mean well')
  await mo.page.reload()
  await expect(muted).toBeVisible()
  await expect(mo.composer).toHaveValue('I mean well')
  await expect(toldCard(mo.page)).toHaveCount(0)
})
