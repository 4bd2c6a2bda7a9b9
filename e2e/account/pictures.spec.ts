// Uploading a profile picture: choosing the file, cropping by mouse, touch and keyboard, and saving.
import { execFileSync } from 'node:child_process'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { cameraJpeg, twoColorImage, animatedGif, solidColorPng } from '#test/data/pictures.ts'
import { freePort, createDataDir, startServerProcess } from '#test/nodes/server-process.ts'
import { expect, test } from '../app.ts'
import { expectAccessible, expectNoSidewaysScroll } from '../axe.ts'
import { cropDialog, type UploadFile } from '../pages/crop-dialog.ts'
import { settingsPage } from '../pages/settings-page.ts'
import { shell } from '../pages/shell.ts'

const file = (buffer: Buffer, name = 'photo.jpg', mimeType = 'image/jpeg'): UploadFile => ({
  name,
  mimeType,
  buffer,
})
/** The page tells a picture's type by its first bytes. */
const jpegStart = Buffer.from([0xff, 0xd8, 0xff, 0xe0])
const photo = async () => file(await twoColorImage(1600, 1200).jpeg().toBuffer())

/** The average colour of a picture, downloaded from its URL. */
async function averageOf(page: Page, address: string): Promise<string> {
  const response = await page.request.get(address)
  const { channels } = await sharp(await response.body()).stats()
  return channels.map(({ mean }) => Math.round(mean / 64)).join(' ')
}

test('[PROF-11, PROF-19] a file that only begins like an image, and a failed crop, are reported as a failed crop @full', async ({
  page,
  signInAs,
}) => {
  await signInAs('mia')
  const [settings, crop] = [settingsPage(page), cropDialog(page)]
  await settings.open()
  const before = (await settings.picture.getAttribute('src')) ?? ''
  await crop.choose(file(Buffer.concat([jpegStart, Buffer.from('no picture')]), 'photo.jpg', 'image/jpeg'))
  await expect(shell(page).toast).toContainText('Error')
  await expect(shell(page).toast).toContainText('Failed to crop image. Please try again.')
  await expect(page.getByText('This picture can’t be read. Please choose another one.')).toBeVisible()
  await expect(crop.dialog).toHaveCount(0)

  await page.reload()
  await page.evaluate(() => {
    HTMLCanvasElement.prototype.toDataURL = () => {
      throw new Error('no memory')
    }
  })
  await crop.choose(await photo())
  await crop.apply.click()
  await expect(shell(page).toast).toContainText('Failed to crop image. Please try again.')
  await expect(crop.dialog).toBeVisible()
  await crop.cancel.click()
  await expect(settings.picture).toHaveAttribute('src', before)
})

test('[PROF-10, PROF-21, PROF-26] a photo cropped by mouse is shown, saved, and served to every member @full', async ({
  page,
  signInAs,
}) => {
  await signInAs('mia')
  const [settings, crop] = [settingsPage(page), cropDialog(page)]
  await settings.open()
  const made: unknown[][] = []
  await page.exposeFunction('noteMade', (...args: unknown[]) => made.push(args))
  await page.evaluate(() => {
    const { toDataURL } = HTMLCanvasElement.prototype
    HTMLCanvasElement.prototype.toDataURL = function (type, quality?: number) {
      ;(window as unknown as { noteMade: (...args: unknown[]) => void }).noteMade(
        type,
        quality,
        this.width,
        this.height,
      )
      return toDataURL.call(this, type, quality)
    }
  })
  await crop.choose(await photo())
  await expect(crop.dialog).toBeVisible()
  await expect(crop.wholePicture).toBeVisible()
  expect(await crop.circleGeometry()).toEqual({ size: 0.6, left: 0.37, right: 0.37, top: 0.2, bottom: 0.2 })
  expect([await crop.colourAt(0.1, 0.5), await crop.colourAt(0.9, 0.5)]).toEqual(['red', 'blue'])

  const circle = await crop.circle.boundingBox()
  const middle = { x: circle!.x + circle!.width / 2, y: circle!.y + circle!.height / 2 }
  await page.mouse.move(middle.x, middle.y)
  await page.mouse.down()
  await page.mouse.move(middle.x - 2_000, middle.y, { steps: 5 })
  await page.mouse.up()
  await expect.poll(() => crop.colourAt(0.75, 0.5)).toBe('red')
  expect((await crop.circleGeometry()).left).toBe(0)

  await crop.apply.click()
  await expect(crop.dialog).toHaveCount(0)
  await expect(crop.upload).toBeFocused()
  await expect(settings.picture).toHaveAttribute('src', /^data:image\/jpeg;base64,/)
  expect(made).toEqual([['image/jpeg', 0.8, 512, 512]])

  const [request] = await Promise.all([
    page.waitForRequest('**/api/user/profile/picture'),
    settings.save.click(),
  ])
  expect(request.headers()['content-type']).toBe('image/jpeg')
  await expect(shell(page).toast).toContainText('Profile Updated')
  await expect(settings.picture).toHaveAttribute('src', /^\/media\/[0-9a-f]{64}\.jpg$/)
  const address = (await settings.picture.getAttribute('src')) ?? ''
  expect(await averageOf(page, address)).toBe('4 0 0')
  await expect(shell(page).account.locator('img')).toHaveAttribute('src', address)
  await page.reload()
  await expect(settings.picture).toHaveAttribute('src', address)
  await expect(shell(page).account.locator('img')).toHaveAttribute('src', address)
})

test('[PROF-09] the crop circle moves and grows by keyboard; Escape and Cancel change nothing @full', async ({
  page,
  signInAs,
}) => {
  await signInAs('mia')
  const [settings, crop] = [settingsPage(page), cropDialog(page)]
  await settings.open()
  const before = (await settings.picture.getAttribute('src')) ?? ''
  await crop.choose(await photo())
  await crop.circle.focus()
  const start = await crop.circleGeometry()
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('Shift+ArrowLeft')
  await page.keyboard.press('ArrowUp')
  await expect.poll(async () => (await crop.circleGeometry()).left).toBeLessThan(start.left)
  expect((await crop.circleGeometry()).size).toBe(start.size)
  await crop.corner.focus()
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('Shift+ArrowLeft')
  await expect.poll(async () => (await crop.circleGeometry()).size).toBeLessThan(start.size)
  await page.keyboard.press('Escape')
  await expect(crop.dialog).toHaveCount(0)
  await expect(crop.upload).toBeFocused()
  await expect(settings.picture).toHaveAttribute('src', before)

  await crop.choose(await photo())
  expect(await crop.circleGeometry()).toEqual(start)
  await crop.cancel.click()
  await expect(crop.dialog).toHaveCount(0)
  await expect(crop.upload).toBeFocused()
  await expect(settings.picture).toHaveAttribute('src', before)
})

test('[PROF-10, PROF-18] an image is cropped as displayed: upright, its first frame, on white @full', async ({
  page,
  signInAs,
}) => {
  await signInAs('mia')
  const crop = cropDialog(page)
  await settingsPage(page).open()
  const cases: [UploadFile, [string, string], Record<string, number>][] = [
    [file(await cameraJpeg()), ['red', 'blue'], { size: 0.6, left: 0.2, top: 0.37 }],
    [
      file(await animatedGif(), 'wave.gif', 'image/gif'),
      ['red', 'red'],
      { size: 0.6, left: 0.2, top: 0.2, right: 0.2 },
    ],
    [
      file(await solidColorPng('rgba(0, 0, 0, 0)', 300), 'clear.png', 'image/png'),
      ['white', 'white'],
      { size: 0.6 },
    ],
    [file(await solidColorPng('#000000', 1), 'dot.png', 'image/png'), ['black', 'black'], { size: 0.6 }],
    [
      file(await solidColorPng('#000000', 1_600, 400), 'wide.png', 'image/png'),
      ['black', 'black'],
      { size: 0.6 },
    ],
  ]
  for (const [chosen, colours, place] of cases) {
    await crop.choose(chosen, 'key')
    await expect(crop.wholePicture).toBeVisible()
    await expect.poll(() => crop.circleGeometry(), chosen.name).toMatchObject(place)
    expect([await crop.colourAt(0.5, 0.1), await crop.colourAt(0.5, 0.9)], chosen.name).toEqual(colours)
    await crop.cancel.click()
    await expect(crop.dialog).toHaveCount(0)
  }
})

test.describe('on a phone', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } })

  test('[PROF-09] the circle moves by touch, the dialog fills the width, and axe finds no issues @full', async ({
    page,
    signInAs,
  }) => {
    await page.addInitScript(() => localStorage.setItem('theme', 'dark'))
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await signInAs('mia')
    const crop = cropDialog(page)
    await settingsPage(page).open()
    await crop.choose(await photo())
    await expect(crop.wholePicture).toBeVisible()
    expect((await crop.dialog.boundingBox())?.width).toBe(390)
    const circle = await crop.circle.boundingBox()
    const [x, y] = [circle!.x + circle!.width / 2, circle!.y + circle!.height / 2]
    const devtools = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at: { x: number; y: number }[]) =>
      devtools.send('Input.dispatchTouchEvent', { type, touchPoints: at })
    await touch('touchStart', [{ x, y }])
    for (const moved of [20, 60, 120, 240]) await touch('touchMove', [{ x: x + moved, y }])
    await touch('touchEnd', [])
    await expect.poll(async () => (await crop.circleGeometry()).right).toBe(0)
    expect(await crop.colourAt(0.3, 0.5)).toBe('blue')
    await expectAccessible(page)
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 640 })
      await expectNoSidewaysScroll(page)
      await expect(crop.apply).toBeInViewport()
    }
  })
})

test('[PROF-20] the built product processes pictures too, and leaves no process running @full', async () => {
  const { dataDir, remove } = await createDataDir()
  const server = await startServerProcess({ PORT: String(await freePort()), DATA_DIR: dataDir })
  try {
    const password = /password: (\S+)/.exec(server.output())?.[1]
    const send = (method: string, path: string, body: object, cookie = '') =>
      fetch(`${server.url}${path}`, {
        method,
        headers: { origin: server.url, 'content-type': 'application/json', cookie },
        body: JSON.stringify(body),
      })
    const email = 'member@example.com'
    const signedIn = await send('POST', '/api/identity/sign-in/email', { email, password })
    const cookie = signedIn.headers.get('set-cookie')?.split(';', 1)[0] ?? ''
    const session = await fetch(`${server.url}/api/auth/session`, { headers: { cookie } })
    const { uid } = (await session.json()) as { uid: string }
    const profilePicture = `data:image/jpeg;base64,${(await cameraJpeg()).toString('base64')}`
    const profile = { name: 'Mia', email, profilePicture, profileCompleted: true, firebaseUid: uid }
    const saved = await send('PUT', '/api/user/profile', profile, cookie)
    const account = (await saved.json()) as { profilePicture: string }
    expect(saved.status, JSON.stringify(account)).toBe(200)
    const picture = await fetch(`${server.url}${account.profilePicture}`)
    const { exif, width } = await sharp(Buffer.from(await picture.arrayBuffer())).metadata()
    expect({ exif, width }).toEqual({ exif: undefined, width: 512 })
    expect(countWorkers()).toBe(1)
  } finally {
    await server.stop()
    await remove()
  }
  await expect.poll(countWorkers).toBe(0)
})

/** How many of the built worker processes run on this machine. */
function countWorkers(): number {
  const commands = execFileSync('ps', ['-A', '-o', 'args='], { encoding: 'utf8' })
  return commands.split('\n').filter((line) => line.includes('dist/server/picture-worker.js')).length
}
