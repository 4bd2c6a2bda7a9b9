// The meditation screen at the browser's own size of text: media queries follow it, unlike an enlarged root element.
import { makeSitting } from '#test/data/factories.ts'
import { expect, test } from '../app.ts'
import { expectNoSidewaysScroll } from '../axe.ts'
import { findBrowser } from '../browser.ts'
import { meditationPage } from '../pages/meditation-page.ts'

const browser = await findBrowser()
test.use({
  launchOptions: { ...browser, args: [...browser.args, '--blink-settings=defaultFontSize=32'] },
})

test('[MED-06] with text of twice its size a laptop has one column, a phone on its side too @full', async ({
  page,
  app,
  signInAs,
}) => {
  await makeSitting(app, { inMs: 600_000 })
  await signInAs('mia')
  const { open, player } = meditationPage(page)
  for (const [width, height] of [
    [1_280, 800],
    [844, 390],
  ] as const) {
    await page.setViewportSize({ width, height })
    await open()
    const picture = await player.boundingBox()
    expect.soft(picture?.width, `${width}x${height}`).toBe(width)
    await expectNoSidewaysScroll(page)
  }
})
