// Practice elsewhere: a history of another app from its file to the member's own history, and out again.
import { readFile } from 'node:fs/promises'
import { insightTimerSample, makeInsightTimerSample } from '#test/data/insight-timer.ts'
import { request } from '#test/request.ts'
import { expect, test } from '../app.ts'

test('[PORT-01, PORT-03, PORT-08] a member brings a history and notes a sit elsewhere, sees both, and removes them @full', async ({
  page,
  app,
  signInAs,
}) => {
  const { userId } = await signInAs('mia')
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Import a history' }).click()
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

test('[PORT-05] what a member downloads is what another account imports @full', async ({
  page,
  app,
  signInAs,
}) => {
  const mia = await signInAs('mia')
  for (const [call, body] of [
    ['POST /api/mood/entry', { sessionDate: '2026-11-21', moodType: 'pre', emotionLevel: 4 }],
    ['POST /api/account/import', { text: makeInsightTimerSample(), withSettings: false }],
  ] as const)
    expect((await request(app, call, { as: mia, body })).status).toBeLessThan(300)
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Download my data' }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('dialog').getByRole('button', { name: 'Download' }).click(),
  ])
  await signInAs('mo')
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Import a history' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('History file').setInputFiles({
    name: file.suggestedFilename(),
    mimeType: 'application/json',
    buffer: await readFile(await file.path()),
  })
  await expect(dialog.getByText(/^380 sits, /)).toBeVisible()
  await expect(dialog.getByText('1 diary entry')).toBeVisible()
  await dialog.getByRole('button', { name: 'Import' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('group', { name: 'Practice elsewhere' }).getByRole('listitem')).toContainText([
    'From Stillwater',
  ])
})
