// Start time: today's start, shown until it is reached (MED-04).
import { useEffect, useState } from 'react'
import { serverNow } from '#web/server-clock.ts'
import { startSentence, upcomingStartMs } from '../rules.ts'

export function StartTime({ day, scheduledTime }: { day: string; scheduledTime: string }) {
  const [zone] = useState(() => Intl.DateTimeFormat().resolvedOptions().timeZone)
  const startMs = useUpcomingStart(day, scheduledTime)
  if (startMs === null) return null
  return <p className="text-ink-2">{startSentence(startMs, zone)}</p>
}

/** The start in epoch milliseconds; null once it is reached. */
function useUpcomingStart(day: string, scheduledTime: string): number | null {
  const [startMs, setStartMs] = useState(() => upcomingStartMs(day, scheduledTime, serverNow()))
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const update = () => {
      clearTimeout(timer)
      const now = serverNow()
      const start = upcomingStartMs(day, scheduledTime, now)
      setStartMs(start)
      if (start !== null) timer = setTimeout(update, start - now)
    }
    update()
    document.addEventListener('visibilitychange', update)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', update)
    }
  }, [day, scheduledTime])
  return startMs
}
