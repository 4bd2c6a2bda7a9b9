// Frames of a sitting, moment by moment, to look at (npm run frames): .reports/frames.
import { register } from 'node:module'
import { defineConfig } from '@playwright/test'
import { findBrowser } from './e2e/browser.ts'

register('./scripts/strip-types.mjs', import.meta.url)

const browser = await findBrowser()

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.frames.ts',
  globalSetup: './test/database/database-server.ts',
  outputDir: '.reports/frames-run',
  workers: 1,
  retries: 0,
  // Their moments pass in slow motion.
  timeout: 900_000,
  expect: { timeout: 30_000 },
  use: {
    browserName: 'chromium',
    launchOptions: browser,
    locale: 'en-US',
    timezoneId: 'America/Chicago',
    serviceWorkers: 'block',
  },
  reporter: 'list',
})
