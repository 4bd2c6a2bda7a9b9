// Flag texts, as an administrator reads them.
import { expect, test } from 'vitest'
import type { ReferralFlag } from './contract.ts'
import { describeReferralFlag } from './format-flag.ts'

const flag = (kind: ReferralFlag['kind'], count: number): ReferralFlag => ({
  kind,
  count,
  day: '2026-11-19',
  referrer: { id: 3, name: 'Mia Member' },
})

test.each([
  [
    flag('same-address', 12),
    '12 friends of Mia Member joined from the same address on Thursday, November 19.',
  ],
  [flag('many-rewards', 14), 'Mia Member was rewarded for 14 friends on Thursday, November 19.'],
  [flag('many-rewards', 1_200), 'Mia Member was rewarded for 1,200 friends on Thursday, November 19.'],
])('%o reads: %s', (one, expected) => {
  expect(describeReferralFlag(one)).toBe(expected)
})
