// /settings: completing the profile, changing it, the account data and the theme.
import type { Page } from '@playwright/test'
import { expect, test } from '../app.ts'
import { expectAccessible, expectNoSidewaysScroll } from '../axe.ts'
import { settingsPage } from '../pages/settings-page.ts'
import { shell } from '../pages/shell.ts'

test('[PROF-02, PROF-03, PROF-16] the first visit asks for a picture, with one preselected; the first save continues to the meditation @full', async ({
  page,
  app,
  signInAs,
}) => {
  const ned = await signInAs('ned')
  const settings = settingsPage(page)
  await settings.open()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome! Complete Your Profile')
  await expect(
    page.getByText(
      'You must select a profile picture before accessing the app. Choose one from our collection or upload your own.',
    ),
  ).toBeVisible()
  await expect(settings.picture).toHaveAttribute('src', /^\/media\/[0-9a-f]{64}\.jpg$/)
  const picture = await settings.picture.getAttribute('src')
  await settings.name.fill('Ned of the Lake')
  const [request] = await Promise.all([page.waitForRequest('**/api/user/profile'), settings.save.click()])
  expect(request.method()).toBe('PUT')
  expect(request.postDataJSON()).toEqual({
    name: 'Ned of the Lake',
    email: ned.email,
    profilePicture: picture,
    profileCompleted: true,
    firebaseUid: ned.uid,
  })
  await expect(page).toHaveURL(/\/meditation$/)
  const row = await app.database.query
    .selectFrom('users')
    .select(['name', 'profileCompleted', 'profilePicture'])
    .where('id', '=', ned.userId)
    .executeTakeFirst()
  expect(row).toEqual({ name: 'Ned of the Lake', profileCompleted: true, profilePicture: picture })
  await settings.open()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings')
  await expect(page.getByText('You must select a profile picture')).toHaveCount(0)
})

test('[PROF-07, PROF-12] avatars: random, from a gallery of 4, 5 or 6 columns, or unchanged @full', async ({
  page,
  signInAs,
}) => {
  await signInAs('mia')
  const settings = settingsPage(page)
  await settings.open()
  const first = (await settings.picture.getAttribute('src')) ?? ''
  await expect(settings.random).toBeEnabled()
  await settings.random.click()
  await expect(settings.picture).not.toHaveAttribute('src', first)
  const second = (await settings.picture.getAttribute('src')) ?? ''

  await settings.chooseAvatar.click()
  await expect(settings.avatars).toHaveCount(12)
  for (const [width, columns] of [
    [390, 4],
    [820, 5],
    [1440, 6],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    const tops = await settings.avatars.evaluateAll((avatars) =>
      avatars.map((one) => one.getBoundingClientRect().top),
    )
    expect(tops.filter((top) => top === tops[0])).toHaveLength(columns)
  }
  await settings.gallery.getByRole('button', { name: 'Cancel' }).click()
  await expect(settings.gallery).toHaveCount(0)
  await expect(settings.chooseAvatar).toBeFocused()
  await expect(settings.picture).toHaveAttribute('src', second)

  await settings.chooseAvatar.click()
  await settings.gallery.getByRole('button', { name: 'Random Pick' }).click()
  await expect(settings.gallery).toHaveCount(0)
  await expect(settings.picture).not.toHaveAttribute('src', second)

  await settings.chooseAvatar.click()
  const chosen = settings.avatars.nth(4)
  const picture = (await chosen.locator('img').getAttribute('src')) ?? ''
  await chosen.click()
  await expect(settings.picture).toHaveAttribute('src', picture)
})

test('dialogs and menus pass axe, on the smallest phone and in the dark theme @full', async ({
  page,
  signInAs,
}) => {
  await page.setViewportSize({ width: 320, height: 844 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.addInitScript(() => localStorage.setItem('theme', 'dark'))
  await signInAs('ada')
  await page.goto('/auth')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expectClean(page)
  await settingsPage(page).open()
  await shell(page).menu.click()
  // Its panel fades in once it is loaded.
  await page.getByRole('button', { name: 'Sign Out', exact: true }).waitFor()
  await expectClean(page)
  await page.keyboard.press('Escape')
  await settingsPage(page).chooseAvatar.click()
  await settingsPage(page).gallery.waitFor()
  await expectClean(page)
})

/** axe finds no faults, and the page doesn't scroll sideways. */
async function expectClean(page: Page): Promise<void> {
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
}

test('[PROF-31] a press in the menu leads to its section, with the focus, and marks it @full', async ({
  page,
  signInAs,
}) => {
  await signInAs('mia')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/settings')
  const menu = page.getByRole('navigation', { name: 'Settings' })
  // It loads after the page.
  await expect(page.getByRole('region', { name: 'Theme Settings' })).toBeAttached()
  await menu.getByRole('link', { name: 'Calendar' }).click()
  await expect(page).toHaveURL(/\/settings#calendar$/)
  const calendar = page.getByRole('region', { name: 'Calendar' })
  await expect(calendar).toBeInViewport()
  await expect(menu.locator('[aria-current]')).toHaveText('Calendar')
  await page.keyboard.press('Tab')
  await expect(calendar.getByRole('button').first()).toBeFocused()
  await page.reload()
  await expect(calendar).toBeInViewport()
  await page.goBack()
  await expect(page).toHaveURL(/\/settings$/)
})
