// Today in Chicago, by the server's clock; it advances at midnight on an open screen.
import { useEffect, useState } from 'react'
import { chicagoDay, msUntilMidnight } from '#shared/day.ts'
import { serverNow } from './server-clock.ts'

/** Timers are late on a device that slept, so none runs longer than this. */
const recheckMs = 60_000

/** The current Chicago day, 'YYYY-MM-DD'. */
export function useToday(): string {
  const [today, setToday] = useState(() => chicagoDay(serverNow()))
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const update = () => {
      clearTimeout(timer)
      const now = serverNow()
      setToday(chicagoDay(now))
      timer = setTimeout(update, Math.min(recheckMs, msUntilMidnight(now)))
    }
    update()
    // Timers are late in a hidden tab.
    document.addEventListener('visibilitychange', update)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', update)
    }
  }, [])
  return today
}
