// npm run fuzz -- [factor]: the fuzz with ten times (or `factor` times) as many inputs as its tests ask for,
// of which npm test runs a tenth; FUZZ_SEED repeats a run.
import { join } from 'node:path'
import { root, run } from './npm.mjs'

const factor = Number(process.argv[2] ?? 10)
if (!(factor > 0)) {
  console.error('The factor must be a positive number, for example: npm run fuzz -- 10')
  process.exit(1)
}
const seed = process.env.FUZZ_SEED ?? String(Math.floor(Math.random() * 2 ** 31))
console.log(`${factor} times as many inputs, from FUZZ_SEED=${seed}.`)
const minuteMs = 60_000
const vitest = join(root, 'node_modules/vitest/vitest.mjs')
const report = '--outputFile.json=.reports/fuzz.json'
const projects = ['--project', 'server', '--project', 'web']
process.exitCode = await run(process.execPath, [vitest, 'run', ...projects, 'test/fuzz', report], {
  env: { ...process.env, FUZZ_FACTOR: String(factor), FUZZ_SEED: seed },
  timeLimitMs: Math.ceil(factor + 1) * 10 * minuteMs,
})
