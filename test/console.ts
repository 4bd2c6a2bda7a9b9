// Fails a test that writes an error or a warning to the console without having said that it would.
import { format } from 'node:util'
import { afterAll, afterEach, beforeEach } from 'vitest'

type Level = 'error' | 'warn'
type Line = { level: Level; text: string }

const levels: Level[] = ['error', 'warn']
let lines: Line[] = []
let expected: { level: Level; pattern: RegExp }[] = []

/**
 * Says that the running test makes the console print at least one line of this level that matches.
 * Every line that matches is let through; without one the test fails.
 */
export function expectConsole(level: Level, pattern: RegExp): void {
  expected.push({ level, pattern })
}

/** Listens to console.error and console.warn from here to the end of the test file; for setup files. */
export function guardConsole(): void {
  for (const level of levels) {
    console[level] = (...args: unknown[]) => {
      lines.push({ level, text: format(...args) })
    }
  }
  beforeEach(() => {
    settle('before the test')
  })
  afterEach(() => {
    settle('in this test')
  })
  afterAll(() => {
    settle('after the last test')
  })
}

function settle(when: string): void {
  const seen = lines
  const hoped = expected
  lines = []
  expected = []
  const unexpected = seen.filter(
    (line) => !hoped.some(({ level, pattern }) => level === line.level && pattern.test(line.text)),
  )
  const missing = hoped.filter(
    ({ level, pattern }) => !seen.some((line) => level === line.level && pattern.test(line.text)),
  )
  const complaints = [
    ...unexpected.map(({ level, text }) => `console.${level} was not expected ${when}: ${text}`),
    ...missing.map(({ level, pattern }) => `console.${level} was expected and never came: ${pattern}`),
  ]
  if (complaints.length > 0) throw new Error(complaints.join('\n'))
}
