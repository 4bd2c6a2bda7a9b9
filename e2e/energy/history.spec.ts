// The energy screen in a real browser: the period in the URL, the keyboard, a new entry meanwhile, 5,000 days.
import { createHistoryDay, createConsecutiveDays } from '#test/data/energy-history.ts'
import { expect, test } from '../app.ts'
import { expectAccessibleInBothThemes, expectNoSidewaysScroll } from '../axe.ts'
import { historyScreen } from '../pages/history.ts'
import { seedHistory } from '../seed-history.ts'

test('[HIST-01, HIST-02, HIST-03] the periods work by keyboard; a reload and Back keep them @full', async ({
  page,
  app,
  signInAs,
}) => {
  const mia = await signInAs('mia')
  await seedHistory(app, mia.userId, createConsecutiveDays(40, '2026-11-20'))
  const screen = historyScreen(page)
  await screen.open()
  await expect(page.getByText('November 16 – 22, 2026')).toBeVisible()
  await expect(screen.rows).toHaveCount(5)
  await screen.tab('Analytics').focus()
  await page.keyboard.press('ArrowRight')
  await expect(screen.tab('Journey')).toBeFocused()
  await expect(screen.tab('Analytics')).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Energy Centers Flow Journey' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(screen.tab('Journey')).toBeFocused()
  await expect(screen.tab('Analytics')).toHaveAttribute('aria-selected', 'true')

  await screen.button('Previous week').click()
  await screen.button('Previous week').click()
  await expect(page).toHaveURL(/\/mood-analytics\?week=-2$/)
  await page.reload()
  await expect(page.getByText('November 2 – 8, 2026')).toBeVisible()
  await expect(screen.rows).toHaveCount(7)
  await screen.button('Next week').click()
  await screen.button('Next week').press('Enter')
  await expect(page).toHaveURL(/\/mood-analytics$/)
  await expect(screen.button('Next week')).toBeDisabled()
  await expect(screen.button('Previous week')).toBeFocused()

  await screen.option('Current week').focus()
  await page.keyboard.press('ArrowRight')
  await expect(screen.statValue('Total Sessions')).toHaveText('29')
  await page.keyboard.press('ArrowRight')
  await expect(screen.option('All Time')).toBeChecked()
  await expect(screen.option('All Time')).toBeFocused()
  await expect(screen.statValue('Total Sessions')).toHaveText('40')
  await expect(page).toHaveURL(/\?period=all$/)
  await page.getByRole('link', { name: 'Referrals' }).click()
  await expect(page).toHaveURL(/\/referrals$/)
  await page.goBack()
  await expect(screen.option('All Time')).toBeChecked()
  await expect(screen.rows).toHaveCount(40)
})

test('[API-07, HIST-09, HIST-10] an entry saved over the open screen appears at once @full', async ({
  page,
  app,
  signInAs,
}) => {
  const mia = await signInAs('mia')
  await seedHistory(app, mia.userId, [createHistoryDay('2026-11-21', { before: 2, minutes: 12 })])
  const screen = historyScreen(page)
  await screen.open()
  await expect(screen.rows).toHaveText(/Today.*12m.*Sacral.*no entry.*Partial/)
  await page.getByRole('button', { name: 'Track energy' }).click()
  await page.getByRole('textbox', { name: 'Diary' }).fill('Lighter.')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(screen.rows).toHaveText(/Today.*12m.*Sacral.*Throat.*\+3 levels.*Complete.*Lighter\./)
  await expect(screen.statValue('Average Improvement')).toHaveText('+3.0')
})

test('[HIST-04, HIST-07, HIST-09] of 5,000 days only the visible rows are in the DOM, and the oldest day is last @full', async ({
  page,
  app,
  signInAs,
}) => {
  const mia = await signInAs('mia')
  await seedHistory(app, mia.userId, createConsecutiveDays(5_000, '2026-11-21'))
  const screen = historyScreen(page)
  await screen.open('?period=all')
  await expect(screen.statValue('Total Sessions')).toHaveText('5,000')
  await expect(screen.titleOf()).toHaveText('Today')
  // The first 62 rows are plain until the part that virtualizes them is loaded.
  await expect.poll(() => screen.rows.count()).toBeLessThan(40)
  const last = page.getByRole('listitem').last()
  // The list measures rows as they appear: the end may lie a little further down than before.
  await expect(async () => {
    await page.keyboard.press('End')
    await expect(last).toBeInViewport({ timeout: 1_000 })
  }).toPass()
  await expect(last).toHaveAttribute('aria-posinset', '5000')
  await expect(last).toHaveAttribute('aria-setsize', '5000')
  await expect(last).toContainText('Friday, March 15, 2013')
  expect(await screen.rows.count()).toBeLessThan(40)
  // Measuring rows above the viewport doesn't shift the content: it moves as far as the wheel turned.
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight / 2))
  const read = screen.rows.filter({ hasText: / 20(19|20)/ }).nth(5)
  const title = (await read.getByRole('heading').textContent()) ?? ''
  const topPx = async () => (await screen.rows.filter({ hasText: title }).boundingBox())?.y ?? 0
  const beforePx = await topPx()
  await page.mouse.move(600, 400)
  await page.mouse.wheel(0, -240)
  await expect.poll(async () => Math.round((await topPx()) - beforePx)).toBe(240)
  await screen.search.fill('2013-03')
  await expect(page.getByRole('status').filter({ hasText: '17 of 5,000 days' })).toHaveCount(1)
  await expect(screen.rows).toHaveCount(17)
})

test('[HIST-19, HIST-20] an administrator’s sample data appears after the reload, and axe finds no issues @full', async ({
  page,
  signInAs,
  meditation,
}) => {
  await meditation()
  await signInAs('ada')
  await page.setViewportSize({ width: 390, height: 844 })
  const screen = historyScreen(page)
  // Without a day there is no history to open.
  await page.goto('/mood-analytics?period=month')
  await expect(screen.button('Add Sample Data')).toBeVisible()
  await expectNoSidewaysScroll(page)
  const isNew = page.waitForEvent('load')
  await screen.button('Add Sample Data').click()
  await isNew
  await expect(screen.rows.first().getByText('Sample', { exact: true })).toBeVisible()
  // The change of a day is at the right of its date, however long its levels are.
  const areBeside = () =>
    screen.rows.evaluateAll((rows) =>
      rows.flatMap((row) => {
        const date = row.querySelector('h3')?.getBoundingClientRect()
        const change = [...row.querySelectorAll('p')]
          .find(({ textContent }) => /levels?$|^No change/.test(textContent))
          ?.getBoundingClientRect()
        return date && change ? [Math.abs(date.top - change.top) < 4 && change.left >= date.right] : []
      }),
    )
  await expect.poll(async () => [...new Set(await areBeside())]).toEqual([true])
  await screen.open('?week=-1')
  await expectAccessibleInBothThemes(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScroll(page)
})
