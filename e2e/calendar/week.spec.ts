// /week: the days ahead by the member's clock, 'Add to calendar', and the calendar's address in the settings.
import { readFile } from 'node:fs/promises'
import { testZone } from '#test/community-days.ts'
import { expect, test } from '../app.ts'
import { expectAccessible } from '../axe.ts'
import { routeUntil } from '../route-once.ts'

const weekApi = '**/api/sittings/week'

test.describe('in Berlin', () => {
  // The community's clock is Chicago's, seven hours behind.
  test.use({ timezoneId: 'Europe/Berlin' })

  test('[PLAN-03] [CAL-05] the week is by the member’s clock, its line leads to a day, and saves one as a file @full', async ({
    page,
    meditation,
    signInAs,
  }) => {
    await meditation()
    await meditation({
      day: '2026-11-22',
      title: 'Evening light',
      scheduledTime: '19:00',
      sitting: { together: true },
    })
    await signInAs('mia')
    await page.goto('/meditation')
    await page.getByRole('link', { name: 'Coming days' }).click()
    await expect(page.getByRole('heading', { name: 'Coming days', level: 1 })).toBeVisible()
    await expect(page).toHaveTitle(/^Coming days/)
    const thisWeek = page.getByRole('region', { name: 'This week' })
    await expect(thisWeek.getByRole('article')).toHaveCount(1)
    await expect(thisWeek).toContainText('Saturday, November 21Today')
    await expect(thisWeek).toContainText('Open all day')
    // Sunday evening in Chicago is Monday in Berlin.
    const nextWeek = page.getByRole('region', { name: 'Next week' })
    await expect(nextWeek).toContainText('Monday, November 232:00 AM')
    await expect(nextWeek).toContainText('Sun 7:00 PM in Chicago · With')
    await expect(nextWeek).toContainText('Tue, Nov 24 – Sun, Nov 29Days of rest. The chat is open.')
    const line = page.getByRole('list', { name: 'Coming days' })
    await expect(line.getByRole('button')).toHaveCount(7)
    await line.getByRole('button', { name: 'Monday, November 23: 2:00 AM Evening light' }).press('Enter')
    await expect(nextWeek.getByRole('heading', { name: 'Monday, November 23' })).toBeFocused()
    await expectAccessible(page, 'the week in the light theme', { hasMore: true })
    await page.emulateMedia({ colorScheme: 'dark' })
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Add to calendar Evening light' }).press('Enter')
    const file = await saving
    expect(file.suggestedFilename()).toMatch(/^sitting-\d+\.ics$/)
    const text = await readFile(await file.path(), 'utf8')
    expect(text).toContain(`DTSTART;TZID=${testZone}:20261122T190000`)
  })
})

test('[PLAN-03] an empty week, and one that didn’t load, say so @full', async ({
  page,
  signInAs,
  expectConsole,
}) => {
  await signInAs('mia')
  const release = await routeUntil(page, weekApi, (route) => route.fulfill({ status: 503, json: {} }))
  expectConsole(/status of 503/)
  await page.goto('/week')
  await expect(page.getByRole('alert')).toContainText('The week didn’t load')
  release()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Nothing is scheduled yet' })).toBeVisible()
  await expectAccessible(page, 'an empty week')
})

test('[CAL-01] [CAL-05] the settings make the calendar’s address, show it once, and renew it @full', async ({
  app,
  page,
  signInAs,
}) => {
  await signInAs('mia')
  await page.goto('/settings')
  const open = () => page.getByRole('button', { name: 'Show in my calendar' }).click()
  await open()
  const dialog = page.getByRole('dialog', { name: 'Sittings in your calendar' })
  await dialog.getByRole('button', { name: 'Make my address' }).click()
  const field = dialog.getByLabel('Your address')
  await expect(field).toHaveValue(new RegExp(`^${app.url}/calendar/[\\w-]{22}\\.ics$`))
  await expectAccessible(page, 'the calendar’s address')
  const first = await field.inputValue()
  expect((await page.request.get(first)).status()).toBe(200)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await open()
  await expect(dialog).toContainText('we can’t show it again')
  await dialog.getByRole('button', { name: 'Make a new address' }).click()
  await expect(dialog).toContainText('stop showing changes')
  await dialog.getByRole('button', { name: 'Keep the old one' }).click()
  await dialog.getByRole('button', { name: 'Make a new address' }).click()
  await dialog.getByRole('button', { name: 'Make a new address' }).click()
  await expect(field).not.toHaveValue(first)
  expect((await page.request.get(first)).status()).toBe(404)
  expect((await page.request.get(await field.inputValue())).status()).toBe(200)
})
