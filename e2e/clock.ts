// Time that a test lets pass instead of waiting for it; for pages whose clock it took over by `page.clock.install()`.
import type { Page } from '@playwright/test'
import type { TestClock } from '#test/clock.ts'

/** Lets time pass on both sides: on the server first, so that what the page then asks for is asked late enough. */
export async function advanceTime(page: Page, clock: TestClock, seconds: number): Promise<void> {
  clock.advance(seconds * 1_000)
  await page.clock.fastForward(seconds * 1_000)
}

/** Settles when the test has heard of everything that the page has asked for so far: what is asked later is heard later. */
export async function flushRequests(page: Page): Promise<void> {
  await page.evaluate(async () => (await fetch('/readyz')).text())
}
