// Going to a screen is over when it is there. An `expect` that comes too early looks again only after half a second.
import type { Page } from '@playwright/test'

/** What never comes is left to the test's own expectations. */
const timeoutMs = 2_000

/** From now on `goto` and `reload` of this page come back when its screen is there, unless told what to wait for. */
export function awaitScreens(page: Page): void {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)]
  page.goto = async (url, options) => {
    const answer = await goto(url, options)
    if (!url.startsWith('about:') && options?.waitUntil === undefined) await waitBriefly(page, isScreenThere)
    return answer
  }
  page.reload = async (options) => {
    const answer = await reload(options)
    if (options?.waitUntil === undefined) await waitBriefly(page, isScreenThere)
    return answer
  }
}

/** Waits until it is so, looking at every frame; not for long. */
export async function waitBriefly(page: Page, isSo: () => boolean): Promise<void> {
  await page.waitForFunction(isSo, undefined, { timeout: timeoutMs }).catch(() => undefined)
}

function isScreenThere(): boolean {
  const text = (document.querySelector('main') ?? document.getElementById('root'))?.textContent ?? ''
  return text.trim() !== '' && !text.includes('Loading')
}
