// Hosts of a sitting: what they begin, delay, cancel and restore, on their screens and on others'.
import type { Locator } from '@playwright/test'
import { moveBell } from '#test/data/factories.ts'
import { expect, test } from '../app.ts'
import { meditationPage } from '../pages/meditation-page.ts'

test('[PHASE-18, PHASE-19, PHASE-20] a host begins, delays and cancels; another member’s page follows at once @full', async ({
  page,
  context,
  app,
  signInAs,
  meditation,
  browser,
  watch,
}) => {
  await meditation()
  await signInAs('gail')
  const other = await browser.newContext()
  await signInAs('mia', other)
  const miasPage = await other.newPage()
  await watch(miasPage)
  const mia = meditationPage(miasPage)
  const gail = meditationPage(page)
  await miasPage.goto(`${app.url}/meditation`)
  await gail.open()

  const choose = async (choice: string, confirm: string) => {
    const dialog = page.getByRole('dialog')
    await dialog.getByText(choice, { exact: true }).click()
    await dialog.getByRole('button', { name: confirm }).click()
    await expect(dialog).toBeHidden()
  }
  await page.getByRole('button', { name: 'Host' }).click()
  await page.getByRole('menuitem', { name: 'Begin together…' }).click()
  await choose('5 min', 'Begin')
  for (const { player } of [gail, mia])
    await expect(player.getByRole('timer')).toContainText(/in\s*(5:00|4:5\d)/)
  // Who has begun it is in it.
  await expect(gail.player.getByText('You have a seat. The video starts by itself.')).toBeVisible()
  await expect(mia.player.getByRole('button', { name: 'Take your seat' })).toBeVisible()
  await page.getByRole('button', { name: 'Host' }).click()
  await page.getByRole('menuitem', { name: 'Delay the bell…' }).click()
  await choose('10 min', 'Delay')
  for (const { player } of [gail, mia])
    await expect(player.getByRole('timer')).toContainText(/in\s*1[45]:\d\d/)
  await page.getByRole('button', { name: 'Host' }).click()
  await page.getByRole('menuitem', { name: 'Cancel the sitting…' }).click()
  await page.getByRole('dialog').getByLabel('Note for members').fill('The line is down.')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the sitting' }).click()
  await expect(miasPage.getByText('Today’s sitting was canceled: The line is down.')).toBeVisible()
  await expect(mia.player.getByRole('button', { name: 'Play the video' })).toBeVisible()
  expect(context.pages()).toHaveLength(1)
  await other.close()
})

test('[PHASE-18, PHASE-24, QUIET-02] on a phone the host has one menu, ‘Begin’ names the other bell, a canceled sitting is restored, and the hint of the paused chat stays below the heading @full', async ({
  page,
  app,
  signInAs,
  meditation,
}) => {
  await page.setViewportSize({ width: 360, height: 780 })
  // Its doors open in 25 minutes.
  await meditation({ scheduledTime: '12:40', sitting: { together: true } })
  await signInAs('gail')
  await meditationPage(page).open()
  const box = async (locator: Locator) => (await locator.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const host = page.getByRole('button', { name: 'Host' })
  await expect(host).toBeVisible()
  await expect(page.getByRole('button', { name: 'Begin together…' })).toHaveCount(0)
  await host.click()
  await page.getByRole('menuitem', { name: 'Begin together…' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(/^The sitting at \S+ [AP]M takes place as well\.$/)).toBeVisible()
  await dialog.getByText('15 min', { exact: true }).click()
  await expect(dialog.getByText(/^It replaces the bell at \S+ [AP]M\.$/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Back' }).click()

  for (const [choice, confirm] of [
    ['Cancel the sitting…', 'Cancel the sitting'],
    ['Restore the sitting…', 'Restore the sitting'],
  ] as const) {
    await host.click()
    await page.getByRole('menuitem', { name: choice }).click()
    await dialog.getByRole('button', { name: confirm }).click()
    await expect(dialog).toBeHidden()
  }
  await expect(page.getByText(/^Together at/)).toBeVisible()

  await moveBell(app, -10_000)
  // On a phone the chat of a sitting is one line.
  await page.getByRole('button', { name: /^Rests until/ }).click()
  const hint = page.getByText(/^The chat rests until/)
  await expect(hint).toBeVisible()
  const heading = page.getByRole('heading', { name: 'Live chat' })
  const overlaps: number[] = []
  for (let top = 0; top <= 400; top += 40) {
    await page.evaluate((y) => scrollTo(0, y), top)
    const { y, height } = await box(heading)
    if ((await box(hint)).y < y + height) overlaps.push(top)
  }
  expect(overlaps).toEqual([])
})

test('[PHASE-18] on a phone on its side, who begins far down the page sees the countdown @full', async ({
  page,
  signInAs,
  meditation,
}) => {
  await page.setViewportSize({ width: 844, height: 390 })
  await meditation()
  await signInAs('gail')
  const gail = meditationPage(page)
  await gail.open()
  await page.getByRole('button', { name: 'Host' }).click()
  await page.getByRole('menuitem', { name: 'Begin together…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Begin' }).click()
  await expect(gail.player.getByRole('timer')).toBeInViewport()
})
