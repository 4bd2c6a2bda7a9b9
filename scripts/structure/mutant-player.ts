// Plays mutants: whether the tests that are named for each notice it.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { createVitest } from 'vitest/node'
import { misfitOf, type Mutant } from './mutants.ts'
import { root } from './source-files.ts'

export interface MutantResult {
  mutant: Mutant
  outcome: 'killed' | 'survived' | 'not played'
  /** The failed test of a killed one, or why it wasn't played. */
  detail: string
}

/**
 * Makes one mutant after the other in its file, runs its tests until one fails, and restores the file, also when the
 * process is interrupted. `onResult` is called after each.
 */
export async function playMutants(
  mutants: readonly Mutant[],
  onResult: (result: MutantResult) => void,
): Promise<void> {
  const runner = await startRunner()
  try {
    const broken = new Map<string, string>()
    for (const test of new Set(mutants.flatMap(({ tests }) => tests))) {
      const failure = await runner.failureOf([test])
      if (failure !== null) broken.set(test, `${test} fails without the mutant: ${failure}`)
    }
    for (const mutant of mutants) {
      const [reason] = [misfitOf(mutant), ...mutant.tests.map((test) => broken.get(test))].filter(Boolean)
      onResult(reason ? { mutant, outcome: 'not played', detail: reason } : await play(runner, mutant))
    }
  } finally {
    await runner.close()
  }
}

async function play(runner: Runner, mutant: Mutant): Promise<MutantResult> {
  const path = join(root, mutant.file)
  const text = readFileSync(path, 'utf8')
  const restoreAndExit = () => {
    writeFileSync(path, text)
    process.exit(130)
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const signal of signals) process.on(signal, restoreAndExit)
  try {
    // As a function, since `$` has a meaning in a replacement text.
    writeFileSync(
      path,
      text.replace(mutant.before, () => mutant.after),
    )
    const failure = await runner.failureOf(mutant.tests, path)
    return { mutant, outcome: failure === null ? 'survived' : 'killed', detail: failure ?? '' }
  } finally {
    writeFileSync(path, text)
    runner.invalidate(path)
    for (const signal of signals) process.off(signal, restoreAndExit)
  }
}

interface Runner {
  /** The first failure of these test files; null if all tests pass. `changed` was written since the last run. */
  failureOf(tests: readonly string[], changed?: string): Promise<string | null>
  invalidate(path: string): void
  close(): Promise<void>
}

/** Vitest without its command line: one start, one database server, and modules transformed once. */
async function startRunner(): Promise<Runner> {
  let failure: string | null = null
  let passed = 0
  const fail = (text: string) => {
    if (failure !== null) return
    failure = text
    // Not awaited: the run that this ends waits for the reporter.
    void vitest.cancelCurrentRun('test-failure')
  }
  // A slow test may be the one that finds the fault.
  process.env['TEST_FULL'] = '1'
  const vitest = await createVitest('test', {
    root,
    watch: false,
    reporters: [
      {
        onTestCaseResult: (test) => {
          const { state } = test.result()
          if (state === 'failed') fail(test.name)
          if (state === 'passed') passed += 1
        },
        onTestModuleEnd: (module) => {
          const [error] = module.errors()
          if (error) fail(`${module.relativeModuleId}: ${error.message}`)
        },
      },
    ],
  })
  await vitest.globTestSpecifications()
  return {
    failureOf: async (tests, changed) => {
      failure = null
      passed = 0
      if (changed !== undefined) vitest.invalidateFile(changed)
      const files = tests.flatMap((test) => vitest.getModuleSpecifications(join(root, test)))
      const { unhandledErrors } = await vitest.runTestSpecifications(files)
      const [error] = unhandledErrors
      if (error !== undefined) fail(`an unhandled error: ${inspect(error)}`)
      if (passed === 0) fail(`no test of ${tests.join(', ')} passed`)
      return failure
    },
    invalidate: (path) => vitest.invalidateFile(path),
    close: () => vitest.close(),
  }
}
