// An administrator schedules a month from an empty database and manages members; the activity log records all of it.
import { makeReferralCode } from '#test/data/referral-factories.ts'
import { personFields, signIn } from '#test/people/people.ts'
import { expect, test } from '../app.ts'
import { schedulesPage } from '../pages/schedules.ts'
import { shell } from '../pages/shell.ts'
import { usersTab } from '../pages/users.ts'

const weekdays = ['Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday', 'Monday'] as const

/** Twenty meditations as a spreadsheet exports them: the description in column B, the title in G. */
function monthAsCsv(): string {
  const rows = Array.from({ length: 20 }, (_, index) => {
    const weekday = weekdays[index % weekdays.length]
    const title = `Wk ${Math.floor(index / weekdays.length) + 1} ${weekday}`
    const description = `"For a ${weekday}: settle, breathe,\r\nand rest"`
    return `${index + 1},${description},20,Lena Oduya,Meditation Teacher,/media/still-water.mp4,${title},`
  })
  const header = 'No,Description,Duration,Instructor,Instructor Title,Video URL,Title,Thumbnail URL'
  return `\uFEFF${[header, ...rows].join('\r\n')}\r\n`
}

test('[TPL-14, SCH-13, USR-22] an administrator prepares a month: imports, schedules and corrects it, bans and unbans a member, credits a friend @full', async ({
  page,
  app,
  signInAs,
  browser,
  watch,
  expectConsole,
}) => {
  expectConsole(/status of 409/)
  const mia = await signIn(app, 'mia', personFields.mia)
  await signIn(app, 'mo', personFields.mo)
  await makeReferralCode(app, mia)
  await signInAs('ada')
  const { toast, bar } = shell(page)
  const open = (tab: string) => page.getByRole('tab', { name: tab, exact: true }).click()

  // Import templates from a file.
  await page.goto('/meditation')
  await bar.getByRole('link', { name: 'Admin' }).click()
  await expect(page.getByText('No templates yet')).toBeVisible()
  await page.getByRole('button', { name: 'Import CSV' }).click()
  const dialog = page.getByRole('dialog')
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'december.csv', mimeType: 'text/csv', buffer: Buffer.from(monthAsCsv()) })
  await expect(dialog).toContainText('All 20 rows can be imported.')
  await dialog.getByRole('button', { name: 'Import 20 Templates' }).click()
  await expect(toast).toContainText('Templates imported')
  await expect(toast).toContainText('Successfully imported 20 templates.')
  await expect(page.getByRole('button', { name: /^Edit/ })).toHaveCount(20)

  // Schedule today, and each weekday for four weeks of December.
  await open('Schedules')
  const schedules = schedulesPage(page)
  const fill = async (facts: Parameters<typeof schedules.fill>[0]) => {
    await schedules.add.click()
    await schedules.fill(facts)
    await schedules.button(/^Create (\d+ )?schedules?$/).click()
  }
  await fill({ date: '2026-11-21', template: 'Wk 1 Saturday' })
  await expect(toast).toContainText('Schedule created')
  for (const [index, weekday] of weekdays.entries()) {
    await fill({ date: `2026-12-0${index + 1}`, template: `Wk 1 ${weekday}`, weeks: 1, count: 4 })
    await expect(schedules.dialog).toHaveCount(0)
  }
  await expect(toast).toContainText('Successfully created 4 repeated schedules.')
  await expect(schedules.rows).toHaveCount(29)
  // A conflict one day too early: nothing is stored until it is fixed.
  await fill({ date: '2026-12-28', time: '18:30', template: 'Wk 2 Tuesday', weeks: 2, count: 2 })
  await expect(schedules.dialog.getByRole('alert')).toContainText('December 28, 2026')
  await schedules.date.fill('2026-12-29')
  await schedules.button(/^Create (\d+ )?schedules?$/).click()
  await expect(toast).toContainText('Successfully created 2 repeated schedules.')
  await expect(schedules.rows).toHaveCount(31)
  await page.reload()
  await expect(schedules.row('Wk 2 Tuesday', 'January 12')).toBeVisible()

  // Manage members.
  await open('Users')
  const users = usersTab(page)
  const row = users.row('Mo Member')
  await users.choose('Mo Member', 'Ban User')
  await users.field('Reason').fill('Selling crystals')
  await users.dialogButton('Ban').click()
  await users.dialogButton('Yes, ban').click()
  await expect(row).toContainText('Banned')
  await users.choose('Mo Member', 'Unban User')
  await users.dialogButton('Unban User').click()
  await expect(row).toContainText('Active')
  await users.choose('Mo Member', 'Edit Referrer')
  await users.dialog.getByRole('searchbox').fill('mia')
  await users.dialog.getByRole('radio', { name: /^Mia Member/ }).press('Space')
  await users.dialogButton('Update referrer').click()
  await expect(toast).toContainText('Referrer updated successfully')
  await expect(row).toContainText('Mia Member')

  // The activity log has each action once.
  await open('Activity')
  const did = page.getByRole('tabpanel')
  await expect(did.getByText(/^Ada Adler credited Mo Member to Mia Member$/)).toBeVisible()
  await expect(did.getByText(/^Ada Adler unbanned Mo Member$/)).toHaveCount(1)
  await expect(did.getByText(/^Ada Adler banned Mo Member$/)).toHaveCount(1)
  await expect(did.getByText(/^Ada Adler scheduled Wk/)).toHaveCount(9)
  await expect(did.getByText(/^Ada Adler imported/)).toHaveCount(1)
  await did.getByRole('link', { name: 'Mo Member' }).first().click()
  await expect(users.selectedRow).toHaveCount(1)
  await page.goBack()
  await expect(page.getByRole('tab', { name: 'Activity' })).toHaveAttribute('aria-selected', 'true')
  await open('Dashboard')
  await expect(did.getByText('Total Templates')).toBeVisible()

  // A member sees the schedules.
  const context = await browser.newContext({ baseURL: app.url })
  const guest = await context.newPage()
  await watch(guest)
  await signInAs('gail', context)
  await guest.goto('/meditation')
  await expect(guest.getByRole('heading', { name: 'Wk 1 Saturday' })).toBeVisible()
  await context.close()
})
