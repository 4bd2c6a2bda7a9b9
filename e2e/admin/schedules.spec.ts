// An administrator schedules days in a real browser: repeats, a conflict, concurrent edits, calendar, phone.
import { insertTemplates } from '#features/templates/server/sql.ts'
import type { TestApp } from '#test/app.ts'
import { personFields, signIn } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import { adminMessages } from '#web/i18n/admin-messages.ts'
import { expect, test } from '../app.ts'
import { expectAccessibleInBothThemes, expectNoSidewaysScroll } from '../axe.ts'
import { schedulesPage } from '../pages/schedules.ts'

async function makeTemplates({ database, clock }: TestApp, titles: readonly string[]): Promise<void> {
  const createdAt = new Date(clock.now())
  await insertTemplates(
    database.query,
    titles.map((title) => ({
      title,
      description: 'A slow breath.',
      duration: 20,
      difficulty: 'Beginner' as const,
      videoUrl: '/media/still-water.mp4',
      thumbnailUrl: null,
      captionsUrl: null,
      instructor: 'Lena Oduya',
      instructorTitle: 'Teacher',
      sessionSteps: [],
      createdAt,
    })),
  )
}

test('[SCH-07, SCH-13, SCH-21] repeats with date conflicts are resolved; schedules are switched, edited concurrently and deleted @full', async ({
  page,
  app,
  signInAs,
  expectConsole,
}) => {
  expectConsole(/status of 409/)
  await makeTemplates(app, ['Morning light', 'Evening hush'])
  await signInAs('ada')
  const schedules = schedulesPage(page)
  await schedules.open()
  await expect(page.getByText('Nothing is scheduled yet')).toBeVisible()

  // One day, by keyboard only.
  await schedules.add.focus()
  await page.keyboard.press('Enter')
  await expect(schedules.date).toBeFocused()
  await schedules.date.fill('2026-12-15')
  await schedules.template('Evening hush').focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await expect(schedules.dialog).toHaveCount(0)
  await expect(schedules.add).toBeFocused()
  await expect(schedules.toast(adminMessages.scheduleCreated)).toBeVisible()

  await schedules.add.click()
  await schedules.fill({ date: '2026-12-01', time: '06:30', template: 'Morning light', weeks: 1, count: 3 })
  await expect(schedules.dates).toHaveText([
    'Tuesday, December 1, 2026',
    'Tuesday, December 8, 2026',
    'Tuesday, December 15, 2026 · taken by Evening hush',
  ])
  await schedules.button('Create 3 schedules').click()
  await expect(schedules.dialog.getByRole('alert')).toHaveText(
    /already a meditation on Tuesday, December 15, 2026/,
  )
  await expect(schedules.toast(adminMessages.createSchedulesFailed)).toHaveCount(0)
  await expectAccessibleInBothThemes(page, 'a conflict')
  await schedules.repetitions.selectOption('2')
  await schedules.button('Create 2 schedules').click()
  await expect(schedules.toast(adminMessages.schedulesCreated(2).description)).toBeVisible()
  await expect(schedules.rows).toHaveCount(3)

  const first = schedules.row('Morning light', 'Tuesday, December 1')
  await expect(first).toContainText('6:30 AM')
  await first.getByRole('switch').click()
  await expect(schedules.toast(adminMessages.scheduleUpdated)).toBeVisible()
  await expect(first).toContainText('Inactive')

  // Another administrator changes it first.
  const second = schedules.row('Morning light', 'Tuesday, December 8')
  await second.getByRole('button', { name: 'Edit' }).click()
  await schedules.time.fill('07:00')
  const grace = await signIn(app, 'grace', personFields.ada)
  const { body } = await request(app, 'GET /api/admin/schedules?from=2026-12-08&to=2026-12-08', { as: grace })
  const [row] = body as { id: number }[]
  await request(app, `PUT /api/admin/schedules/${row?.id}`, { as: grace, body: { scheduledTime: '18:00' } })
  await schedules.button('Save changes').click()
  await expect(schedules.dialog.getByRole('alert')).toContainText('Someone else has changed this')
  await expect(schedules.time).toHaveValue('07:00')
  await schedules.button('Load the current version').click()
  await expect(schedules.time).toHaveValue('18:00')
  await schedules.time.fill('07:30')
  await schedules.button('Cancel').click()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(second.getByRole('button', { name: 'Edit' })).toBeFocused()

  await first.getByRole('button', { name: 'Edit' }).click()
  await schedules.button('Delete').click()
  const question = page.getByRole('alertdialog')
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await question.getByRole('button', { name: 'Yes, delete' }).click()
  await expect(schedules.toast(adminMessages.scheduleDeleted)).toBeVisible()
  await expect(schedules.rows).toHaveCount(2)
  await expect(schedules.add).toBeFocused()
  await expectAccessibleInBothThemes(page, 'the list')

  await page.getByRole('button', { name: 'Fill empty days…' }).click()
  await schedules.dialog.getByText('Morning light').click()
  await schedules.dialog.getByText('Evening hush').click()
  await expectAccessibleInBothThemes(page, 'filling empty days')
  await schedules.button(/^Fill \d+ days$/).click()
  await expect(page.getByText(/^\d+ days filled\.$/)).toBeVisible()
  await expect(page.getByText(/^Every day until .* has a meditation$/)).toBeVisible()
  await page.getByRole('button', { name: 'Copy last 4 weeks' }).click()
  await expect(schedules.dialog.getByText(/^Nothing to copy/)).toBeVisible()
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScroll(page)
})

test('[SCH-03, SCH-18] the calendar opens a day’s schedule for editing and fits a narrow phone @full', async ({
  page,
  app,
  signInAs,
  meditation,
}) => {
  await makeTemplates(
    app,
    Array.from({ length: 20 }, (_, index) => `Wk ${index + 1} Monday`),
  )
  await meditation({ day: '2026-11-24', title: 'L'.repeat(200), scheduledTime: '06:30' })
  await signInAs('ada')
  const schedules = schedulesPage(page)
  await schedules.open()
  await schedules.choose('Calendar')
  await page.getByRole('button', { name: /^LLL/ }).click()
  await expect(schedules.date).toHaveValue('2026-11-24')
  await schedules.time.fill('08:00')
  await schedules.button('Save changes').click()
  await expect(schedules.toast(adminMessages.scheduleUpdated)).toBeVisible()

  await page.setViewportSize({ width: 320, height: 640 })
  await schedules.choose('List')
  await expect(schedules.rows).toContainText('8:00 AM')
  await expectNoSidewaysScroll(page)
  await schedules.rows.getByRole('button', { name: 'Edit' }).click()
  await expect(schedules.template('L'.repeat(200))).toBeChecked()
  await schedules.repeat.selectOption('12')
  await expect(schedules.dates).toHaveCount(2)
  await expectNoSidewaysScroll(page)
  await expectAccessibleInBothThemes(page, 'the dialog on a phone')
})

test('[PLAN-05, PLAN-06] a series is created on weekdays, changed and deleted from a date on, by keyboard and on a phone @full', async ({
  page,
  app,
  signInAs,
}) => {
  await makeTemplates(app, ['Morning light'])
  await signInAs('ada')
  await page.setViewportSize({ width: 390, height: 844 })
  const schedules = schedulesPage(page)
  await schedules.open()
  await schedules.add.click()
  await schedules.fill({ date: '2026-12-01', time: '06:30', template: 'Morning light' })
  await schedules.repeat.focus()
  await page.keyboard.press('End')
  await schedules.dialog.getByLabel('Until').fill('2026-12-10')
  await schedules.dialog.getByRole('checkbox', { name: 'Thursday' }).press('Space')
  await expect(schedules.dates).toHaveCount(4)
  await expectNoSidewaysScroll(page)
  await expectAccessibleInBothThemes(page, 'weekdays until a date')
  await page.keyboard.press('Enter')
  await expect(schedules.toast(adminMessages.schedulesCreated(4).description)).toBeVisible()

  await schedules.row('Morning light', 'Thursday, December 3').getByRole('button', { name: 'Edit' }).click()
  await schedules.dialog.getByRole('radio', { name: 'Only this one' }).press('ArrowRight')
  await expect(schedules.dialog.getByText(/^Also 2 later ones, until Thursday, December 10/)).toBeVisible()
  await schedules.time.fill('07:15')
  await expectNoSidewaysScroll(page)
  await expectAccessibleInBothThemes(page, 'from here on')
  await schedules.button('Save from here on').click()
  await expect(schedules.toast('Schedule updated')).toBeVisible()
  await expect(schedules.rows.filter({ hasText: '7:15 AM' })).toHaveCount(3)

  await schedules.row('Morning light', 'Tuesday, December 8').getByRole('button', { name: 'Edit' }).click()
  await schedules.button('Delete').click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('radio', { name: 'Only this one' }).press('ArrowRight')
  await expectAccessibleInBothThemes(page, 'deleting from here on')
  await question.getByRole('button', { name: 'Yes, delete' }).click()
  await expect(schedules.toast('Schedule deleted')).toBeVisible()
  await expect(schedules.rows).toHaveCount(2)
})
