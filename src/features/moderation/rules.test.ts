// Ban rules: who may ban whom, and the alert threshold.
import { expect, test } from 'vitest'
import { errorSpecOf, type AnyError } from '#shared/common-errors.ts'
import { banError, banObstacle, exceedsBanAlertThreshold, muteObstacle } from './rules.ts'

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
