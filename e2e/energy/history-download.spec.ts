// 'Download my history': both files as the browser saves them, and a download that fails at first.
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import papaparse from 'papaparse'
import { createHistoryDay } from '#test/data/energy-history.ts'
import { expect, test } from '../app.ts'
import { builtPath } from '../built-path.ts'
import { routeOnce } from '../route-once.ts'
import { seedHistory } from '../seed-history.ts'

const button = (page: Page) => page.getByRole('button', { name: 'Download my history' })

async function download(page: Page, choose: () => Promise<void>) {
  const [file] = await Promise.all([page.waitForEvent('download'), choose()])
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
}

test('the download has the whole history, as CSV and JSON, whatever period is shown @full', async ({
  page,
  app,
  signInAs,
  expectConsole,
}) => {
  const mia = await signInAs('mia')
  await page.goto('/mood-analytics')
  await expect(page.getByRole('link', { name: 'Go to today’s meditation' })).toBeVisible()
  await expect(button(page)).toBeHidden()

  const comment = 'Said "so", and\nbreathed 🧘🏽‍♀️'
  await seedHistory(app, mia.userId, [
    createHistoryDay('2026-08-02', {
      before: 5,
      after: 2,
      beforeComment: comment,
      afterComment: '=1+1',
      minutes: 24,
    }),
    createHistoryDay('2026-11-21', { before: 1 }),
  ])
  await page.reload()
  expectConsole(/ERR_FAILED/)
  await routeOnce(page, `**${builtPath('papaparse.min.js')}`, (route) => route.abort())
  await button(page).click()
  const csv = page.getByRole('menuitem', { name: 'CSV, for a spreadsheet' })
  await csv.click()
  await expect(
    page.getByText('A part of this page didn’t load. Please reload the page and try again.', { exact: true }),
  ).toBeVisible()

  await page.reload()

  await button(page).press('Enter')
  await expect(csv).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(csv).toBeFocused()
  const sheet = await download(page, () => page.keyboard.press('Enter'))
  expect(sheet.name).toBe('stillwater-history-2026-11-21.csv')
  expect(sheet.text.charCodeAt(0)).toBe(0xfeff)
  const { data } = papaparse.parse<string[]>(sheet.text)
  expect(data).toHaveLength(3)
  expect(data[1]).toEqual(['2026-08-02', '5', 'Throat', comment, '2', 'Sacral', "'=1+1", '-3', '24', 'yes'])
  expect(data[2]).toEqual(['2026-11-21', '1', 'Root', '', '', '', '', '', '0', 'no'])
  await expect(button(page)).toBeFocused()
  await expect(page.getByText('Downloaded stillwater-history-2026-11-21.csv', { exact: true })).toBeAttached()

  await expect(csv).toBeHidden()
  await button(page).press('Enter')
  await expect(csv).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'JSON, for a program' })).toBeFocused()
  const document = await download(page, () => page.keyboard.press('Enter'))
  expect(document.name).toBe('stillwater-history-2026-11-21.json')
  expect(JSON.parse(document.text)).toMatchObject({
    product: 'Stillwater',
    exportedAt: expect.stringMatching(/^2026-11-21T18:0/),
    days: [
      {
        date: '2026-08-02',
        before: { level: 5, center: 'Throat', comment, recordedAt: '2026-08-02T12:00:00.000Z' },
        after: { level: 2, center: 'Sacral', comment: '=1+1' },
        improvement: -3,
        minutes: 24,
        complete: true,
        sample: false,
      },
      { date: '2026-11-21', after: null, improvement: null, complete: false },
    ],
  })
})
