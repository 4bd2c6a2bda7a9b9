// End-to-end tests in a real browser, against the built product: one journey a file.
import { register } from 'node:module'
import { defineConfig } from '@playwright/test'
import { findBrowser } from './e2e/browser.ts'

register('./scripts/strip-types.mjs', import.meta.url)

const browser = await findBrowser()
const isFull = process.env['TEST_FULL'] !== undefined

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './test/database/database-server.ts',
  testMatch: '**/*.spec.ts',
  // Slow and rare cases, which only `npm run test:full` runs, have this tag in their title.
  ...(isFull ? {} : { grepInvert: /@full\b/ }),
  outputDir: '.reports/e2e',
  // One set of screenshots for all machines: they are compared at 300 px, which hides differences in smoothing.
  snapshotPathTemplate: '{testDir}/{testFileDir}/pictures/{arg}{ext}',
  // As many as cores: with three on two the tests took 6:13 instead of 5:39, and videos stalled.
  workers: 2,
  retries: 0,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  timeout: 120_000,
  // A loaded machine is slow; slowness alone must not fail a test.
  expect: { timeout: 30_000 },
  // Stops a hanging run; a shared machine may take twice the usual time.
  globalTimeout: (isFull ? 50 : 14) * 60_000,
  reporter: [['list'], ['json', { outputFile: '.reports/e2e.json' }]],
  use: {
    browserName: 'chromium',
    launchOptions: browser,
    trace: 'off',
    screenshot: 'only-on-failure',
    locale: 'en-US',
    // Tests can't intercept a service worker's requests; installable.spec.ts allows it.
    serviceWorkers: 'block',
    // Not the product's time zone, so that dates computed in the member's zone fail a test.
    timezoneId: 'Europe/Berlin',
  },
})
