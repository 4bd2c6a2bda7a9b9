// Today in Chicago, by the server's clock; it moves on at midnight under an open screen.
import { useEffect, useState } from 'react'
import { chicagoDay, msUntilMidnight } from '#shared/day.ts'
import { serverNow } from './server-clock.ts'

/** A device that slept counts on late: no timer runs longer than this. */
const recheckMs = 60_000

/** The Chicago day of now, 'YYYY-MM-DD'. */
export function useToday(): string {
  const [today, setToday] = useState(() => chicagoDay(serverNow()))
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const look = () => {
      clearTimeout(timer)
      const now = serverNow()
      setToday(chicagoDay(now))
      timer = setTimeout(look, Math.min(recheckMs, msUntilMidnight(now)))
    }
    look()
    // A hidden tab's timers are late.
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [])
  return today
}
