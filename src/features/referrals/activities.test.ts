// Attributions in the activity log.
import { expect, test } from 'vitest'
import { referralActivities } from './activities.ts'

test('the log names the referrer', () => {
  const findMember = (id: unknown) => (id === 8 ? { id, name: 'Mo' } : null)
  const sentence = (after: { referrerId: number } | null) =>
    referralActivities.attribute.sentence(
      { actor: 'Ada', target: 'Mia' },
      { before: null, after, findMember },
    )
  expect(sentence({ referrerId: 8 })).toBe('Ada credited Mia to Mo')
  expect(sentence({ referrerId: 9 })).toBe('Ada credited Mia to a referrer')
  expect(sentence(null)).toBe('Ada credited Mia to a referrer')
})
