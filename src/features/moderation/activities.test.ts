// Bans in the activity log.
import { expect, test } from 'vitest'
import { addressBanActivities, banActivities } from './activities.ts'

const findMember = () => null

test('the log distinguishes a changed ban from a new one', () => {
  const sentence = (before: object, after: object) =>
    banActivities.ban.sentence?.({ before: { ...before }, after: { ...after }, findMember })
  expect(sentence({ isBanned: false }, { isBanned: true, bannedReason: 'b' })).toEqual({})
  expect(sentence({ bannedReason: 'a' }, { bannedReason: 'b' })).toEqual({ verb: 'changed the ban on' })
})

test('the log distinguishes a changed ban of an address from a new one', () => {
  const { sentence } = addressBanActivities.create
  expect(sentence?.({ before: null, after: { reason: 'b' }, findMember })).toEqual({})
  expect(sentence?.({ before: { reason: 'a' }, after: { reason: 'b' }, findMember })).toEqual({
    verb: 'changed the ban on the address',
  })
})
