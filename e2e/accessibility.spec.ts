// axe finds no faults on any screen, in both themes, on desktop and phone; and no screen scrolls sideways.
import { expect, test } from './app.ts'
import { expectAccessibleInBothThemes, expectNoSidewaysScroll } from './axe.ts'

const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]

test('every screen passes axe in both themes, on desktop and phone', async ({
  page,
  signInAs,
  meditation,
}) => {
  test.setTimeout(120_000)
  const visit = async (path: string, heading: string) => {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: heading, exact: true }).first()).toBeVisible()
    for (const size of sizes) {
      await page.setViewportSize(size)
      await expectAccessibleInBothThemes(page, `${path} at ${size.width}`)
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
  await visit('/mood-analytics', 'Energy Analytics')
  await visit('/nowhere', '404 Page Not Found')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Track energy' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessibleInBothThemes(page, 'the energy modal')
})
