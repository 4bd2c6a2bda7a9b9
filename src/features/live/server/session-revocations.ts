// Session revocations: sessions that end while their sockets are open, received from the bus.
import * as z from 'zod/mini'
import { sessionEventSchema, type SessionEvent } from '#features/auth/session-events.ts'
import type { Bus } from '#server/bus/bus.ts'

export type SessionRevocation = Exclude<SessionEvent, { type: 'changed' }>

/** Subscribes to revocations on the bus channel `sessions`; returns the unsubscribe function. */
export function onSessionRevoked(bus: Bus, listener: (revocation: SessionRevocation) => void): () => void {
  return bus.subscribe('sessions', (message) => {
    const parsed = z.safeParse(sessionEventSchema, message)
    if (parsed.success && parsed.data.type !== 'changed') listener(parsed.data)
  })
}
