// How reading ended, for what says so: a panel and the focus in it stay while its 'Try again' is under way.
import { useState } from 'react'

/** As `useCall` and `usePagedCall` answer it; React Query takes an error back as soon as it reads anew. */
interface QueryState {
  isError: boolean
  isFetching: boolean
}

/** Whether any of the readings had failed when the last of them ended. */
export function useSettledError(...readings: readonly QueryState[]): boolean {
  const hasFailed = readings.some(({ isError }) => isError)
  const isReading = readings.some(({ isFetching }) => isFetching)
  const [isFailed, setFailed] = useState(hasFailed)
  if (!isReading && isFailed !== hasFailed) setFailed(hasFailed)
  return isFailed
}
