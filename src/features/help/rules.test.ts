import { expect, test } from 'vitest'
import { holdsRequest } from './rules.ts'

const now = 10_000_000

test.each([
  ['is here', { lastSocketClosedAtMs: null, actedAtMs: 0 }, true],
  ['left 59 s ago', { lastSocketClosedAtMs: now - 59_999, actedAtMs: 0 }, true],
  ['left a minute ago', { lastSocketClosedAtMs: now - 60_000, actedAtMs: 0 }, false],
  ['acted 59 s ago, without a socket', { lastSocketClosedAtMs: 0, actedAtMs: now - 59_999 }, true],
  ['acted a minute ago, without a socket', { lastSocketClosedAtMs: 0, actedAtMs: now - 60_000 }, false],
] as const)('[HELP-04] [T63] a moderator who %s', (_who, holder, holds) => {
  expect(holdsRequest({ mayModerate: true, ...holder }, now)).toBe(holds)
  expect(holdsRequest({ mayModerate: false, ...holder }, now)).toBe(false)
})
