// Search parameters: the address's query, parsed and written as strings.
// The router's own parser would turn the referral code 0012 into 12 and 1e5 into 100000 (AUTH-30).
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'

/**
 * `ref` is a member's referral code, `invite` the code of an invite. `reset`, `undo`, `join` and `verified` are the secrets of mailed links. `failed` is
 * the error code of a failed Google sign-in. `period` and `week` select the days of the history. `selectedUser` is
 * the member whose row administrators open; `role`, `email`, `mayHost`, `unseenDays` and `inviteBatch` filter their list of
 * members.
 */
export type SearchParams = {
  ref?: string
  invite?: string
  reset?: string
  undo?: string
  join?: string
  verified?: string
  failed?: string
  period?: string
  week?: string
  selectedUser?: string
  role?: string
  email?: string
  mayHost?: string
  unseenDays?: string
  inviteBatch?: string
}

/** Parses a query into strings; of a repeated name the last value counts. */
export function parseSearch(query: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(query))
}

/** The query with its question mark, or an empty string; a name without a value is written without '='. */
export function stringifySearch(search: Record<string, unknown>): string {
  const query = Object.entries(search)
    .flatMap(([key, value]) =>
      typeof value === 'string' ? [new URLSearchParams([[key, value]]).toString()] : [],
    )
    .map((pair) => pair.replace(/=$/, ''))
    .join('&')
  return query === '' ? '' : `?${query}`
}

/** Validates the known parameters; all others pass through unchanged. */
export function readSearch(search: Record<string, unknown>): SearchParams {
  const { ref, invite, ...rest } = search
  const codes = Object.entries({ invite, ref }).filter(([, code]) => typeof code === 'string' && code !== '')
  return { ...rest, ...Object.fromEntries(codes) }
}

/** Removes the filter of the list of members. */
export function withoutMemberFilter({
  role: _role,
  email: _email,
  mayHost: _mayHost,
  unseenDays: _unseenDays,
  inviteBatch: _inviteBatch,
  ...rest
}: SearchParams): SearchParams {
  return rest
}

/** The join codes in the address, unchanged: of an invite, and of the member who refers. */
export function useJoinCodeParams(): Pick<SearchParams, 'invite' | 'ref'> {
  const invite = useSearchParam('invite')
  const ref = useSearchParam('ref')
  return useMemo(() => readSearch({ invite, ref }), [invite, ref])
}

/** Removes the codes from a signed-in visitor's address: they have no meaning there (AUTH-32). */
export function useStripJoinCodeParams(isSignedIn: boolean): void {
  const navigate = useNavigate()
  const { invite, ref } = useJoinCodeParams()
  const hasCode = (invite ?? ref) !== undefined
  useEffect(() => {
    if (isSignedIn && hasCode) {
      const search = ({ ref: _ref, invite: _invite, ...rest }: SearchParams): SearchParams => rest
      // Relative to the path: at an unknown address the route is the root's, and '.' would lead to the start.
      void navigate({ to: '.', unsafeRelative: 'path', search, hash: true, replace: true })
    }
  }, [isSignedIn, hasCode, navigate])
}

/** The secret of a verification link in the address; empty once followed, undefined without one. */
export function useVerificationParam(): string | undefined {
  return useSearchParam('verified')
}

/** A parameter's text in the address; undefined without it. */
export function useSearchParam(name: keyof SearchParams): string | undefined {
  return useLocation({ select: ({ searchStr }) => readSearch(parseSearch(searchStr))[name] })
}

/**
 * The secret of the mailed link that led here. It's removed from the address at once and stored while the screen
 * is open. `verified` stays there with an empty value (AUTH-37); the others disappear. Undefined without a link.
 */
export function useMailedSecret(name: 'reset' | 'undo' | 'join' | 'verified'): string | undefined {
  return useConsumedParam(name)
}

/** The error code of a failed return from Google, removed from the address at once. */
export function useFailureParam(): string | undefined {
  return useConsumedParam('failed')
}

function useConsumedParam(name: 'reset' | 'undo' | 'join' | 'verified' | 'failed'): string | undefined {
  const navigate = useNavigate()
  const current = useSearchParam(name)
  const [secret] = useState(current)
  const replacement = name === 'verified' ? '' : undefined
  useEffect(() => {
    if (current === undefined || current === replacement) return
    const search = ({ [name]: _secret, ...rest }: SearchParams): SearchParams =>
      replacement === undefined ? rest : { ...rest, [name]: replacement }
    void navigate({ to: '.', search, hash: true, replace: true })
  }, [current, replacement, name, navigate])
  return secret
}
