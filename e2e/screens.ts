// Makes navigation wait for the screen: an `expect` that runs too early retries only after half a second.
import type { Page } from '@playwright/test'

/** After this, the test's own expectations report a missing screen. */
const timeoutMs = 2_000

/** Makes `goto` and `reload` of this page resolve when its screen is shown, unless `waitUntil` is given. */
export function awaitScreens(page: Page): void {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)]
  page.goto = async (url, options) => {
    const response = await goto(url, options)
    if (!url.startsWith('about:') && options?.waitUntil === undefined)
      await waitBriefly(page, isScreenVisible)
    return response
  }
  page.reload = async (options) => {
    const response = await reload(options)
    if (options?.waitUntil === undefined) await waitBriefly(page, isScreenVisible)
    return response
  }
}

/** Waits until `isSo`, checking at every frame, for a short time at most. */
export async function waitBriefly(page: Page, isSo: () => boolean): Promise<void> {
  await page.waitForFunction(isSo, undefined, { timeout: timeoutMs }).catch(() => undefined)
}

function isScreenVisible(): boolean {
  const text = (document.querySelector('main') ?? document.getElementById('root'))?.textContent ?? ''
  return text.trim() !== '' && !text.includes('Loading')
}
