// The server's time as React state, renewed when something is due to change.
import { useEffect, useState } from 'react'
import { runOnTime } from './run-on-time.ts'
import { serverNow } from './server-clock.ts'

/**
 * Epoch milliseconds, renewed after as many as `msToNext` returns for a moment (null for never), and whenever the page is
 * shown or hidden. `msToNext` must stay the same function while its inputs do: wrap it in `useCallback`.
 */
export function useServerNow(msToNext: (nowMs: number) => number | null): number {
  const [nowMs, setNowMs] = useState(serverNow)
  useEffect(
    () =>
      runOnTime(() => {
        const now = serverNow()
        setNowMs(now)
        return msToNext(now)
      }),
    [msToNext],
  )
  return nowMs
}
