// The journey as a member plays it.
import { expect, type Page } from '@playwright/test'
import { journeyStepMs } from '#shared/constants.ts'

export function journeyDialog(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Energy Centers Flow Journey' })
  const tab = page.getByRole('tab', { name: 'Journey' })
  return {
    dialog,
    /** What opens it. */
    tab,
    panel: dialog.getByRole('region', { name: 'Session' }),
    picture: dialog.getByRole('img'),
    slider: dialog.getByRole('slider', { name: 'Session' }),
    /** What was told of the last step. */
    told: dialog.getByRole('status'),
    button: (name: string) => dialog.getByRole('button', { name, exact: true }),
    /** The session that is shown: 'Session 1 of 3'. */
    session: (name: string) => dialog.getByText(name, { exact: true }),
    /** From a period's screen, by keyboard. */
    open: async (query = '') => {
      await page.goto(`/mood-analytics${query}`)
      await tab.focus()
      await page.keyboard.press('Enter')
      await expect(dialog).toBeVisible()
    },
    /** From here on time passes only when the test lets it. */
    holdClock: async () => page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000)),
    /** The time of one session passes. */
    passSession: () => page.clock.fastForward(journeyStepMs),
  }
}
