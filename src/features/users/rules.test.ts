// User rules: ban, deletion and role checks, search words, community totals.
import { errorSpecOf, type AnyError } from '#shared/common-errors.ts'
import { expect, test } from 'vitest'
import {
  banObstacle,
  banError,
  deletionError,
  computeTotals,
  gardenAngelError,
  exceedsBanAlertThreshold,
  searchWords,
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

test('more than 20 bans in an hour exceed the alert threshold', () => {
  expect([0, 20, 21].map(exceedsBanAlertThreshold)).toEqual([false, false, true])
})

test.each([
  [{ isAdmin: false, isBanned: false }, true, null],
  [{ isAdmin: false, isBanned: false }, false, null],
  [{ isAdmin: true, isBanned: false }, true, 'target_is_admin'],
  [{ isAdmin: true, isBanned: false }, false, 'target_is_admin'],
  [{ isAdmin: true, isBanned: true }, true, 'target_is_admin'],
  [{ isAdmin: false, isBanned: true }, true, 'target_is_banned'],
  [{ isAdmin: false, isBanned: true }, false, null],
] as const)(
  '[USR-09] [USR-13] granting %o the garden angel role (requested: %s): %s',
  (target, isRequested, expected) => {
    expect(codeOf(gardenAngelError(target, isRequested))).toBe(expected)
  },
)

test('[USR-09] [USR-26] no one can delete an administrator or themselves', () => {
  const { ada, abe, gail, mia } = users
  expect([ada, abe, gail, mia].map((target) => codeOf(deletionError(ada.id, target)))).toEqual([
    'target_is_self',
    'target_is_admin',
    null,
    null,
  ])
})

test.each([
  ['', []],
  [' \t\n ', []],
  [' Mia   Member ', ['Mia', 'Member']],
  ['e\u0301mile', ['émile']],
  ['عل\u200Cی ad\u200Ba \u200C', ['علی', 'ada']],
  ['a b c d e f g h i j', ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']],
])('[USR-23] the search %j has the words %j', (search, words) => {
  expect(searchWords(search)).toEqual(words)
})

test('[TOT-05] totals are whole minutes, and without days the average is 0', () => {
  expect(computeTotals({ seconds: 0, adjustedMinutes: 0, daysWithSession: 0, monthSeconds: 0 })).toEqual({
    totalMinutes: 0,
    dailyAverage: 0,
    monthlyTotal: 0,
  })
  expect(computeTotals({ seconds: 659, adjustedMinutes: -3, daysWithSession: 4, monthSeconds: 119 })).toEqual(
    {
      totalMinutes: 7,
      dailyAverage: 2.5,
      monthlyTotal: 1,
    },
  )
})
