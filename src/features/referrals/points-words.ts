// Points and their dates in words.
import { chicagoDay, dayInWords, momentMs } from '#shared/day.ts'
import { numberInWords } from '#shared/numbers.ts'

/** Points that came or went, with their sign: '+100', '−100', '0' (REF-11). */
export function signedPoints(points: number): string {
  return points > 0 ? `+${numberInWords(points)}` : numberInWords(points)
}

/** The Chicago day of an ISO timestamp, 'November 21, 2026'. */
export function dateInWords(timestamp: string): string {
  return dayInWords(chicagoDay(momentMs(timestamp)), 'long')
}
