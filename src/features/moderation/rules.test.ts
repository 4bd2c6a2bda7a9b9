// Moderation rules: who may ban and mute whom, how long a claim and an undo last, who counts, and how often.
import { expect, test } from 'vitest'
import { errorSpecOf, type AnyError } from '#shared/common-errors.ts'
import { msToTimestamp, timestampToMs } from '#shared/day.ts'
import { hourMs, minuteMs } from '#shared/durations.ts'
import {
  banError,
  banObstacle,
  claimUntil,
  countsForFolding,
  exceedsBanAlertThreshold,
  mayUndo,
  muteObstacle,
  waitMs,
} from './rules.ts'

const codeOf = (error: AnyError | null) => error && errorSpecOf(error).code

const users = {
  ada: { id: 1, isAdmin: true, isGardenAngel: false },
  abe: { id: 2, isAdmin: true, isGardenAngel: true },
  gail: { id: 3, isAdmin: false, isGardenAngel: true },
  gus: { id: 4, isAdmin: false, isGardenAngel: true },
  mia: { id: 5, isAdmin: false, isGardenAngel: false },
} as const

test.each([
  ['gail', 'mia', null, null],
  ['gail', 'gus', 'forbidden', 'garden_angel'],
  ['gail', 'ada', 'forbidden', 'administrator'],
  ['gail', 'abe', 'forbidden', 'administrator'],
  ['gail', 'gail', 'forbidden', 'self'],
  ['ada', 'mia', null, null],
  ['ada', 'gail', null, null],
  ['ada', 'abe', 'target_is_admin', 'administrator'],
  ['ada', 'ada', 'target_is_self', 'self'],
  ['abe', 'abe', 'target_is_self', 'self'],
] as const)('[CHAT-23] [CHAT-33] [T24] %s bans %s: %s, %s', (moderator, target, rejection, obstacle) => {
  expect(codeOf(banError(users[moderator], users[target]))).toBe(rejection)
  expect(banObstacle(users[moderator], users[target])).toBe(obstacle)
})

test.each([
  ['gail', 'mia', null],
  ['gail', 'gus', 'garden_angel'],
  ['ada', 'gail', 'garden_angel'],
  ['ada', 'abe', 'administrator'],
  ['ada', 'ada', 'self'],
] as const)('[MOD-12] %s mutes %s: %s', (moderator, target, obstacle) => {
  expect(muteObstacle(users[moderator], users[target])).toBe(obstacle)
})

test('more than 20 bans in an hour exceed the alert threshold', () => {
  expect([0, 20, 21].map(exceedsBanAlertThreshold)).toEqual([false, false, true])
})

const noon = '2026-11-21T12:00:00.000Z'
const noonMs = timestampToMs(noon)

test('[MOD-04] a claim lasts ten minutes', () => {
  expect(claimUntil(noon, noonMs + 10 * minuteMs - 1)).toBe('2026-11-21T12:10:00.000Z')
  expect(claimUntil(noon, noonMs + 10 * minuteMs)).toBeNull()
  expect(claimUntil(null, noonMs)).toBeNull()
})

test.each([
  ['gail', { action: 'remove' }, 24 * hourMs, true],
  ['gail', { action: 'remove' }, 24 * hourMs + 1, false],
  ['gail', { action: 'none' }, 0, false],
  ['gail', { action: 'mute', undoneAt: noon }, 0, false],
  ['gail', { action: 'ban' }, 0, false],
  ['ada', { action: 'ban' }, 0, true],
] as const)('[MOD-09] %s undoes %o after %d ms: %s', (moderator, decision, afterMs, expected) => {
  const decided = { decidedAt: noon, undoneAt: null, ...decision }
  expect(mayUndo(users[moderator], decided, noonMs + afterMs)).toBe(expected)
})

test.each([
  [5, 5, true],
  [6, 4, true],
  [6, 5, false],
  [9, 9, false],
])('[MOD-15] who reported %d times and was wrong %d times counts: %s', (reported, wrong, expected) => {
  expect(countsForFolding({ reported, wrong })).toBe(expected)
})

test('[MOD-23] a garden angel waits until the first of the last decisions is an hour old', () => {
  const moments = [noon, msToTimestamp(noonMs + minuteMs), msToTimestamp(noonMs + 2 * minuteMs)]
  expect(waitMs(moments, 4, noonMs + hourMs)).toBe(0)
  expect(waitMs(moments, 3, noonMs + hourMs - 1)).toBe(1)
  expect(waitMs(moments, 3, noonMs + hourMs)).toBe(0)
  expect(waitMs(moments, 2, noonMs + hourMs)).toBe(minuteMs)
})
