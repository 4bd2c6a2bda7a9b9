// Whether a latecomer can still join a sitting.
import { useCallback } from 'react'
import { msToBell } from '#features/sittings/phases.ts'
import type { Sitting } from '#features/sittings/sitting.ts'
import { useServerNow } from '#web/use-server-now.ts'

/** With less there is nothing left to join (PHASE-14). */
const lateLeftMs = 60_000

/** False in its last minute. */
export function useJoinable({ sharingAt }: Pick<Sitting, 'sharingAt'>): boolean {
  const untilMs = sharingAt - lateLeftMs
  const nowMs = useServerNow(useCallback((nowMs) => Math.max(0, msToBell(untilMs, nowMs)) || null, [untilMs]))
  return msToBell(untilMs, nowMs) > 0
}
