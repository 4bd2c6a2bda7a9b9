// The time on a page, as of the last change in the timelines of the sittings that it knows.
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { runOnTime } from '#web/run-on-time.ts'
import { clockJumpMinMs, serverNow } from '#web/server-clock.ts'
import { queryKeyOf, useCall } from '#web/use-call.ts'
import { useCommunityDays } from '#web/use-community-days.ts'
import { sittingsCalls } from '../../contract.ts'
import { msToNextChange, withSitting } from '../../current-sitting.ts'
import type { Sitting } from '../../sitting.ts'

/** Timers are late on a device that slept, and the known server clock improves: none runs longer than this. */
const recheckMs = 10_000

const aroundNow = { query: {} }

/** The sittings of yesterday to tomorrow; with `refetchOnFocus` where no live channel brings their changes. */
export function useSittingsAround(enabled: boolean, { refetchOnFocus = false } = {}) {
  return useCall(sittingsCalls.sittings, aroundNow, { enabled, uncached: true, refetchOnFocus })
}

/** Applies a changed sitting to the page, null for one that no longer takes place. */
export function useApplySitting(): (id: number, sitting: Sitting | null) => void {
  const client = useQueryClient()
  return useCallback(
    (id, sitting) =>
      client.setQueryData<Sitting[]>(
        queryKeyOf(sittingsCalls.sittings, aroundNow),
        (known) => known && withSitting(known, id, sitting),
      ),
    [client],
  )
}

/** The server's time as of the last change in the sittings' timelines; renders again at each. */
export function useTimelineNow(sittings: readonly Sitting[]): number {
  const days = useCommunityDays()
  const [nowMs, setNowMs] = useState(serverNow)
  useEffect(
    () =>
      runOnTime(() => {
        const now = serverNow()
        const leftMs = (fromMs: number) => msToNextChange(sittings, days, fromMs)
        // A clock that was ahead comes back; smaller corrections repeat no moment.
        const isOf = (known: number) => now > known - clockJumpMinMs && now - known < leftMs(known)
        setNowMs((known) => (isOf(known) ? known : now))
        return Math.min(leftMs(now), recheckMs)
      }),
    [sittings, days],
  )
  return nowMs
}
