// The layout of all screens: the top bar, its menus, the theme, toasts and tooltips.
import type { Locator, Page, Route } from '@playwright/test'
import { connectLive } from '#test/live/live-client.ts'
import { personFields, signIn } from '#test/people/people.ts'
import { expect, test } from '../app.ts'
import { builtPath } from '../built-path.ts'
import { settingsPage } from '../pages/settings-page.ts'
import { shell } from '../pages/shell.ts'
import { routeUntil } from '../route-once.ts'

const phone = { width: 390, height: 844 }
const signedOutSession = /status of 401/

test('[SHELL-23, SHELL-01] the document shows Loading... before its script loads, in the spinner’s place', async ({
  page,
  signInAs,
}) => {
  await signInAs('mia')
  const heldRequests: (() => void)[] = []
  const holdRequest = (route: Route) =>
    new Promise<void>((resolve) => heldRequests.push(() => resolve(route.continue())))
  const releaseScripts = await routeUntil(page, '**/assets/*.js', holdRequest)
  const releaseLayout = await routeUntil(page, `**${builtPath('app-layout.tsx')}`, holdRequest)
  await page.goto('/settings', { waitUntil: 'commit' })
  const words = page.getByText('Loading...', { exact: true })
  await expect(words).toBeVisible()
  // All that this page draws with.
  await page.waitForFunction(() => {
    const states = [...document.fonts].map(({ status }) => status)
    return states.includes('loaded') && !states.includes('loading')
  })
  const before = await words.boundingBox()
  releaseScripts()
  for (const release of heldRequests.splice(0)) release()
  await expect(page.locator('#root svg')).toBeVisible()
  const after = await words.boundingBox()
  expect(after).toEqual(before)
  releaseLayout()
  for (const release of heldRequests.splice(0)) release()
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
  await expect(words).toHaveCount(0)
})

test('[SHELL-36] a layout that didn’t load may be due to the connection @full', async ({
  page,
  expectConsole,
  signInAs,
}) => {
  expectConsole(/ERR_FAILED|dynamically imported module/)
  await signInAs('mia')
  const restore = await routeUntil(page, `**${builtPath('app-layout.tsx')}`, (route) => route.abort())
  await page.goto('/settings')
  await expect(page.getByRole('alert')).toContainText('The connection may have dropped')
  restore()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(shell(page).account).toBeVisible()
})

test('[SHELL-14] the top bar shows the number online, polled every 30 seconds @full', async ({
  page,
  app,
  signInAs,
}) => {
  const mo = await connectLive(app, { as: await signIn(app, 'mo', personFields.mo) })
  await mo.join('2026-11-21')
  await signInAs('mia')
  let asked = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/meditation/online-count')) asked += 1
  })
  await page.clock.install()
  await page.goto('/settings')
  await expect(shell(page).bar.getByText('1 online')).toBeVisible()
  // The page came with the first number.
  expect(asked).toBe(0)
  mo.send({ type: 'leave-session' })
  await expect
    .poll(async () => {
      await page.clock.runFor(30_000)
      return shell(page)
        .bar.getByText(/online/)
        .count()
    })
    .toBe(0)
  expect(asked).toBeGreaterThan(0)
  const before = asked
  await page.clock.runFor(29_000)
  expect(asked).toBe(before)
  mo.terminate()
})

test('[SHELL-15] the account menu has Settings and Sign Out, by pointer and by keyboard @full', async ({
  page,
  signInAs,
  expectConsole,
}) => {
  expectConsole(signedOutSession)
  await signInAs('mia')
  await page.goto('/referrals')
  await shell(page).account.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menu')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expect(shell(page).account).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/settings$/)
  // While it fades out, the menu treats any click as one outside of it.
  await expect(page.getByRole('menu')).toHaveCount(0)
  await shell(page).choose('Sign Out')
  await expect(page).toHaveURL(/\/auth$/)
})

test('[SHELL-12, SHELL-16, SHELL-30] the bar opens the energy modal, shows the choice in forced colors, and folds on a phone', async ({
  page,
  signInAs,
}) => {
  await signInAs('mia')
  await page.goto('/referrals')
  const { bar, links, menu } = shell(page)
  await expect(bar.getByRole('link', { name: 'Stillwater' }).locator('svg')).toBeVisible()
  expect(await links()).toEqual(['Meditation', 'Energy Tracker', 'Referrals'])
  const outlineOf = (locator: Locator) =>
    locator.evaluate((element) => getComputedStyle(element).outlineStyle)
  await page.emulateMedia({ forcedColors: 'active' })
  expect(await outlineOf(bar.getByRole('link', { name: 'Referrals' }))).toBe('solid')
  expect(await outlineOf(bar.getByRole('link', { name: 'Meditation' }))).toBe('none')
  const button = bar.getByRole('button', { name: 'Track energy' })
  await button.click()
  const modal = page.getByRole('dialog', { name: 'Track Your Energy' })
  const levels = modal.getByRole('group', { name: 'How is your energy?' }).locator('label')
  await expect(levels).toHaveCount(8)
  const outlines = await Promise.all((await levels.all()).map(outlineOf))
  expect(outlines.filter((style) => style === 'solid')).toHaveLength(1)
  // A button without a line of its own gets one within it, so that it doesn't touch its neighbours.
  const close = modal.getByRole('button', { name: 'Close' })
  expect(await close.evaluate((element) => getComputedStyle(element).outlineOffset)).toBe('-4px')
  await page.emulateMedia({ forcedColors: 'none' })
  await page.keyboard.press('Escape')
  await expect(modal).toHaveCount(0)
  await expect(button).toBeFocused()

  await page.setViewportSize(phone)
  const settings = bar.getByRole('link', { name: 'Settings' })
  await expect(settings).toBeHidden()
  await menu.click()
  await expect(menu).toHaveAttribute('aria-expanded', 'true')
  await expect(settings).toBeVisible()
  expect(await links()).toEqual(['Meditation', 'Energy Tracker', 'Referrals'])
  await expect(bar.getByRole('button', { name: 'Sign Out' })).toBeVisible()
  await menu.click()
  await expect(settings).toBeHidden()

  await menu.click()
  await page.keyboard.press('Escape')
  await expect(settings).toBeHidden()
  await expect(menu).toBeFocused()

  await menu.click()
  await settings.click()
  await expect(page).toHaveURL(/\/settings$/)
  await expect(settings).toBeHidden()
})

test('[SHELL-17] the theme is light by default, stored, and applied before the first paint @full', async ({
  page,
  signInAs,
}) => {
  await signInAs('mia')
  await page.goto('/settings')
  const html = page.locator('html')
  await expect(html).toHaveAttribute('data-theme', 'light')
  await shell(page).choose('Dark theme')
  await expect(html).toHaveAttribute('data-theme', 'dark')
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark')
  await page.reload({ waitUntil: 'commit' })
  await expect(html).toHaveAttribute('data-theme', 'dark')
  await shell(page).choose('Light theme')
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('light')
})

/** Two toasts, one after the other. */
async function showToasts(page: Page): Promise<void> {
  const settings = settingsPage(page)
  await settings.open()
  await settings.name.fill('')
  await settings.save.click()
  await expect(shell(page).toast).toContainText('Validation Error')
  await settings.name.fill('Mia')
  await settings.save.click()
  await expect(shell(page).toast).toContainText('Profile Updated')
}

test('[SHELL-20] a toast lies above the heading, is dismissed by a swipe of 50 px to the right, and F8 focuses it @full', async ({
  page,
  signInAs,
}) => {
  await signInAs('mia')
  await page.setViewportSize({ width: 390, height: 844 })
  await showToasts(page)
  const { toast } = shell(page)
  const heading = page.getByRole('heading', { level: 1 })
  await page.evaluate(() => scrollTo(0, 0))
  const bottom = () => toast.evaluate((element) => element.getBoundingClientRect().bottom)
  await expect.poll(async () => (await bottom()) <= ((await heading.boundingBox())?.y ?? 0)).toBe(true)
  await page.keyboard.press('F8')
  await expect(page.getByRole('region', { name: /Notification/ }).locator('ol')).toBeFocused()
  const box = await toast.boundingBox()
  if (!box) throw new Error('The toast is not visible.')
  const swipe = async (px: number) => {
    await page.mouse.move(box.x + 40, box.y + box.height / 2)
    await page.mouse.down()
    await page.mouse.move(box.x + 40 + px / 2, box.y + box.height / 2)
    await page.mouse.move(box.x + 40 + px, box.y + box.height / 2)
    await page.mouse.up()
  }
  await swipe(40)
  await expect(toast).toBeVisible()
  await swipe(50)
  await expect(toast).toHaveCount(0)
})

test('[SHELL-21] a tooltip opens after 700 ms, and at once within 300 ms of another @full', async ({
  page,
  meditation,
  signInAs,
}) => {
  await meditation()
  await signInAs('mia')
  await page.goto('/meditation')
  await page.getByRole('button', { name: 'Play the video' }).click()
  const mute = page.getByRole('button', { name: 'Mute' })
  const play = page.getByRole('button', { name: 'Pause', exact: true })
  await expect(mute).toBeVisible()
  const beforeMs = performance.now()
  await mute.hover()
  await expect(page.getByRole('tooltip')).toHaveText('Mute')
  expect(performance.now() - beforeMs).toBeGreaterThan(700)
  // A real pointer moves in steps; after a single jump it may still be on its way to the tooltip.
  const box = await play.boundingBox()
  if (!box) throw new Error('The play button is not visible.')
  await page.mouse.move(box.x + 12, box.y + box.height / 2, { steps: 8 })
  await expect(page.getByRole('tooltip')).toHaveText('Pause')
})
