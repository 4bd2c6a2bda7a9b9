import { createConsecutiveDays } from '#test/data/energy-history.ts'
import { makeInsightTimerSample } from '#test/data/insight-timer.ts'
import { test, expect } from '../app.ts'
import { seedHistory } from '../seed-history.ts'

test('shots', async ({ page, app, signInAs, expectConsole }) => {
  expectConsole(/400/)
  test.setTimeout(300_000)
  const mia = await signInAs('mia')
  await seedHistory(app, mia.userId, createConsecutiveDays(12, '2026-11-20'))
  const dir = '/tmp/h59a-shots'
  const theme = (name: string) => page.evaluate((value) => localStorage.setItem('theme', value), name)
  const all = async (name: string, locator?: string) => {
    for (const scheme of ['light', 'dark'] as const)
      for (const width of [1440, 820, 390]) {
        await page.setViewportSize({ width, height: 900 })
        await page.evaluate(
          (dark) => document.documentElement.classList.toggle('dark', dark),
          scheme === 'dark',
        )
        await page.evaluate((value) => (document.documentElement.dataset.theme = value), scheme)
        await page.waitForTimeout(250)
        if (locator)
          await page
            .locator(locator)
            .first()
            .screenshot({ path: `${dir}/${name}-${scheme}-${width}.png` })
        else await page.screenshot({ path: `${dir}/${name}-${scheme}-${width}.png` })
      }
  }
  await page.goto('/settings')
  const section = 'section:has(> div > h2:text-is("Practice elsewhere"))'
  await page.getByText('Nothing from elsewhere yet.').waitFor()
  await all('settings-empty', section)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: 'Bring a history' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('History file').waitFor({ state: 'attached' })
  await all('dialog-start')
  await dialog.getByLabel('History', { exact: true }).fill('Name,Age')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await dialog.getByRole('alert').waitFor()
  await all('dialog-error')
  await dialog
    .getByLabel('History file')
    .setInputFiles({
      name: 'w.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('Finished On,Title,Duration\n03/04/2026,Daily,600'),
    })
  await dialog.getByText(/Which day/).waitFor()
  await all('dialog-order')
  await dialog.getByRole('button', { name: 'Back' }).click()
  await dialog
    .getByLabel('History file')
    .setInputFiles({
      name: 'insight.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(makeInsightTimerSample()),
    })
  await dialog.getByText(/^380 sits/).waitFor()
  await all('dialog-preview')
  await page.setViewportSize({ width: 1440, height: 900 })
  await dialog.getByRole('button', { name: 'Import' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'I sat elsewhere' }).click()
  await dialog.getByLabel('Minutes').fill('25')
  await all('own-sit')
  await dialog.getByRole('button', { name: 'Add' }).click()
  await expect(dialog).toBeHidden()
  await app.database.query
    .insertInto('practice_batches')
    .values({
      userId: mia.userId,
      source: 'community',
      label: 'The Wednesday Evening Circle of the Long River Valley',
      createdAt: new Date(app.clock.now()),
    })
    .execute()
  await page.reload()
  await page.getByText('From Insight Timer').waitFor()
  await page.waitForTimeout(500)
  await all('settings-full', section)
  await page.getByRole('button', { name: /^Remove: From Insight/ }).click()
  await dialog.waitFor()
  await all('remove')
  await page.keyboard.press('Escape')
  await page.goto('/mood-analytics')
  await page.getByText('sat elsewhere').first().waitFor()
  await page.evaluate(() => window.scrollTo(0, 0))
  await all('history')
  await page.getByRole('heading', { name: 'Session History' }).scrollIntoViewIfNeeded()
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await page.screenshot({ path: `${dir}/history-full-${width}.png`, fullPage: true })
  }
  await page.getByText('Calendar', { exact: true }).click()
  await page.waitForTimeout(800)
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await page.waitForTimeout(300)
    await page.screenshot({ path: `${dir}/history-calendar-${width}.png`, fullPage: true })
  }
  await page.getByRole('gridcell', { name: /21 November/ }).click()
  await dialog.waitFor()
  await all('day')
})
