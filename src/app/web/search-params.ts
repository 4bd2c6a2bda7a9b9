// How the address's query is read and written: every value stays the text it is. The router's own way would turn
// the referral code 0012 into 12 and 1e5 into 100000 (AUTH-30).
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/**
 * `ref` is the referral code of whoever sent the link; `reset`, `undo` and `verified` are the secrets of mailed links; `failed`
 * says why nobody came in by Google; `period` and `week` say which days of the history are shown; `selectedUser` is the
 * member whose row administrators look for.
 */
export type SearchParams = {
  ref?: string
  reset?: string
  undo?: string
  verified?: string
  failed?: string
  period?: string
  week?: string
  selectedUser?: string
}

/** The query as texts; of a repeated name the last one counts. */
export function parseSearch(query: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(query))
}

/** The query with its question mark, or nothing; a name without a value stands alone. */
export function stringifySearch(search: Record<string, unknown>): string {
  const query = Object.entries(search)
    .flatMap(([key, value]) =>
      typeof value === 'string' ? [new URLSearchParams([[key, value]]).toString()] : [],
    )
    .map((pair) => pair.replace(/=$/, ''))
    .join('&')
  return query === '' ? '' : `?${query}`
}

/** Reads what is known; the rest stays in the address as it is. */
export function readSearch(search: Record<string, unknown>): SearchParams {
  const { ref, ...rest } = search
  return typeof ref === 'string' && ref !== '' ? { ...rest, ref } : rest
}

/** The referral code in the address, letter by letter; absent without one. */
export function useReferralCode(): string | undefined {
  return useSearchParam('ref')
}

/** A signed-in visitor's referral code means nothing: it leaves the address bar (AUTH-32). */
export function useStripReferralCode(isSignedIn: boolean): void {
  const navigate = useNavigate()
  const isThere = useReferralCode() !== undefined
  useEffect(() => {
    if (isSignedIn && isThere) {
      const search = ({ ref: _ref, ...rest }: SearchParams): SearchParams => rest
      // By the path: at an address that leads nowhere the route is the root's, and '.' would lead to the start.
      void navigate({ to: '.', unsafeRelative: 'path', search, hash: true, replace: true })
    }
  }, [isSignedIn, isThere, navigate])
}

/** The secret of a verification link in the address; empty once it was followed, absent without one. */
export function useVerificationParam(): string | undefined {
  return useSearchParam('verified')
}

/** A text of the query, as it stands in the address; absent without it. */
export function useSearchParam(name: keyof SearchParams): string | undefined {
  return useLocation({ select: ({ searchStr }) => readSearch(parseSearch(searchStr))[name] })
}

/**
 * The secret of the mailed link that led here: it leaves the address bar at once and stays for as long as the
 * screen is open. `verified` stays there without it (AUTH-37), the others go altogether. Undefined without a link.
 */
export function useMailedSecret(name: 'reset' | 'undo' | 'verified'): string | undefined {
  return useConsumedParam(name)
}

/** The code of what failed on the way back from Google, which goes from the address bar at once. */
export function useFailureParam(): string | undefined {
  return useConsumedParam('failed')
}

function useConsumedParam(name: 'reset' | 'undo' | 'verified' | 'failed'): string | undefined {
  const navigate = useNavigate()
  const inAddress = useSearchParam(name)
  const [secret] = useState(inAddress)
  const left = name === 'verified' ? '' : undefined
  useEffect(() => {
    if (inAddress === undefined || inAddress === left) return
    const search = ({ [name]: _secret, ...rest }: SearchParams): SearchParams =>
      left === undefined ? rest : { ...rest, [name]: left }
    void navigate({ to: '.', search, hash: true, replace: true })
  }, [inAddress, left, name, navigate])
  return secret
}
