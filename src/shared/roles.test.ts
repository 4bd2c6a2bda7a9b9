// Capabilities of each role, and the error codes of the others.
import { expect, test } from 'vitest'
import { can, capabilitiesOf, personaOf, deniedErrorCode, type Persona } from './roles.ts'

const plain = { isBanned: false, profileCompleted: true, isAdmin: false, isGardenAngel: false }

test.each([
  ['no user row yet', null, 'identified'],
  ['an unfinished profile', { ...plain, profileCompleted: false, isAdmin: true }, 'incomplete'],
  ['a plain member', plain, 'member'],
  ['a garden angel', { ...plain, isGardenAngel: true }, 'gardenAngel'],
  ['an admin who is an angel too', { ...plain, isAdmin: true, isGardenAngel: true }, 'admin'],
  ['a banned admin', { ...plain, isAdmin: true, isBanned: true }, 'banned'],
] as const)('%s makes the persona', (_, user, persona) => {
  expect(personaOf(user)).toBe(persona)
})

test('every persona has the public capability, and none beyond its own', () => {
  for (const persona of Object.keys(capabilitiesOf) as Persona[]) expect(can(persona, 'public')).toBe(true)
  expect(can('banned', 'identity')).toBe(false)
  expect(can('incomplete', 'meditation.join')).toBe(false)
  expect(can('member', 'chat.moderate')).toBe(false)
  expect(can('gardenAngel', 'chat.moderate')).toBe(true)
  expect(can('gardenAngel', 'community.administer')).toBe(false)
  expect(can('admin', 'community.administer')).toBe(true)
})

test('an unknown persona has no capability, whatever its name', () => {
  for (const name of ['toString', '__proto__', 'constructor', ''])
    expect(can(name as Persona, 'public')).toBe(false)
})

test('each persona has its own denial code', () => {
  expect(deniedErrorCode('anonymous')).toBe('unauthenticated')
  expect(deniedErrorCode('banned')).toBe('banned')
  expect(deniedErrorCode('identified')).toBe('profile_incomplete')
  expect(deniedErrorCode('incomplete')).toBe('profile_incomplete')
  expect(deniedErrorCode('member')).toBe('forbidden')
})
