// Stock pictures for administrators: uploaded in bulk, deactivated, deleted; members who chose one keep it.
import { cameraJpeg, twoColorImage, solidColorPng } from '#test/data/pictures.ts'
import { expect, test } from '../app.ts'
import { expectAccessibleInBothThemes, expectNoSidewaysScroll } from '../axe.ts'
import { picturesTab, type PictureFile } from '../pages/pictures-tab.ts'
import { shell } from '../pages/shell.ts'
import { routeOnce } from '../route-once.ts'

const file = (name: string, buffer: Buffer, mimeType = 'image/png'): PictureFile => ({
  name,
  mimeType,
  buffer,
})

test('[PIC-01] the pictures are round and in a grid, and their actions show over them @full', async ({
  page,
  signInAs,
}) => {
  await signInAs('ada')
  const tab = picturesTab(page)
  await tab.open()
  await expect(tab.cards).toHaveCount(12)
  const boxes = await tab.cards.evaluateAll((cards) =>
    cards.map((card) => card.getBoundingClientRect()).map(({ left, top }) => ({ left, top })),
  )
  const columns = new Set(boxes.map(({ left }) => left))
  const rows = new Set(boxes.map(({ top }) => top))
  expect([columns.size > 1, rows.size > 1, columns.size * rows.size >= 12]).toEqual([true, true, true])

  const card = tab.cards.first()
  await expect(card.getByText('Active', { exact: true })).toBeVisible()
  const picture = card.locator('img')
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
  const frame = await picture.locator('..').evaluate((element) => {
    const { overflow, borderTopLeftRadius } = getComputedStyle(element)
    const { width, height } = element.getBoundingClientRect()
    return { overflow, isCircle: width === height && Number.parseFloat(borderTopLeftRadius) >= width / 2 }
  })
  expect(frame).toEqual({ overflow: 'hidden', isCircle: true })

  const actions = card.locator('.picture-actions')
  await page.mouse.move(0, 0)
  await expect(actions).toHaveCSS('opacity', '0')
  await card.hover()
  await expect(actions).toHaveCSS('opacity', '1')
  await expect(actions.getByRole('button')).toHaveCount(2)
})

test('[PIC-05, PIC-06, PIC-07] an administrator uploads several pictures and retries a failed one @full', async ({
  page,
  signInAs,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource/)
  await signInAs('ada')
  const [tab, toast] = [picturesTab(page), shell(page).toast]
  await tab.open()
  await expect(tab.cards).toHaveCount(12)
  await expect(tab.count).toHaveText('12 pictures, 12 active')

  await tab.openUpload()
  await tab.upload.click()
  await expect(toast).toContainText('Please select at least one image')
  await tab.choose([
    file('Dusk.jpg', await cameraJpeg(), 'image/jpeg'),
    file('Broken.png', (await solidColorPng('#123456')).subarray(0, 40)),
    file('Evening calm.png', await twoColorImage(900, 600).png().toBuffer()),
  ])
  await expect(tab.selectedFiles).toHaveCount(3)
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/profile-pictures/files?'))
      sent.push(request.headers()['idempotency-key'] ?? '')
  })
  await routeOnce(page, '**/api/admin/profile-pictures/files?*', (route) => route.abort())
  await tab.upload.click()
  await expect(tab.dialog.getByRole('status')).toHaveText('1 of 3 uploaded, 2 failed')
  await expect(tab.selectedFiles).toHaveText([/The upload failed/, /can’t be read/, /Uploaded/])
  await expect(toast).toContainText('Failed to create profile picture')
  await expectAccessibleInBothThemes(page, 'the upload', { within: '[role=dialog]' })
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await tab.dialog.getByRole('button', { name: 'Remove Broken' }).click()
  await tab.retry.click()
  await expect(tab.dialog).toHaveCount(0)
  await expect(toast).toContainText('Uploaded 2 profile picture(s)')
  await expect(tab.count).toHaveText('14 pictures, 14 active')
  expect(sent).toHaveLength(4)
  expect(sent[3]).toBe(sent[0])

  const card = tab.card('Dusk')
  const deletion = card.getByRole('button', { name: 'Delete Dusk' })
  const actions = card.locator('.picture-actions')
  await page.mouse.move(0, 0)
  await expect(actions).toHaveCSS('opacity', '0')
  await card.hover()
  await expect(actions).toHaveCSS('opacity', '1')
  await page.mouse.move(0, 0)
  await page.keyboard.press('Tab')
  await card.getByRole('button', { name: 'Make Dusk inactive' }).focus()
  await expect(actions).toHaveCSS('opacity', '1')
  await page.keyboard.press('Enter')
  await expect(card).toContainText('Inactive')
  await expect(toast).toContainText('Profile picture updated')
  await deletion.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(card).toHaveCount(0)
  await expect(toast).toContainText('Profile picture deleted')

  await expectAccessibleInBothThemes(page, 'the pictures')
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScroll(page)
})
