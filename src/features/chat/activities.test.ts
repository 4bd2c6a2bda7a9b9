// Deleted messages in the activity log.
import { expect, test } from 'vitest'
import { messageActivities } from './activities.ts'

test('the log names the author and the day of a deleted message', () => {
  const mia = { id: 7, name: 'Mia' }
  const sentence = (before: { userId: number; sessionDate: string } | null) =>
    messageActivities.delete.sentence?.({
      before,
      after: null,
      findMember: (id) => (id === mia.id ? mia : null),
    })
  const before = { userId: 7, sessionDate: '2026-11-20' }
  expect(sentence(before)).toEqual({
    verb: 'deleted a message by',
    target: mia,
    rest: ' of November 20, 2026',
  })
  expect(sentence({ ...before, userId: 9 })).toEqual({ rest: ' of November 20, 2026' })
  expect(sentence(null)).toEqual({})
})
