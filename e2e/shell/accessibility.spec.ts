// axe finds no faults on any screen, in both themes, on desktop and phone; and no screen scrolls sideways.
import type { Locator, Page } from '@playwright/test'
import { expect, test, type Fixtures } from '../app.ts'
import { expectAccessibleInBothThemes, expectNoSidewaysScroll } from '../axe.ts'

const phone = { width: 390, height: 844 }
const desktop = { width: 1440, height: 900 }

/** Visits the screens at a size; axe finds no faults in either theme. */
async function visitScreens(
  { page, signInAs, meditation }: Pick<Fixtures, 'signInAs' | 'meditation'> & { page: Page },
  size: { width: number; height: number },
): Promise<void> {
  test.setTimeout(120_000)
  const visit = async (path: string, heading: string) => {
    await page.setViewportSize(size)
    await page.goto(path)
    await expect(page.getByRole('heading', { name: heading, exact: true }).first()).toBeVisible()
    await expectAccessibleInBothThemes(page, `${path} at ${size.width}`, { hasMore: true })
    await page.setViewportSize({ width: 320, height: 640 })
    await expectNoSidewaysScroll(page)
    // Text enlarged by half, on a phone.
    await page.setViewportSize(phone)
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '150%'))
    await expectNoSidewaysScroll(page)
  }
  await visit('/auth', 'Sit with us today')
  await signInAs('mia')
  await visit('/meditation', 'No Meditation Today')
  await meditation()
  await visit('/meditation', 'Morning light on still water')
  await visit('/settings', 'Settings')
  await visit('/mood-analytics', 'Energy Analytics')
  await visit('/nowhere', '404 Page Not Found')
}

test('every screen passes axe in both themes, on a phone', async ({ page, signInAs, meditation }) => {
  await visitScreens({ page, signInAs, meditation }, phone)
  await page.setViewportSize(desktop)
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Track energy' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessibleInBothThemes(page, 'the energy modal')
})

test('every screen passes axe in both themes, on a desktop @full', async ({ page, signInAs, meditation }) => {
  await visitScreens({ page, signInAs, meditation }, desktop)
})

test('[SHELL-30] with forced colors the chosen level, tab and page have an outline', async ({
  page,
  signInAs,
}) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await signInAs('mia')
  await page.goto('/mood-analytics')
  const outlineOf = (locator: Locator) =>
    locator.evaluate((element) => getComputedStyle(element).outlineStyle)
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Energy Tracker' })
  await expect(link).toBeVisible()
  expect(await outlineOf(link)).toBe('solid')
  await page.getByRole('banner').getByRole('button', { name: 'Track energy' }).click()
  const levels = page.getByRole('group', { name: 'How is your energy?' }).locator('label')
  await expect(levels).toHaveCount(8)
  const outlines = await Promise.all((await levels.all()).map(outlineOf))
  expect(outlines.filter((style) => style === 'solid')).toHaveLength(1)
})

test('[CHAT-35] the second link of the page leads to the composer @full', async ({
  page,
  signInAs,
  meditation,
}) => {
  await meditation()
  await signInAs('mia')
  await page.goto('/meditation')
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeFocused()
})
