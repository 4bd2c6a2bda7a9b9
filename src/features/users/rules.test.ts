// Who may ban whom, and when so many bans are worth a look.
import { expect, test } from 'vitest'
import { banRefusal, isRemarkable } from './rules.ts'

const people = {
  ada: { id: 1, isAdmin: true, isGardenAngel: false },
  abe: { id: 2, isAdmin: true, isGardenAngel: true },
  gail: { id: 3, isAdmin: false, isGardenAngel: true },
  gus: { id: 4, isAdmin: false, isGardenAngel: true },
  mia: { id: 5, isAdmin: false, isGardenAngel: false },
} as const

test.each([
  ['gail', 'mia', null],
  ['gail', 'gus', 'forbidden'],
  ['gail', 'ada', 'forbidden'],
  ['gail', 'abe', 'forbidden'],
  ['gail', 'gail', 'forbidden'],
  ['ada', 'mia', null],
  ['ada', 'gail', null],
  ['ada', 'abe', 'target_is_admin'],
  ['ada', 'ada', 'target_is_self'],
  ['abe', 'abe', 'target_is_self'],
] as const)('[CHAT-23] [T24] %s bans %s: %s', (moderator, target, expected) => {
  expect(banRefusal(people[moderator], people[target])).toBe(expected)
})

test('more than 20 bans in an hour are worth a look', () => {
  expect([0, 20, 21].map(isRemarkable)).toEqual([false, false, true])
})
