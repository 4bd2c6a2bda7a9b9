// Member rules: deletion and role checks, search words, community totals.
import { expect, test } from 'vitest'
import { errorSpecOf, type AnyError } from '#shared/common-errors.ts'
import { deletionError, computeTotals, gardenAngelError, searchWords } from './rules.ts'

const codeOf = (error: AnyError | null) => error && errorSpecOf(error).code

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
  const [ada, abe, mia] = [
    { id: 1, isAdmin: true },
    { id: 2, isAdmin: true },
    { id: 5, isAdmin: false },
  ]
  expect([ada, abe, mia].map((target) => codeOf(deletionError(ada.id, target)))).toEqual([
    'target_is_self',
    'target_is_admin',
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
