// The first administrator in the activity log.
import { expect, test } from 'vitest'
import { accountActivities } from './activities.ts'

test('[OPS-18] the log says how the first administrator got the role', () => {
  const sentence = (way: string) =>
    accountActivities.update.sentence(
      { actor: 'Ada', target: 'Mo' },
      { before: { isAdmin: false }, after: { isAdmin: true, way }, findMember: () => null },
    )
  expect(sentence('first-admin-link')).toBe('Ada became administrator by the setup link')
  expect(sentence('cli')).toBe('Ada edited Mo')
})
