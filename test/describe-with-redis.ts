// Tests that need a real Redis server, skipped on a machine without one.
import { describe } from 'vitest'
import { findRedis, skippedTitle } from './redis-server.ts'

/** A group of tests, skipped with the reason in its title if no server program is installed. */
export function describeWithRedis(what: string, tests: () => void): void {
  const isMissing = findRedis() === null
  const title = isMissing ? skippedTitle(what) : what
  describe.skipIf(isMissing)(`${title}`, () => {
    tests()
  })
}
