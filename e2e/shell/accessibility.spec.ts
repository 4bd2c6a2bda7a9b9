// axe finds no faults on any screen, in both themes, on desktop and phone; and no screen scrolls sideways.
import type { Page } from '@playwright/test'
import { expect, test } from '../app.ts'
import { expectAccessibleInBothThemes, expectNoSidewaysScroll } from '../axe.ts'

const phone = { width: 390, height: 844 }
const desktop = { width: 1440, height: 900 }

/** Visits a screen at a size; axe finds no faults in either theme, and nothing scrolls sideways on phones. */
async function visit(
  page: Page,
  size: { width: number; height: number },
  path: string,
  heading: string,
): Promise<void> {
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

test('every screen passes axe in both themes, on a phone', async ({ page, signInAs, meditation }) => {
  test.setTimeout(120_000)
  await meditation()
  await visit(page, phone, '/auth', 'Sit with us')
  await signInAs('mia')
  await visit(page, phone, '/meditation', 'Morning light on still water')
  await visit(page, phone, '/mood-analytics', 'Energy Analytics')
  await visit(page, phone, '/settings', 'Settings')
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
  await page.setViewportSize(desktop)
  await page.getByRole('button', { name: 'Track energy' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessibleInBothThemes(page, 'the energy modal')
})

test('every screen passes axe in both themes, on a desktop, and the emptier ones on a phone @full', async ({
  page,
  signInAs,
  meditation,
}) => {
  test.setTimeout(120_000)
  await visit(page, desktop, '/auth', 'Sit with us')
  await signInAs('mia')
  for (const size of [phone, desktop]) {
    await visit(page, size, '/meditation', 'No Meditation Today')
    await visit(page, size, '/nowhere', '404 Page Not Found')
  }
  await meditation()
  await visit(page, desktop, '/meditation', 'Morning light on still water')
  await visit(page, desktop, '/settings', 'Settings')
  await visit(page, desktop, '/mood-analytics', 'Energy Analytics')
})

for (const role of ['mia', 'ada'] as const)
  test(`[SHELL-16] the whole bar is in the window at every size of text, for ${role} @full`, async ({
    page,
    signInAs,
  }) => {
    await signInAs(role)
    await page.setViewportSize(desktop)
    await page.goto('/settings')
    const bar = page.getByRole('banner')
    await expect(bar.getByRole('button', { name: 'Your account' })).toBeVisible()
    const ends: string[] = []
    for (const percent of [100, 125, 150, 175, 200])
      for (const width of [768, 820, 1024, 1100, 1280, 1440]) {
        await page.setViewportSize({ width, height: 900 })
        const end = await bar.evaluate((element, size) => {
          document.documentElement.style.fontSize = `${size}%`
          const shown = [...element.querySelectorAll('a, button')].filter((part) => part.checkVisibility())
          return Math.max(...shown.map((part) => Math.round(part.getBoundingClientRect().right)))
        }, percent)
        if (end > width) ends.push(`${percent} % at ${width}: ${end}`)
      }
    expect(ends).toEqual([])
  })

test('[SHELL-12, SHELL-22] at twice the text the targets of a phone’s bar grow little, and a dialog opens at its top @full', async ({
  page,
  signInAs,
}) => {
  await signInAs('mia')
  await page.setViewportSize(phone)
  await page.goto('/settings')
  const bar = page.getByRole('banner')
  const energy = bar.getByRole('button', { name: 'Track energy' })
  await expect(energy).toBeVisible()
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
  for (const button of [energy, bar.getByRole('button', { name: 'Menu' })]) {
    const { width, height } = (await button.boundingBox())!
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
    expect(height).toBeLessThanOrEqual(60)
  }
  await energy.click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('radio', { name: 'Throat Center' })).toBeFocused()
  await expect(dialog.getByText('Saved').or(dialog.getByText('choose what is nearest'))).toBeAttached()
  expect(await dialog.evaluate(({ scrollTop }) => scrollTop)).toBe(0)
  await page.keyboard.press('ArrowDown')
  await expect(dialog.getByText('Heart Center')).toBeInViewport()
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
