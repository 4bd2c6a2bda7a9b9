// Hooks that load a member's energy entries; every mount reloads them.
import { useCall } from '#web/use-call.ts'
import { energyCalls } from '../contract.ts'

const options = { uncached: true, nullWhenSignedOut: true } as const

/** All entries of the member; null when the session has ended (HIST-16, HIST-18). */
export function useEntries() {
  return useCall(energyCalls.entries, {}, options)
}

/** The entries of one day, for screens opened daily that don't need the whole history. */
export function useEntriesOfDay(date: string, { enabled }: { enabled: boolean }) {
  return useCall(energyCalls.entries, { query: { date } }, { ...options, enabled })
}
