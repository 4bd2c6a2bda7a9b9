// Points, ledger dates and flags as text.
import { dayInZone, formatDay, timestampToMs } from '#shared/day.ts'
import { formatNumber } from '#shared/format-number.ts'
import type { ReferralFlag } from './contract.ts'

/** Points with their sign: '+100', '−100', '0' (REF-11). */
export function formatSignedPoints(points: number): string {
  return points > 0 ? `+${formatNumber(points)}` : formatNumber(points)
}

/** The day of an ISO timestamp in the zone, 'November 21, 2026'. */
export function formatLedgerDate(timestamp: string, zone: string): string {
  return formatDay(dayInZone(timestampToMs(timestamp), zone), 'long')
}

/** Describes the facts without an accusation; some rewards may come from an administrator's attribution. */
export function describeReferralFlag({ kind, day, count, referrer }: ReferralFlag): string {
  const friends = `${formatNumber(count)} friends`
  const on = `on ${formatDay(day)}`
  return kind === 'same-address'
    ? `${friends} of ${referrer.name} joined from the same address ${on}.`
    : `${referrer.name} was rewarded for ${friends} ${on}.`
}
