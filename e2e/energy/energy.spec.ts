// Recording energy: the modal, its draft, its errors, and the prompts around the sitting.
import type { Page } from '@playwright/test'
import { expect, test } from '../app.ts'
import { routeOnce } from '../route-once.ts'

const modal = (page: Page) => page.getByRole('dialog', { name: 'Track Your Energy' })
const level = (page: Page, name: string) => modal(page).getByRole('radio', { name })
const diary = (page: Page) => modal(page).getByRole('textbox', { name: 'Diary' })
const openModal = (page: Page) => page.getByRole('button', { name: 'Track energy' }).click()

test('[ENERGY-01, ENERGY-02, ENERGY-16] the top bar opens the modal on any screen, with eight levels and Throat preselected', async ({
  page,
  signInAs,
  meditation,
}) => {
  await meditation()
  await signInAs('mia')
  for (const path of ['/meditation', '/settings', '/referrals']) {
    await page.goto(path)
    await openModal(page)
    await expect(modal(page)).toBeVisible()
    await expect(modal(page).getByRole('radio', { name: 'Before' })).toBeChecked()
    await expect(level(page, 'Throat Center')).toBeChecked()
    await expect(
      modal(page).getByRole('group', { name: 'How is your energy?' }).getByRole('radio'),
    ).toHaveCount(8)
    await expect(modal(page).getByText('Grounded & Stable')).toBeVisible()
    await expect(diary(page)).toBeEmpty()
    await page.keyboard.press('Escape')
    await expect(modal(page)).toBeHidden()
    await expect(page.getByRole('button', { name: 'Track energy' })).toBeFocused()
  }
})

test('[ENERGY-03, ENERGY-04, ENERGY-18] Before, then After: each is saved as chosen, and the list is refetched @full', async ({
  page,
  app,
  signInAs,
}) => {
  const mia = await signInAs('mia')
  await page.goto('/meditation')
  await openModal(page)
  await diary(page).fill('  Rain on the window.  ')
  await expect(modal(page).getByText('23/500 characters')).toBeVisible()
  await level(page, 'Crown Center').press('Space')
  const sent = page.waitForRequest((request) => request.url().endsWith('/api/mood/entry'))
  const requested: string[] = []
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  await modal(page).getByRole('button', { name: 'Save' }).click()
  expect((await sent).postDataJSON()).toEqual({
    sessionDate: '2026-11-21',
    emotionLevel: 8,
    moodType: 'pre',
    notes: null,
    comment: 'Rain on the window.',
  })
  await expect(modal(page)).toBeHidden()
  await expect
    .poll(() => requested.lastIndexOf('/api/mood/analytics'))
    .toBeGreaterThan(requested.indexOf('/api/mood/entry'))

  await openModal(page)
  await expect(modal(page).getByRole('radio', { name: 'After' })).toBeChecked()
  await expect(diary(page)).toBeEmpty()
  await diary(page).fill('x'.repeat(600))
  await expect(modal(page).getByText('600/500 characters')).toBeVisible()
  await diary(page).fill('   ')
  await modal(page).getByRole('button', { name: 'Save' }).click()
  await expect(modal(page)).toBeHidden()
  const rows = await app.database.query
    .selectFrom('mood_entries')
    .select(['moodType', 'emotionLevel', 'comment'])
    .where('userId', '=', mia.userId)
    .orderBy('id')
    .execute()
  expect(rows).toEqual([
    { moodType: 'pre', emotionLevel: 8, comment: 'Rain on the window.' },
    { moodType: 'post', emotionLevel: 6, comment: null },
  ])
})

test('[ENERGY-05, ENERGY-20, API-27] a failed save keeps the input, a reload keeps the draft, and Skip makes no call @full', async ({
  page,
  app,
  context,
  signInAs,
  expectConsole,
}) => {
  expectConsole(/ERR_INTERNET_DISCONNECTED|WebSocket/)
  await signInAs('mia')
  await page.goto('/settings')
  await openModal(page)
  await level(page, 'Root Center').press('Space')
  await diary(page).fill('Not lost.')
  const logged: string[] = []
  page.on('console', (message) => logged.push(message.text()))
  await context.setOffline(true)
  await modal(page).getByRole('button', { name: 'Save' }).click()
  await expect(modal(page).getByText('Not saved. Try again.')).toBeInViewport()
  expect(logged).toContainEqual(expect.stringContaining('An energy entry was not saved.'))
  await expect(page.getByRole('region', { name: /Notifications/ }).getByRole('listitem')).toHaveCount(0)
  await expect(level(page, 'Root Center')).toBeChecked()
  await expect(diary(page)).toHaveValue('Not lost.')

  await context.setOffline(false)
  await page.reload()
  await openModal(page)
  await expect(diary(page)).toHaveValue('Not lost.')
  await expect(level(page, 'Root Center')).toBeChecked()
  await modal(page).getByRole('button', { name: 'Skip' }).click()
  await expect(modal(page)).toBeHidden()
  expect(await app.database.query.selectFrom('mood_entries').selectAll().execute()).toEqual([])

  await openModal(page)
  await modal(page).getByRole('button', { name: 'Save' }).click()
  await expect(modal(page)).toBeHidden()
  await openModal(page)
  await expect(diary(page)).toBeEmpty()
})

test('[ENERGY-20] signing out deletes the draft @full', async ({ page, signInAs }) => {
  await signInAs('mia')
  await page.goto('/settings')
  await openModal(page)
  await diary(page).fill('A secret.')
  await page.keyboard.press('Escape')
  expect(await page.evaluate(() => JSON.stringify(localStorage))).toContain('A secret.')
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL(/\/auth/)
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('A secret.')
})

test('[ENERGY-14, ENERGY-19] an entry saved in a sitting that started yesterday is for that day @full', async ({
  page,
  app,
  clock,
  signInAs,
  meditation,
}) => {
  clock.set('2026-11-22T05:50:00.000Z')
  await meditation()
  await meditation({ day: '2026-11-23' })
  const mia = await signInAs('mia')
  await page.clock.install()
  await page.goto('/meditation')
  await expect(page.getByText('Connected', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Play the video' }).click()
  await page.getByRole('button', { name: 'Not now' }).click()
  clock.set('2026-11-22T06:20:00.000Z')
  // The page knows that it is past midnight, and the video continues.
  const heard = page.waitForResponse((response) => response.url().includes('/api/meditation/online-count/'))
  await page.clock.runFor(10_000)
  await heard
  await expect(page.getByText(/^23h/)).toBeVisible()
  await openModal(page)
  await expect(modal(page).getByText('For Saturday, November 21')).toBeVisible()
  await modal(page).getByRole('radio', { name: 'After' }).press('Space')
  await modal(page).getByRole('button', { name: 'Save' }).click()
  await expect(modal(page)).toBeHidden()

  await page.goto('/settings')
  await openModal(page)
  await expect(modal(page).getByText('For today')).toBeVisible()
  await modal(page).getByRole('button', { name: 'Save' }).click()
  await expect(modal(page)).toBeHidden()
  const rows = await app.database.query
    .selectFrom('mood_entries')
    .select(['sessionDate', 'moodType'])
    .where('userId', '=', mia.userId)
    .orderBy('id')
    .execute()
  expect(rows).toEqual([
    { sessionDate: '2026-11-21', moodType: 'post' },
    { sessionDate: '2026-11-22', moodType: 'pre' },
  ])
})

test('[ENERGY-17] the first play offers Before, the end of the video After; one click dismisses each @full', async ({
  page,
  signInAs,
  meditation,
}) => {
  await meditation()
  await signInAs('mia')
  await page.goto('/meditation')
  const offer = page.getByRole('button', { name: 'Track it' })
  await expect(offer).toBeHidden()
  await page.getByRole('button', { name: 'Play the video' }).click()
  await expect(page.getByText('How is your energy before you begin?')).toBeVisible()
  await page.getByRole('button', { name: 'Not now' }).click()
  await expect(offer).toBeHidden()

  await page.locator('video').evaluate((video: HTMLVideoElement) => {
    video.currentTime = video.duration - 0.3
  })
  await expect(page.getByText('How are you leaving?')).toBeVisible({ timeout: 15_000 })
  await page.getByRole('button', { name: 'Add a few words' }).click()
  await expect(modal(page)).toBeVisible()
  await modal(page).getByRole('radio', { name: 'After' }).press('Space')
  await modal(page).getByRole('button', { name: 'Save' }).click()
  await expect(modal(page)).toBeHidden()
  await expect(offer).toBeHidden()
})

test('[ENERGY-05] [I28] an entry is saved once: the form is blocked while saving, and a retry after a lost response adds nothing @full', async ({
  page,
  app,
  signInAs,
  expectConsole,
}) => {
  expectConsole(/ERR_FAILED/)
  await signInAs('mia')
  await page.goto('/settings')
  const stored = () => app.database.query.selectFrom('mood_entries').select('moodType').execute()
  const save = modal(page).getByRole('button', { name: 'Save' })
  await routeOnce(page, '**/api/mood/entry', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await openModal(page)
  await save.click()
  await expect(modal(page).getByText('Not saved. Try again.')).toBeVisible()
  expect(await stored()).toEqual([{ moodType: 'pre' }])
  await page.reload()
  await openModal(page)
  await save.click()
  await expect(modal(page)).toBeHidden()
  expect(await stored()).toEqual([{ moodType: 'pre' }])

  let respond: () => void = () => undefined
  const gate = new Promise<void>((resolve) => {
    respond = resolve
  })
  await page.route('**/api/mood/entry', async (route) => {
    await gate
    await route.continue()
  })
  await openModal(page)
  await save.click()
  await expect(save).toHaveAttribute('aria-busy', 'true')
  await save.click({ force: true })
  await page.keyboard.press('Escape')
  await expect(modal(page)).toBeVisible()
  respond()
  await expect(modal(page)).toBeHidden()
  expect(await stored()).toEqual([{ moodType: 'pre' }, { moodType: 'post' }])
})
