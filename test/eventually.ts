// Waiting for a condition in tests, with a time limit that a loaded machine keeps.
import { vi } from 'vitest'

const defaultTimeoutMs = 15_000

/** Repeats `check` until it throws no error; throws its last error after `timeoutMs`. */
export function eventually<Result>(
  check: () => Result | Promise<Result>,
  timeoutMs = defaultTimeoutMs,
): Promise<Result> {
  return vi.waitFor(check, timeoutMs)
}
