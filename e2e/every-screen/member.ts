// A member's way through all screens on a day without a sitting.
import type { LegalTexts } from '#features/legal/contract.ts'
import { backgroundPreloadDelayMs } from '#shared/constants.ts'
import { addDays } from '#shared/day.ts'
import type { TestApp } from '#test/app.ts'
import { createConsecutiveDays } from '#test/data/energy-history.ts'
import { publishNews } from '#test/data/news.ts'
import { twoColorImage } from '#test/data/pictures.ts'
import { makeReferral } from '#test/data/referral-factories.ts'
import { personFields, signIn, type TestUser } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import { expect } from '../app.ts'
import { seedMessages } from '../room.ts'
import { seedHistory } from '../seed-history.ts'
import { makeThreeDays, memberNames, visitTools, type Visit } from './visit-tools.ts'

export async function visitAsMember(input: Visit): Promise<void> {
  const { page, app, signInAs, say, expectConsole } = input
  const { button, dialog, menu, open, choose, room, show, visit } = visitTools(input)
  expectConsole(/status of 404/)
  const today = app.calendar.today()
  const mia = await signInAs('mia')
  await visit('/mood-analytics', 'history-empty')
  await visit('/referrals', 'referrals-empty')
  await visit('/news', 'news-empty')
  await visit('/week', 'week-empty')
  await room('room-without-meditation')

  await makeThreeDays(app)
  const mo = await signIn(app, 'mo', { name: memberNames.long })
  const dotty = await signIn(app, 'dotty', { name: memberNames.unbroken })
  await seedMessages(app, mo.userId, ['Good morning, everyone. A sentence of several words that wraps.'])
  await seedMessages(app, dotty.userId, ['hi'])
  await seedMessages(app, mia.userId, ['Good to be here'])
  await room('room-solo')
  await page.getByRole('log').scrollIntoViewIfNeeded()
  const composer = page.getByRole('textbox', { name: say('Message') })
  await composer.fill('A message that is being written')
  await show('room-chat')
  // While a phone's member writes, the rest of the room is hidden.
  await composer.blur()
  await page
    .getByRole('banner')
    .getByRole('button', { name: say('Track energy') })
    .click()
  await expect(dialog).toBeVisible()
  await page.waitForLoadState('networkidle')
  await show('energy-modal')
  await choose('After')
  await page.getByRole('radio').and(page.locator('[value="0"]')).press('Space')
  await button('Save', dialog).click()
  const careCard = page.getByRole('region', { name: say('Be kind to yourself now') })
  await expect(careCard).toBeVisible()
  await show('care-card')
  await button('Close', careCard).click()

  // On a phone a panel, on a desktop a menu.
  const phoneMenu = button('Menu', page.getByRole('banner'))
  if (await phoneMenu.isVisible()) {
    await phoneMenu.click()
    await expect(page.getByRole('banner').getByRole('link', { name: say('Settings') })).toBeVisible()
    await show('account-menu')
    await page.keyboard.press('Escape')
  } else await open(button('Your account'), 'account-menu', menu)

  await visit('/week', 'week')
  await seedHistory(app, mia.userId, createConsecutiveDays(45, addDays(today, -1)))
  await visit('/mood-analytics', 'history-week')
  await visit('/mood-analytics?period=all', 'history-all')
  await choose('Calendar')
  const past = page.locator('[role=gridcell][aria-haspopup=dialog]')
  await expect(past.first()).toBeVisible()
  await past.first().scrollIntoViewIfNeeded()
  await show('history-calendar')
  await open(past.first(), 'history-day')
  await open(button('Download my history'), 'history-download', menu)
  await open(page.locator('[role=tab][aria-haspopup=dialog]'), 'journey')
  await page.getByRole('searchbox').fill('nothing like it')
  await expect(button('Clear search')).toBeVisible()
  await show('history-nothing-found')

  await makeReferral(app, mia, mo)
  await makeReferral(app, mia, dotty)
  await visit('/referrals', 'referrals')
  const ada = await signIn(app, 'ada', personFields.ada)
  await publishNews(app, ada)
  await publishNews(app, ada, { title: 'The doors stay closed on Sunday', level: 'important' })
  await page.goto('/meditation')
  const newsLine = page.getByRole('region', { name: say('News'), exact: true })
  for (const [label, name] of [
    ['Important:', 'room-important-news'],
    ['News:', 'room-news'],
  ] as const) {
    await expect(newsLine).toContainText(say(label), { timeout: newsLineMs })
    await show(name)
    if (name === 'room-important-news') await newsLine.getByRole('button').click()
  }
  await visit('/news', 'news')
  await visit('/settings', 'settings', button('Delete my account'))
  for (const [text, name] of [
    ['Choose Avatar', 'settings-avatars'],
    ['Change password', 'settings-password'],
    ['Sign out everywhere', 'settings-sign-out-everywhere'],
    ['Download my data', 'settings-download'],
    ['Delete my account', 'settings-delete'],
    ['Import a history', 'settings-bring-history'],
    ['I sat elsewhere', 'settings-sat-elsewhere'],
    ['Show in my calendar', 'settings-calendar'],
  ] as const)
    await open(button(text), name)
  await page.locator('input[type=file]').setInputFiles({
    name: 'photo.png',
    mimeType: 'image/png',
    buffer: await twoColorImage().png().toBuffer(),
  })
  await expect(dialog).toBeVisible()
  await show('settings-crop')
  await button('Cancel', dialog).click()
  await expect(dialog).toHaveCount(0)
  await page.getByLabel(say('Display name')).fill('')
  await page.getByLabel(say('Email'), { exact: true }).fill('not an address')
  await button('Save profile').click()
  await expect(page.locator('[aria-invalid=true]').first()).toBeVisible()
  await show('settings-errors')
  await changeTerms(app, ada)
  await visit('/referrals', 'terms-changed', dialog)
}

/** The line's code loads after the first screen. */
const newsLineMs = backgroundPreloadDelayMs + 10_000

/** Changes the terms so that all members accept them again. */
async function changeTerms(app: TestApp, ada: TestUser): Promise<void> {
  const { body } = await request(app, 'GET /api/admin/legal-texts', { as: ada })
  const { version } = (body as LegalTexts).texts.find(({ page }) => page === 'terms') ?? {}
  await request(app, 'PUT /api/admin/legal-texts/terms', {
    as: ada,
    body: { version, mode: 'added', text: 'No shoes.', isMaterial: true },
  })
}
