// The activity log for administrators, and address bans as the banned visitors see them.
import { insertActivity } from '#features/activity/server/sql.ts'
import { templateActivities } from '#features/templates/activities.ts'
import { parseRanges } from '#server/addresses/address-ranges.ts'
import { makeMessage } from '#test/data/factories.ts'
import { personFields, signIn } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import { expect, test } from '../app.ts'
import { expectAccessibleInBothThemes, expectNoSidewaysScroll } from '../axe.ts'
import { authPage } from '../pages/auth-page.ts'

test('[TOT-08] an administrator reads the audit log, filters it, pages by keyboard, and opens a member @full', async ({
  page,
  app,
  signInAs,
}) => {
  const ada = await signInAs('ada')
  const gail = await signIn(app, 'gail', personFields.gail)
  const mo = await signIn(app, 'mo', { name: 'Maximiliana'.padEnd(60, 'a') })
  const older = { actorId: ada.userId, kind: templateActivities.create }
  for (let count = 1; count <= 50; count += 1) {
    const createdAt = new Date(app.clock.now() - 86_400_000)
    const facts = { targetId: count, label: `Still water ${count}`, before: null, after: null, createdAt }
    await insertActivity(app.database.query, { ...older, ...facts })
  }
  const ban = { reason: 'w'.repeat(500) }
  await request(app, `PUT /api/admin/users/${mo.userId}/ban`, { as: gail, body: ban })
  await request(app, `DELETE /api/messages/${await makeMessage(app, mo)}`, { as: gail })

  await page.goto('/admin#activity')
  const panel = page.getByRole('tabpanel')
  const lines = panel.getByRole('listitem')
  await expect(lines).toHaveCount(50)
  await expect(lines.nth(0)).toContainText(
    `Gail Gardner deleted a message by ${mo.name} of November 21, 2026`,
  )
  await expect(lines.nth(1)).toContainText(`Gail Gardner banned ${mo.name}`)
  await page.setViewportSize({ width: 320, height: 700 })
  await expectNoSidewaysScroll(page)
  await expectAccessibleInBothThemes(page, 'the activity')
  await page.setViewportSize({ width: 1280, height: 800 })

  await panel.getByRole('button', { name: 'Show more' }).press('Enter')
  await expect(lines).toHaveCount(52)
  await page.keyboard.press('Tab')
  await expect(lines.nth(50).getByRole('button')).toBeFocused()
  await expect(panel.getByRole('heading')).toHaveText([
    'Saturday, November 21, 2026',
    'Friday, November 20, 2026',
  ])

  await panel.getByRole('combobox', { name: 'Done by' }).selectOption('Gail Gardner')
  await expect(lines).toHaveCount(2)
  await panel.getByRole('combobox', { name: 'Action' }).selectOption('Banned')
  await expect(lines).toHaveCount(1)
  await lines.getByRole('link', { name: mo.name }).click()
  await expect(page).toHaveURL(`/admin?selectedUser=${mo.userId}#users`)
  await expect(page.locator('[aria-current=true]').filter({ hasText: mo.name })).toBeVisible()
})

test('[API-14] a visitor from a banned address sees the reason once, until the ban is lifted @full', async ({
  page,
  app,
  browser,
  signInAs,
  meditation,
  watch,
  expectConsole,
}) => {
  expectConsole(/status of 403|Sign-out/)
  app.config.trustedProxies = parseRanges('127.0.0.0/8')
  await meditation()
  await signInAs('ada')
  const headers = { 'x-forwarded-for': '198.41.0.4' }
  const context = await browser.newContext({ baseURL: app.url, extraHTTPHeaders: headers })
  const bannedPage = await context.newPage()
  await watch(bannedPage)
  await signInAs('mo', context)
  await bannedPage.goto('/settings')
  await expect(bannedPage.getByRole('heading', { name: 'Settings', exact: true })).toBeVisible()

  await page.goto('/admin#users')
  await page.getByRole('button', { name: 'Banned addresses' }).click()
  const bans = page.getByRole('region', { name: 'Banned addresses' })
  const address = bans.getByRole('textbox', { name: 'Address' })
  await address.fill('192.168.1.7')
  await bans.getByRole('textbox', { name: 'Reason' }).fill('Floods the chat')
  expectConsole(/status of 400/)
  await page.keyboard.press('Enter')
  await expect(address).toHaveAccessibleDescription(/Only a public internet address/)
  await expect(address).toBeFocused()
  await address.fill('198.41.0.4')
  await page.keyboard.press('Enter')
  await expect(bans.getByRole('listitem')).toContainText('198.41.0.4Floods the chatBanned by Ada Adler')
  await page.setViewportSize({ width: 320, height: 700 })
  await expectNoSidewaysScroll(page)
  await expectAccessibleInBothThemes(page, 'banned addresses')

  const requestedPaths: string[] = []
  bannedPage.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname))
  await bannedPage.goto('/meditation')
  const banner = bannedPage.getByRole('alertdialog')
  await expect(banner).toContainText('Access denied: Floods the chat')
  await expect(bannedPage).toHaveURL(/\/auth$/)
  await banner.getByRole('button', { name: 'I understand' }).click()
  await expect(banner).toHaveCount(0)
  const auth = authPage(bannedPage)
  await auth.signIn({ email: 'mo@example.org', password: 'a quiet lake at dawn' })
  await expect(bannedPage.getByText(/Access denied: Floods the chat/)).toBeVisible()
  // No request is repeated in a loop.
  expect(requestedPaths.filter((path) => path === '/api/auth/session').length).toBeLessThanOrEqual(4)

  await bans.getByRole('button', { name: 'Lift the ban on 198.41.0.4' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Lift the ban' }).click()
  await expect(bans.getByText('No address is banned.')).toBeVisible()
  await bannedPage.goto('/meditation')
  await expect(bannedPage.getByRole('heading', { name: 'Morning light on still water' })).toBeVisible()
  await context.close()
})
