// Where the sitting under way meets (TEACH-11). The day's response says so from the doors to the end of the sharing alone. A
// page that was open before reads it again.
import { useEffect, useRef } from 'react'
import type { DailyMeditation } from '#features/meditation/contract.ts'
import { isUnderWay, msToBell } from '#features/sittings/phases.ts'
import type { Sitting } from '#features/sittings/sitting.ts'
import { secondMs } from '#shared/durations.ts'
import { runOnTime } from '#web/run-on-time.ts'
import { serverNow } from '#web/server-clock.ts'

interface DayRead {
  data: DailyMeditation | null | undefined
  /** What the room shows now meets elsewhere: its members wait for the link. */
  isLive: boolean
  refetch: () => Promise<unknown>
}

/** The page's clock may be ahead of the server's, whose doors are then still closed. */
const clockErrorMs = secondMs
const retryMs = 20 * secondMs
/** Members who wait at the doors of a live sitting have its link within this time. */
const soonMs = 8 * secondMs
/** Before the bell the page reads nothing. */
const quietMs = 20 * secondMs

/** `sitting` is the one that the room shows; `nowMs` the server's time as of the last change in its timeline. */
export function useMeetingUrl(
  { data, isLive, refetch }: DayRead,
  sitting: Sitting | null,
  nowMs: number,
): string | null {
  const isOn = isUnderWay(sitting, nowMs)
  // Of the sitting that it was read in: another one of the day has its own.
  const url = data?.sitting?.id === sitting?.id ? data?.meetingUrl : undefined
  const isKnown = url !== undefined
  const latest = useRef({ refetch, sitting })
  useEffect(() => {
    latest.current = { refetch, sitting }
  })
  useEffect(() => {
    if (!isOn || isKnown) return
    // All pages would read at once: those that need it later, in the sharing, spread over the doors.
    const bellMs = latest.current.sitting ? msToBell(latest.current.sitting.startsAt, serverNow()) : 0
    const withinMs = isLive ? soonMs : Math.max(soonMs, bellMs - quietMs)
    const firstMs = clockErrorMs + (withinMs - clockErrorMs) * Math.random()
    let dueMs = performance.now() + firstMs
    return runOnTime(() => {
      const leftMs = dueMs - performance.now()
      if (leftMs > 0) return leftMs
      dueMs = performance.now() + retryMs
      void latest.current.refetch()
      return retryMs
    })
  }, [isOn, isKnown, isLive])
  return (isOn && url) || null
}
