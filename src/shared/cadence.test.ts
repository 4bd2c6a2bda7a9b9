// The cadence of a community by its settings, and the texts that name it.
import { expect, test } from 'vitest'
import {
  appDescription,
  cadenceOf,
  pageDescription,
  shareTitle,
  signInLead,
  type Cadence,
} from './cadence.ts'

test.each<[string, severalADay: boolean, together: boolean, Cadence]>([
  ['one a day with a bell', false, true, 'bell'],
  ['one a day without', false, false, 'day'],
  ['several a day', true, true, 'several'],
  ['several a day, and bells one by one', true, false, 'several'],
])('[OPS-44] %s', (_, severalADay, together, cadence) => {
  expect(cadenceOf({ severalADay, newSchedules: { together } })).toBe(cadence)
})

test('[OPS-44] only a community with a bell a day is promised the same minute', () => {
  expect((['bell', 'day', 'several'] as const).map(signInLead)).toEqual([
    'One guided meditation a day, at the same minute, for everyone.',
    'One guided meditation a day, for everyone.',
    'Several guided meditations a day, for everyone.',
  ])
})

test('[OPS-44] one with several a day says so in links, search results and stores of apps', () => {
  const textsOf = (cadence: Cadence) => [
    shareTitle(cadence, 'Pond'),
    pageDescription(cadence),
    appDescription(cadence),
  ]
  for (const cadence of ['bell', 'day'] as const)
    expect(textsOf(cadence)).toEqual([
      'Pond: one meditation a day, together',
      expect.stringMatching(/^One guided meditation a day, together: /),
      'One guided meditation a day, together.',
    ])
  expect(textsOf('several')).toEqual([
    'Pond: several meditations a day, together',
    expect.stringMatching(/^Several guided meditations a day, together: /),
    'Several guided meditations a day, together.',
  ])
})
