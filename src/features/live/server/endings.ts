// Sessions that end while their sockets are open: what the bus says of it.
import * as z from 'zod/mini'
import { sessionNewsSchema, type SessionNews } from '#features/auth/session-news.ts'
import type { Bus } from '#server/bus.ts'

export type Ending = Exclude<SessionNews, { type: 'changed' }>

/** Hears of every ending, on the bus channel `sessions`, until the returned function is called. */
export function onEnding(bus: Bus, listener: (ending: Ending) => void): () => void {
  return bus.subscribe('sessions', (message) => {
    const parsed = z.safeParse(sessionNewsSchema, message)
    if (parsed.success && parsed.data.type !== 'changed') listener(parsed.data)
  })
}
