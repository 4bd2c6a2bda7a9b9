// How a member's energy entries are read: anew whenever something opens that shows them, and by all in one way.
import { useCall } from '#web/use-call.ts'
import { energyCalls } from '../contract.ts'

/** All entries of the member; null when the session has ended (HIST-16, HIST-18). */
export function useEntries({ enabled = true } = {}) {
  return useCall(energyCalls.entries, {}, { uncached: true, nullWhenSignedOut: true, enabled })
}
