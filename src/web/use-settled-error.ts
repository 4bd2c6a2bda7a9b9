// Settled error state: an error panel keeps its place and its focus while its 'Try again' is in flight.
import { useState } from 'react'

/**
 * The part of a `useCall` or `usePagedCall` result it needs. React Query clears an error as soon as it refetches.
 */
interface QueryState {
  isError: boolean
  isFetching: boolean
}

/** Whether any read had failed when the last of them settled. */
export function useSettledError(...queries: readonly QueryState[]): boolean {
  const hasFailed = queries.some(({ isError }) => isError)
  const isFetchingAny = queries.some(({ isFetching }) => isFetching)
  const [isFailed, setFailed] = useState(hasFailed)
  if (!isFetchingAny && isFailed !== hasFailed) setFailed(hasFailed)
  return isFailed
}
