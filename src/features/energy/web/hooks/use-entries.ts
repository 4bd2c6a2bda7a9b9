// Hook that loads a member's energy entries of one day; every mount reloads them.
import { useCall } from '#web/use-call.ts'
import { energyCalls } from '../../contract.ts'

/** Null when the session has ended (HIST-16, HIST-18). For screens that don't need the whole history. */
export function useEntriesOfDay(date: string, { enabled }: { enabled: boolean }) {
  return useCall(
    energyCalls.entries,
    { query: { date } },
    { uncached: true, nullWhenSignedOut: true, enabled },
  )
}
