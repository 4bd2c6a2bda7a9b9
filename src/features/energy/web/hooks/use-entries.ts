// Hooks that load a member's energy entries of one day, and the sittings that decide which of them belong together.
import { useMemo, useState } from 'react'
import { sittingsCalls } from '#features/sittings/contract.ts'
import { serverNow } from '#web/server-clock.ts'
import { useCall } from '#web/use-call.ts'
import { energyCalls } from '../../contract.ts'
import type { EntryMoment } from '../../entry-pairs.ts'

/**
 * Null when the session has ended (HIST-16, HIST-18). Every mount reloads them. For screens that don't need the whole
 * history.
 */
export function useEntriesOfDay(date: string, { enabled }: { enabled: boolean }) {
  return useCall(
    energyCalls.entries,
    { query: { date } },
    { uncached: true, nullWhenSignedOut: true, enabled },
  )
}

/** The moment at which a screen asks for an entry of a day; null until the sittings are known or have failed to load. */
export function useEntryMoment(day: string, { enabled }: { enabled: boolean }): EntryMoment | null {
  const { data, isError } = useCall(sittingsCalls.sittings, { query: {} }, { uncached: true, enabled })
  const [nowMs] = useState(serverNow)
  const sittings = data ?? (isError ? noSittings : undefined)
  return useMemo(() => (sittings === undefined ? null : { day, sittings, nowMs }), [day, sittings, nowMs])
}

const noSittings: EntryMoment['sittings'] = []
