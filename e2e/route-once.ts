// Requests that are answered by the test for a while, through a route that stays to the end of the page.
import type { Page, Route } from '@playwright/test'

type Url = Parameters<Page['route']>[0]
type Handler = (route: Route) => unknown

/**
 * Answers the requests to an address until the function it gives back is called; from then on they go where they would
 * have gone. The route itself stays: ending the last one, by `unroute` or `times`, turns interception off while other
 * requests of the page are held by it, and those hang for ever (microsoft/playwright#41802).
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

/** Answers the next request to an address, and only that one. */
export async function routeOnce(page: Page, url: Url, handler: Handler): Promise<void> {
  const release = await routeUntil(page, url, (route) => {
    release()
    return handler(route)
  })
}
