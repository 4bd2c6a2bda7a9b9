// Reads the day again for its link to the meeting, on a page that was open before the doors (TEACH-11). Loaded then.
import { useEffect, useRef } from 'react'
import { msToBell } from '#features/sittings/phases.ts'
import type { Sitting } from '#features/sittings/sitting.ts'
import { secondMs } from '#shared/durations.ts'
import { runOnTime } from '#web/run-on-time.ts'
import { serverNow } from '#web/server-clock.ts'

/** The page's clock may be ahead of the server's, whose doors are then still closed. */
const clockErrorMs = secondMs
const retryMs = 20 * secondMs
/** Members who wait at the doors of a live sitting have its link within this time. */
const soonMs = 8 * secondMs
/** Before the bell the page reads nothing. */
const quietMs = 20 * secondMs

interface MeetingReaderProps {
  sitting: Sitting
  /** It meets elsewhere: its members wait for the link. */
  isLive: boolean
  refetch: () => Promise<unknown>
}

/** Mounted while the link isn't known. Renders nothing. */
export function MeetingReader({ sitting, isLive, refetch }: MeetingReaderProps) {
  const latest = useRef({ refetch, sitting })
  useEffect(() => {
    latest.current = { refetch, sitting }
  })
  useEffect(() => {
    // All pages would read at once: those that need it later, in the sharing, spread over the doors.
    const bellMs = msToBell(latest.current.sitting.startsAt, serverNow())
    const withinMs = isLive ? soonMs : Math.max(soonMs, bellMs - quietMs)
    let dueMs = performance.now() + clockErrorMs + (withinMs - clockErrorMs) * Math.random()
    return runOnTime(() => {
      const leftMs = dueMs - performance.now()
      if (leftMs > 0) return leftMs
      dueMs = performance.now() + retryMs
      void latest.current.refetch()
      return retryMs
    })
  }, [isLive])
  return null
}
