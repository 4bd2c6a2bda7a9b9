// An administrator's evening: how many presses and how much scrolling its four tasks take.
import type { Page } from '@playwright/test'
import { request } from '#test/request.ts'
import { expect, test } from '../app.ts'
import { schedulesPage } from '../pages/schedules.ts'

declare global {
  interface Window {
    evening: { presses: number; farthestPx: number }
  }
}

/** Runs in the page: counts clicks, taps and Enter, and how far it was scrolled from the top. */
function countEffort(): void {
  window.evening = { presses: 0, farthestPx: 0 }
  const counted: readonly string[] = ['Enter', 'NumpadEnter']
  document.addEventListener('pointerdown', () => void (window.evening.presses += 1), true)
  document.addEventListener(
    'keydown',
    ({ code }) => void (window.evening.presses += counted.includes(code) ? 1 : 0),
    true,
  )
  // Native lists of choices open and close without an event of the pointer for the choice.
  document.addEventListener(
    'change',
    ({ target }) => void (window.evening.presses += target instanceof HTMLSelectElement ? 2 : 0),
    true,
  )
  addEventListener(
    'scroll',
    ({ target }) => {
      const topPx = target instanceof Element ? target.scrollTop : scrollY
      window.evening.farthestPx = Math.max(window.evening.farthestPx, topPx)
    },
    true,
  )
}

/** Opens /admin, and expects a task to take at most so many presses and no scroll of more than two screens. */
async function expectEffort(page: Page, most: number, task: () => Promise<void>): Promise<void> {
  await page.goto('about:blank')
  await page.goto('/admin')
  await expect(page.getByRole('tab', { name: 'Templates', selected: true })).toBeVisible()
  await page.evaluate(countEffort)
  await task()
  const { presses, farthestPx } = await page.evaluate(() => window.evening)
  expect(presses).toBeGreaterThan(0)
  expect(presses).toBeLessThanOrEqual(most)
  expect(farthestPx).toBeLessThanOrEqual(2 * (page.viewportSize()?.height ?? 0))
}

/** Moves the focus by Tab until it is on an element. */
async function tabTo(page: Page, name: string): Promise<void> {
  const isThere = async () =>
    page.evaluate((label) => {
      const { activeElement } = document
      const labels = activeElement instanceof HTMLInputElement ? [...(activeElement.labels ?? [])] : []
      return labels.some(({ textContent }) => textContent?.startsWith(label))
    }, name)
  for (let presses = 0; presses < 12; presses += 1) {
    if (await isThere()) return
    await page.keyboard.press('Tab')
  }
  expect(await isThere(), `${name} has the focus`).toBe(true)
}

test('[COM-19] [COM-18] the four tasks of an evening take few presses and little scrolling; what is saved reaches the next form @full', async ({
  page,
  context,
  app,
  signInAs,
  meditation,
}) => {
  test.setTimeout(120_000)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await meditation({ day: '2026-11-22', scheduledTime: '19:00', sitting: { together: true } })
  await meditation({
    day: '2026-11-24',
    scheduledTime: '19:00',
    title: 'Evening hush',
    sitting: { together: true },
  })
  const ada = await signInAs('ada')

  // Another name, and several sittings a day.
  await expectEffort(page, 5, async () => {
    await page.getByRole('tab', { name: 'Community' }).click()
    await expect(page.getByLabel('Name of the community')).toBeVisible()
    await tabTo(page, 'Name of the community')
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type('Clear Lake')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('banner')).toContainText('Clear Lake')
    await page.getByRole('tab', { name: 'Rhythm' }).click()
    await page.getByLabel('Several sittings a day').click()
    await page.getByRole('button', { name: 'Save settings' }).click()
    await expect(page.getByRole('button', { name: 'Saved' })).toBeVisible()
    // On the same page: its form knows the settings that were saved.
    await page.evaluate(() => void Object.assign(window, { before: window.evening.presses }))
    await page.getByRole('tab', { name: 'Schedules' }).click()
    const schedules = schedulesPage(page)
    await schedules.add.click()
    await expect(schedules.dialog.getByText(/a day has at most 8/)).toBeVisible()
    await expect(schedules.date).toHaveValue('2026-11-21')
    await page.evaluate(() => void (window.evening.presses = (window as never as { before: number }).before))
  })

  // A week with a second sitting.
  await expectEffort(page, 9, async () => {
    const schedules = schedulesPage(page)
    await page.getByRole('tab', { name: 'Schedules' }).click()
    await schedules.add.click()
    await schedules.date.fill('2026-11-22')
    await schedules.time.click()
    await schedules.time.fill('07:00')
    await schedules.repeat.selectOption({ label: 'On these days until…' })
    await schedules.button('Every day').click()
    await expect(schedules.button('Every day')).toBeInViewport()
    await schedules.dialog.getByLabel('Until').fill('2026-11-28')
    await schedules.dialog.getByText('Evening hush', { exact: true }).click()
    await schedules.button('Create 7 schedules').click()
    await expect(schedules.dialog).toHaveCount(0)
    await expect(schedules.rows.filter({ hasText: '7:00 AM' })).toHaveCount(7)
  })

  await expectEffort(page, 4, async () => {
    await page.getByRole('tab', { name: 'News' }).click()
    await page.getByLabel('Title').click()
    await page.keyboard.type('We sit at seven, too')
    await page.keyboard.press('Tab')
    await page.keyboard.type('From Sunday on, each morning.')
    await page.getByRole('button', { name: 'Publish' }).click()
    await expect(page.getByRole('heading', { name: 'We sit at seven, too' })).toBeVisible()
  })

  // Ten invitations: one link.
  await expectEffort(page, 4, async () => {
    await page.getByRole('tab', { name: 'Users' }).click()
    await page.getByRole('button', { name: 'Invite' }).click()
    await expect(page.getByLabel('People')).toBeFocused()
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type('10')
    await page.keyboard.press('Enter')
    await expect(page.getByText('0 of 10 places taken')).toBeVisible()
    await page.getByRole('button', { name: 'Copy link' }).click()
    await expect(page.getByText('Link copied').first()).toBeVisible()
    const link = await page.evaluate(() => navigator.clipboard.readText())
    expect(link).toMatch(/\?invite=\w{12}$/)
  })
  const { body } = await request(app, 'GET /api/admin/community', { as: ada })
  expect(body).toMatchObject({ name: 'Clear Lake', severalADay: true })
})

test('[COM-18] each part of Community opens at its top @full', async ({ page, signInAs }) => {
  await signInAs('ada')
  for (const [part, title] of [
    ['', 'Name and color'],
    ['/joining', 'Who may join'],
    ['/rhythm', 'Time zone'],
    ['/texts', 'Legal texts'],
    ['/care', 'Care'],
  ] as const) {
    await page.goto('about:blank')
    await page.goto(`/admin#community${part}`)
    await expect(page.getByRole('heading', { name: title, exact: true })).toBeInViewport()
    await page.waitForLoadState('networkidle')
    expect(await page.evaluate(() => scrollY)).toBe(0)
  }
})
