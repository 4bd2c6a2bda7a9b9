import { expect, test } from 'vitest'
import { leftAtMs, takeOverAtMs } from './rules.ts'

const now = 10_000_000
const never = Number.POSITIVE_INFINITY

test.each([
  ['is here', { lastSocketClosedAtMs: null, actedAtMs: 0 }, never],
  ['has left', { lastSocketClosedAtMs: now, actedAtMs: 0 }, now + 60_000],
  ['acted without a socket', { lastSocketClosedAtMs: 0, actedAtMs: now }, now + 60_000],
] as const)('[HELP-04] [T63] a moderator who %s', (_who, holder, leftAt) => {
  expect(leftAtMs({ mayHelp: true, ...holder })).toBe(leftAt)
  expect(leftAtMs({ mayHelp: false, ...holder })).toBe(0)
})

const asked = now + 1_000
const at = (atMs: number, isReply: boolean) => ({
  isReply,
  createdAt: Temporal.Instant.fromEpochMilliseconds(atMs).toString(),
})

test.each([
  ['taken before the word', now, [at(asked, false)], asked + 120_000],
  ['taken after it', asked + 5_000, [at(asked, false)], asked + 125_000],
  ['asked for by the button alone', now, [], asked + 120_000],
  ['replied to', asked + 5_000, [at(asked, false), at(asked + 5_000, true)], never],
  ['replied to in the same millisecond', asked, [at(asked, false), at(asked, true)], never],
  ['asked again in that millisecond', asked, [at(asked, true), at(asked, false)], asked + 120_000],
  ['pressed again after a reply', now, [at(now, true)], asked + 120_000],
] as const)('[HELP-04] [T89] a request %s may be taken over in time', (_which, actedAtMs, messages, atMs) => {
  const holder = { mayHelp: true, lastSocketClosedAtMs: null, actedAtMs }
  expect(takeOverAtMs({ holder, askedAtMs: asked, messages })).toBe(atMs)
  const left = { ...holder, lastSocketClosedAtMs: actedAtMs }
  expect(takeOverAtMs({ holder: left, askedAtMs: asked, messages })).toBe(actedAtMs + 60_000)
})
