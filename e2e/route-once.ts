// Temporary request handlers of a test, on a route that stays until the page closes.
import type { Page, Route } from '@playwright/test'

type Url = Parameters<Page['route']>[0]
type Handler = (route: Route) => unknown

/**
 * Responds to requests to a URL until the returned function is called; later requests continue to their original
 * target. The route itself stays: to remove the last one, by `unroute` or `times`, turns interception off. Other
 * requests that it holds then hang forever (microsoft/playwright#41802).
 */
export async function routeUntil(page: Page, url: Url, handler: Handler): Promise<() => void> {
  let isReleased = false
  await page.route(url, async (route) => {
    await (isReleased ? route.fallback() : handler(route))
  })
  return () => {
    isReleased = true
  }
}

/** Responds only to the next request to a URL. */
export async function routeOnce(page: Page, url: Url, handler: Handler): Promise<void> {
  const release = await routeUntil(page, url, (route) => {
    release()
    return handler(route)
  })
}
