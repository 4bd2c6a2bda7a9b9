// Member-written texts follow the direction of their own script, both displayed and in inputs.
import type { Locator } from '@playwright/test'
import { signIn } from '#test/people/people.ts'
import { expect, test } from '../app.ts'
import { meditationPage } from '../pages/meditation-page.ts'
import { seedMessages } from '../room.ts'

const hebrewName = 'אבי כהן'
const hebrew = 'מה שלומך?'

const directionOf = (locator: Locator) => locator.evaluate((element) => getComputedStyle(element).direction)

test('[CHAT-29, CHAT-30] Hebrew runs right to left in the chat and its composer, and a blank message is not sent @full', async ({
  page,
  app,
  signInAs,
  meditation,
}) => {
  await meditation()
  const mia = await signInAs('mia')
  const avi = await signIn(app, 'avi', { name: hebrewName })
  await seedMessages(app, avi.userId, [hebrew])
  await seedMessages(app, mia.userId, ['How are you?'])
  const { open, messageRow, composer, send } = meditationPage(page)
  await open()
  await expect.poll(() => directionOf(messageRow(hebrew).getByText(hebrew))).toBe('rtl')
  expect(await directionOf(messageRow(hebrew).getByText(hebrewName))).toBe('rtl')
  expect(await directionOf(messageRow('How are you?').getByText('How are you?'))).toBe('ltr')
  await composer.fill(hebrew)
  await expect.poll(() => directionOf(composer)).toBe('rtl')
  await expect(send).toHaveAttribute('aria-disabled', 'false')
  for (const blank of ['\u200B', '\u2800', '\u00AD\u00AD']) {
    await composer.fill(blank)
    await expect(send).toHaveAttribute('aria-disabled', 'true')
  }
})

test('[CHAT-30] a link in a Hebrew message runs left to right @full', async ({
  page,
  app,
  signInAs,
  meditation,
}) => {
  await meditation()
  const mia = await signInAs('mia')
  const address = 'https://example.org/אחד?x=1'
  await seedMessages(app, mia.userId, [`${address} ${hebrew}`])
  const { open, messageRow } = meditationPage(page)
  await open()
  await expect.poll(() => directionOf(messageRow(hebrew).getByText(hebrew))).toBe('rtl')
  expect(await directionOf(messageRow(hebrew).getByRole('link'))).toBe('ltr')
})

test('[CHAT-30] an energy note runs in its own direction in the field and in the history @full', async ({
  page,
  app,
  signInAs,
}) => {
  const mia = await signInAs('mia')
  await app.database.query
    .insertInto('mood_entries')
    .values({
      userId: mia.userId,
      sessionDate: '2026-11-21',
      emotionLevel: 5,
      moodType: 'pre',
      comment: hebrew,
      createdAt: new Date(app.clock.now()),
    })
    .execute()
  await page.goto('/mood-analytics')
  const comment = page.getByText(hebrew)
  await expect(comment).toBeVisible()
  expect(await directionOf(comment)).toBe('rtl')
  await page.getByRole('button', { name: 'Track energy' }).first().click()
  const diary = page.getByRole('dialog').getByRole('textbox')
  await diary.fill(hebrew)
  await expect.poll(() => directionOf(diary)).toBe('rtl')
})
