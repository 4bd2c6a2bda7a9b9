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
export function useSettledError(...readings: readonly QueryState[]): boolean {
  const hasFailed = readings.some(({ isError }) => isError)
  const isReading = readings.some(({ isFetching }) => isFetching)
  const [isFailed, setFailed] = useState(hasFailed)
  if (!isReading && isFailed !== hasFailed) setFailed(hasFailed)
  return isFailed
}
