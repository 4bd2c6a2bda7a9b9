// Sessions that end while their sockets are open: what the bus says of it, and whom it concerns.
import * as z from 'zod/mini'
import type { Bus } from '#server/bus.ts'

const endingSchema = z.discriminatedUnion('type', [
  /** Signed out. */
  z.object({ type: z.literal('ended'), sessionId: z.int() }),
  z.object({ type: z.literal('banned'), userId: z.int(), reason: z.string() }),
  /** The account was deleted. */
  z.object({ type: z.literal('erased'), userId: z.int() }),
])
export type Ending = z.infer<typeof endingSchema>

/** Hears of every ending, on the bus channel `sessions`, until the returned function is called. */
export function onEnding(bus: Bus, listener: (ending: Ending) => void): () => void {
  return bus.subscribe('sessions', (message) => {
    const parsed = z.safeParse(endingSchema, message)
    if (parsed.success) listener(parsed.data)
  })
}

/** Whether an ending is about this session or its user. */
export function concerns(
  ending: Ending,
  { sessionId, userId }: { sessionId: number; userId: number },
): boolean {
  return ending.type === 'ended' ? ending.sessionId === sessionId : ending.userId === userId
}
