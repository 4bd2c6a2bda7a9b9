// Today, by the server's clock; it advances at midnight on an open screen.
import { useEffect, useState } from 'react'
import { pageDays, pageToday } from './community-days.ts'
import { serverNow } from './server-clock.ts'

/** Timers are late on a device that slept, so none runs longer than this. */
const recheckMs = 60_000

/** The current day, 'YYYY-MM-DD'. */
export function useToday(): string {
  const [today, setToday] = useState(pageToday)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const update = () => {
      clearTimeout(timer)
      setToday(pageToday())
      timer = setTimeout(update, Math.min(recheckMs, pageDays().msUntilMidnight(serverNow())))
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
