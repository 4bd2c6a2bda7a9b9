// Practice elsewhere: a history of another app from its file to the member's own history, and out again.
import { insightTimerSample, makeInsightTimerSample } from '#test/data/insight-timer.ts'
import { expect, test } from '../app.ts'

test('[PORT-01, PORT-03, PORT-08] a member brings a history and notes a sit elsewhere, sees both, and removes them', async ({
  page,
  app,
  signInAs,
}) => {
  const { userId } = await signInAs('mia')
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Bring a history' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('History file').setInputFiles({
    name: 'insight.csv',
    mimeType: 'text/csv',
    // As Excel saves it: UTF-16 with a byte order mark.
    buffer: Buffer.from(`\uFEFF${makeInsightTimerSample()}`, 'utf16le'),
  })
  await expect(dialog.getByText(/^380 sits, /)).toBeVisible()
  await expect(dialog.getByText('July 1, 2025 – August 3, 2026')).toBeVisible()
  await expect(dialog.getByText(`Row ${insightTimerSample.bad.duration + 1}`, { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await dialog.getByRole('button', { name: 'Import' }).click()
  await expect(dialog).toBeHidden()
  const batches = page.getByRole('group', { name: 'Practice elsewhere' }).getByRole('listitem')
  await expect(batches).toContainText(['From Insight Timer'])

  await page.goto('/mood-analytics?period=all')
  await page.getByRole('button', { name: 'I sat elsewhere' }).click()
  await dialog.getByLabel('Day').fill('2026-11-20')
  await dialog.getByLabel('Minutes').fill('25')
  await dialog.getByRole('button', { name: 'Add' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('25m, sat elsewhere', { exact: true })).toBeVisible()
  await expect(page.getByText(/^Practice elsewhere: .* on 381 days$/)).toBeVisible()
  await page.getByText('Calendar', { exact: true }).click()
  await page.getByRole('gridcell', { name: /20 November/ }).click()
  await expect(dialog.getByText('25 minutes, sat elsewhere')).toBeVisible()

  await page.goto('/settings')
  for (const name of [/^Remove: Sat elsewhere/, /^Remove: From Insight Timer/]) {
    await page.getByRole('button', { name }).click()
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await expect(page.getByRole('button', { name })).toBeHidden()
  }
  await expect(page.getByText('Nothing from elsewhere yet.')).toBeVisible()
  const left = await app.database.query
    .selectFrom('practice_sits')
    .selectAll()
    .where('userId', '=', userId)
    .execute()
  expect(left).toEqual([])
})
