// Session revocations: the bus events after which sockets close.
import type { Bus } from '#server/bus/bus.ts'
import { busEvents, type SessionEvent } from '#shared/bus-events.ts'

export type SessionRevocation = Exclude<SessionEvent, { type: 'changed' }>

/** Subscribes to revocations; returns the unsubscribe function. */
export function onSessionRevoked(bus: Bus, listener: (revocation: SessionRevocation) => void): () => void {
  return bus.subscribe(busEvents.sessions, (event) => {
    if (event.type !== 'changed') listener(event)
  })
}
