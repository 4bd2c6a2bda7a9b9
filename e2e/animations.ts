// Waiting until a page has come to rest.
import type { Page } from '@playwright/test'

/** Settles when nothing fades any more: colours in the middle of a fade are not what stays. */
export async function waitForAnimations(page: Page): Promise<void> {
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)))
}
