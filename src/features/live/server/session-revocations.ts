// Sessions that end while their sockets are open: what the bus says of it.
import * as z from 'zod/mini'
import { sessionEventSchema, type SessionEvent } from '#features/auth/session-events.ts'
import type { Bus } from '#server/bus.ts'

export type SessionRevocation = Exclude<SessionEvent, { type: 'changed' }>

/** Hears of every ending, on the bus channel `sessions`, until the returned function is called. */
export function onSessionRevoked(bus: Bus, listener: (ending: SessionRevocation) => void): () => void {
  return bus.subscribe('sessions', (message) => {
    const parsed = z.safeParse(sessionEventSchema, message)
    if (parsed.success && parsed.data.type !== 'changed') listener(parsed.data)
  })
}
