// Today, by the server's clock; it advances at midnight on an open screen.
import { useEffect, useState } from 'react'
import { pageDays, pageToday } from './community-days.ts'
import { runOnTime } from './run-on-time.ts'
import { serverNow } from './server-clock.ts'

/** Timers are late on a device that slept, so none runs longer than this. */
const recheckMs = 60_000

/** The current day, 'YYYY-MM-DD'. */
export function useToday(): string {
  const [today, setToday] = useState(pageToday)
  useEffect(
    () =>
      runOnTime(() => {
        setToday(pageToday())
        return Math.min(recheckMs, pageDays().msUntilMidnight(serverNow()))
      }),
    [],
  )
  return today
}
