// Roles granted and revoked while the member's page is open on a screen without a room.
import type { WebSocket } from '@playwright/test'
import { personFields, signIn } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import { expect, test } from '../app.ts'
import { shell } from '../pages/shell.ts'
import { usersTab } from '../pages/users.ts'

const withinTwoSeconds = { timeout: 2_000 }

test('[SHELL-13, PROF-05] a role granted or revoked in another browser takes effect on open pages within two seconds @full', async ({
  page,
  app,
  browser,
  baseURL,
  signInAs,
  watch,
  expectConsole,
}) => {
  // Requests by the dashboard that are in flight when the role is revoked.
  expectConsole(/status of 403/)
  const mia = await signInAs('mia')
  const administration = await browser.newContext({ baseURL: baseURL ?? '' })
  const ada = await signInAs('ada', administration)
  const admin = await administration.newPage()
  await watch(admin)
  const users = usersTab(admin)
  await users.open()
  const change = async (line: 'Grant Garden Angel' | 'Remove Garden Angel') => {
    await users.choose('Mia Member', line)
    await users.dialogButton(line).press('Enter')
  }
  const watched = page.waitForEvent('websocket')
  await page.goto('/settings')
  const link = page.getByRole('link', { name: 'Garden Angel', exact: true })
  await expect(shell(page).bar.getByRole('navigation')).toBeVisible()
  await expect(link).toHaveCount(0)
  await watched

  await change('Grant Garden Angel')
  await expect(link).toBeVisible(withinTwoSeconds)
  await change('Remove Garden Angel')
  await expect(link).toHaveCount(0, withinTwoSeconds)

  const setAdmin = (isAdmin: boolean) =>
    request(app, `PUT /api/admin/users/${mia.userId}`, { as: ada, body: { isAdmin } })
  const role = page.getByRole('definition').filter({ hasText: 'Administrator' })
  await setAdmin(true)
  await expect(role).toBeVisible(withinTwoSeconds)
  await setAdmin(false)
  await expect(role).toHaveCount(0, withinTwoSeconds)

  await setAdmin(true)
  await page.getByRole('link', { name: 'Admin', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
  await setAdmin(false)
  await expect(page).toHaveURL(/\/meditation$/, withinTwoSeconds)
  await expect(shell(page).toast).toContainText('Access Denied')
  await administration.close()
})

test('[LIVE-32, LIVE-08] a page without a room has a socket while visible, and doesn’t count as online @full', async ({
  page,
  app,
  signInAs,
}) => {
  const mia = await signInAs('mia')
  const ada = await signIn(app, 'ada', personFields.ada)
  const sockets: WebSocket[] = []
  page.on('websocket', (socket) => sockets.push(socket))
  const expectSockets = (...closed: boolean[]) =>
    expect.poll(() => sockets.map((socket) => socket.isClosed()), { timeout: 8_000 }).toEqual(closed)
  const show = (state: 'visible' | 'hidden') =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, value })
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)
  const link = page.getByRole('link', { name: 'Garden Angel', exact: true })

  await page.goto('/referrals')
  await expectSockets(false)
  await show('hidden')
  await expectSockets(true)
  await request(app, `POST /api/admin/users/${mia.userId}/garden-angel`, { as: ada })
  await expect(link).toHaveCount(0)
  await show('visible')
  await expect(link).toBeVisible(withinTwoSeconds)
  await expectSockets(true, false)
  const { body } = await request(app, 'GET /api/meditation/online-count', { as: mia })
  expect(body).toEqual({ count: 0 })

  // The meditation screen has a socket of its own.
  await page.getByRole('link', { name: 'Meditation', exact: true }).click()
  await expectSockets(true, true, false)
  await expect(shell(page).bar).toContainText('1 online')
})
