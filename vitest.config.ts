// Test projects, split like the tsconfigs: one per runtime.
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const never = ['**/node_modules/**', 'dist/**']
// Slow cases, which only `npm run test:full` runs, have this tag in their titles.
const fullSet = process.env['TEST_FULL'] === undefined ? { testNamePattern: /^(?!.*@full\b)/ } : {}

// More room for young objects: collecting them took an eighth of the time of the screens' tests, a sixth of the rules'.
const execArgv = ['--max-semi-space-size=64']

// It reads its files as the browser does. A change of environment amid the server tests would load all modules once more.
const csvFuzz = 'test/fuzz/csv.test.ts'

// A loaded machine is slow; slowness alone must not fail a test.
const patience = { poll: { timeout: 15_000 } }

export default defineConfig({
  test: {
    // Small machines have two cores, and the browser tests run at the same time.
    maxWorkers: 2,
    // The gates, which run after the tests, need not transform all contracts again.
    experimental: { fsModuleCache: true },
    ...fullSet,
    reporters: ['default', 'json'],
    outputFile: { json: '.reports/vitest.json' },
    projects: [
      {
        test: {
          name: 'core',
          execArgv,
          expect: patience,
          environment: 'node',
          isolate: false,
          include: ['src/shared/**/*.test.ts', 'src/features/*/*.test.ts'],
          exclude: never,
          setupFiles: ['test/setup-core.ts'],
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'server',
          execArgv,
          expect: patience,
          environment: 'node',
          // Each file starts its own server; reloading all modules for each file took a third of the time.
          isolate: false,
          include: [
            'src/server/**/*.test.ts',
            'src/features/*/server/**/*.test.ts',
            'src/app/server/**/*.test.ts',
            'test/gates/*.test.ts',
            'test/suites/**/*.test.ts',
            'test/fuzz/*.test.ts',
          ],
          exclude: [...never, csvFuzz],
          setupFiles: ['test/setup-server.ts'],
          globalSetup: ['test/database/database-server.ts'],
          // The browser tests share the cores; `npm run fuzz` tries more inputs.
          testTimeout: Math.max(60_000, Number(process.env['FUZZ_FACTOR'] ?? 0) * 60_000),
          hookTimeout: 60_000,
        },
      },
      {
        // Reads the results of the other projects, so it runs after all of them.
        test: {
          name: 'gates',
          environment: 'node',
          include: ['test/gates/after/*.test.ts'],
          exclude: never,
          setupFiles: ['test/setup-core.ts'],
        },
      },
      {
        // Not in the default run: it needs the official emulator (npm run test:firebase).
        test: {
          name: 'firebase',
          environment: 'node',
          include: ['test/emulator/*.test.ts'],
          exclude: never,
          setupFiles: ['test/setup-server.ts'],
          globalSetup: ['test/database/database-server.ts'],
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'web',
          execArgv,
          expect: patience,
          environment: 'happy-dom',
          isolate: false,
          include: [
            'src/web/**/*.test.{ts,tsx}',
            'src/features/*/web/**/*.test.{ts,tsx}',
            'src/app/web/**/*.test.{ts,tsx}',
            csvFuzz,
          ],
          exclude: never,
          setupFiles: ['test/setup-web.ts'],
          testTimeout: 20_000,
        },
      },
    ],
  },
})
