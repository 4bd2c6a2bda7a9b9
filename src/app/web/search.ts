// How the address's query is read and written: every value stays the text it is. The router's own way would turn
// the referral code 0012 into 12 and 1e5 into 100000 (AUTH-30).
import { useLocation } from '@tanstack/react-router'

/** What any screen may find there: `ref`, the referral code of whoever sent the link. */
export type Search = { ref?: string }

/** The query as texts; of a repeated name the last one counts. */
export function parseSearch(query: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(query))
}

/** The query with its question mark, or nothing. */
export function stringifySearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).flatMap(([key, value]) =>
    typeof value === 'string' ? [[key, value]] : [],
  )
  const query = new URLSearchParams(given).toString()
  return query === '' ? '' : `?${query}`
}

/** Reads what is known; the rest stays in the address as it is. */
export function readSearch(search: Record<string, unknown>): Search {
  const { ref, ...rest } = search
  return typeof ref === 'string' && ref !== '' ? { ...rest, ref } : rest
}

/** The referral code in the address, letter by letter; absent without one. */
export function useReferralCode(): string | undefined {
  return useLocation({ select: ({ searchStr }) => readSearch(parseSearch(searchStr)).ref })
}
