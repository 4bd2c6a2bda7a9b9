// What the run that has just ended executed: titles of passed tests, and calls that servers of tests answered.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const reports = join(import.meta.dirname, '../../../.reports')
const e2eDir = join(import.meta.dirname, '../../../e2e')

interface VitestReport {
  testResults: { assertionResults: { title: string; ancestorTitles: string[]; status: string }[] }[]
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[]
  specs?: { title: string; ok: boolean }[]
}

/** The titles of all tests that ran and passed, each with those of the groups around it. */
export function passedTitles(): string[] {
  const vitest = read<VitestReport>('vitest.json').testResults.flatMap(({ assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'passed')
      .flatMap(({ title, ancestorTitles }) => [title, ...ancestorTitles]),
  )
  return [...vitest, ...specsOf(read<PlaywrightSuite>('e2e.json'))]
}

/** The titles of the tests that `npm run test:faults` alone runs, as they stand in their files. */
export function faultTitles(): string[] {
  return readdirSync(e2eDir)
    .filter((name) => name.endsWith('.faults.ts'))
    .flatMap((name) => [
      ...readFileSync(join(e2eDir, name), 'utf8').matchAll(/\btest(?:\.describe)?\(\s*(['`"])(.+?)\1/g),
    ])
    .map(([, , title = '']) => title)
}

/** The ids in a title's brackets, such as CHAT-05, I14, F01 or T22. */
export function idsIn(title: string): string[] {
  return [...title.matchAll(/\[([A-Z]+-?\d+(?:, ?[A-Z]+-?\d+)*)\]/g)].flatMap((match) =>
    (match[1] ?? '').split(/, ?/),
  )
}

/** 'METHOD path status' of every request that a test's server answered. */
export function answeredRequests(): Set<string> {
  const file = join(reports, 'answered.log')
  return new Set(existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [])
}

/** What the fuzz noted of each of its properties: its name, and how many inputs were tried. */
export function fuzzedInputs(): { name: string; count: number }[] {
  const file = join(reports, 'fuzz.log')
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []
  return lines.map((line) => JSON.parse(line) as { name: string; count: number })
}

function specsOf({ suites = [], specs = [] }: PlaywrightSuite): string[] {
  return [...specs.filter(({ ok }) => ok).map(({ title }) => title), ...suites.flatMap(specsOf)]
}

function read<Report>(name: string): Report {
  // Written by the runners themselves; a missing or broken report fails the gate.
  return JSON.parse(readFileSync(join(reports, name), 'utf8')) as Report
}
