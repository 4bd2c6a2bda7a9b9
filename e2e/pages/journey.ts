// The page object of the journey.
import { expect, type Page } from '@playwright/test'
import { journeyStepMs } from '#shared/constants.ts'

export function journeyDialog(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Energy Centers Flow Journey' })
  const tab = page.getByRole('tab', { name: 'Journey' })
  return {
    dialog,
    /** The tab that opens it. */
    tab,
    panel: dialog.getByRole('region', { name: 'Session' }),
    picture: dialog.getByRole('img'),
    slider: dialog.getByRole('slider', { name: 'Session' }),
    /** The live region that announces the last step. */
    announcement: dialog.getByRole('status'),
    button: (name: string) => dialog.getByRole('button', { name, exact: true }),
    /** The current session: 'Session 1 of 3'. */
    session: (name: string) => dialog.getByText(name, { exact: true }),
    /** Opens the journey from a period's screen, by keyboard. */
    open: async (query = '') => {
      await page.goto(`/mood-analytics${query}`)
      await tab.focus()
      await page.keyboard.press('Enter')
      await expect(dialog).toBeVisible()
    },
    /** Pauses the page's clock; from here on only the test advances it. */
    pauseClock: async () => page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000)),
    /** Advances the clock by one session. */
    advanceSession: () => page.clock.fastForward(journeyStepMs),
  }
}
