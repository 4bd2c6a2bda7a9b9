// The tests in a real browser: they run against the built product, one journey a file.
import { defineConfig } from '@playwright/test'
import { findBrowser } from './e2e/browser.ts'

const browser = await findBrowser()

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './test/database-server.ts',
  testMatch: '**/*.spec.ts',
  outputDir: '.reports/e2e',
  // One picture for every machine: they are compared small enough for that.
  snapshotPathTemplate: '{testDir}/pictures/{arg}{ext}',
  workers: 2,
  retries: 0,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  timeout: 60_000,
  // A loaded machine is slow, not wrong.
  expect: { timeout: 15_000 },
  // What hangs ends; a shared machine may take twice the usual time.
  globalTimeout: 14 * 60_000,
  reporter: [['list'], ['json', { outputFile: '.reports/e2e.json' }]],
  use: {
    browserName: 'chromium',
    launchOptions: browser,
    trace: 'off',
    screenshot: 'only-on-failure',
    locale: 'en-US',
    // What a worker fetches no test could hold back or answer; installable.spec.ts lets it in.
    serviceWorkers: 'block',
    // Not the product's own zone: a page that reckoned by the member's clock would show it.
    timezoneId: 'Europe/Berlin',
  },
})
