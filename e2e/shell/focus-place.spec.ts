// What the keyboard goes to is scrolled out from behind what stays at the top of the window.
import type { Locator, Page } from '@playwright/test'
import { makeSitting } from '#test/data/factories.ts'
import { expect, test } from '../app.ts'
import { meditationPage } from '../pages/meditation-page.ts'
import { referralsScreen } from '../pages/referrals.ts'

/** Goes back by keyboard to a control that the page has scrolled behind `above`, and expects its ring below that. */
async function expectRingBelow(page: Page, above: Locator, { from, to }: Record<'from' | 'to', Locator>) {
  const bottomOf = async (part: Locator) => {
    const { y = 0, height = 0 } = (await part.boundingBox()) ?? {}
    return y + height
  }
  await from.focus()
  await page.evaluate(
    (px) => window.scrollBy({ top: px, behavior: 'instant' }),
    (await bottomOf(to)) - (await bottomOf(above)),
  )
  expect(await bottomOf(to)).toBeLessThan((await bottomOf(above)) + 1)
  await page.keyboard.press('Shift+Tab')
  await expect(to).toBeFocused()
  const ringTop = async () => ((await to.boundingBox())?.y ?? 0) - 4
  await expect.poll(ringTop).toBeGreaterThanOrEqual(await bottomOf(above))
}

test('[SHELL-48] what the keyboard goes to isn’t behind the bar, nor behind a narrow screen’s picture', async ({
  page,
  app,
  signInAs,
}) => {
  await page.setViewportSize({ width: 820, height: 800 })
  await makeSitting(app, { inMs: 600_000 })
  await signInAs('mia')
  const { copy, share, open } = referralsScreen(page)
  await open()
  await expectRingBelow(page, page.getByRole('banner'), { from: copy, to: share })
  const { player, open: openRoom } = meditationPage(page)
  await openRoom()
  const help = (name: string) => page.getByRole('button', { name })
  await expectRingBelow(page, player, { from: help('Technical help'), to: help('I am not well') })
})

test('[SHELL-48, HELP-01] on a phone no part of an opened help is behind the picture', async ({
  page,
  app,
  signInAs,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await makeSitting(app, { inMs: 600_000 })
  await signInAs('mia')
  await meditationPage(page).open()
  await page.getByRole('button', { name: 'I am not well' }).click()
  const help = page.getByRole('form', { name: 'I am not well' })
  for (const part of [help.getByRole('button', { name: 'Close' }), help.getByRole('textbox')]) {
    await expect(part).toBeInViewport({ ratio: 1 })
    expect(await part.evaluate(isOnTop)).toBe(true)
  }
})

function isOnTop(element: HTMLElement): boolean {
  const { x, y, width, height } = element.getBoundingClientRect()
  return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
}
