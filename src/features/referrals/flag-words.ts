// What stood out about a referrer, in words.
import { dayInWords } from '#shared/day.ts'
import { numberInWords } from '#shared/numbers.ts'
import type { ReferralFlag } from './contract.ts'

/** A sentence that says what happened and suspects nobody; rewards may have been given by hand as well. */
export function flagInWords({ kind, day, count, referrer }: ReferralFlag): string {
  const friends = `${numberInWords(count)} friends`
  const on = `on ${dayInWords(day)}`
  return kind === 'same-address'
    ? `${friends} of ${referrer.name} joined from one address ${on}.`
    : `${referrer.name} was rewarded for ${friends} ${on}.`
}
