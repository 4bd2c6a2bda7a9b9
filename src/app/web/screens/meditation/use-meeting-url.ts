// Where the sitting under way meets. The day's response says so from the doors to the end of the sharing alone, so a page that
// was open before reads it again (TEACH-11).
import { useEffect, useRef } from 'react'
import type { DailyMeditation } from '#features/meditation/contract.ts'
import { hasOpened, isUnderWay, msToBell } from '#features/sittings/phases.ts'
import type { Sitting } from '#features/sittings/sitting.ts'
import { secondMs } from '#shared/durations.ts'
import { runOnTime } from '#web/run-on-time.ts'
import { serverNow } from '#web/server-clock.ts'

interface DayRead {
  data: DailyMeditation | null | undefined
  /** By the browser's clock, in epoch milliseconds. */
  dataUpdatedAt: number
  refetch: () => Promise<unknown>
}

/** The page's and the server's clock may differ by that much. */
const clockErrorMs = 2 * secondMs
const retryMs = 20 * secondMs
/** Members who wait at the doors of a live sitting have its link within this time. */
const soonMs = 8 * secondMs
/** Before the bell the page reads nothing. */
const quietMs = 20 * secondMs

/** `sitting` is the one that the room shows; `nowMs` the server's time as of the last change in its timeline. */
export function useMeetingUrl(
  { data, dataUpdatedAt, refetch }: DayRead,
  sitting: Sitting | null,
  nowMs: number,
): string | null {
  const isOn = isUnderWay(sitting, nowMs)
  const url = (data?.sitting?.id === sitting?.id && data?.meetingUrl) || null
  const isKnown = url !== null || (sitting !== null && wasReadInDoors(sitting, dataUpdatedAt))
  const isLive = data?.plays.kind === 'live'
  const latest = useRef({ refetch, sitting })
  useEffect(() => {
    latest.current = { refetch, sitting }
  })
  useEffect(() => {
    if (!isOn || isKnown) return
    // All pages would read at once: those that need it later, in the sharing, spread over the doors.
    const bellMs = latest.current.sitting ? msToBell(latest.current.sitting.startsAt, serverNow()) : 0
    const withinMs = isLive ? soonMs : Math.max(soonMs, bellMs - quietMs)
    const firstMs = clockErrorMs + withinMs * Math.random()
    let dueMs = performance.now() + firstMs
    return runOnTime(() => {
      const leftMs = dueMs - performance.now()
      if (leftMs > 0) return leftMs
      dueMs = performance.now() + retryMs
      void latest.current.refetch()
      return retryMs
    })
  }, [isOn, isKnown, isLive])
  return isOn ? url : null
}

/** Whether the day was read behind open doors: it then says where the sitting meets, if anywhere. */
function wasReadInDoors(sitting: Sitting, dataUpdatedAt: number): boolean {
  return hasOpened(sitting, serverNow() - (Date.now() - dataUpdatedAt) - clockErrorMs)
}
