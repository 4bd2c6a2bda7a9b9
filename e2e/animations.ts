// Waits until a page's animations have finished.
import type { Page } from '@playwright/test'

/** Settles when no animation runs: colours in the middle of a fade aren't the final ones. */
export async function waitForAnimations(page: Page): Promise<void> {
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        // The others follow the scroll position and never finish.
        .filter(({ timeline }) => timeline === document.timeline)
        // One that awaits its moment of the room clock has no effect until then.
        .filter(({ effect }) => effect?.getComputedTiming().progress !== null)
        .map(({ finished }) => finished),
    ),
  )
}
