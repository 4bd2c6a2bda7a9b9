// Teaching from a browser alone, with the false camera and microphone of Chromium. What the server gets, with a line that
// drops and after a reload.
import type { Page } from '@playwright/test'
import { minuteMs } from '#shared/durations.ts'
import { startTestApp, type TestApp } from '#test/app.ts'
import { hostFields, signIn } from '#test/people/people.ts'
import { makeLiveSitting } from '#test/streams/live-sitting.ts'
import { expect, test as base } from '../app.ts'
import { expectAccessibleInBothThemes, expectNoSidewaysScroll } from '../axe.ts'
import { withFalseCamera } from './false-camera.ts'

interface Desk {
  sittingId: number
  /** Presses a button or a link by the keyboard. */
  press: (role: 'button' | 'link' | 'switch', name: string | RegExp) => Promise<void>
}

const test = base.extend<{ desk: Desk }>({
  desk: async ({ app, context, page }, use) => {
    const hana = await signIn(app, 'hana', hostFields)
    const [name = '', value = ''] = hana.cookie.split('=')
    await context.addCookies([{ name, value, url: app.url, httpOnly: true, sameSite: 'Lax' }])
    const { id } = await makeLiveSitting(app, { hostId: hana.userId, inMs: 2 * minuteMs })
    await use({
      sittingId: id,
      press: async (role, named) => {
        const control = page.getByRole(role, { name: named })
        await control.focus()
        await page.keyboard.press(role === 'switch' ? 'Space' : 'Enter')
      },
    })
  },
})
test.use(withFalseCamera)

/** What the server has of a rendition, in order. */
async function stored(app: TestApp, rendition: 'picture' | 'sound') {
  return app.database.query
    .selectFrom('stream_segments')
    .select(['seq', 'stampMs', 'durationMs', 'gaps'])
    .where('rendition', '=', rendition)
    .orderBy('seq')
    .execute()
}

/** Whether segments follow each other without a hole, in number and in time. */
function isWhole(segments: Awaited<ReturnType<typeof stored>>): boolean {
  return segments.every((segment, index) => {
    const before = segments[index - 1]
    if (!before) return segment.seq === 0
    const hole = segment.stampMs - before.stampMs - before.durationMs
    return segment.seq === before.seq + 1 && segment.gaps === before.gaps && Math.abs(hole) < 100
  })
}

const allowsCamera = (page: Page) =>
  page.evaluate(() =>
    (
      document as unknown as { featurePolicy: { allowsFeature(name: string): boolean } }
    ).featurePolicy.allowsFeature('camera'),
  )
const heard = (page: Page) => page.getByText('They hear you', { exact: true })

test('[STREAM-27, STREAM-28, STREAM-29] from /hosting to ‘They hear you’ by the keyboard; leaving asks first, and a reload goes on', async ({
  app,
  desk,
  page,
}) => {
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.type())
    void dialog.accept()
  })
  await page.goto('/hosting')
  expect(await allowsCamera(page)).toBe(false)
  await desk.press('link', /^Teach from here: /)
  await expect(page).toHaveURL(`/teach/${desk.sittingId}`)
  await expect(page.getByRole('timer')).toContainText('You speak in 1:')
  expect(await allowsCamera(page)).toBe(true)
  await expectNoSidewaysScroll(page)
  await desk.press('button', 'Use the microphone')
  await desk.press('switch', 'Camera')
  await expect(page.getByText('This is what they see.')).toBeVisible()
  const startedAt = performance.now()
  await desk.press('button', 'Start speaking')
  await expect(heard(page)).toBeVisible()
  for (const rendition of ['picture', 'sound'] as const)
    await expect.poll(async () => (await stored(app, rendition)).length).toBeGreaterThan(0)
  expect(performance.now() - startedAt).toBeLessThan(8_000)

  await desk.press('link', 'Referrals')
  const question = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  await expect(question).toContainText('They no longer hear you. The sitting goes on.')
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(page).toHaveURL(`/teach/${desk.sittingId}`)

  const last = (await stored(app, 'picture')).at(-1)?.seq ?? 0
  await page.reload()
  expect(asked).toEqual(['beforeunload'])
  await expect(heard(page)).toBeVisible()
  const after = await stored(app, 'picture')
  expect(after.at(-1)?.seq).toBeGreaterThan(last)
  expect(after.map(({ seq }) => seq)).toEqual(after.map((_, index) => index))
  expect(after.at(-1)?.gaps).toBe(1)
})

test('[STREAM-29] eight seconds without a line lose nothing @full', async ({
  app,
  context,
  desk,
  expectConsole,
  page,
}) => {
  expectConsole(/ERR_INTERNET_DISCONNECTED/)
  await page.goto(`/teach/${desk.sittingId}`)
  await desk.press('button', 'Use the microphone')
  await desk.press('button', 'Start speaking')
  await expect(heard(page)).toBeVisible()
  await context.setOffline(true)
  await expect(page.getByText(/^(8|9|10) s wait to be sent/)).toBeVisible()
  const before = (await stored(app, 'picture')).length
  await context.setOffline(false)
  await expect(heard(page)).toBeVisible()
  await expect.poll(async () => (await stored(app, 'picture')).length).toBeGreaterThan(before + 3)
  for (const rendition of ['picture', 'sound'] as const)
    expect(isWhole(await stored(app, rendition)), rendition).toBe(true)
  await expect(page.getByText('Nothing', { exact: true })).toBeVisible()
})

test('[STREAM-28] the test of ten seconds plays what the server received, and no one else has it @full', async ({
  app,
  desk,
  page,
}) => {
  await page.goto(`/teach/${desk.sittingId}`)
  await expectAccessibleInBothThemes(page, 'the desk')
  await desk.press('button', 'Use the microphone')
  await expectAccessibleInBothThemes(page, 'the desk with its microphone')
  await desk.press('button', 'Test for 10 seconds')
  const video = page.getByLabel('Your test')
  await expect(video).toBeVisible()
  const { seconds, sound } = await video.evaluate(async (element: HTMLVideoElement) => {
    element.muted = true
    await element.play()
    const from = element.currentTime
    await new Promise((resolve) => element.addEventListener('ended', resolve, { once: true }))
    const { webkitAudioDecodedByteCount = 0 } = element as { webkitAudioDecodedByteCount?: number }
    return { seconds: element.currentTime - from, sound: webkitAudioDecodedByteCount }
  })
  expect(seconds).toBeGreaterThan(8)
  expect(sound).toBeGreaterThan(0)
  expect(await app.database.query.selectFrom('streams').select('state').execute()).toEqual([{ state: 'off' }])
  await expectAccessibleInBothThemes(page, 'a test that was received')
})

test('[STREAM-29] ‘End my part’ ends the stream once the group has heard the last words @full', async ({
  app,
  desk,
  page,
}) => {
  await page.goto(`/teach/${desk.sittingId}`)
  await desk.press('button', 'Use the microphone')
  await desk.press('button', 'Start speaking')
  await expect(heard(page)).toBeVisible()
  await expectAccessibleInBothThemes(page, 'a desk that is heard')
  await desk.press('button', 'End my part')
  await expect(page.getByText('They hear your last words. Then your part ends.')).toBeVisible()
  const state = async () =>
    (await app.database.query.selectFrom('streams').select('state').executeTakeFirst())?.state
  expect(await state()).toBe('on')
  await expect(page.getByRole('button', { name: 'Start speaking' })).toBeVisible()
  expect(await state()).toBe('ended')
  // The teacher may start once more.
  await desk.press('button', 'Start speaking')
  await expect(heard(page)).toBeVisible()
  expect(await state()).toBe('on')
})

test('[STREAM-28, STREAM-30] a microphone that is unplugged or silent is said, one that is back goes on, and a tab in the background says to stay @full', async ({
  app,
  desk,
  page,
}) => {
  await page.addInitScript(() => {
    const devices = navigator.mediaDevices
    const open = devices.getUserMedia.bind(devices)
    const tracks: MediaStreamTrack[] = []
    devices.getUserMedia = async (constraints) => {
      const stream = await open(constraints)
      tracks.push(...stream.getTracks())
      return stream
    }
    Object.assign(window, { tracks })
  })
  const changeTrack = (change: 'ended' | 'muted') =>
    page.evaluate((what) => {
      const track = (window as unknown as { tracks: MediaStreamTrack[] }).tracks.at(-1)
      if (!track) throw new Error('No microphone is open.')
      if (what === 'muted') Object.defineProperty(track, 'muted', { value: true })
      else {
        track.stop()
        track.dispatchEvent(new Event('ended'))
      }
    }, change)
  await page.goto(`/teach/${desk.sittingId}`)
  await desk.press('button', 'Use the microphone')
  await desk.press('button', 'Start speaking')
  await expect(heard(page)).toBeVisible()
  await changeTrack('muted')
  await expect(page.getByText('No sound comes from your microphone. Is it muted?')).toBeVisible()
  await desk.press('button', 'Mute')
  await expect(page.getByText('Your microphone is off: they hear nothing.')).toBeVisible()
  await desk.press('button', 'Mute')
  await changeTrack('ended')
  await expect(page.getByText(/^Your microphone is gone/)).toBeVisible()
  await page.evaluate(() => navigator.mediaDevices.dispatchEvent(new Event('devicechange')))
  await expect(page.getByText(/^Your microphone is gone/)).toBeHidden()
  await expect(heard(page)).toBeVisible()
  const segments = await stored(app, 'picture')
  expect(segments.map(({ seq }) => seq)).toEqual(segments.map((_, index) => index))
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await expect(page).toHaveTitle(/^Stay here: they hear you/)
})

const limited = test.extend({
  app: async ({ clock, zone, webDir }, use) => {
    const app = await startTestApp({ clock, zone, webDir })
    await use(app)
    await app.close()
  },
})

limited(
  '[STREAM-29] after seventy seconds without a line the stream goes on after one gap, within the server’s limits @full',
  async ({ app, context, desk, expectConsole, page }) => {
    limited.setTimeout(240_000)
    expectConsole(/ERR_INTERNET_DISCONNECTED/)
    const refused: string[] = []
    page.on('response', (response) => {
      if (response.status() === 429) refused.push(response.url())
    })
    await page.goto(`/teach/${desk.sittingId}`)
    await desk.press('button', 'Use the microphone')
    await desk.press('button', 'Start speaking')
    await expect(heard(page)).toBeVisible()
    await context.setOffline(true)
    await expect(page.getByText(/^\d+ s, the last at /)).toBeVisible({ timeout: 90_000 })
    await expect(page.getByText(/^(8|9|10|11|12) s, the last at /)).toBeVisible({ timeout: 30_000 })
    await context.setOffline(false)
    const backAt = performance.now()
    await expect(heard(page)).toBeVisible()
    expect(performance.now() - backAt).toBeLessThan(10_000)
    for (const rendition of ['picture', 'sound'] as const) {
      await expect.poll(async () => (await stored(app, rendition)).length).toBeGreaterThan(25)
      const segments = await stored(app, rendition)
      expect(segments.map(({ seq }) => seq)).toEqual(segments.map((_, index) => index))
      expect([segments[0]?.gaps, segments.at(-1)?.gaps], rendition).toEqual([0, 1])
    }
    expect(refused).toEqual([])
  },
)
