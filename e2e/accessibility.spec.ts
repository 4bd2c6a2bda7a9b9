// axe finds nothing on any screen, in both themes, on a desktop and on a phone; and nothing scrolls sideways.
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './app.ts'
import { fadesEnded } from './fades.ts'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]

async function expectClean(page: Page, what: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).withTags(rules).analyze()
  expect(
    violations.map(({ id, nodes }) => `${what}: ${id} at ${nodes.map(({ target }) => target).join(', ')}`),
  ).toEqual([])
}

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const widths = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth] as const)
  expect(widths[0]).toBeLessThanOrEqual(widths[1])
}

for (const theme of ['light', 'dark'] as const) {
  test(`every screen is clean in the ${theme} theme`, async ({ page, context, signInAs, meditation }) => {
    test.setTimeout(120_000)
    await context.addInitScript((name) => localStorage.setItem('theme', name), theme)
    const visit = async (path: string, heading: string) => {
      for (const size of sizes) {
        await page.setViewportSize(size)
        await page.goto(path)
        await expect(page.getByRole('heading', { name: heading, exact: true }).first()).toBeVisible()
        await fadesEnded(page)
        await expectClean(page, `${path} at ${size.width}`)
      }
      await page.setViewportSize({ width: 320, height: 640 })
      await expectNoSidewaysScroll(page)
    }
    await visit('/auth', 'Sit with us today')
    await signInAs('mia')
    await visit('/meditation', 'No Meditation Today')
    await meditation()
    await visit('/meditation', 'Morning light on still water')
    await visit('/settings', 'Settings')
    await visit('/mood-analytics', 'Energy Tracker')
    await visit('/nowhere', '404 Page Not Found')
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/settings')
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole('button', { name: 'Track energy' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await fadesEnded(page)
    await expectClean(page, 'the energy modal')
  })
}
