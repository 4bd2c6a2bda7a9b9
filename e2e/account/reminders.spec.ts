// Reminders: chosen in Settings, mailed on the day before, and ended by the mail's link without scripts.
import { remindersPollMs } from '#features/reminders/server/schedule-reminders.ts'
import { testZone, wall } from '#test/community-days.ts'
import { test, expect } from '../app.ts'
import { expectAccessible, expectAccessibleInBothThemes, expectNoSidewaysScroll } from '../axe.ts'
import { settingsPage } from '../pages/settings-page.ts'
import { mailedLink } from './mailbox.ts'

// The day before is that of the browser's zone.
test.use({ timezoneId: testZone })

test('[REM-01] [REM-02] [REM-06] a mail chosen in Settings comes on the day before; its link ends it without scripts @full', async ({
  app,
  browser,
  meditation,
  page,
  signInAs,
}) => {
  const mia = await signInAs('mia')
  const { uid, email } = mia
  await app.database.query
    .insertInto('outside_identities')
    .values({ provider: 'google', subject: uid, uid, email, emailVerified: true, createdAt: new Date() })
    .execute()
  await meditation({ day: '2026-11-22', scheduledTime: '20:00', sitting: { together: true } })

  await page.goto('/week')
  await page.getByRole('link', { name: 'Choose reminders' }).click()
  const reminders = page.getByRole('region', { name: 'Reminders' })
  await expect(reminders.getByRole('radio', { name: 'Nothing' })).toBeChecked({ timeout: 20_000 })
  await reminders.getByText('An email').first().click()
  await expect(reminders.getByRole('radio', { name: 'An email' })).toBeChecked()
  const time = reminders.getByRole('checkbox', { name: '8:00 PM' })
  await time.press('Space')
  await expect(time).toBeChecked()
  await expectAccessibleInBothThemes(page, 'the choices of reminders')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)

  app.clock.set(wall('2026-11-21 18:00'))
  const link = mailedLink(app, email, 'unsubscribe')
  // One poll schedules the mail, the next one sends it.
  for (let polls = 0; polls < 4; polls += 1) {
    app.clock.advance(remindersPollMs)
    await app.app.jobs.whenIdle()
  }
  const context = await browser.newContext({ javaScriptEnabled: false })
  const plain = await context.newPage()
  await plain.goto(await link)
  await expect(plain.getByRole('heading', { name: 'Stop reminders by email?' })).toBeVisible()
  await plain.getByRole('button').press('Enter')
  await expect(plain.getByRole('heading')).not.toHaveText('Stop reminders by email?')
  await expect(plain.getByRole('button')).toHaveCount(0)
  await context.close()

  await page.goto(await link)
  await expectAccessible(page, 'the unsubscribe page')
  await settingsPage(page).open()
  await expect(reminders.getByRole('radio', { name: 'Nothing' })).toBeChecked({ timeout: 20_000 })
})
