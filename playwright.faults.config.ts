// The tests that let parts of a running community die, for as long as one likes: they run against the built product.
import { defineConfig } from '@playwright/test'

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.faults.ts',
  outputDir: '.reports/faults',
  workers: 1,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  timeout: 120_000,
  // A loaded machine is slow, not wrong.
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json', { outputFile: '.reports/faults.json' }]],
})
