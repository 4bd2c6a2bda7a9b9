// How long sessions live, whom they make of their caller, and what goes out of a user.
import { describe, expect, test } from 'vitest'
import { accountOf, personaOfSession, sessionEndMs } from './rules.ts'

const dayMs = 24 * 3_600_000
const member = { isBanned: false, profileCompleted: true, isAdmin: false, isGardenAngel: false }

test('[AUTH-23] a remembered session ends after 14 days, any other after 30', () => {
  expect(sessionEndMs(true, 1_000)).toBe(1_000 + 14 * dayMs)
  expect(sessionEndMs(false, 1_000)).toBe(1_000 + 30 * dayMs)
})

describe('the kind of caller', () => {
  test.each([
    ['without a user row', null, false, 'identified'],
    ['with an incomplete profile', { ...member, profileCompleted: false }, false, 'incomplete'],
    ['a member', member, false, 'member'],
    ['a garden angel', { ...member, isGardenAngel: true }, false, 'gardenAngel'],
    ['an administrator', { ...member, isAdmin: true, isGardenAngel: true }, false, 'admin'],
    ['a banned member', { ...member, isBanned: true }, false, 'banned'],
    ['a banned administrator', { ...member, isAdmin: true, isBanned: true }, true, 'banned'],
    ['whose session a ban ended, since lifted', member, true, 'anonymous'],
    ['whose session a ban ended, and whose row is gone', null, true, 'anonymous'],
  ] as const)('%s', (_, user, endedByBan, persona) => {
    expect(personaOfSession(user, endedByBan)).toBe(persona)
  })
})

test('nothing but the account goes out of a user', () => {
  const account = {
    id: 7,
    name: 'Mia',
    email: 'mia@example.org',
    isAdmin: false,
    isGardenAngel: false,
    profilePicture: null,
    profileCompleted: false,
    createdAt: '2026-11-21T18:00:00.000Z',
  }
  const user = { ...account, uid: 'uid-mia', isBanned: false, bannedReason: null, lastLoginIp: '10.0.0.1' }
  expect(accountOf(user)).toEqual(account)
})
