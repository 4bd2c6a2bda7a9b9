// Re-reads of a sitting: shortly before its bell, and when the page is shown.
import { useEffect, useRef } from 'react'
import { onPageShown } from '#web/page-shown.ts'
import { runOnTime } from '#web/run-on-time.ts'
import { serverNow } from '#web/server-clock.ts'
import { isUnderWay, msToBell } from '../../phases.ts'
import type { Sitting } from '../../sitting.ts'
import { useClockSampling } from './use-clock-sampling.ts'

const refreshFromMs = 90_000
const refreshUntilMs = 30_000

/**
 * Refetches the sitting once, 90 to 30 seconds before the bell; the moment is random to spread the load. Also refetches
 * whenever the page is shown during the sitting (PHASE-22).
 */
export function useRefreshedSitting(sitting: Sitting | null, refresh: () => void): void {
  const latest = useRef({ sitting, refresh })
  useEffect(() => {
    latest.current = { sitting, refresh }
  })
  const bellAt = sitting !== null && !sitting.cancelled ? sitting.startsAt : null
  useEffect(() => {
    if (bellAt === null) return
    const leadMs = refreshUntilMs + (refreshFromMs - refreshUntilMs) * Math.random()
    const left = () => msToBell(bellAt, serverNow()) - leadMs
    // A page that opens later has just read them.
    let isDone = left() <= 0
    return runOnTime(() => {
      if (isDone) return null
      const leftMs = left()
      if (leftMs > 0) return leftMs
      isDone = true
      latest.current.refresh()
      return null
    })
  }, [bellAt])
  const sampleClock = useClockSampling()
  useEffect(
    () =>
      onPageShown(() => {
        if (!isUnderWay(latest.current.sitting, serverNow())) return
        latest.current.refresh()
        sampleClock()
      }),
    [sampleClock],
  )
}
