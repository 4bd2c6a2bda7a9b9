// Fault injection tests (npm run test:faults), against the built product.
import { register } from 'node:module'
import { defineConfig } from '@playwright/test'
import { findBrowser } from './e2e/browser.ts'

register('./scripts/strip-types.mjs', import.meta.url)

const browser = await findBrowser()
// Set once for all processes of a run; test titles contain it.
process.env['FAULTS_SEED'] ??= String(Date.now() % 100_000)

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.faults.ts',
  globalSetup: './test/database/database-server.ts',
  outputDir: '.reports/faults',
  workers: 1,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  timeout: 120_000,
  // A loaded machine is slow; slowness alone must not fail a test.
  expect: { timeout: 30_000 },
  use: {
    browserName: 'chromium',
    launchOptions: browser,
    locale: 'en-US',
    timezoneId: 'Europe/Berlin',
    serviceWorkers: 'block',
  },
  reporter: [['list'], ['json', { outputFile: '.reports/faults.json' }]],
})
