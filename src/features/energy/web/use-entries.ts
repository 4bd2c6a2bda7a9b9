// How a member's energy entries are read: anew whenever something opens that shows them, and by all in one way.
import { useCall } from '#web/use-call.ts'
import { energyCalls } from '../contract.ts'

const options = { uncached: true, nullWhenSignedOut: true } as const

/** All entries of the member; null when the session has ended (HIST-16, HIST-18). */
export function useEntries() {
  return useCall(energyCalls.entries, {}, options)
}

/** The same of one day, for a screen that most people open every day: a whole history isn't read for it. */
export function useEntriesOfDay(date: string, { enabled }: { enabled: boolean }) {
  return useCall(energyCalls.entries, { query: { date } }, { ...options, enabled })
}
