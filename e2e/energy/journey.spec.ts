// The journey in a real browser: played by keyboard to its end, and on all screen shapes in both themes.
import { createHistoryDay } from '#test/data/energy-history.ts'
import { expect, test } from '../app.ts'
import { expectAccessibleInBothThemes } from '../axe.ts'
import { journeyDialog } from '../pages/journey.ts'
import { seedHistory } from '../seed-history.ts'

const days = [
  createHistoryDay('2026-10-31', { before: 0, after: 3, minutes: 95 }),
  createHistoryDay('2026-11-16', {
    before: 3,
    after: 6,
    beforeComment: 'W'.repeat(500),
    afterComment: 'A word of thanks. '.repeat(27),
  }),
  createHistoryDay('2026-11-19', { before: 1, after: 5, minutes: 24, afterComment: 'Room in my chest.' }),
  createHistoryDay('2026-11-21', { after: 4 }),
]

test('[JRNY-01, JRNY-04, JRNY-07] keyboard navigation steps through the sessions of a week and returns to the start @full', async ({
  page,
  app,
  signInAs,
}) => {
  await seedHistory(app, (await signInAs('mia')).userId, days)
  const journey = journeyDialog(page)
  await page.clock.install()
  await journey.open()
  await expect(journey.button('Play')).toBeFocused()
  await expect(journey.session('Session 1 of 3')).toBeVisible()
  await journey.pauseClock()

  await page.keyboard.press('Space')
  await expect(journey.button('Pause')).toBeFocused()
  await journey.advanceSession()
  await expect(journey.session('Session 2 of 3')).toBeVisible()
  await expect(journey.picture).toHaveAccessibleName(
    /Thursday, November 19: your energy rose from Root to Th/,
  )
  await expect(journey.panel.getByText('+4 levels')).toBeVisible()
  await journey.advanceSession()
  await expect(journey.session('Session 3 of 3')).toBeVisible()
  await expect(journey.panel.getByRole('heading', { name: 'Today' })).toBeVisible()
  await expect(journey.button('Next session')).toBeDisabled()
  await journey.advanceSession()
  await expect(journey.session('Session 1 of 3')).toBeVisible()
  await expect(journey.button('Play')).toBeFocused()
  await expect(journey.announcement).toBeEmpty()

  await page.keyboard.press('ArrowRight')
  await expect(journey.announcement).toHaveText(/^Session 2 of 3, .* rose from Root to Throat\.$/)
  await page.keyboard.press('Home')
  await expect(journey.session('Session 1 of 3')).toBeVisible()
  for (const stop of [
    journey.button('Next session'),
    journey.panel,
    journey.button('Close'),
    journey.slider,
  ]) {
    await page.keyboard.press('Tab')
    await expect(stop).toBeFocused()
  }
  await page.keyboard.press('End')
  await expect(journey.slider).toHaveAttribute('aria-valuetext', 'Session 3 of 3, Today')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(journey.session('Session 1 of 3')).toBeVisible()

  // One Escape closes the journey, even while a control's tooltip is open.
  await expect(page.getByRole('tooltip')).toHaveText(/Restart/)
  await page.clock.resume()
  await page.keyboard.press('Escape')
  await expect(journey.dialog).toBeHidden()
  await expect(journey.tab).toBeFocused()
})

test('[JRNY-01, JRNY-06] the dialog fits every screen, respects reduced motion, and axe finds no issues @full', async ({
  page,
  app,
  signInAs,
}) => {
  await seedHistory(app, (await signInAs('mia')).userId, days)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const journey = journeyDialog(page)
  await journey.open('?week=-6')
  await expect(journey.dialog.getByText('No session data available')).toBeVisible()
  await expect(journey.button('Close')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(journey.dialog).toBeHidden()

  await journey.open('?period=all')
  await journey.button('Next session').click()
  await expect(journey.panel.getByText(/W{500}/)).toBeAttached()
  for (const size of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size)
    await expectAccessibleInBothThemes(page, `at ${size.width}`)
  }
  for (const size of [
    { width: 320, height: 640 },
    { width: 844, height: 390 },
    { width: 820, height: 1180 },
  ]) {
    await page.setViewportSize(size)
    const what = `${size.width}×${size.height}`
    for (const name of ['Close', 'Restart', 'Previous session', 'Play', 'Next session']) {
      await expect(journey.button(name), `${name} at ${what}`).toBeInViewport({ ratio: 1 })
      const { width, height } = (await journey.button(name).boundingBox()) ?? { width: 0, height: 0 }
      expect(Math.min(width, height), `${name} at ${what}`).toBeGreaterThanOrEqual(44)
    }
    await expect(journey.session('Session 2 of 4'), what).toBeInViewport()
    const spill = await journey.dialog.evaluate((dialog) =>
      [dialog, ...dialog.querySelectorAll('*')]
        .filter((element) => element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 1)
        .map((element) => element.getAttribute('class')),
    )
    expect(spill, what).toEqual([])
  }
})
