// Hook for the member's whole history, combined from two calls.
import { useMemo } from 'react'
import { useCall } from '#web/use-call.ts'
import { useSettledError } from '#web/use-settled-error.ts'
import { energyCalls } from '../../contract.ts'
import { buildHistory, type HistoryDay } from '../../history.ts'
import { useEntries } from '../use-entries.ts'

export interface EnergyHistory {
  /** Oldest first; null until both calls have succeeded. */
  days: readonly HistoryDay[] | null
  /** The latest load failed; earlier data stays. */
  isFailed: boolean
  isFetching: boolean
  refetchFailed: () => void
}

/** Reloads on every mount, for a signed-in member (HIST-16, HIST-17). */
export function useEnergyHistory(): EnergyHistory {
  const entries = useEntries()
  const times = useCall(energyCalls.times, {}, { uncached: true, nullWhenSignedOut: true })
  const days = useMemo(
    () =>
      entries.data === undefined || times.data === undefined
        ? null
        : buildHistory(entries.data ?? [], times.data ?? []),
    [entries.data, times.data],
  )
  const isFailed = useSettledError(entries, times)
  return {
    days,
    isFailed,
    isFetching: entries.isFetching || times.isFetching,
    refetchFailed: () => {
      for (const { isError, refetch } of [entries, times]) if (isError) void refetch()
    },
  }
}
