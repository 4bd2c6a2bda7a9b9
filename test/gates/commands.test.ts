// Gate: the commands of the README do what it says of them.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')
const testScript = join(root, 'scripts/test.mjs')

test('[OPS-02] npm test runs every kind of check, and ends with what passed and failed', async () => {
  const all = await run(process.execPath, [testScript, 'nothing'], { cwd: root }).catch(
    (error: unknown) => error,
  )
  const { stderr } = all as { stderr: string }
  expect(stderr.trim()).toBe(
    'There is no nothing; there are format:check, lint, types, arch, dead, build, test:unit, test:e2e, test:gates.',
  )
  const { stdout } = await run(process.execPath, [testScript, 'types'], { cwd: root })
  expect(stdout.trim().split('\n').at(-1)).toBe('1 passed, 0 failed')
}, 60_000)
