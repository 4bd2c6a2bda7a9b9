// Deleted messages in the activity log.
import { expect, test } from 'vitest'
import { messageActivities } from './activities.ts'

test('the log names the author and the day of a deleted message', () => {
  const mia = { id: 7, name: 'Mia' }
  const facts = (before: { userId: number; sessionDate: string } | null) => ({
    before,
    after: null,
    findMember: (id: unknown) => (id === mia.id ? mia : null),
  })
  const sentence = (before: { userId: number; sessionDate: string } | null) =>
    messageActivities.delete.sentence({ actor: 'Gail', target: 'Mia' }, facts(before))
  const before = { userId: 7, sessionDate: '2026-11-20' }
  expect(messageActivities.delete.namedMember?.(facts(before))).toEqual(mia)
  expect(sentence(before)).toBe('Gail deleted a message by Mia of November 20, 2026')
  expect(sentence({ ...before, sessionDate: '' })).toBe('Gail deleted a message by Mia')
  expect(sentence({ ...before, userId: 9 })).toBe('Gail deleted a message of November 20, 2026')
  expect(sentence(null)).toBe('Gail deleted a message')
})
