// Announcements: named members.
import { expect, test } from 'vitest'
import { shouldAnnounceMembers } from './announcements.ts'

test('[LIVE-06] members are named in rooms of up to 50', () => {
  expect(shouldAnnounceMembers(1)).toBe(true)
  expect(shouldAnnounceMembers(50)).toBe(true)
  expect(shouldAnnounceMembers(51)).toBe(false)
})
