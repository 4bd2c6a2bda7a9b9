// Fails a test that writes an error or a warning to the console.
import { format } from 'node:util'
import { afterAll, afterEach, beforeEach } from 'vitest'

type Level = 'error' | 'warn'
type ConsoleLine = { level: Level; text: string }

const levels: Level[] = ['error', 'warn']
let lines: ConsoleLine[] = []

/** Watches console.error and console.warn until the end of the test file; for setup files. */
export function guardConsole(): void {
  for (const level of levels) {
    console[level] = (...args: unknown[]) => {
      lines.push({ level, text: format(...args) })
    }
  }
  beforeEach(() => {
    assertNoConsoleOutput('before the test')
  })
  afterEach(() => {
    assertNoConsoleOutput('in this test')
  })
  afterAll(() => {
    assertNoConsoleOutput('after the last test')
  })
}

function assertNoConsoleOutput(phase: string): void {
  const messages = lines.map(({ level, text }) => `console.${level} was unexpected ${phase}: ${text}`)
  lines = []
  if (messages.length > 0) throw new Error(messages.join('\n'))
}
