// The meditation screen and the week at the browser's own size of text: media queries follow it, unlike an enlarged root element.
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

test('[PLAN-03] with text of twice its size a phone shows all days of the week’s line, without scrolling sideways @full', async ({
  page,
  meditation,
  signInAs,
}) => {
  await meditation({ scheduledTime: '19:00', sitting: { together: true } })
  await signInAs('mia')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/week')
  const line = page.getByRole('list', { name: 'Coming days' })
  const days = line.getByRole('button')
  await expect(days).toHaveCount(7)
  await expectNoSidewaysScroll(page)
  expect(await line.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  expect(
    await days.evaluateAll(
      (all) => all.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length,
    ),
  ).toBe(0)
})
