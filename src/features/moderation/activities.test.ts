// Bans in the activity log.
import { expect, test } from 'vitest'
import { addressBanActivities, banActivities } from './activities.ts'

const names = { actor: 'Gail', target: 'Mo' }
const findMember = () => null

test('the log distinguishes a changed ban from a new one', () => {
  const sentence = (before: object, after: object) =>
    banActivities.ban.sentence(names, { before: { ...before }, after: { ...after }, findMember })
  expect(sentence({ isBanned: false }, { isBanned: true, bannedReason: 'b' })).toBe('Gail banned Mo')
  expect(sentence({ bannedReason: 'a' }, { bannedReason: 'b' })).toBe('Gail changed the ban on Mo')
})

test('the log distinguishes a changed ban of an address from a new one', () => {
  const { sentence } = addressBanActivities.create
  expect(sentence(names, { before: null, after: { reason: 'b' }, findMember })).toBe(
    'Gail banned the address Mo',
  )
  expect(sentence(names, { before: { reason: 'a' }, after: { reason: 'b' }, findMember })).toBe(
    'Gail changed the ban on the address Mo',
  )
})
