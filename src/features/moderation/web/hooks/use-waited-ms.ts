// How long something has waited, by the server's clock.
import { useCallback } from 'react'
import { timestampToMs } from '#shared/day.ts'
import { minuteMs } from '#shared/durations.ts'
import { useServerNow } from '#web/use-server-now.ts'

/** Milliseconds since a timestamp; redraws at each full minute. */
export function useWaitedMs(timestamp: string): number {
  const sinceMs = timestampToMs(timestamp)
  const nowMs = useServerNow(useCallback((now) => minuteMs - ((now - sinceMs) % minuteMs), [sinceMs]))
  return nowMs - sinceMs
}
