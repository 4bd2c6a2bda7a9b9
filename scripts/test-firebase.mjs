// npm run test:firebase: the tests against the official emulator of Firebase Authentication, where it can run.
import { join } from 'node:path'
import { root, run } from './npm.mjs'

if (process.env.FIREBASE_AUTH_EMULATOR_HOST) {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const report = '--outputFile.json=.reports/firebase.json'
  process.exitCode = await run(process.execPath, [vitest, 'run', '--project', 'firebase', report])
} else {
  console.error(
    'No emulator: npx firebase-tools emulators:exec --only auth --project demo-sit "npm run test:firebase" (docs/identity.md)',
  )
  process.exitCode = 1
}
