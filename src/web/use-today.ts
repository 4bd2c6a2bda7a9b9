// Today, by the server's clock; it advances at midnight, and follows the zone, on an open screen.
import { useEffect, useState } from 'react'
import { pageToday } from './community-days.ts'
import { runOnTime } from './run-on-time.ts'
import { serverNow } from './server-clock.ts'
import { useCommunityDays } from './use-community-days.ts'

/** Timers are late on a device that slept, so none runs longer than this. */
const recheckMs = 60_000

/** The current day, 'YYYY-MM-DD'. Its component also renders again when the zone changes. */
export function useToday(): string {
  const days = useCommunityDays()
  const [today, setToday] = useState(pageToday)
  useEffect(
    () =>
      runOnTime(() => {
        setToday(pageToday())
        return Math.min(recheckMs, days.msUntilMidnight(serverNow()))
      }),
    [days],
  )
  return today
}
