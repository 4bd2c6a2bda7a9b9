// Two moderators and the cases: one claims and decides, by keyboard alone; the other sees it, and undoes it.
import type { Page } from '@playwright/test'
import type { TestApp } from '#test/app.ts'
import { personFields, signIn } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import { expect } from '../app.ts'
import { meditationPage } from '../pages/meditation-page.ts'
import { seedMessages, twoMemberTest as test } from '../room.ts'

test.beforeEach(async ({ meditation }) => meditation())

/** The first of Mo's messages, which Mia reports. */
async function report(app: TestApp, moId: number): Promise<void> {
  const { id } = await app.database.query
    .selectFrom('chat_messages')
    .select('id')
    .where('userId', '=', moId)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const mia = await signIn(app, 'mia', personFields.mia)
  await request(app, `POST /api/messages/${id}/report`, {
    as: mia,
    body: { reason: 'selling', note: 'Again and again.' },
  })
}

/** Presses Tab until the control has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  await expect
    .poll(async () => {
      await page.keyboard.press('Tab')
      return page.evaluate(() => document.activeElement?.textContent?.trim())
    })
    .toBe(name)
}

test('[MOD-03, MOD-04, MOD-09] a reported message is claimed and decided by keyboard alone; another moderator sees it, and undoes it @full', async ({
  page,
  app,
  signInAs,
  browser,
  watch,
  mo,
}) => {
  const moId = await app.database.query
    .selectFrom('users')
    .select('id')
    .where('name', '=', personFields.mo.name)
    .executeTakeFirstOrThrow()
  await seedMessages(app, moId.id, ['Buy my crystals', 'Good evening'])
  await mo.open()
  await expect.poll(mo.messages).toEqual(['Buy my crystals', 'Good evening'])

  await signInAs('gail')
  await page.goto('/moderation')
  await expect(page.getByRole('heading', { name: 'Nothing is waiting' })).toBeVisible()
  const context = await browser.newContext({ baseURL: app.url })
  const ada = await context.newPage()
  await watch(ada)
  await signInAs('ada', context)
  await ada.goto('/meditation')
  await expect(ada.getByRole('log')).toBeVisible()

  // Both hear of it at once: one at the queue, one in the room.
  await report(app, moId.id)
  await expect(page.getByRole('article', { name: 'Mo Member' })).toContainText('Buy my crystals')
  await ada.getByRole('link', { name: '1 open case' }).click()
  const queue = ada.getByRole('article', { name: 'Mo Member' })
  await expect(queue).toContainText('Spam or selling · 1 report')

  await tabTo(page, 'Mo Member')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Again and again.')).toBeVisible()
  await expect(queue).toContainText('Gail Gardner is looking at this')
  await queue.getByRole('link').click()
  await expect(ada.getByText('Gail Gardner is looking at this')).toBeVisible()
  await expect(ada.getByRole('button', { name: 'Decide' })).toHaveCount(0)

  await tabTo(page, 'Decide')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Decide' })
  await dialog.getByRole('radio', { name: 'Nothing to do' }).focus()
  await page.keyboard.press('ArrowDown')
  await tabTo(page, 'Remove the message')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Decision' })).toContainText('Message removed · Gail Gardner')
  await expect.poll(mo.messages).toEqual(['Good evening'])

  await expect(ada.getByRole('region', { name: 'Decision' })).toContainText('Message removed · Gail Gardner')
  await expect(ada.getByRole('link', { name: '1 open case' })).toHaveCount(0)
  await tabTo(ada, 'Undo')
  await ada.keyboard.press('Enter')
  await expect(ada.getByRole('dialog', { name: 'Undo “Message removed”?' })).toBeVisible()
  await tabTo(ada, 'Undo')
  await ada.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Decision' })).toContainText('Undone by Ada Adler')
  await expect.poll(mo.messages).toEqual(['Buy my crystals', 'Good evening'])
  await context.close()
})

test('[MOD-03] at twice the text a phone’s bar still fits, with the sign of a case @full', async ({
  page,
  app,
  signInAs,
}) => {
  const { userId } = await signIn(app, 'mo', personFields.mo)
  await seedMessages(app, userId, ['Buy my crystals'])
  await report(app, userId)
  await signInAs('gail')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/moderation')
  const sign = page.getByRole('link', { name: '1 open case' })
  await expect(sign).toBeVisible()
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
  await expect(sign).toBeVisible()
  const tooWidePx = () =>
    page.getByRole('banner').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
  await expect.poll(tooWidePx).toBe(0)
  await page.setViewportSize({ width: 320, height: 844 })
  await expect.poll(tooWidePx).toBe(0)
})

test('[MOD-04] a case that is left can be decided by the next moderator @full', async ({
  page,
  app,
  signInAs,
  mo,
}) => {
  const moId = await app.database.query
    .selectFrom('users')
    .select('id')
    .where('name', '=', personFields.mo.name)
    .executeTakeFirstOrThrow()
  await seedMessages(app, moId.id, ['Buy my crystals'])
  await report(app, moId.id)
  await signInAs('gail')
  await page.goto('/moderation')
  await page.getByRole('article').getByRole('link').click()
  await expect(page.getByRole('button', { name: 'Decide' })).toBeVisible()
  const claims = () =>
    app.database.query.selectFrom('moderation_cases').select('claimedBy').executeTakeFirstOrThrow()
  await expect.poll(async () => (await claims()).claimedBy).not.toBeNull()
  await meditationPage(page).open()
  await expect.poll(async () => (await claims()).claimedBy).toBeNull()
  await expect(mo.page).toHaveURL('about:blank')
})
