// Tests that need a real Redis server, skipped on a machine without one.
import { describe } from 'vitest'
import { findRedis, skippedTitle } from './redis-server.ts'

/** A group of tests, skipped with the reason in its title if no server program is installed. */
export function describeWithRedis(name: string, defineTests: () => void): void {
  const isMissing = findRedis() === null
  const title = isMissing ? skippedTitle(name) : name
  describe.skipIf(isMissing)(`${title}`, () => {
    defineTests()
  })
}
