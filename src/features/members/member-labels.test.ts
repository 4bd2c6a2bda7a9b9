// Member labels: texts and figures of the administrators' member list.
import { expect, it } from 'vitest'
import { fakeMember } from '#test/people/fake-member.ts'
import {
  changedMemberFields,
  hoursLabel,
  minutesToHours,
  minutesLabel,
  parseMinutes,
  timestampLabel,
  nextOrder,
  pageCount,
  pageLabel,
  referrerLabel,
  filterReferrerMatches,
  roleLabel,
  showingLabel,
  statusLabel,
  reverseOrder,
  usersLabel,
} from './member-labels.ts'

const mia = fakeMember()

it('[USR-06] the role is Admin, else Garden Angel, else User; the status Banned or Active', () => {
  const role = (isAdmin: boolean, isGardenAngel: boolean) => roleLabel({ isAdmin, isGardenAngel })
  expect([role(true, true), role(true, false)]).toEqual(['Admin', 'Admin'])
  expect([role(false, true), role(false, false)]).toEqual(['Garden Angel', 'User'])
  expect([true, false].map((isBanned) => statusLabel({ isBanned }))).toEqual(['Banned', 'Active'])
})

it('[USR-24] hours are minutes / 60 rounded to 2 decimals', () => {
  expect([0, 1, 59, 60, 90, 100, 125, 59_999].map(minutesToHours)).toEqual([
    0, 0.02, 0.98, 1, 1.5, 1.67, 2.08, 999.98,
  ])
  expect([0, 59, 60, 1_000_000].map(hoursLabel)).toEqual([null, null, '1 hour', '16,666.67 hours'])
  expect([1, 12_345].map(minutesLabel)).toEqual(['1 min', '12,345 min'])
})

it('[USR-17] a time is a whole number of 0 or more', () => {
  expect(['0', '007', ' 90 ', '100000000'].map(parseMinutes)).toEqual([0, 7, 90, 100_000_000])
  const others = ['', ' ', '-1', '+1', '1.5', '1,5', '1e3', '0x10', 'ten', '9 0', '9'.repeat(16)]
  expect(others.map(parseMinutes)).toEqual(others.map(() => null))
})

it('[USR-28] a moment is shown in the community’s zone', () => {
  expect(timestampLabel('2026-11-21T05:02:00.000Z', 'America/Chicago')).toEqual({
    day: 'Nov 20, 2026',
    time: '11:02 PM',
  })
})

it('the referrer is shown by name, or by id without a name', () => {
  expect(referrerLabel(mia)).toBeNull()
  expect(referrerLabel({ referredBy: 7, referrerName: 'Mo' })).toBe('Mo')
  expect(referrerLabel({ referredBy: 7, referrerName: null })).toBe('User #7')
})

it('[USR-02] a header sorts by its column ascending, and reverses the order when clicked again', () => {
  const byName = { sort: 'name', order: 'asc' } as const
  expect(nextOrder(byName, 'name')).toEqual({ sort: 'name', order: 'desc' })
  expect(nextOrder({ sort: 'name', order: 'desc' }, 'timeSpent')).toEqual({
    sort: 'timeSpent',
    order: 'asc',
  })
  expect(reverseOrder(reverseOrder(byName))).toEqual(byName)
})

it('[USR-04] pages have 20 rows and show their range', () => {
  expect([0, 1, 20, 21, 45, 100_000].map(pageCount)).toEqual([1, 1, 1, 2, 3, 5_000])
  expect(showingLabel(1, 45)).toBe('Showing 1-20 of 45 users')
  expect(showingLabel(3, 45)).toBe('Showing 41-45 of 45 users')
  expect(showingLabel(2, 21)).toBe('Showing 21-21 of 21 users')
  expect(pageLabel(2, 45)).toBe('Page 2 of 3')
  expect([0, 1, 1_204].map(usersLabel)).toEqual(['0 users', '1 user', '1,204 users'])
})

it('[USR-07] [TEACH-01] an edit sends only the changed fields', () => {
  const same = { name: ' Mia  Member ', email: ' MIA@example.org ', isAdmin: false, mayHost: false }
  expect(changedMemberFields(mia, same)).toEqual({})
  expect(changedMemberFields(mia, { ...same, name: 'Mia' })).toEqual({ name: 'Mia' })
  expect(changedMemberFields(mia, { ...same, email: 'm@example.org' })).toEqual({ email: 'm@example.org' })
  expect(changedMemberFields({ ...mia, isAdmin: true }, same)).toEqual({ isAdmin: false })
  expect(changedMemberFields(mia, { ...same, mayHost: true })).toEqual({ mayHost: true })
  expect(changedMemberFields({ ...mia, email: null }, { ...same, email: '' })).toEqual({})
})

it('[USR-20] ten matches at most, without the edited member', () => {
  const found = Array.from({ length: 12 }, (_, index) => ({ ...mia, id: index + 1 }))
  expect(filterReferrerMatches(found, 3).map(({ id }) => id)).toEqual([1, 2, 4, 5, 6, 7, 8, 9, 10, 11])
  expect(filterReferrerMatches(found.slice(0, 3), 3)).toHaveLength(2)
})
