// Flag texts: a sentence for each anomaly of a referrer.
import { formatDay } from '#shared/day.ts'
import { formatNumber } from '#shared/format-number.ts'
import type { ReferralFlag } from './contract.ts'

/** Describes the facts without an accusation; some rewards may come from an administrator's attribution. */
export function describeReferralFlag({ kind, day, count, referrer }: ReferralFlag): string {
  const friends = `${formatNumber(count)} friends`
  const on = `on ${formatDay(day)}`
  return kind === 'same-address'
    ? `${friends} of ${referrer.name} joined from the same address ${on}.`
    : `${referrer.name} was rewarded for ${friends} ${on}.`
}
