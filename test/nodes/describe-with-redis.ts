// Tests that need a real Redis server, skipped on a machine without one.
import { basename } from 'node:path'
import { describe } from 'vitest'
import { findRedis, findRedisAndValkey, skippedTitle } from './redis-server.ts'

/** A group of tests, skipped with the reason in its title if no server program is installed. */
export function describeWithRedis(name: string, defineTests: () => void): void {
  const isMissing = findRedis() === null
  const title = isMissing ? skippedTitle(name) : name
  describe.skipIf(isMissing)(`${title}`, () => {
    defineTests()
  })
}

/** A group of tests for each installed server program, of Redis and of Valkey; skipped like the group above. */
export function describeWithRedisAndValkey(name: string, defineTests: (program: string) => void): void {
  const programs = findRedisAndValkey()
  if (programs.length === 0) describeWithRedis(name, () => defineTests(''))
  for (const program of programs)
    describe(`${name}, ${basename(program)}`, () => {
      defineTests(program)
    })
}
