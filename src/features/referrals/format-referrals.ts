// Points, ledger dates and flags as text.
import { dayInZone, formatDay, timestampToMs } from '#shared/day.ts'
import { formatNumber } from '#shared/i18n/format-number.ts'
import { t, message, translate, type Message } from '#shared/i18n/t.ts'
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
  const facts = { count, referrer: referrer.name, day: formatDay(day) }
  return kind === 'same-address'
    ? t(
        '{count, plural, one {# friend of {referrer} joined from the same address on {day}.} other {# friends of {referrer} joined from the same address on {day}.}}',
        facts,
      )
    : t(
        '{count, plural, one {{referrer} was rewarded for # friend on {day}.} other {{referrer} was rewarded for # friends on {day}.}}',
        facts,
      )
}

const ledgerDescriptions: Readonly<Record<string, Message>> = {
  'Joined through a friend': message('Joined through a friend'),
  'Completed a first meditation': message('Completed a first meditation'),
  'A friend completed a first meditation': message('A friend completed a first meditation'),
  'A friend was credited to you': message('A friend was credited to you'),
  'A friend was credited to another member': message('A friend was credited to another member'),
}

/** A stored description of the ledger, which is English, in the viewer's language. */
export function formatLedgerDescription(stored: string): string {
  const description = ledgerDescriptions[stored]
  return description === undefined ? stored : translate(description)
}
