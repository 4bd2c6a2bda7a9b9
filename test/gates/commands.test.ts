// Gate: the commands of the README work as described.
import { execFile } from 'node:child_process'
import { readFileSync, statSync, utimesSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { freePort, spawnServer, createDataDir } from '#test/nodes/server-process.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')
const testScript = join(root, 'scripts/test.mjs')

test('[OPS-02] npm test lists every kind of check, and ends with the passed and failed counts', async () => {
  const all = await run(process.execPath, [testScript, 'nothing'], { cwd: root }).catch(
    (error: unknown) => error,
  )
  const { stderr } = all as { stderr: string }
  expect(stderr.trim()).toBe(
    'Unknown check: nothing. Known checks: test:unit, lint, format:check, arch, dead, build, test:e2e, test:server, test:gates.',
  )
  // Only the counts: in place of npm, a program that ends with this code.
  const fakeNpm = join(await mkdtemp(join(tmpdir(), 'stillwater-npm-')), 'npm.js')
  for (const [code, counts] of [
    [0, '1 passed, 0 failed'],
    [3, '0 passed, 1 failed'],
  ] as const) {
    await writeFile(fakeNpm, `process.exit(${code})`)
    const env = { ...process.env, npm_execpath: fakeNpm }
    const ended = await run(process.execPath, [testScript, 'format:check'], { cwd: root, env }).then(
      ({ stdout }) => ({ stdout, code: 0 }),
      (error: unknown) => error as { stdout: string; code: number },
    )
    expect([ended.code, ended.stdout.trim().split('\n').at(-1)]).toEqual([code === 0 ? 0 : 1, counts])
  }
  await rm(dirname(fakeNpm), { recursive: true })
}, 60_000)

test('[OPS-03] npm run dev serves pages and calls, and reloads after a change @full', async () => {
  const { dataDir, remove } = await createDataDir()
  const [port, webPort] = [String(await freePort()), String(await freePort())]
  const dev = spawnServer(
    { PORT: port, WEB_PORT: webPort, DATA_DIR: dataDir, SEED: 'none' },
    'scripts/dev.mjs',
  )
  const source = join(root, 'src/server/config/error.ts')
  const { atime, mtime } = statSync(source)
  const pollOptions = { timeout: 60_000, interval: 100 }
  const starts = () => dev.output().split(`Stillwater is open at http://127.0.0.1:${webPort}`).length - 1
  try {
    await expect.poll(starts, pollOptions).toBe(1)
    expect(dev.output()).toContain(`Open http://127.0.0.1:${webPort}`)
    const read = (path: string) => fetch(`http://127.0.0.1:${webPort}${path}`).catch(() => null)
    await expect.poll(async () => (await read('/'))?.status, pollOptions).toBe(200)
    expect(await (await read('/'))?.text()).toContain('<div id="root">')
    // The dev server proxies calls to the server.
    expect((await read('/api/auth/session'))?.status).toBe(401)
    utimesSync(source, new Date(), new Date())
    await expect.poll(starts, pollOptions).toBeGreaterThan(1)
    expect(await dev.stop()).toBe(0)
  } finally {
    utimesSync(source, atime, mtime)
    await dev.stop()
    await remove()
  }
}, 120_000)

test('[OPS-03] npm run check and npm run bench list their parts for an unknown one', async () => {
  const outputOf = async (...words: string[]) =>
    run(process.execPath, [...words, 'nothing'], { cwd: root }).then(
      () => 'nothing wrong',
      (error: unknown) => (error as { stderr: string }).stderr,
    )
  expect(await outputOf('scripts/check.mjs')).toContain(
    'Unknown check: nothing. Known checks: test:unit, lint, format:check, arch',
  )
  expect(await outputOf('--import', 'tsx', 'scripts/bench/room.mjs')).toContain(
    'Unknown part: nothing. Parts: fan-out',
  )
  // npm test adds only the installation to the check.
  const imported = [...readFileSync(testScript, 'utf8').matchAll(/import.*'(.*)'/g)].map(([, from]) => from)
  expect(imported).toEqual(['./node-version.mjs', './npm.mjs', './check.mjs'])
  expect(readFileSync(join(root, '.ci/run'), 'utf8').trimEnd()).toMatch(/\nexec npm test$/)
}, 60_000)

const reportScript = `
  const { createReport } = await import('./scripts/bench/room/report.mjs')
  const report = createReport(console.log)
  report.startSection('Trial')
  for (const of of ['value', 'ratio'])
    report.addRow({ what: 'A response', unit: 'ms', ours: 9_000, reference: 30, target: { of, good: 1, pass: 2 } })
  console.log(report.verdict())`

test('[OPS-03] the benchmark prints ratios, and a missed target doesn’t change its exit code', async () => {
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', reportScript], { cwd: root })
  const [byValue, byRatio, summary] = stdout.trim().split('\n').slice(-3)
  for (const row of [byValue, byRatio]) expect(row).toMatch(/9.?000 ms\s+of 30\.0 ms = 300\.00 .*FAILS$/)
  expect(summary).toContain('2 fail')
  // The exit code is nonzero only for a failed part, an unknown part or an unsupported machine.
  const bench = readFileSync(join(root, 'scripts/bench/room.mjs'), 'utf8')
  expect([...bench.matchAll(/exitCode = \d/g)].map(([text]) => text)).toEqual([
    'exitCode = 2',
    'exitCode = 1',
  ])
  expect(bench).not.toMatch(/exit.*verdict|verdict.*exit/)
})
