// The first administrator in the activity log.
import { expect, test } from 'vitest'
import { accountActivities } from './activities.ts'

test('[OPS-18] the log says how the first administrator got the role', () => {
  const sentence = (way: string) =>
    accountActivities.update.sentence?.({
      before: { isAdmin: false },
      after: { isAdmin: true, way },
      findMember: () => null,
    })
  expect(sentence('first-admin-link')).toEqual({
    verb: 'became administrator',
    target: null,
    rest: ' by the setup link',
  })
  expect(sentence('cli')).toEqual({})
})
