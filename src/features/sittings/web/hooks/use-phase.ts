// Phase of a sitting on a page, by the server's clock.
import { useEffect, useState } from 'react'
import { runOnTime } from '#web/run-on-time.ts'
import { serverNow } from '#web/server-clock.ts'
import { isAhead, msToNextPhase, phaseAt, silenceAt, type Phase } from '../../phases.ts'
import type { Sitting } from '../../sitting.ts'

/** Timers are late on a device that slept, and the known server clock improves: none runs longer than this. */
const recheckMs = 10_000

export interface PagePhase {
  phase: Phase
  /** The video is over, and the silence after it is on. */
  isSilence: boolean
  /** The doors haven't opened yet. */
  isAhead: boolean
}

/**
 * The phase and the silence now; they change within 250 ms of the server's moment, and at once when the page is shown
 * (PHASE-06).
 */
export function usePhase(sitting: Sitting | null): PagePhase {
  const [phase, setPhase] = useState(() => pagePhaseAt(sitting, serverNow()))
  useEffect(
    () =>
      runOnTime(() => {
        const now = serverNow()
        const next = pagePhaseAt(sitting, now)
        setPhase((known) => (isSamePhase(known, next) ? known : next))
        const leftMs = msToNextPhase(sitting, now)
        return leftMs === null ? null : Math.min(leftMs, recheckMs)
      }),
    [sitting],
  )
  return phase
}

function pagePhaseAt(sitting: Sitting | null, nowMs: number): PagePhase {
  const phase = phaseAt(sitting, nowMs)
  const isSilence = sitting !== null && phase === 'meditation' && nowMs >= silenceAt(sitting)
  return { phase, isSilence, isAhead: isAhead(sitting, nowMs) }
}

function isSamePhase(a: PagePhase, b: PagePhase): boolean {
  return a.phase === b.phase && a.isSilence === b.isSilence && a.isAhead === b.isAhead
}
