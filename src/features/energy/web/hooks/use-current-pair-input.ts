// Hook for the day, sittings and time by which a screen asks for an entry.
import { useMemo, useState } from 'react'
import { sittingsCalls } from '#features/sittings/contract.ts'
import { serverNow } from '#web/server-clock.ts'
import { useCall } from '#web/use-call.ts'
import type { CurrentPairInput } from '../../current-pair.ts'

/** As of when the screen opened; null until the sittings are known or have failed to load. */
export function useCurrentPairInput(day: string, { enabled }: { enabled: boolean }): CurrentPairInput | null {
  const { data, isError } = useCall(sittingsCalls.sittings, { query: {} }, { uncached: true, enabled })
  const [nowMs] = useState(serverNow)
  const sittings = data ?? (isError ? noSittings : undefined)
  return useMemo(() => (sittings === undefined ? null : { day, sittings, nowMs }), [day, sittings, nowMs])
}

const noSittings: CurrentPairInput['sittings'] = []
