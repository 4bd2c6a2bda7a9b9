// What stood out about a referrer, in words.
import { formatDay } from '#shared/day.ts'
import { formatNumber } from '#shared/format-number.ts'
import type { ReferralFlag } from './contract.ts'

/** A sentence that says what happened and suspects nobody; rewards may have been given by hand as well. */
export function describeReferralFlag({ kind, day, count, referrer }: ReferralFlag): string {
  const friends = `${formatNumber(count)} friends`
  const on = `on ${formatDay(day)}`
  return kind === 'same-address'
    ? `${friends} of ${referrer.name} joined from one address ${on}.`
    : `${referrer.name} was rewarded for ${friends} ${on}.`
}
