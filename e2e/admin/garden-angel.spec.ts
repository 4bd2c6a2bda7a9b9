// The garden angel's dashboard in a real browser: list and calendar, keyboard, phone, both themes.
import { expect, test } from '../app.ts'
import { expectAccessibleInBothThemes, expectNoSidewaysScroll } from '../axe.ts'
import { gardenAngelPage } from '../pages/garden-angel.ts'

const longTitle = `${'A calm that goes on and on, '.repeat(5)}${'W'.repeat(60)}`

test('[GA-01, GA-02, GA-05] a garden angel reads the schedule as a list and navigates its calendar by keyboard @full', async ({
  page,
  signInAs,
  meditation,
}) => {
  await meditation({ title: 'Evening calm', scheduledTime: '18:30', duration: 45 })
  await meditation({ day: '2026-11-01', title: 'What was', duration: 5 })
  await meditation({ day: '2026-12-03', title: longTitle, duration: 20 })
  await signInAs('gail')
  const angel = gardenAngelPage(page)
  await angel.open()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Gardian Angel Dashboard')
  await expect(page.getByText('View meditation schedule and moderate sessions')).toBeVisible()
  await expect(angel.rows).toHaveCount(2)
  for (const text of [
    'Evening calm',
    'Saturday, November 21, 2026',
    '6:30 PM (Sun 1:30 AM) · 45 min',
    'Lena Oduya',
  ]) {
    await expect(angel.rows.first().getByText(text)).toBeVisible()
  }
  await angel.button('Show past meditations (1)').click()
  await expect(angel.rows).toHaveCount(3)
  await expectAccessibleInBothThemes(page, 'the list')

  await angel.choose('Calendar')
  await expect(angel.grid('November 2026')).toBeVisible()
  await expect(page.getByRole('gridcell')).toHaveCount(42)
  await expectAccessibleInBothThemes(page, 'the month', { within: 'main' })
  const today = angel.cell('Today, Saturday 21 November, Evening calm at 6:30 PM, 45 minutes')
  await angel.button('Next month').focus()
  await page.keyboard.press('Tab')
  await expect(today).toBeFocused()
  for (const key of ['PageDown', 'Home', 'ArrowUp', 'ArrowUp', 'ArrowUp']) await page.keyboard.press(key)
  await expect(angel.cell('Sunday 29 November, nothing scheduled')).toBeFocused()
  await expect(angel.grid('November 2026')).toBeVisible()
  await angel.choose('Week')
  await expect(angel.grid('November 29 – December 5, 2026')).toBeVisible()
  await expect(page.getByText(longTitle, { exact: true })).toBeVisible()
  await angel.choose('Year')
  await angel.grid('2026').getByRole('gridcell', { name: 'December, Has schedules' }).focus()
  await page.keyboard.press('Enter')
  await expect(angel.cell(`Thursday 3 December, ${longTitle}, all day, 20 minutes`)).toBeFocused()
  await angel.button('Today').click()
  await expect(today).toBeVisible()
  await expect(page.locator('main').getByRole('button', { name: /add|edit|delete/i })).toHaveCount(0)
})

test('[GA-02, GA-03, GA-04] an administrator reads it on a phone, without sideways scrolling, and axe finds no issues @full', async ({
  page,
  signInAs,
  meditation,
}) => {
  await meditation({ title: 'Evening calm', scheduledTime: '18:30', duration: 45 })
  await meditation({ day: '2026-11-22', title: longTitle, duration: 20 })
  await signInAs('ada')
  await page.setViewportSize({ width: 320, height: 844 })
  const angel = gardenAngelPage(page)
  await angel.open()
  await expectNoSidewaysScroll(page)
  await angel.choose('Calendar')
  for (const mode of ['Year', 'Week', 'Month']) {
    await angel.chooseOnPhone(mode)
    await expectNoSidewaysScroll(page)
  }
  const heights = await page
    .getByRole('gridcell')
    .evaluateAll((cells) => cells.map((one) => one.getBoundingClientRect().height))
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(44)
  const list = page.getByRole('region', { name: 'Sunday, November 22' })
  await angel.cell(`Sunday 22 November, ${longTitle}, all day, 20 minutes`).click()
  await expect(list.getByText(longTitle)).toBeVisible()

  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessibleInBothThemes(page, 'a month on a phone', { within: 'main' })
  await angel.chooseOnPhone('Week')
  await angel.button('Today').click()
  await expect(page.getByText('Today, Saturday, November 21')).toBeVisible()
  await expectAccessibleInBothThemes(page, 'a week on a phone', { within: 'main' })
  await angel.chooseOnPhone('Year')
  await expect(angel.cell('This month, November, Has schedules')).toBeVisible()
  await expectAccessibleInBothThemes(page, 'a year on a phone', { within: 'main' })
})
