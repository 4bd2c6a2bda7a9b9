// Advances time instead of waiting for it; for pages whose clock the test controls by `page.clock.install()`.
import type { Page } from '@playwright/test'
import type { TestClock } from '#test/clock.ts'

/** Advances both clocks, the server's first, so that the server is never behind the page's requests. */
export async function advanceTime(page: Page, clock: TestClock, seconds: number): Promise<void> {
  clock.advance(seconds * 1_000)
  await page.clock.fastForward(seconds * 1_000)
}

/** Settles when the test has received all requests sent by the page so far; later requests arrive later. */
export async function flushRequests(page: Page): Promise<void> {
  await page.evaluate(async () => (await fetch('/readyz')).text())
}

/** Sets the server's clock, and lets the page read it: as a member comes back to it. */
export async function moveRoomTo(page: Page, clock: TestClock, atMs: number): Promise<void> {
  clock.set(atMs)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await flushRequests(page)
}
