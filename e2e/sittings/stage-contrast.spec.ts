// Every text of a staged sitting can be read, wherever it lies: measured from pixels, at three sizes in both themes.
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { makeSitting } from '#test/data/factories.ts'
import { joinLive } from '#test/live/live-client.ts'
import { hostFields, signIn } from '#test/people/people.ts'
import { makeLiveSitting } from '#test/streams/live-sitting.ts'
import { sceneHorizon } from '#web/ui/dawn-scene.tsx'
import { finishAnimations } from '../animations.ts'
import { expect, test } from '../app.ts'
import { switchTheme } from '../axe.ts'
import { moveRoomTo } from '../clock.ts'
import { meditationPage } from '../pages/meditation-page.ts'
import { measureContrast } from '../text-contrast.ts'

const sizes = [
  [1440, 900],
  [844, 390],
  [360, 640],
] as const

/** Once nothing moves, or at once. */
async function expectReadable(page: Page, moment: string, { isMoving = false } = {}): Promise<void> {
  for (const theme of ['dark', 'light'] as const) {
    await switchTheme(page, theme)
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height })
      if (!isMoving) await finishAnimations(page)
      const { tooLow, lowest } = await measureContrast(page)
      const what = `${moment}, ${theme}, ${width}x${height}`
      test.info().annotations.push({ type: 'lowest', description: `${what}: ${lowest}` })
      expect.soft(tooLow, what).toEqual([])
    }
  }
}

/** The brightest film that a bar could lie on. */
const whiteFilm = (video: HTMLVideoElement) => {
  video.style.background = 'white'
  video.style.objectPosition = '-9999px'
}

test('[STAGE-01, SHELL-39] every text of a staged sitting has a contrast of 4.5:1 on what is below it @full', async ({
  page,
  app,
  signInAs,
}) => {
  test.setTimeout(600_000)
  const sitting = await makeSitting(app, {
    inMs: 600_000,
    gatherSeconds: 60,
    bellSeconds: 20,
    silenceMinutes: 3,
  })
  for (const name of ['Ana Ribeiro', 'Tobias Berg', 'Ines Moreau'])
    await joinLive(app, await signIn(app, name, { name }), app.calendar.today())
  await signInAs('mia')
  const { open, control, player } = meditationPage(page)
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const moveTo = (atMs: number) => moveRoomTo(page, app.clock, atMs)
  await open()
  await expectReadable(page, 'the doors')
  await control('Take your seat').click()
  await moveTo(sitting.gatherAt + 1_000)
  await expectReadable(page, 'the gathering')

  await moveTo(sitting.startsAt + 100)
  await expect(player.getByText('The bell', { exact: true })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-lights', 'dark')
  // The row is there.
  await expect.poll(() => app.clock.now()).toBeGreaterThan(sitting.startsAt + 7_000)
  await expectReadable(page, 'the bell', { isMoving: true })

  await moveTo(sitting.videoAt + 20_000)
  await expect(player.locator('video')).toBeVisible()
  await player.locator('video').evaluate(whiteFilm)
  await page.keyboard.press('Tab')
  await expect(button('Lights up')).toBeVisible()
  await button('Lights up').focus()
  await expectReadable(page, 'the sitting, with its bar')
  await button('Show the chat').click()
  await expectReadable(page, 'the chat')
  await button('Hide the chat').first().click()
  await button('I am not well').click()
  await expect(page.getByRole('toolbar', { name: 'Lights down' })).toHaveCSS('clip-path', 'inset(50%)')
  await expectReadable(page, 'not well')
  await button('Close').first().click()
  await button('Technical help').click()
  await expectReadable(page, 'technical help')
  await button('Close').first().click()
  await player.press('k')
  await expect(page.getByText('At your own pace')).toBeVisible()
  await expectReadable(page, 'paused')
  await button('Rejoin the group').click()

  await moveTo(sitting.sharingAt - 100_000)
  await expect(player.getByText(/^In silence until/)).toBeVisible()
  await expectReadable(page, 'the silence')

  await moveTo(sitting.sharingAt + 4_500)
  await expect(player.getByText('You sat with 3 others.').first()).toBeVisible()
  await expectReadable(page, 'the end')
  const row = player.getByRole('group', { name: 'How are you leaving?' })
  await row.getByRole('button', { name: /^Heart/ }).click()
  await expectReadable(page, 'the first After')
  await control('Save').click()
  await expectReadable(page, 'the After')
  await expect(control('Thank everyone')).toBeVisible()
  await expectReadable(page, 'the room')
  await control('To the sharing').click()
  await expectReadable(page, 'the sharing')
  await moveTo(sitting.endsAt - 30_000)
  await expectReadable(page, 'the last minute')
  await moveTo(sitting.endsAt + 60_000)
  await expect(player.getByRole('heading', { name: /^You sat (?!today)/ })).toBeVisible()
  await expectReadable(page, 'the day after it')
})

test('[LIGHT-02, STREAM-13] captions on the picture are read without a ground of their own @full', async ({
  page,
  app,
  signInAs,
}) => {
  const { userId } = await signIn(app, 'hana', hostFields)
  await makeLiveSitting(app, { hostId: userId, inMs: 600_000 })
  await signInAs('mia')
  const { open, control, player } = meditationPage(page)
  await open()
  await expect(player.getByText('Hana’s picture comes here')).toBeVisible()
  await expectReadable(page, 'before the seat')
  await control('Take your seat').click()
  await expectReadable(page, 'at the seat')
})

test('[LIGHT-02] behind the words of an ending the water keeps its colors: the scrim ends at the horizon @full', async ({
  page,
  app,
  signInAs,
}) => {
  app.clock.set('2026-11-22T01:10:00.000Z')
  const sitting = await makeSitting(app, { inMs: 600_000 })
  await signInAs('mia')
  const { open, player, control, continueToLevels } = meditationPage(page)
  await open()
  await control('Take your seat').click()
  await moveRoomTo(page, app.clock, sitting.sharingAt)
  await continueToLevels()
  await finishAnimations(page)
  const box = await player.boundingBox()
  if (!box) throw new Error('No picture.')
  const x = Math.round(box.x + 200)
  const y = Math.round(box.y + box.height * sceneHorizon + 15)
  const colorThere = async () => {
    const png = await page.screenshot({ clip: { x, y, width: 1, height: 1 } })
    return [...(await sharp(png).removeAlpha().raw().toBuffer())]
  }
  const withScrim = await colorThere()
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('.ending-scrim::before { display: none }')
    document.adoptedStyleSheets.push(sheet)
  })
  const without = await colorThere()
  const differences = withScrim.map((value, channel) => Math.abs(value - (without[channel] ?? 0)))
  expect(Math.max(...differences)).toBeLessThan(6)
})
