// The fixture of the browser tests: the built pages, served by a test server whose clock the test sets.
import '#test/english.ts'
import 'temporal-polyfill/global'
import { join } from 'node:path'
import { test as base, type BrowserContext, type Page } from '@playwright/test'
import { parseRanges } from '#server/addresses/address-ranges.ts'
import { startTestApp, type TestApp } from '#test/app.ts'
import { createTickingClock, type TestClock } from '#test/clock.ts'
import { testZone } from '#test/community-days.ts'
import { makeMeditation } from '#test/data/factories.ts'
import { personFields, signIn, type TestUser } from '#test/people/people.ts'
import { awaitScreens } from './screens.ts'

type Role = keyof typeof personFields

export interface Fixtures {
  /** The zone of the community, set with `test.use`; by default that of the run. */
  zone: string
  /** The built pages, set with `test.use`: those of a language alone, for example. */
  webDir: string
  /** The server's clock; noon of Saturday, 21 November 2026 in the community, and ticking, until the test sets it. */
  clock: TestClock
  /** A server with its own database, empty except for the stock pictures. */
  app: TestApp
  /**
   * Inserts one of the shared people and signs the browser in as them. The test's page is left before it changes accounts:
   * calls of the earlier member would be refused.
   */
  signInAs: (role: Role, context?: BrowserContext) => Promise<TestUser>
  /** Inserts a meditation, today's by default. */
  meditation: (facts?: Parameters<typeof makeMeditation>[1]) => Promise<number>
  /**
   * Allows console messages that would otherwise fail the test, including those of failed requests, 'status of
   * 4..'.
   */
  expectConsole: (pattern: RegExp) => void
  /** Applies the fixture's console and screen checks to a page of another context. */
  watch: (page: Page) => Promise<void>
}

export const webDir = join(import.meta.dirname, '../dist/web')

export const test = base.extend<Fixtures & { console: { expected: RegExp[]; found: string[] } }>({
  zone: [testZone, { option: true }],
  webDir: [webDir, { option: true }],
  clock: async ({}, use) => use(createTickingClock()),
  app: async ({ clock, zone, webDir }, use) => {
    const app = await startTestApp({
      clock,
      zone,
      webDir,
      config: { limitsExempt: parseRanges('127.0.0.0/8') },
    })
    await use(app)
    await app.close()
  },
  baseURL: async ({ app }, use) => use(app.url),
  signInAs: async ({ app, context, page }, use) => {
    let isSignedIn = false
    await use(async (role, target = context) => {
      if (target === context) {
        if (isSignedIn) await page.goto('about:blank')
        isSignedIn = true
      }
      const user = await signIn(app, role, personFields[role])
      const [name = '', value = ''] = user.cookie.split('=')
      await target.addCookies([{ name, value, url: app.url, httpOnly: true, sameSite: 'Lax' }])
      return user
    })
  },
  meditation: async ({ app }, use) => use((facts) => makeMeditation(app, facts)),
  console: [
    async ({ page }, use) => {
      const guard = { expected: [] as RegExp[], found: [] as string[] }
      await watchConsole(page, guard.found)
      await use(guard)
      const unexpected = guard.found.filter((line) => !guard.expected.some((pattern) => pattern.test(line)))
      base.expect(unexpected, 'unexpected messages in the console').toEqual([])
    },
    { auto: true },
  ],
  expectConsole: async ({ console }, use) => use((pattern) => void console.expected.push(pattern)),
  watch: async ({ console }, use) => use(async (page) => watchConsole(page, console.found)),
})

export const { expect } = test

async function watchConsole(page: Page, found: string[]): Promise<void> {
  awaitScreens(page)
  page.on('console', (message) => {
    if (!['error', 'warning'].includes(message.type())) return
    // Where a test blocks the service worker, Playwright logs this message.
    if (message.text() === 'Service Worker registration blocked by Playwright') return
    // The page was closed, or its clock jumped, while its socket was opening.
    if (message.text().endsWith('WebSocket is closed before the connection is established.')) return
    found.push(`${message.type()}: ${message.text()}`)
  })
  page.on('pageerror', (error) => found.push(`uncaught: ${error.message}`))
  // A navigation that starts before the browser has confirmed the script loads a page without it.
  await page.addInitScript(reportCspViolations)
}

/** Runs in the page: turns violations of our own CSP header into console errors in every browser (T31). */
function reportCspViolations(): void {
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) =>
    // oxlint-disable-next-line no-console -- what the fixture listens to
    console.error(`policy: ${violatedDirective} forbids ${blockedURI} in ${sourceFile}`),
  )
}
