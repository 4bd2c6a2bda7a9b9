// Whether a latecomer can still join a sitting.
import { useCallback } from 'react'
import { useServerNow } from '#web/use-server-now.ts'
import { msLeftToJoin } from '../../phases.ts'
import type { Sitting } from '../../sitting.ts'

/** False in its last minute (PHASE-14). */
export function useJoinable(sitting: Pick<Sitting, 'sharingAt'>): boolean {
  const nowMs = useServerNow(useCallback((nowMs) => msLeftToJoin(sitting, nowMs) || null, [sitting]))
  return msLeftToJoin(sitting, nowMs) > 0
}
