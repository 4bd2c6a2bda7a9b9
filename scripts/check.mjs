// npm run check: runs every check; the last line is 'N passed, N failed' over all of them. npm run test:full also
// runs the slow tests: those that TEST_FULL adds to the steps of both, and some steps of its own.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { npm, root } from './npm.mjs'

/** @typedef {{ passed: number, failed: number, skipped: number, failures?: string[] }} Count */
/** @typedef {{ script: string, args?: string[], limitMs: number, count?: () => Count, env?: Record<string, string>, niceness?: number }} Step */

const minuteMs = 60_000
const failureLinesMax = 12
// The limits of time end what hangs: on a busy machine, steps with a niceness take several times as long.
/** Of steps that wait for nothing: they take what the others leave, or a sixth of their share of a busy core. */
const fillingNiceness = 8
/**
 * They read the sources only. The linter checks the types, too, of the same programs.
 * @type {Step[]}
 */
const staticChecks = [
  { script: 'lint', limitMs: 30 * minuteMs, niceness: fillingNiceness },
  { script: 'format:check', limitMs: 15 * minuteMs, niceness: fillingNiceness },
  { script: 'arch', limitMs: 15 * minuteMs, niceness: fillingNiceness },
  { script: 'dead', limitMs: 15 * minuteMs, niceness: fillingNiceness },
]
/** @type {Step[]} */
const englishBuild = [{ script: 'build', args: ['--language', 'en'], limitMs: 3 * minuteMs }]
/**
 * All languages, and the pseudo-language, whose texts are longer, in both directions.
 * @type {Step[]}
 */
const fullBuild = [
  { script: 'build', limitMs: 6 * minuteMs },
  { script: 'build', args: ['--language', 'en-XA', '--out', 'dist/pseudo'], limitMs: 3 * minuteMs },
  {
    script: 'build',
    args: ['--language', 'en-XA', '--direction', 'rtl', '--out', 'dist/pseudo-rtl'],
    limitMs: 3 * minuteMs,
  },
]
/**
 * Beside the others there is one core for them: a second worker would only load all modules once more.
 * @type {Step}
 */
const unitTests = {
  script: 'test:unit',
  args: ['--maxWorkers', '1'],
  limitMs: 30 * minuteMs,
  count: () => vitestCount('vitest.json'),
  niceness: fillingNiceness,
}
/** @type {Step} */
const serverTests = {
  script: 'test:server',
  limitMs: 30 * minuteMs,
  count: () => vitestCount('server.json'),
}
/**
 * Playwright stops earlier by itself: playwright.config.ts.
 * @type {Step}
 */
const browserTests = {
  script: 'test:e2e',
  limitMs: 55 * minuteMs,
  count: () => playwrightCount('e2e.json'),
}
/**
 * They read what the tests have recorded.
 * @type {Step}
 */
const gates = { script: 'test:gates', limitMs: minuteMs, count: () => vitestCount('gates.json') }
/**
 * What only `npm run test:full` runs.
 * @type {Step[]}
 */
const fullSteps = [
  // The server suite once more for communities elsewhere: test/community-days.ts.
  ...['Pacific/Auckland', 'Asia/Kolkata'].map((zone) => ({ ...serverTests, env: { TEST_ZONE: zone } })),
  { script: 'test:faults', limitMs: 20 * minuteMs, count: () => playwrightCount('faults.json') },
  // Whether all of its parts still run: its figures need an idle machine.
  { script: 'bench', args: ['--quick'], limitMs: 15 * minuteMs },
  { script: 'fuzz', limitMs: 60 * minuteMs, count: () => vitestCount('fuzz.json') },
]

/** @param {string} name */
function report(name) {
  return JSON.parse(readFileSync(join(root, '.reports', name), 'utf8'))
}

/**
 * @param {string} name
 * @returns {Count}
 */
function vitestCount(name) {
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = report(name)
  // A file that couldn't be parsed reports no failed tests of its own.
  const unparsed = testResults.filter(
    (/** @type {any} */ file) => file.status === 'failed' && !file.assertionResults.some(isFailed),
  )
  const leftOut = testResults
    .flatMap((/** @type {any} */ { assertionResults }) => assertionResults)
    .filter(isLeftOut)
  return {
    passed: numPassedTests,
    failed: numFailedTests + unparsed.length,
    skipped: numPendingTests + numTodoTests - leftOut.length,
    failures: [
      ...testResults.flatMap((/** @type {any} */ file) => file.assertionResults.filter(isFailed)),
      ...unparsed.map((/** @type {any} */ { name, message }) => ({
        fullName: name,
        failureMessages: [message],
      })),
    ].map(({ fullName, failureMessages }) => `${fullName}\n${failureMessages.join('\n')}`),
  }
}

/** @param {{ status: string }} result */
function isFailed({ status }) {
  return status === 'failed'
}

/**
 * Whether only `npm run test:full` runs this test.
 * @param {{ status: string, fullName: string }} result
 */
function isLeftOut({ status, fullName }) {
  return status === 'skipped' && /@full\b/.test(fullName)
}

/**
 * @param {string} name
 * @returns {Count}
 */
function playwrightCount(name) {
  const { stats, errors, suites } = report(name)
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
    failures: suites.flatMap(playwrightFailures),
  }
}

/**
 * @param {any} suite
 * @returns {string[]}
 */
function playwrightFailures({ file, suites = [], specs = [] }) {
  const tests = specs.flatMap((/** @type {any} */ { title, tests: runs }) =>
    runs
      .filter((/** @type {any} */ { status }) => status === 'unexpected' || status === 'flaky')
      .flatMap((/** @type {any} */ { results }) => results.flatMap((/** @type {any} */ { errors }) => errors))
      .map((/** @type {any} */ { message }) => `${file} ${title}\n${message}`),
  )
  return [...suites.flatMap(playwrightFailures), ...tests]
}

/**
 * A runner that exits with an error, or succeeds without running any test, is a failure even if no test reports
 * one.
 * @param {Step} step
 * @param {number} code
 * @returns {Count}
 */
function stepOutcome({ script, count }, code) {
  if (!count) return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 }
  try {
    const result = count()
    const crashed = result.failed === 0 && (code !== 0 || result.passed === 0)
    if (crashed) console.error(`${script} exited with code ${code} and ${result.passed} passed tests.`)
    return crashed ? { ...result, failed: 1 } : result
  } catch (error) {
    console.error(`${script} wrote no report: ${String(error)}`)
    return { passed: 0, failed: 1, skipped: 0 }
  }
}

/**
 * Groups skipped because this machine lacks something; their titles say so: 'name (not run: reason; remedy)'.
 * @returns {string[]} a line for each reason
 */
function skippedReasons() {
  const titles = ['vitest.json', 'server.json', 'e2e.json']
    .map((name) => join(root, '.reports', name))
    .filter((file) => existsSync(file))
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/"([^"]*) \(not run: ([^"]*)\)"/g)])
  const reasons = new Set(titles.map(([, , reason]) => reason))
  return [...reasons].map((reason) => {
    const names = new Set(titles.filter(([, , text]) => text === reason).map(([, name]) => name))
    return `Not run: ${[...names].join(', ')} (${reason}).`
  })
}

/** @param {string} failure */
function shortenFailure(failure) {
  const lines = failure.split('\n').filter((line) => !line.includes('node_modules'))
  return lines.slice(0, failureLinesMax).join('\n')
}

/**
 * The caller's environment must not influence the tests. Programs in Go (the linter of types) collect garbage at five times what
 * lives instead of twice. That takes a sixth less of the processor, and a quarter more memory. Each stays on one core,
 * beside others.
 * @param {boolean} isFull
 */
function cleanEnv(isFull) {
  /** @type {NodeJS.ProcessEnv} */
  const env = { GOGC: '400', GOMAXPROCS: '1', ...process.env, ...(isFull ? { TEST_FULL: '1' } : {}) }
  if (!isFull) delete env['TEST_FULL']
  const settings =
    /^(NODE_ENV|TEST_ZONE|PORT|HOST|PUBLIC_URL|DATA_DIR|SEED|APP_NAME|NODE_ID|LOG_LEVEL|BUS_URL|[A-Z]+_SECRET|(FIREBASE|GOOGLE)_[A-Z_]+)$/
  for (const name of Object.keys(env)) if (settings.test(name)) delete env[name]
  return env
}

/**
 * Runs every step, or those named after `npm run check --`, even after a failure; returns 0 only if nothing failed.
 * @param {string[]} args
 */
async function check(args) {
  const isFull = args.includes('--full')
  const selected = args.filter((name) => name !== '--full')
  // The lists of steps in a stage run side by side, so that no core waits: browser tests wait for sittings in real time,
  // server tests for their database, and the rest for nothing. Beside the server tests, sittings would be late.
  const stages = [
    [[unitTests], staticChecks, [...(isFull ? fullBuild : englishBuild), browserTests, serverTests]],
    [[gates]],
    ...(isFull ? [[fullSteps]] : []),
  ]
  const names = stages.flat(2).map(({ script }) => script)
  const unknown = selected.filter((name) => !names.includes(name))
  if (unknown.length > 0) {
    console.error(`Unknown check: ${unknown.join(', ')}. Known checks: ${names.join(', ')}.`)
    return 1
  }
  if (selected.length === 0) rmSync(join(root, '.reports'), { recursive: true, force: true })
  mkdirSync(join(root, '.reports'), { recursive: true })
  const total = { passed: 0, failed: 0, skipped: 0 }
  /** @type {string[]} */
  const failedSteps = []
  /** @type {string[]} */
  const failures = []
  /** @param {Step} step @param {boolean} isBuffered */
  const runStep = async (step, isBuffered) => {
    const startedMs = Date.now()
    const { script, args = [] } = step
    const title = [script, ...args, ...Object.values(step.env ?? {})].join(' ')
    if (!isBuffered) console.log(`\n── ${title}`)
    const { env, limitMs: timeLimitMs, niceness } = step
    const options = { env: { ...cleanEnv(isFull), ...env }, timeLimitMs, isBuffered, niceness }
    const code = await npm(['run', '--silent', script, '--', ...args], options)
    const { passed, failed, skipped, failures: stepFailures = [] } = stepOutcome(step, code)
    failures.push(...stepFailures)
    total.passed += passed
    total.failed += failed
    total.skipped += skipped
    if (failed > 0) failedSteps.push(title)
    const took = `${failed > 0 ? 'failed' : 'ok'} in ${((Date.now() - startedMs) / 1000).toFixed(1)} s`
    console.log(isBuffered ? `── ${title}: ${took}` : took)
  }
  for (const stage of stages) {
    const chosen = stage
      .map((steps) => steps.filter(({ script }) => selected.length === 0 || selected.includes(script)))
      .filter((steps) => steps.length > 0)
    await Promise.all(
      chosen.map(async (steps, index) => {
        // Of lists side by side, only the last prints as it goes.
        for (const step of steps) await runStep(step, index < chosen.length - 1)
      }),
    )
  }
  // Repeats the failures at the end, where readers of a long log look first.
  for (const failure of failures) console.log(`\n✗ ${shortenFailure(failure)}`)
  if (failedSteps.length > 0) console.log(`\nFailed: ${failedSteps.join(', ')}`)
  for (const line of skippedReasons()) console.log(`\n${line}`)
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : ''
  console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`)
  return total.failed === 0 ? 0 : 1
}

process.exitCode = await check(process.argv.slice(2))
