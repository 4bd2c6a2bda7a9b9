// A community makes it its own: an administrator's change on open pages, and axe for its colors.
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import type { CommunitySettings } from '#features/community/contract.ts'
import { solidColorPng } from '#test/data/pictures.ts'
import { personFields, signIn } from '#test/people/people.ts'
import { request } from '#test/request.ts'
import { expect, test } from '../app.ts'
import { expectAccessibleInBothThemes, expectNoSidewaysScroll } from '../axe.ts'
import { routeUntil } from '../route-once.ts'

test('[COM-01] [COM-03] [COM-04] name, color and logo show on open pages at once, and are undone @full', async ({
  page,
  browser,
  app,
  signInAs,
  watch,
}) => {
  const context = await browser.newContext({ baseURL: app.url })
  const member = await context.newPage()
  await watch(member)
  await signInAs('mia', context)
  await member.goto('/settings')
  await signInAs('ada')
  await page.goto('/admin#community')
  const name = page.getByLabel('Name of the community')
  await name.fill('Pond & Reed')
  await page.getByText('Your own color').click()
  await page.getByRole('slider', { name: 'Hue' }).fill('230')
  await expectAccessibleInBothThemes(page, 'the community')
  await page.getByRole('button', { name: 'Save settings' }).click()
  const primaryOf = () =>
    member.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--primary'))
  await expect(member.getByRole('banner')).toContainText('Pond & Reed')
  await expect(member).toHaveTitle('Settings · Pond & Reed')
  expect(await primaryOf()).toMatch(/ 230\)$/)

  const logo = await sharp({ create: { width: 60, height: 60, channels: 3, background: '#205080' } })
    .png()
    .toBuffer()
  await page.getByLabel('Logo file').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: logo })
  await expect(page.getByAltText('The logo on dark')).toBeVisible()
  const image = member.getByRole('banner').locator('img[src*="/media/logo/"]')
  await expect(image).toBeVisible()
  expect(await image.evaluate(({ naturalWidth }: HTMLImageElement) => naturalWidth)).toBe(60)
  await member.reload()
  await expect(image).toBeVisible()
  expect(await primaryOf()).toMatch(/ 230\)$/)

  await page.getByRole('button', { name: 'Undo the last change' }).click()
  await expect(image).toHaveCount(0)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScroll(page)
  await context.close()
})

test('[COM-01] [LANG-08] two administrators change the settings, and no typed or saved text is lost @full', async ({
  page,
  app,
  signInAs,
  expectConsole,
}) => {
  // The refused save, and the reads before it.
  expectConsole(/409|ERR_FAILED/)
  const ben = await signIn(app, 'ben', { name: 'Ben', isAdmin: true })
  const read = async () =>
    (await request(app, 'GET /api/admin/community', { as: ben })).body as CommunitySettings
  const saveAsBen = async (part: Partial<CommunitySettings>) => {
    const { version } = await read()
    const { status } = await request(app, 'PUT /api/admin/community', { as: ben, body: { version, ...part } })
    expect(status).toBe(200)
  }
  await signInAs('ada')
  await page.goto('/admin#community')
  const parts = page.getByRole('tablist', { name: 'Community' })
  const part = (name: string) => parts.getByRole('tab', { name: new RegExp(`^${name}`) }).click()
  const welcome = page.getByLabel(/^Welcome text/).first()
  const save = page.getByRole('button', { name: /^Save/ })
  await part('Care')
  await page.getByLabel('Days of chat').fill('60')
  await saveAsBen({ name: 'Renamed', welcome: 'Ben wrote this.' })
  await part('Name')
  await page
    .getByLabel('Logo file')
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: await solidColorPng('#205080') })
  await expect(page.getByAltText('The logo on dark')).toBeVisible()
  await part('Care')
  await save.click()
  await expect(page.getByRole('button', { name: 'Saved' })).toBeVisible()
  expect(await read()).toMatchObject({ name: 'Renamed', welcome: 'Ben wrote this.', chatDays: 60 })

  await part('Joining')
  await welcome.fill('Come in.')
  await expectLabelsToFit(page, [
    [
      page.getByRole('button', { name: 'Undo the last change' }).locator('span').last(),
      'Letzte Änderung rückgängig machen',
    ],
    [page.getByRole('button', { name: 'Discard changes' }).locator('span').last(), 'Änderungen verwerfen'],
  ])
  await part('Care')
  await page.getByRole('button', { name: 'Undo the last change' }).click()
  await expect(page.getByLabel('Days of chat')).toHaveValue('90')
  await part('Joining')
  await page.getByRole('tab', { name: 'News' }).click()
  await page.goBack()
  await page.reload()
  await expect(welcome).toHaveValue('Come in.')

  // The page can't read them again before its save.
  const release = await routeUntil(page, '**/api/admin/community', (route) =>
    route.request().method() === 'GET' ? route.abort() : route.fallback(),
  )
  await saveAsBen({ welcome: 'Ben again.', joining: 'invitation' })
  await save.click()
  await expect(page.getByRole('alert')).toContainText(
    'Ben changed this meanwhile: Welcome text and Who may join.',
  )
  await expect(page.getByRole('radio', { name: 'By invitation' })).toBeChecked()
  release()
  await expect(page.getByRole('button', { name: 'Use yours' })).toBeInViewport()
  await page.getByRole('button', { name: 'Use yours' }).click()
  await save.click()
  await expect.poll(read).toMatchObject({ joining: 'invitation', welcome: 'Come in.' })
})

/** The longest labels of the languages, here the German ones, fit the narrowest phone. */
async function expectLabelsToFit(
  page: Page,
  labels: readonly (readonly [element: Locator, german: string])[],
) {
  const size = page.viewportSize()
  await page.setViewportSize({ width: 320, height: 640 })
  const restores: (() => Promise<void>)[] = []
  for (const [element, german] of labels) {
    const handle = await element.elementHandle()
    const setText = (text: string) =>
      handle?.evaluate((node, next) => void (node.textContent = next), text) ?? Promise.resolve()
    const english = (await element.textContent()) ?? ''
    await setText(german)
    restores.push(() => setText(english))
  }
  await expectNoSidewaysScroll(page)
  for (const restore of restores) await restore()
  if (size) await page.setViewportSize(size)
}

const hues = [0, 50, 75, 100, 125, 180, 205, 230, 255, 280, 310, 340]

test('[COM-03] axe finds no faults in twelve colors, in both themes @full', async ({
  page,
  app,
  signInAs,
  meditation,
}) => {
  test.setTimeout(300_000)
  const ada = await signIn(app, 'ada', personFields.ada)
  await meditation()
  await signInAs('mia')
  for (const hue of hues) {
    const { body } = await request(app, 'GET /api/admin/community', { as: ada })
    const saved = { ...(body as CommunitySettings), hue }
    expect((await request(app, 'PUT /api/admin/community', { as: ada, body: saved })).status).toBe(200)
    for (const path of ['/meditation', '/settings', '/referrals']) {
      await page.goto(path)
      await expectAccessibleInBothThemes(page, `${path} with the hue ${hue}`)
    }
  }
})
