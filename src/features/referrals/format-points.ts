// Points and ledger dates as text.
import { chicagoDay, formatDay, timestampToMs } from '#shared/day.ts'
import { formatNumber } from '#shared/format-number.ts'

/** Points with their sign: '+100', '−100', '0' (REF-11). */
export function formatSignedPoints(points: number): string {
  return points > 0 ? `+${formatNumber(points)}` : formatNumber(points)
}

/** The Chicago day of an ISO timestamp, 'November 21, 2026'. */
export function formatLedgerDate(timestamp: string): string {
  return formatDay(chicagoDay(timestampToMs(timestamp)), 'long')
}
