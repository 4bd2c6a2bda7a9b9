// Reads the reports of the latest test run: titles of passed tests, and requests with their responses.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../../..')
const reports = join(root, '.reports')

interface VitestReport {
  testResults: { assertionResults: { title: string; ancestorTitles: string[]; status: string }[] }[]
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[]
  specs?: { title: string; ok: boolean }[]
}

/** The titles of all passed tests, each with those of its groups. */
export function passedTitles(): string[] {
  const vitest = ['vitest.json', 'server.json']
    .flatMap((name) => read<VitestReport>(name).testResults)
    .flatMap(({ assertionResults }) =>
      assertionResults
        .filter(({ status }) => status === 'passed')
        .flatMap(({ title, ancestorTitles }) => [title, ...ancestorTitles]),
    )
  return [...vitest, ...specsOf(read<PlaywrightSuite>('e2e.json'))]
}

/** Whether only `npm run test:full` runs the test with this title. */
export const isFullTitle = (title: string): boolean => /@full\b/.test(title)

/** The titles of the tests that only `npm run test:full` runs, as written in their files. */
export function fullTitles(): string[] {
  return ['e2e', 'src', 'test'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(faults|spec|suite|test)\.tsx?$/.test(name))
      .flatMap((name) =>
        [...readFileSync(join(root, folder, name), 'utf8').matchAll(/\(\s*(['`"])(.+?)\1/g)]
          .map(([, , title = '']) => title)
          .filter((title) => isFullTitle(title) || (name.endsWith('.faults.ts') && title.startsWith('['))),
      ),
  )
}

/** The ids in a title's brackets, such as CHAT-05, I14, F01 or T22. */
export function idsIn(title: string): string[] {
  return [...title.matchAll(/\[([A-Z]+-?\d+(?:, ?[A-Z]+-?\d+)*)\]/g)].flatMap((match) =>
    (match[1] ?? '').split(/, ?/),
  )
}

/** 'METHOD path status' of every request and the status of its response. */
export function requestsWithResponse(): Set<string> {
  const file = join(reports, 'responded.log')
  return new Set(existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [])
}

/** The record of each fuzzed property: its name, and the number of inputs. */
export function fuzzedInputs(): { name: string; count: number }[] {
  const file = join(reports, 'fuzz.log')
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []
  return lines.map((line) => JSON.parse(line) as { name: string; count: number })
}

function specsOf({ suites = [], specs = [] }: PlaywrightSuite): string[] {
  return [...specs.filter(({ ok }) => ok).map(({ title }) => title), ...suites.flatMap(specsOf)]
}

function read<Report>(name: string): Report {
  // The runners write these files; a missing or broken report fails the gate.
  return JSON.parse(readFileSync(join(reports, name), 'utf8')) as Report
}
